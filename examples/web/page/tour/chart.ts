// The chart: mean time of a solve against the number of cities, on a scale of powers of ten.

import uPlot from "uplot";
import { colour, html, milliseconds, onScheme } from "../dom";
import { FEWEST } from "./cities";
import { mean, measured } from "./record";

const ticks = (ms: number): string => (ms < 0.001 ? `${Math.round(ms * 1e6)} ns` : milliseconds(ms));

/** Whole powers of ten around all that was measured. */
function decades(_: uPlot, least: number, most: number): [number, number] {
  if (!(least > 0)) return [0.001, 1000];
  return [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(most * 1.001))];
}

function powers(_: uPlot, __: number, least: number, most: number): number[] {
  const [from, to] = [Math.round(Math.log10(least)), Math.round(Math.log10(most))];
  return Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
}

export class Chart {
  #plot: uPlot | undefined;

  constructor(private readonly place: HTMLElement, private readonly table: HTMLElement) {
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(place);
    onScheme(() => {
      this.#plot?.destroy();
      this.#plot = undefined;
      this.draw();
    });
  }

  draw(): void {
    const cities = measured();
    const data: uPlot.AlignedData = [
      cities,
      cities.map((n) => mean("cpu", n)?.ms ?? null),
      cities.map((n) => mean("gpu", n)?.ms ?? null),
    ];
    if (this.#plot) this.#plot.setData(data);
    else if (this.place.clientWidth) this.#plot = new uPlot(this.#options(), data, this.place);
    const cell = (solver: "cpu" | "gpu", n: number) => {
      const at = mean(solver, n);
      return at ? `${milliseconds(at.ms)} (${at.solves})` : "–";
    };
    this.table.replaceChildren(...cities.map((n) =>
      html("tr", {}, html("th", { scope: "row" }, String(n)), html("td", {}, cell("cpu", n)), html("td", {}, cell("gpu", n)))));
  }

  #size() {
    return { width: this.place.clientWidth, height: this.place.clientWidth < 500 ? 250 : 300 };
  }

  #options(): uPlot.Options {
    const axis = (label: string): uPlot.Axis => ({
      label, labelSize: 22, size: 30, labelGap: 0, gap: 4, labelFont: "13px 'Inter Variable'", font: "12px 'Inter Variable'", stroke: colour("soft"),
      grid: { stroke: colour("line"), width: 1 }, ticks: { show: false },
    });
    const series = (label: string, name: string): uPlot.Series => ({
      label, stroke: colour(name), width: 2.5, value: (_, ms) => (ms == null ? "–" : milliseconds(ms)),
      points: { show: true, size: 8, fill: colour(name), stroke: colour("card"), width: 1.5 },
    });
    return {
      ...this.#size(),
      cursor: { y: false, points: { size: 11 } },
      scales: {
        x: { time: false, range: (_, __, most) => [FEWEST - 0.4, Math.max(16, most ?? 16) + 0.4] },
        y: { distr: 3, range: decades },
      },
      axes: [
        { ...axis("cities"), incrs: [1, 2, 4, 8], space: 28 },
        { ...axis("mean of the last ten solves"), size: 64, splits: powers, values: (_, all) => all.map(ticks) },
      ],
      series: [{ label: "cities" }, series("CPU", "cpu"), series("GPU", "gpu")],
    };
  }
}
