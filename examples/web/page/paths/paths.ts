// Paths: a graph, the shortest ways from a vertex of it, or the negative cycle for which there are none.

import type { Graph, Paths, Solver } from "../contract";
import { announce, find, html, milliseconds } from "../dom";
import { gpu, gpuNow, host, watchGpu } from "../engine";
import { latest } from "../lane";
import { type Part, remember } from "../route";
import { EXAMPLES, example, read, write } from "./graphs";
import { loading } from "./load";
import { Picture, drawable, short } from "./picture";
import * as tables from "./tables";
import { pathTo } from "./tree";
import { VIEW } from "./view";

const section = find("#paths");
section.innerHTML = VIEW;
const within = <E extends Element = HTMLElement>(selector: string) => find<E>(selector, section);
const solverInput = (solver: Solver) => within<HTMLInputElement>(`input[value="${solver}"]`);
const choice = within<HTMLSelectElement>("#graph-example");
const sources = within<HTMLSelectElement>("#source");

let named = EXAMPLES[0]!.name;
let { graph, source: from } = example(named)!;
let source = graph.vertices.indexOf(from);
let solver: Solver = "cpu";
let found: Paths | undefined;

const picture = new Picture(within<SVGSVGElement>("#graph"), { chosen: start, asked });

const solve = latest(async ({ graph: asked, source: at, solver: by }: { graph: Graph; source: number; solver: Solver }) => {
  let [answer, fault, method]: [Paths | undefined, string, string] = [undefined, "", ""];
  try {
    const id = asked.vertices[at]!;
    const { value, ms } = await (by === "gpu" ? gpu.ask("gpu_paths", asked, id) : host.ask("paths_on_host", asked, id));
    answer = value;
    method = "distance" in value ? `${value.method}, ${value.steps} steps, ${milliseconds(ms)}` : "";
  } catch (error) {
    fault = (error as Error).message;
  }
  // An answer to what is no longer asked is none.
  if (asked !== graph || at !== source || by !== solver) return;
  found = answer;
  within("#paths-method").textContent = method;
  within("#paths-fault").textContent = fault || cycleText();
  section.dataset.exact = "true";
  draw();
});

/** What there is to say of a negative cycle. */
function cycleText(): string {
  if (!found || "distance" in found) return "";
  const round = [...found.negative_cycle, found.negative_cycle[0]!].map((vertex) => graph.vertices[vertex]).join(" → ");
  return `There is no shortest path: once round ${round} comes to ${short(found.total)}, and each time round again is shorter still.`;
}

function draw(target?: number): void {
  const small = drawable(graph);
  section.dataset.solver = solver;
  within("#graph").toggleAttribute("hidden", !small);
  within("#too-large").textContent = small ? "" : `${graph.vertices.length.toLocaleString("en")} vertices and ${graph.edges.length.toLocaleString("en")} edges are too many to draw. The table has the distances.`;
  if (small) picture.draw({ graph, source, paths: found, target });
  tables.distances(within("#distances tbody"), graph, source, found, asked);
  asked(target);
}

/** Shows the path to a vertex that the reader points at. */
function asked(target: number | undefined): void {
  if (drawable(graph)) picture.draw({ graph, source, paths: found, target });
  const way = found && "distance" in found && target !== undefined ? pathTo(found, target) : [];
  const text = way.length > 1 && found && "distance" in found ? `${way.map((vertex) => graph.vertices[vertex]).join(" → ")}: ${short(found.distance[target!]!)}` : "";
  const none = target !== undefined && target !== source && found && "distance" in found && !way.length;
  within("#way").textContent = text || (none ? `No path leads to ${graph.vertices[target]}.` : "Click a vertex to start there, drag it to move it, point at it to see its path.");
}

function again(): void {
  section.dataset.exact = "false";
  const own = named === "own";
  remember("paths", { graph: own ? undefined : named, source: graph.vertices[source], solver, ...(own ? write(graph) : {}) });
  void solve({ graph, source, solver }).then(() => {
    if (!found) return;
    const reached = "distance" in found ? found.distance.filter((distance) => distance !== null).length : 0;
    announce("distance" in found ? `From ${graph.vertices[source]}, ${reached} of ${graph.vertices.length} vertices are reached.` : cycleText());
  });
}

function start(vertex: number): void {
  source = vertex;
  sources.value = String(vertex);
  again();
}

/** Takes another graph, with everything that shows it. */
function take(next: Graph, name: string, id?: string): void {
  graph = next;
  named = choice.value = name;
  found = undefined;
  source = Math.max(0, graph.vertices.indexOf(id ?? graph.vertices[source] ?? ""));
  sources.replaceChildren(...graph.vertices.slice(0, 2000).map((vertex, i) => html("option", { value: i }, vertex)));
  sources.value = String(source);
  const warnings = within("#graph-warnings");
  warnings.hidden = !graph.warnings.length;
  warnings.textContent = graph.warnings.join("\n");
  tables.edges(within("#edges tbody"), graph, { changed });
  tables.arrays(within("#arrays"), graph);
  draw();
  again();
}

function changed(edges: Graph["edges"]): void {
  const weights = edges.length === graph.edges.length;
  if (!weights) return take({ ...graph, edges }, "own");
  // The fields of the table stay, since one of them is being typed in.
  graph = { ...graph, edges };
  named = choice.value = "own";
  tables.arrays(within("#arrays"), graph);
  again();
}

choice.addEventListener("change", () => {
  const { graph, source } = example(choice.value)!;
  take(graph, choice.value, source);
});
sources.addEventListener("change", () => start(Number(sources.value)));
for (const by of ["cpu", "gpu"] as const) {
  solverInput(by).addEventListener("change", () => {
    solver = by;
    again();
  });
}
within<HTMLFormElement>("#new-edge").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const fields = new FormData(form);
  const vertices = [...graph.vertices];
  const vertex = (field: string) => {
    const id = String(fields.get(field)).trim();
    return vertices.includes(id) ? vertices.indexOf(id) : vertices.push(id) - 1;
  };
  const edge = { source: vertex("from"), target: vertex("to"), weight: Number(fields.get("weight")) };
  take({ ...graph, vertices, edges: [...graph.edges, edge] }, "own");
  form.reset();
  form.querySelector("input")!.focus();
});
loading(section, (graph) => {
  take(graph, "own", graph.vertices[0]);
  section.scrollIntoView();
});

watchGpu((state) => {
  const there = state.state === "ready";
  solverInput("gpu").disabled = !there;
  within("#paths-gpu").textContent = there ? state.name : state.state === "missing" ? state.reason : "looking for one …";
  if (state.state === "missing" && solver === "gpu") {
    solver = "cpu";
    solverInput("cpu").checked = true;
    again();
  }
});

export const paths: Part = {
  show(params) {
    const own = read(params.get("names"), params.get("edges"));
    const asked = params.get("solver");
    if (asked === "cpu" || (asked === "gpu" && gpuNow().state === "ready")) solver = asked;
    solverInput(solver).checked = true;
    const chosen = params.get("graph") ?? named;
    const known = example(chosen);
    if (own) take(own, "own", params.get("source") ?? undefined);
    else if (known && chosen !== named) take(known.graph, chosen, params.get("source") ?? known.source);
    else take(graph, named, params.get("source") ?? undefined);
  },
};
