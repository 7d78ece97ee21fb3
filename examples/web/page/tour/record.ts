// What solves took: the last ten for each number of cities and each solver. Nothing but measured times.

import type { Solver } from "../contract";

const LAST = 10;
const times: Record<Solver, Map<number, number[]>> = { cpu: new Map(), gpu: new Map() };

export function record(solver: Solver, cities: number, ms: number): void {
  const list = times[solver].get(cities) ?? [];
  list.push(ms);
  times[solver].set(cities, list.slice(-LAST));
}

export interface Mean { ms: number; solves: number }

export function mean(solver: Solver, cities: number): Mean | undefined {
  const list = times[solver].get(cities);
  return list && { ms: list.reduce((sum, ms) => sum + ms, 0) / list.length, solves: list.length };
}

/** The numbers of cities that were measured, in order. */
export function measured(): number[] {
  return [...new Set([...times.cpu.keys(), ...times.gpu.keys()])].sort((a, b) => a - b);
}
