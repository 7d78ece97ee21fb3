// Solving the reader's cities: the newest positions first, by the solver that is chosen.

import type { Solver, Tour } from "../contract";
import { gpu, gpuNow, host, stopGpu } from "../engine";
import { latest } from "../lane";
import { type City, costs, randomCities } from "./cities";
import { record } from "./record";

/** The host's table doubles with each city; this many take about a second. */
const MOST_ON_HOST = 22;

export interface Solved { cities: readonly City[]; solver: Solver; tour: Tour; ms: number }

/** The most cities that a solver takes. */
export function most(solver: Solver): number {
  const state = gpuNow();
  return solver === "gpu" && state.state === "ready" ? state.largest : MOST_ON_HOST;
}

/** What has been compiled, by the browser or the driver, so that a time is one of solving alone. */
const compiled = new Set<string>();
const code = (solver: Solver, n: number): string => (solver === "gpu" ? `gpu ${n}` : "cpu");

async function once(cities: readonly City[], solver: Solver): Promise<Solved> {
  const n = cities.length;
  const ask = () => (solver === "gpu" ? gpu.ask("gpu_tour", costs(cities), n) : host.ask("tour_on_host", costs(cities), n));
  const { value, ms } = await ask();
  // A device leaves very few cities to the host, and that is no time of its own.
  const own = solver === "cpu" || !value.method.includes("on the host");
  if (own && compiled.has(code(solver, n))) record(solver, n, ms);
  return { cities, solver, tour: value, ms };
}

/** Calls `done` for each request that was solved, and drops those that a newer one overtakes. */
export function solving(done: (solved: Solved) => void, failed: (error: Error) => void) {
  return latest(async ({ cities, solver }: { cities: readonly City[]; solver: Solver }) => {
    try {
      const needs = code(solver, cities.length);
      done(await once(cities, solver));
      if (compiled.has(needs)) return;
      compiled.add(needs);
      done(await once(cities, solver));
    } catch (error) {
      failed(error as Error);
    }
  });
}

export function stop(solver: Solver): void {
  const why = "stopped, as you asked";
  compiled.clear();
  if (solver === "cpu") host.restart(why);
  else stopGpu(why);
}

/** A solve this long ends a measurement. */
const PATIENCE = 400;

/** Measures random cities, from 3 on, until solves get long; `going` tells whether to go on. */
export async function measure(solvers: Solver[], told: (n: number) => void, going: () => boolean): Promise<void> {
  const left = new Set(solvers);
  for (let n = 3; n <= 20 && left.size; n++) {
    for (const solver of left) {
      for (let run = 0; run < 6 && going(); run++) {
        const { ms } = await once(randomCities(n), solver);
        if (ms > PATIENCE && compiled.has(code(solver, n))) left.delete(solver);
        compiled.add(code(solver, n));
        if (!left.has(solver)) break;
      }
    }
    if (!going()) return;
    told(n);
  }
}
