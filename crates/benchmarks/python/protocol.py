"""What the programs beside this one have in common: it is read before each of them.

`versus` starts them with an argument, the name of what is to compute. The first line of stdout says
who answers: {"name": "elkai 2.0.1 (no proof)"}. Then each line of stdin is one order in JSON, each
line of stdout its answer: an object that has `error` where something went wrong.
"""

import importlib.metadata
import json
import sys
import time


def serve(start, obey):
    """`start` gives what computes and what it says first; `obey` has it, what it keeps, and orders."""
    answer = lambda value: print(json.dumps(value), flush=True)
    fail = lambda error: answer({"error": f"{type(error).__name__}: {error}"})
    try:
        it, said = start(sys.argv[1])
    except Exception as error:
        return fail(error)
    answer(said)
    state = {}
    for line in sys.stdin:
        try:
            answer(obey(it, state, json.loads(line)))
        except Exception as error:
            fail(error)


def one_of(*packages):
    """Starts the package of that name."""

    def start(name):
        package = {it.package: it for it in packages}[name]()
        return package, {"name": f"{name} {importlib.metadata.version(name)}{package.told}"}

    return start


def timed(run):
    """Seconds that a run takes, as `timed` of src/contest.rs."""
    runs, start = 0, time.perf_counter()
    while True:
        run()
        runs += 1
        wall = time.perf_counter() - start
        if wall >= 1e-3:
            return wall / runs
