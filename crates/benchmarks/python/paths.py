"""Shortest paths by a package for Python, which `versus sssp` names. Orders and their answers:

{"row": FILE, "column": FILE, "weight": FILE, "source": 3, "distance": FILE, "before": FILE}
    reads a graph in compressed sparse rows of u32, searches once, and writes the distances as f64
    and, where the package has them, the predecessors as i32, of which those below 0 are none:
    {"first": seconds from the arrays to the answer, "bytes": of memory, "tree": true}
{"turn": 1}
    searches once more: {"wall": seconds}
"""

import time


class SciPy:
    package, told = "scipy", ""

    def __init__(self):
        import numpy
        from scipy.sparse import csgraph, csr_array

        self.numpy, self.csgraph, self.array = numpy, csgraph, csr_array

    def prepare(self, row, column, weight):
        vertices = len(row) - 1
        to = lambda array: array.astype(self.numpy.int32)
        weight = weight.astype(self.numpy.float64)
        graph = self.array((weight, to(column), to(row)), shape=(vertices, vertices))
        if not graph.has_canonical_format:
            # It would take the sum of parallel edges.
            graph = self.shortest_of_parallels(graph)
        return graph

    def shortest_of_parallels(self, graph):
        numpy = self.numpy
        tails = numpy.repeat(numpy.arange(graph.shape[0]), numpy.diff(graph.indptr))
        order = numpy.lexsort((graph.data, graph.indices, tails))
        tails, heads, weights = tails[order], graph.indices[order], graph.data[order]
        kept = numpy.ones(len(order), bool)
        kept[1:] = (tails[1:] != tails[:-1]) | (heads[1:] != heads[:-1])
        return self.array((weights[kept], (tails[kept], heads[kept])), shape=graph.shape)

    def search(self, graph, source):
        return self.csgraph.dijkstra(graph, indices=source, return_predecessors=True)

    def read(self, found, vertices):
        return found


class Rustworkx:
    package, told = "rustworkx", ", distances"

    def __init__(self):
        import numpy
        import rustworkx

        self.numpy, self.rustworkx = numpy, rustworkx

    def prepare(self, row, column, weight):
        vertices = len(row) - 1
        graph = self.rustworkx.PyDiGraph(node_count_hint=vertices, edge_count_hint=len(column))
        graph.add_nodes_from(range(vertices))
        tails = self.numpy.repeat(self.numpy.arange(vertices), self.numpy.diff(row.astype("i8")))
        weights = weight.astype(self.numpy.float64)
        graph.add_edges_from(list(zip(tails.tolist(), column.tolist(), weights.tolist())))
        return graph

    def search(self, graph, source):
        return self.rustworkx.dijkstra_shortest_path_lengths(graph, source, float), source

    def read(self, found, vertices):
        lengths, source = found
        distances = self.numpy.full(vertices, self.numpy.inf)
        distances[list(lengths.keys())] = list(lengths.values())
        distances[source] = 0.0  # it does not tell that
        return distances, None


def resident():
    """Bytes of memory of this process; none where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except (OSError, ValueError, IndexError):
        return None


def obey(package, state, order):
    numpy = package.numpy
    if "row" in order:
        state.clear()
        arrays = [numpy.fromfile(order[name], numpy.uint32) for name in ("row", "column", "weight")]
        before = resident()
        start = time.perf_counter()
        graph = package.prepare(*arrays)
        found = package.search(graph, order["source"])
        first = time.perf_counter() - start
        after = resident()
        state["run"] = lambda: package.search(graph, order["source"])
        distances, predecessors = package.read(found, len(arrays[0]) - 1)
        numpy.asarray(distances, numpy.float64).tofile(order["distance"])
        if predecessors is not None:
            numpy.asarray(predecessors, numpy.int32).tofile(order["before"])
        grown = None if before is None or after is None else max(0, after - before)
        return {"first": first, "bytes": grown, "tree": predecessors is not None}
    return {"wall": timed(state["run"])}


serve(one_of(SciPy, Rustworkx), obey)
