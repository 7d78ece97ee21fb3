// In the worker: the wasm module, and how long its calls take.

import init, * as wasm from "../pkg/kernel_engine_web.js";
import type { Job, Graph } from "./contract";

type Request = { id: number; call: string; args: unknown[] };
type First = { module: WebAssembly.Module } | { failed: string };

let gpu: wasm.Gpu | undefined;

function opened(): wasm.Gpu {
  if (!gpu) throw new Error("the GPU is not open");
  return gpu;
}

const calls: Record<string, (...args: never[]) => unknown> = {
  tour_on_host: wasm.tour_on_host,
  walk: wasm.walk,
  read_graph: wasm.read_graph,
  paths_on_host: wasm.paths_on_host,
  check: wasm.check,
  wgsl: wasm.wgsl,
  open_gpu: async () => {
    gpu = await wasm.open_gpu();
    return { name: gpu.name, largest: gpu.largest_tour() };
  },
  gpu_tour: (costs: Float64Array, n: number) => opened().tour(costs, n),
  gpu_paths: (graph: Graph, source: string) => opened().paths(graph, source),
  gpu_run: (job: Job) => opened().run(job),
  gpu_conformance: () => opened().conformance(),
};

/** A clock of a browser ticks rarely. A tour that is found before it has ticked is found again until it has. */
const ENOUGH = 2;

async function timed(call: string, run: () => unknown): Promise<{ value: unknown; ms: number }> {
  const start = performance.now();
  const value = await run();
  let ms = performance.now() - start;
  if (!call.includes("tour") || ms >= ENOUGH) return { value, ms };
  const again = performance.now();
  let runs = 0;
  do {
    const result = run();
    if (result instanceof Promise) await result;
    runs++;
    ms = performance.now() - again;
  } while (ms < ENOUGH);
  return { value, ms: ms / runs };
}

let first: (message: First) => void;
const ready = new Promise<First>((resolve) => (first = resolve)).then(async (message) => {
  if ("failed" in message) throw new Error(message.failed);
  await init({ module_or_path: message.module });
});
ready.catch(() => {}); // Each request tells it.

async function answer({ id, call, args }: Request): Promise<void> {
  try {
    await ready;
    const { value, ms } = await timed(call, () => calls[call]!(...(args as never[])));
    postMessage({ id, value, ms });
  } catch (error) {
    const broken = error instanceof WebAssembly.RuntimeError;
    postMessage({ id, broken, error: error instanceof Error ? error.message : String(error) });
  }
}

let queue = Promise.resolve();
onmessage = ({ data }: MessageEvent<Request | First>) => {
  if ("id" in data) queue = queue.then(() => answer(data));
  else first(data);
};
