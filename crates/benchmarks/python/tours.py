"""Tours by a package for Python, which `versus heldkarp` names. Orders and their answers:

{"instances": [[[0, 3], [3, 0]]]}   solves each once: {"tours": [[0, 1]], "first": seconds}
{"turn": [0, 5]}                    solves instances 0 to 4 once more: {"wall": seconds}

Costs are integers. Each package has them before the clock runs, in the form that is quickest for it.
"""

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
        state["instances"] = [package.prepare(costs) for costs in order["instances"]]
        start = time.perf_counter()
        tours = [package.solve(costs) for costs in state["instances"][:1]]
        first = time.perf_counter() - start
        tours += [package.solve(costs) for costs in state["instances"][1:]]
        return {"tours": [[int(city) for city in tour] for tour in tours], "first": first}
    instances = state["instances"][slice(*order["turn"])]
    return {"wall": timed(lambda: [package.solve(costs) for costs in instances])}


warnings.simplefilter("ignore")  # that 21 cities are many
serve(one_of(CpSat, PythonTsp, Elkai, FastTsp), obey)
