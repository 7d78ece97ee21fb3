// How it works: four of the reader's cities, level by level, and what a device needs for it.

import type { Query, Walk } from "../contract";
import { find, html } from "../dom";
import { host } from "../engine";
import { latest } from "../lane";
import { type Part, remember } from "../route";
import { Board, type Line } from "../tour/board";
import { type City, another, cities, costs, read, setCities, write } from "../tour/cities";
import { type Step, asked, key, path, steps } from "./steps";
import { sources, told } from "./tell";
import { prepare, swap } from "./turns";
import { VIEW } from "./view";

const COUNT = 4;

const section = find("#how");
section.innerHTML = VIEW;
const slider = find<HTMLInputElement>("#step");
const board = new Board(find<SVGSVGElement>("#walk-board"), {
  moved: (i, to) => {
    setCities(cities.map((city, j) => (i === j ? to : city)));
    changed();
  },
});
prepare();

let walk: Walk | undefined;
let all: Step[] = [];
let at = 0;

const four = (): City[] => cities.slice(0, COUNT);
const whole = () => costs(four()).map(Math.round);

const solve = latest(async (table: Float64Array) => {
  try {
    walk = (await host.ask("walk", table, COUNT)).value;
    all = steps(walk);
    slider.max = String(all.length - 1);
    at = Math.min(at, all.length - 1);
    draw();
  } catch (error) {
    find("#told").replaceChildren(html("p", { class: "fault" }, (error as Error).message));
  }
});

function changed(): void {
  board.draw(four());
  void solve(whole());
  state();
}

const state = () => remember("how", { step: String(at), cities: write(cities) });

/** The lines of a step on the board: the path that answers it, and the ways that were weighed. */
function lines(step: Step, solved: Walk): Line[] {
  if (step.kind === "done") return [];
  if (step.kind === "back") return [{ cities: [step.query.parent ?? 0, ...step.known], kind: "known" }];
  const { query } = step;
  const others = query.choices.filter(({ through }) => through !== query.parent);
  const weighed = others.map(({ through }): Line => ({ cities: [through, query.to], kind: "weighed" }));
  return [...weighed, { cities: path(solved, query), kind: "known" }];
}

function draw(): void {
  const step = all[at];
  if (!walk || !step) return;
  const table = whole();
  const cost = (from: number, to: number) => table[from * COUNT + to]!;
  const solved = walk;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", step.kind === "ask" ? `Level ${step.level}: ${asked(step.query)}` : step.kind === "back" ? "The way back" : "The tour");
  find<HTMLButtonElement>("#step-back").disabled = at === 0;
  find<HTMLButtonElement>("#step-on").disabled = at === all.length - 1;
  board.draw(four(), step.kind === "done" ? step.tour : undefined, lines(step, solved));
  find("#told").replaceChildren(...told(step, solved, cost));
  find("#levels").replaceChildren(...solved.levels.map(({ queries }, level) => html("div", { class: "level" },
    html("b", {}, `Level ${level}`), html("div", { class: "tiles" }, ...queries.map((query, index) => tile(query, level, index, step))))));

  // What the kernel reads is that of the question at hand, or of the last one.
  const query = step.kind === "done" ? solved.levels.at(-1)!.queries[0]! : step.query;
  const level = query.through.length;
  const reads = sources(query, solved, cost);
  for (const name of ["query", "costs", "before", "answer"] as const) find(`#source-${name}`).textContent = reads[name];
  swap(level);
  const used = new Set(step.kind === "ask" ? (query.through.length ? query.through : [0]).map((last) => `${last},${query.to}`) : []);
  const ids = four().map((_, i) => i);
  find("#walk-costs tbody").replaceChildren(
    html("tr", {}, html("td"), ...ids.map((to) => html("th", { scope: "col" }, String(to)))),
    ...ids.map((from) => html("tr", {}, html("th", { scope: "row" }, String(from)), ...ids.map((to) =>
      html("td", { class: used.has(`${from},${to}`) ? "used" : undefined }, from === to ? "" : String(cost(from, to)))))));
}

/** A question, with its answer as soon as the walk has come that far. */
function tile(query: Query, level: number, index: number, step: Step): HTMLElement {
  const place = all.findIndex((other) => other.kind === "ask" && other.level === level && other.index === index);
  const now = step.kind !== "done" && key(step.query.to, step.query.through) === key(query.to, query.through);
  const behind = all.slice(0, at + 1).some((other) => other.kind === "back" && key(other.query.to, other.query.through) === key(query.to, query.through));
  const reads = step.kind === "ask" && step.level === level + 1 && step.query.through.includes(query.to)
    && key(query.to, step.query.through.filter((city) => city !== query.to)) === key(query.to, query.through);
  const known = place <= at;
  const button = html("button", { type: "button", class: `tile${now ? " now" : ""}${behind ? " behind" : ""}${reads ? " reads" : ""}${known ? "" : " open"}`, "aria-label": `${asked(query)}${known ? `: ${query.cost}` : ""}`, "aria-current": now ? "step" : undefined },
    html("span", {}, `to ${query.to}${query.through.length ? ` by ${query.through.join(", ")}` : ""}`), html("b", {}, known ? String(query.cost) : "?"));
  button.addEventListener("click", () => go(place));
  return button;
}

function go(to: number): void {
  at = Math.max(0, Math.min(all.length - 1, to));
  draw();
  state();
}

slider.addEventListener("input", () => go(Number(slider.value)));
find("#step-back").addEventListener("click", () => go(at - 1));
find("#step-on").addEventListener("click", () => go(at + 1));

export const how: Part = {
  async show(params) {
    const given = read(params.get("cities"));
    if (given) setCities(given);
    while (cities.length < COUNT) setCities([...cities, another(cities)]);
    const step = params.get("step");
    if (step) at = Math.max(0, Math.round(Number(step)) || 0);
    board.draw(four());
    await solve(whole());
    state();
  },
};
