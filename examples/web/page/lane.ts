// A lane: a worker with the wasm module in it, asked by name, answered by promise, one thing at a time.

import type { Calls } from "./contract";

export interface Answer<T> { value: T; ms: number }
type Reply = { id: number; value?: unknown; ms?: number; error?: string; broken?: boolean };
type Waiting = { resolve(answer: Answer<never>): void; reject(error: Error): void };

export class Lane {
  #worker!: Worker;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #dead: string | undefined;

  constructor(private readonly module: Promise<WebAssembly.Module>) {
    this.#start();
  }

  /** Calls a function of the module; `ms` is how long it took in there. */
  ask<K extends keyof Calls>(call: K, ...args: Parameters<Calls[K]>): Promise<Answer<ReturnType<Calls[K]>>> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.#dead) return reject(new Error(this.#dead));
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call, args });
    });
  }

  /** Ends whatever runs, and starts anew. */
  restart(why: string): void {
    this.#worker.terminate();
    this.#start();
    this.#refuse(why);
  }

  #refuse(why: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(why));
  }

  #start(): void {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#answered(data);
    this.#dead = undefined;
    worker.onerror = ({ message }) => this.#refuse((this.#dead = message || "the solver's script could not be loaded"));
    // What is posted before the module is there waits in the worker.
    this.module.then(
      (module) => worker.postMessage({ module }),
      (error: Error) => worker.postMessage({ failed: error.message }),
    );
  }

  #answered({ id, value, ms, error, broken }: Reply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve({ value: value as never, ms: ms ?? 0 });
    else waiting?.reject(new Error(error));
    // After a trap the module's memory is in no known state.
    if (broken) this.restart(error ?? "the solver stopped");
  }
}

/**
 * Runs `work` for the newest request only: one runs, one waits, and a newer one takes the place of
 * the one that waits.
 */
export function latest<A>(work: (request: A) => Promise<void>): (request: A) => Promise<void> {
  let waiting: { request: A } | null = null;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (waiting) {
      const { request }: { request: A } = waiting;
      waiting = null;
      await work(request);
    }
    running = null;
  };
  return (request) => {
    waiting = { request };
    return (running ??= run());
  };
}
