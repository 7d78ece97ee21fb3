// What the wasm module takes and gives, and which calls a worker answers.

import type { Fault, Graph, Job, Output, Paths, Tour, Verdict, Walk } from "../pkg/kernel_engine_web.js";

export type { Fault, Graph, Job, Output, Paths, Tour, Verdict, Walk };
export type Kind = Job["kind"];
export type Param = NonNullable<Job["params"]>[number];
export type Edge = Graph["edges"][number];
export type Query = Walk["levels"][number]["queries"][number];
export type Distances = Extract<Paths, { distance: unknown }>;
export type Solver = "cpu" | "gpu";

/** The calls by name. Those of a device give a promise in the worker, and so do all of them here. */
export interface Calls {
  tour_on_host(costs: Float64Array, n: number): Tour;
  walk(costs: Float64Array, n: number): Walk;
  read_graph(bytes: Uint8Array, name: string): Graph;
  paths_on_host(graph: Graph, source: string): Paths;
  check(job: Job): Fault | null;
  wgsl(job: Job): string;
  open_gpu(): { name: string; largest: number };
  gpu_tour(costs: Float64Array, n: number): Tour;
  gpu_paths(graph: Graph, source: string): Paths;
  gpu_run(job: Job): Output;
  gpu_conformance(): Verdict[];
}
