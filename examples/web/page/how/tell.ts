// The words and numbers of a step.

import type { Query, Walk } from "../contract";
import { html } from "../dom";
import { type Step, asked, key, listed } from "./steps";

type Costs = (from: number, to: number) => number;

const rest = (query: Query, last: number) => query.through.filter((city) => city !== last);

const INTRODUCTIONS = [
  "Level 0 goes straight from home. The table of costs has the answers.",
  "Level 1 passes one city. It comes last before the end, so go to it as level 0 says, then on.",
  "Level 2 passes two cities, in either order. Whichever comes last, level 1 knows the way to it.",
  "Level 3 passes all others and comes home. This is the tour.",
];

/** What a step does, as paragraphs. */
export function told(step: Step, walk: Walk, costs: Costs): Node[] {
  const answers = new Map(walk.levels.flatMap(({ queries }) => queries.map((query) => [key(query.to, query.through), query.cost] as const)));
  if (step.kind === "done") {
    return [html("p", {}, `Read from the start: `, html("b", {}, [...step.tour, step.tour[0]].join(" → ")), `. It costs `, html("b", {}, String(walk.cost)), `, and no other order of these cities costs less.`)];
  }
  const { query } = step;
  if (step.kind === "back") {
    const left = rest(query, query.parent ?? 0);
    const next = left.length ? `Before it came what is the parent of ${asked({ ...query, to: query.parent ?? 0, through: left })}.` : "Before it there is only home.";
    return [html("p", {}, `Now back. The parent of “${asked(query)}” is `, html("b", {}, String(query.parent)), `, so the tour ends with ${[query.parent, ...step.known].join(" → ")}. ${next}`)];
  }
  const intro = html("p", { class: "hint" }, INTRODUCTIONS[step.level] ?? "");
  if (!query.through.length) return [intro, html("p", {}, `From 0 straight to ${query.to} costs `, html("b", {}, String(query.cost)), ".")];
  const ways = query.choices.map(({ through: last, cost }) => {
    const before = answers.get(key(last, rest(query, last))) ?? cost - costs(last, query.to);
    const best = last === query.parent;
    const row = [html("td", {}, String(last)), html("td", {}, String(before)), html("td", {}, String(costs(last, query.to))), html("td", {}, html("b", {}, String(cost)))];
    return html("tr", { class: best ? "best" : undefined }, ...row);
  });
  const table = html("table", {},
    html("thead", {}, html("tr", {}, ...["last", "way there", "last leg", "sum"].map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...ways));
  const end = query.to ? `end in ${query.to}` : "come home";
  const verdict = query.choices.length > 1 ? `The least is ${query.cost}, by ${query.parent}: that is the parent.` : `There is one way, so ${query.parent} is the parent.`;
  return [intro, html("p", {}, `Start at home, pass ${listed(query.through)}, ${end}. Which city comes last?`), table, html("p", {}, verdict)];
}

/** What the kernel reads for a question, and what it writes. */
export function sources(query: Query, walk: Walk, costs: Costs): Record<"query" | "costs" | "before" | "answer", string> {
  const answers = new Map(walk.levels.flatMap(({ queries }) => queries.map((other) => [key(other.to, other.through), other] as const)));
  const lasts = query.through.length ? query.through : [0];
  const before = query.through.map((last) => {
    const other = answers.get(key(last, rest(query, last)));
    return other ? `${asked(other)} = ${other.cost}` : "";
  });
  return {
    query: `end     ${query.to}\nthrough {${query.through.join(", ")}}`,
    costs: lasts.map((last) => `cost(${last}, ${query.to}) = ${costs(last, query.to)}`).join("\n"),
    before: before.join("\n") || "nothing: level 0\nhas none before it",
    answer: `cost    ${query.cost}\nparent  ${query.parent ?? 0}`,
  };
}
