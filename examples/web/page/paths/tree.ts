// Which edges stand out: those of the tree of shortest paths, or of a negative cycle.

import type { Distances, Graph, Paths } from "../contract";

/** The vertices of a path from the source to `target`; none if it is not reached. */
export function pathTo({ distance, predecessor }: Distances, target: number): number[] {
  if (distance[target] == null) return [];
  const path = [target];
  for (let at = predecessor[target]; at != null && path.length <= distance.length; at = predecessor[at]) {
    path.unshift(at);
    if (predecessor[at] === at) break;
  }
  return path;
}

/** For each edge, how it is drawn. Of several edges side by side it is the cheapest one. */
export function marked({ edges }: Graph, paths: Paths | undefined): ("tree" | "cycle" | undefined)[] {
  const kinds: ("tree" | "cycle" | undefined)[] = edges.map(() => undefined);
  const mark = (from: number, to: number, kind: "tree" | "cycle") => {
    let best: number | undefined;
    edges.forEach(({ source, target, weight }, i) => {
      if (source === from && target === to && (best === undefined || weight < edges[best]!.weight)) best = i;
    });
    if (best !== undefined) kinds[best] = kind;
  };
  if (!paths) return kinds;
  if ("distance" in paths) paths.predecessor.forEach((from, to) => from != null && from !== to && mark(from, to, "tree"));
  else paths.negative_cycle.forEach((from, i, cycle) => mark(from, cycle[(i + 1) % cycle.length]!, "cycle"));
  return kinds;
}
