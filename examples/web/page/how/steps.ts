// The walk as steps: each question of each level, then the way back through the parents.

import type { Query, Walk } from "../contract";

export type Step =
  | { kind: "ask"; level: number; index: number; query: Query }
  | { kind: "back"; level: number; query: Query; /** The end of the tour that is known so far, from its last city on. */ known: number[] }
  | { kind: "done"; tour: number[] };

export const key = (to: number, through: readonly number[]): string => `${to}<${[...through].sort((a, b) => a - b).join()}`;

export function steps(walk: Walk): Step[] {
  const all: Step[] = walk.levels.flatMap(({ queries }, level) => queries.map((query, index): Step => ({ kind: "ask", level, index, query })));
  const queries = new Map(walk.levels.flatMap(({ queries }) => queries.map((query) => [key(query.to, query.through), query] as const)));
  const known = [0];
  for (let level = walk.levels.length - 1, query = walk.levels[level]?.queries[0]; level > 0 && query; level--) {
    all.push({ kind: "back", level, query, known: [...known] });
    const parent = query.parent ?? 0;
    known.unshift(parent);
    query = queries.get(key(parent, query.through.filter((city) => city !== parent)));
  }
  return [...all, { kind: "done", tour: walk.tour }];
}

/** Cities as a list in words. */
export function listed(cities: readonly number[]): string {
  return cities.length < 2 ? cities.join("") : `${cities.slice(0, -1).join(", ")} and ${cities.at(-1)}`;
}

export const asked = ({ to, through }: Query): string => `0 to ${to}${through.length ? ` through ${listed(through)}` : ""}`;

/** The cheapest path from home that answers a question, followed by its parents. */
export function path(walk: Walk, query: Query): number[] {
  const queries = new Map(walk.levels.flatMap(({ queries }) => queries.map((other) => [key(other.to, other.through), other] as const)));
  const cities = [query.to];
  let at: Query | undefined = query;
  while (at && at.through.length) {
    const parent: number = at.parent ?? 0;
    cities.unshift(parent);
    at = queries.get(key(parent, at.through.filter((city) => city !== parent)));
  }
  return [0, ...cities];
}
