// The engine as the page sees it: a lane for the CPU, a lane for the GPU, and whether there is one.

import { Lane } from "./lane";

async function compile(): Promise<WebAssembly.Module> {
  const file = await fetch(new URL("kernel_engine_web_bg.wasm", import.meta.url));
  if (!file.ok) throw new Error(`the solver's file could not be loaded: ${file.status} ${file.statusText}`);
  // A server that does not know the type of wasm files is no reason to fail.
  const typed = file.headers.get("content-type")?.startsWith("application/wasm");
  return typed ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
}

export type Gpu = { state: "opening" } | { state: "ready"; name: string; largest: number } | { state: "missing"; reason: string };

const wasm = compile();
export const host = new Lane(wasm);
export const gpu = new Lane(wasm);

let now: Gpu = { state: "opening" };
const watchers = new Set<(gpu: Gpu) => void>();

export const gpuNow = (): Gpu => now;

/** Calls `watcher` now and whenever the GPU comes or goes. */
export function watchGpu(watcher: (gpu: Gpu) => void): void {
  watchers.add(watcher);
  watcher(now);
}

function tell(state: Gpu): void {
  now = state;
  for (const watcher of watchers) watcher(now);
}

/** Opens the GPU, also after its lane was restarted. */
export async function openGpu(): Promise<void> {
  tell({ state: "opening" });
  try {
    const { value } = await gpu.ask("open_gpu");
    // Browsers keep the names of devices to themselves, mostly.
    tell({ state: "ready", largest: value.largest, name: value.name || "WebGPU" });
  } catch (error) {
    const insecure = isSecureContext ? "" : "A browser gives WebGPU only to pages that come by https or from localhost. ";
    tell({ state: "missing", reason: insecure + (error as Error).message });
  }
}

/** Ends what the GPU is at. */
export function stopGpu(why: string): void {
  gpu.restart(why);
  void openGpu();
}
