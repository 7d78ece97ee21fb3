// The tables of the part about paths: distances, edges, and the three arrays.

import type { Edge, Graph, Paths } from "../contract";
import { find, html } from "../dom";
import { short } from "./picture";

/** Longer tables are cut; nobody reads them, and the page would crawl. */
const ROWS = 500;
const EDGES = 200;

/** The rows of distances and predecessors; `asked` hears which one the reader is at. */
export function distances(body: Element, graph: Graph, source: number, paths: Paths | undefined, asked: (vertex: number | undefined) => void): void {
  const found = paths && "distance" in paths ? paths : undefined;
  const rows = graph.vertices.slice(0, ROWS).map((id, vertex) => {
    const [distance, before] = [found?.distance[vertex], found?.predecessor[vertex]];
    const row = html("tr", { class: vertex === source ? "source" : found && distance == null ? "unreached" : undefined },
      html("th", { scope: "row" }, id),
      html("td", {}, distance != null ? short(distance) : found ? "no path" : "–"),
      html("td", {}, before != null && vertex !== source ? graph.vertices[before]! : "–"));
    row.addEventListener("pointerenter", () => asked(vertex));
    row.addEventListener("pointerleave", () => asked(undefined));
    return row;
  });
  body.replaceChildren(...rows);
  find("#more-rows").textContent = graph.vertices.length > ROWS ? `The first ${ROWS} of ${graph.vertices.length.toLocaleString("en")} vertices.` : "";
}

export interface Editing { changed(edges: Edge[]): void }

/** The rows of edges, whose weights can be changed. */
export function edges(body: Element, graph: Graph, { changed }: Editing): void {
  const all = graph.edges;
  const rows = all.slice(0, EDGES).map((edge, i) => {
    const [from, to] = [graph.vertices[edge.source]!, graph.vertices[edge.target]!];
    const weight = html("input", { type: "number", step: "any", value: edge.weight, "aria-label": `Weight from ${from} to ${to}` });
    weight.addEventListener("input", () => {
      if (weight.value === "" || !Number.isFinite(weight.valueAsNumber)) return;
      all[i] = { ...all[i]!, weight: weight.valueAsNumber };
      changed([...all]);
    });
    const remove = html("button", { type: "button", class: "small quiet", "aria-label": `Remove the edge from ${from} to ${to}` }, "×");
    remove.addEventListener("click", () => changed(all.filter((_, j) => i !== j)));
    return html("tr", {}, html("th", { scope: "row" }, from), html("td", {}, to), html("td", {}, weight), html("td", {}, remove));
  });
  if (all.length > EDGES) rows.push(html("tr", {}, html("td", { colspan: 4, class: "hint" }, `and ${(all.length - EDGES).toLocaleString("en")} more`)));
  body.replaceChildren(...rows);
}

/** The graph as a device gets it, if it is short enough to be read. */
export function arrays(list: Element, graph: Graph): void {
  const sorted = [...graph.edges].sort((a, b) => a.source - b.source);
  const starts = graph.vertices.map((_, vertex) => sorted.filter(({ source }) => source < vertex).length);
  const rows: [string, string[]][] = [
    ["vertices", graph.vertices], ["first edge", [...starts, sorted.length].map(String)],
    ["leads to", sorted.map(({ target }) => graph.vertices[target]!)], ["weight", sorted.map(({ weight }) => short(weight))],
  ];
  const shown = graph.edges.length <= 40 && graph.vertices.length <= 40 ? rows : [];
  list.replaceChildren(...shown.flatMap(([name, values]) => [html("dt", {}, name), html("dd", {}, html("code", {}, values.join(" ")))]));
}
