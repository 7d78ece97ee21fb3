"""Tours by a package for Python: `versus heldkarp` starts this with the package's name.

Each line of stdin is one order in JSON, each line of stdout its answer: an object that has `error`
where something went wrong.

{"instances": [[[0, 3], [3, 0]]]}   solves each once: {"tours": [[0, 1]], "first": seconds}
{"turn": [0, 5]}                    solves instances 0 to 4 once more: {"wall": seconds}

The first line says who answers: {"name": "elkai 2.0.1 (no proof)"}. Costs are integers. Each
package has them before the clock runs, in the form that is quickest for it.
"""

import importlib.metadata
import json
import sys
import time
import warnings


class CpSat:
    package, told = "ortools", " CP-SAT"

    def __init__(self):
        from ortools.sat.python import cp_model

        self.cp = cp_model

    def prepare(self, costs):
        return costs

    def solve(self, costs):
        cities = range(len(costs))
        model = self.cp.CpModel()
        legs = [(a, b, model.new_bool_var("")) for a in cities for b in cities if a != b]
        model.add_circuit(legs)
        model.minimize(sum(costs[a][b] * leg for a, b, leg in legs))
        solver = self.cp.CpSolver()
        if solver.solve(model) != self.cp.OPTIMAL:
            raise RuntimeError("it proved no optimum")
        following = {a: b for a, b, leg in legs if solver.boolean_value(leg)}
        tour = [0]
        while len(tour) < len(costs):
            tour.append(following[tour[-1]])
        return tour


class PythonTsp:
    package, told = "python-tsp", ", exact"

    def __init__(self):
        import numpy
        from python_tsp.exact import solve_tsp_dynamic_programming

        self.numpy, self.run = numpy, solve_tsp_dynamic_programming

    def prepare(self, costs):
        return self.numpy.array(costs)

    def solve(self, costs):
        return self.run(costs)[0]


class Elkai:
    package, told = "elkai", " (no proof)"

    def __init__(self):
        import elkai

        self.matrix = elkai.DistanceMatrix

    def prepare(self, costs):
        return self.matrix(costs)

    def solve(self, costs):
        return costs.solve_tsp()[:-1]


class FastTsp:
    package, told = "fast-tsp", ""

    def __init__(self):
        import fast_tsp
        import numpy

        self.numpy, self.run = numpy, fast_tsp.solve_tsp_exact

    def prepare(self, costs):
        return self.numpy.array(costs, dtype=self.numpy.uint16)

    def solve(self, costs):
        return self.run(costs)


def obey(package, state, order):
    if "instances" in order:
        state[:] = [package.prepare(costs) for costs in order["instances"]]
        start = time.perf_counter()
        tours = [package.solve(costs) for costs in state[:1]]
        first = time.perf_counter() - start
        tours += [package.solve(costs) for costs in state[1:]]
        return {"tours": [[int(city) for city in tour] for tour in tours], "first": first}
    instances = state[slice(*order["turn"])]
    runs, start = 0, time.perf_counter()
    while True:  # as `timed` of src/contest.rs
        for costs in instances:
            package.solve(costs)
        runs += 1
        wall = time.perf_counter() - start
        if wall >= 1e-3:
            return {"wall": wall / runs}


def main(name):
    warnings.simplefilter("ignore")  # that 21 cities are many
    answer = lambda value: print(json.dumps(value), flush=True)
    packages = {it.package: it for it in (CpSat, PythonTsp, Elkai, FastTsp)}
    try:
        package = packages[name]()
        version = importlib.metadata.version(name)
    except Exception as error:
        return answer({"error": f"{type(error).__name__}: {error}"})
    answer({"name": f"{name} {version}{package.told}"})
    state = []
    for line in sys.stdin:
        try:
            answer(obey(package, state, json.loads(line)))
        except Exception as error:
            answer({"error": f"{type(error).__name__}: {error}"})


main(sys.argv[1])
