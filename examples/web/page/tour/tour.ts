// Tour: the reader's cities, the cheapest round trip through them, and what finding it takes.

import type { Solver } from "../contract";
import { announce, find, html, milliseconds } from "../dom";
import { gpuNow, watchGpu } from "../engine";
import { type Part, remember } from "../route";
import { Board } from "./board";
import { Chart } from "./chart";
import { FEWEST, type City, another, cities, randomCities, read, setCities, write } from "./cities";
import { type Solved, measure, most, solving, stop } from "./solve";

const section = find("#tour");
const on = (id: string, act: () => void) => find(`#${id}`).addEventListener("click", act);
const radio = (solver: Solver) => find<HTMLInputElement>(`#solver-${solver}`);

let solver: Solver = "cpu";
/** What the address asked for, if that is not there yet. */
let wanted: Solver = "cpu";
let solved: Solved | undefined;
let measuring = false;

const board = new Board(find<SVGSVGElement>("#board"), {
  moved: (i, to) => change(cities.map((city, j) => (i === j ? to : city))),
  added: (at) => cities.length < most(solver) && change([...cities, at]),
  removed: (i) => cities.length > FEWEST && change(cities.filter((_, j) => i !== j)),
});
const chart = new Chart(find("#chart"), find("#chart-table tbody"));

const request = solving((result) => {
  solved = result;
  section.classList.remove("failed");
  draw();
  chart.draw();
}, (error) => {
  solved = undefined;
  section.classList.add("failed");
  find("#tour-fault").textContent = error.message;
  draw();
});

function change(all: City[]): void {
  setCities(all);
  draw();
  solve();
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function solve(): void {
  remember("tour", { solver, cities: write(cities) });
  clearTimeout(waiting);
  waiting = setTimeout(() => section.classList.add("solving"), 300);
  void request({ cities, solver }).then(() => {
    clearTimeout(waiting);
    section.classList.remove("solving");
  });
}

/** Round trips through so many cities, of which one back to front is the same. */
function trips(n: number): string {
  let count = 1;
  for (let k = 3; k < n; k++) count *= k;
  if (count < 1e15) return count.toLocaleString("en");
  const power = Math.floor(Math.log10(count));
  return `${(count / 10 ** power).toFixed(1)} · 10${[...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

function draw(): void {
  const n = cities.length;
  const fits = solved?.cities.length === n ? solved : undefined;
  const exact = fits?.cities === cities && fits.solver === solver;
  section.dataset.solver = fits?.solver ?? solver;
  // Read by whoever tests the page: whether what is shown belongs to these positions.
  section.dataset.exact = String(exact);
  board.draw(cities, fits?.tour.order);
  find("#count").textContent = String(n);
  find("#trips").textContent = trips(n);
  find("#trips-noun").textContent = n === 3 ? "round trip" : "possible round trips";
  find("#cost").textContent = fits ? fits.tour.cost.toFixed(1) : "–";
  find("#time").textContent = fits ? milliseconds(fits.ms) : "–";
  find("#method").textContent = fits?.tour.method.replace(/ on $/, " on WebGPU") ?? "";
  find("#order").textContent = fits ? [...fits.tour.order, fits.tour.order[0]].join(" → ") : "";
  find<HTMLButtonElement>("#add").disabled = n >= most(solver);
  find<HTMLButtonElement>("#remove").disabled = n <= FEWEST;
  if (fits && exact) {
    announce(`The cheapest tour of ${n} cities costs ${fits.tour.cost.toFixed(1)}. Found by the ${fits.solver.toUpperCase()} in ${milliseconds(fits.ms)}.`);
  }
}

function choose(to: Solver): void {
  solver = wanted = to;
  radio(to).checked = true;
  if (cities.length > most(to)) setCities(cities.slice(0, most(to)));
  draw();
  solve();
}

on("add", () => cities.length < most(solver) && change([...cities, another(cities)]));
on("remove", () => cities.length > FEWEST && change(cities.slice(0, -1)));
on("randomize", () => change(randomCities(cities.length)));
on("stop", () => stop(solver));
radio("cpu").addEventListener("change", () => choose("cpu"));
radio("gpu").addEventListener("change", () => choose("gpu"));

const fill = find<HTMLButtonElement>("#measure");
fill.addEventListener("click", async () => {
  measuring = !measuring;
  if (!measuring) return;
  fill.textContent = "Stop measuring";
  const solvers: Solver[] = gpuNow().state === "ready" ? ["cpu", "gpu"] : ["cpu"];
  try {
    await measure(solvers, () => chart.draw(), () => measuring);
  } catch (error) {
    find("#measure-fault").replaceChildren(html("span", {}, (error as Error).message));
  }
  measuring = false;
  fill.textContent = "Measure 3 to 20";
});

watchGpu((state) => {
  radio("gpu").disabled = state.state !== "ready";
  section.dataset.gpu = state.state;
  find("#gpu-name").textContent = state.state === "ready" ? state.name : state.state === "opening" ? "looking for one …" : "none here";
  find("#gpu-reason").textContent = state.state === "missing" ? state.reason : "";
  if (state.state === "missing" && solver === "gpu") choose("cpu");
  if (state.state === "ready" && wanted === "gpu" && solver === "cpu") choose("gpu");
});

export const tour: Part = {
  show(params) {
    const given = read(params.get("cities"));
    if (given) setCities(given);
    const asked = params.get("solver");
    if (asked === "cpu" || asked === "gpu") wanted = asked;
    solver = wanted === "gpu" && gpuNow().state === "ready" ? "gpu" : "cpu";
    radio(solver).checked = true;
    if (cities.length > most(solver)) setCities(cities.slice(0, most(solver)));
    draw();
    chart.draw();
    solve();
  },
};
