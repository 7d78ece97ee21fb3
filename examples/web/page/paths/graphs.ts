// Graphs: some to start with, and how one is written in the address.

import type { Edge, Graph } from "../contract";

interface Example { name: string; title: string; source: string; edges: string }

/** Edges as `from to weight`, parted by commas; an edge without weight costs 1. */
export const EXAMPLES: Example[] = [
  {
    name: "notebook", title: "The notebook's graph", source: "G",
    edges: "D A, D B, B C, C B, F B, F E, E F, E D, E B, K E, J E, I E, H E, G E, G B, H B, I B",
  },
  {
    name: "town", title: "Minutes on foot in a town", source: "Station",
    edges: "Station Market 6, Market Station 6, Station Park 4, Park Station 4, Park School 5, School Park 5, Market Church 3, Church Market 3, "
      + "School Church 4, Church School 4, Church Bridge 5, Bridge Church 5, School Mill 9, Mill School 9, Bridge Mill 2, Mill Bridge 2, "
      + "Bridge Harbour 8, Harbour Bridge 8, Mill Harbour 5, Harbour Mill 5",
  },
  {
    name: "refund", title: "An edge that pays back", source: "Start",
    edges: "Start A 4, Start B 2, A C 3, B A 1, B D 7, C D -4, C E 5, D E 2",
  },
  {
    name: "cycle", title: "A negative cycle", source: "Start",
    edges: "Start A 2, A B 3, B C 1, C A -5, B D 4, C E 6, D E 2, Start D 9",
  },
];

export function example(name: string): { graph: Graph; source: string } | undefined {
  const found = EXAMPLES.find((example) => example.name === name);
  if (!found) return undefined;
  const vertices: string[] = [];
  const vertex = (id: string) => (vertices.includes(id) ? vertices.indexOf(id) : vertices.push(id) - 1);
  const rows = found.edges.split(", ").map((edge) => edge.split(" "));
  // In the order of the alphabet, as the notebook has them.
  if (name === "notebook") vertices.push(..."ABCDEFGHIJK");
  const edges = rows.map(([from, to, weight]) => ({ source: vertex(from!), target: vertex(to!), weight: Number(weight ?? 1) }));
  return { graph: { vertices, edges, warnings: [] }, source: found.source };
}

/** A longer graph would make an address that nobody can send. */
const LONGEST = 1500;

/** A graph for the address: names parted by `*`, and `from.to.weight` parted by `_`. */
export function write({ vertices, edges }: Graph): { names?: string; edges?: string } {
  const names = vertices.map((id) => encodeURIComponent(id).replaceAll("*", "%2A")).join("*");
  const list = edges.map(({ source, target, weight }) => `${source}.${target}${weight === 1 ? "" : `.${weight}`}`).join("_");
  return names.length + list.length > LONGEST ? {} : { names, edges: list };
}

/** The graph of an address; `null` if that holds none. */
export function read(names: string | null, list: string | null): Graph | null {
  if (!names || list === null) return null;
  try {
    const vertices = names.split("*").map(decodeURIComponent);
    const edges = list.split("_").filter(Boolean).map((text): Edge => {
      const [, source, target, weight = "1"] = /^(\d+)\.(\d+)(?:\.(.+))?$/.exec(text) ?? [];
      const edge = { source: Number(source), target: Number(target), weight: Number(weight) };
      if (!(edge.source < vertices.length && edge.target < vertices.length) || Number.isNaN(edge.weight)) throw new Error("no such edge");
      return edge;
    });
    return { vertices, edges, warnings: [] };
  } catch {
    return null;
  }
}
