// What a run came to: numbers, a curve or a picture, and where its time went.

import uPlot from "uplot";
import type { Kind, Output } from "../contract";
import { colour, find, html, milliseconds } from "../dom";

export interface Ran { kind: Kind; input: Float32Array; /** Whether the input is a range, against which a curve is drawn. */ range: boolean; width: number; output: Output }

/** More points than these are a pixel's width or less each. */
const POINTS = 3000;
const LISTED = 200;

const number = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(6))) : String(value));

function extent(values: Float32Array): { least: number; most: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most && value !== Infinity) most = value;
  }
  return { least, most };
}

/** Draws all that there is to see of a run into the elements of the page. */
export function show(ran: Ran, place: HTMLElement): void {
  const { output: { values, compile_ms, upload_ms, execute_ms, download_ms } } = ran;
  const single = ran.kind === "reduce";
  const picture = !single && ran.width > 0;
  find("#result").textContent = single ? number(values[0] ?? NaN) : "";
  const listed = [...values.slice(0, LISTED)].map(number).join(", ");
  find("#values").textContent = single ? "" : `${listed}${values.length > LISTED ? `, … ${values.length.toLocaleString("en")} in all` : ""}`;
  const { least, most } = extent(values);
  const told = `${values.length.toLocaleString("en")} numbers from ${number(least)} to ${number(most)}`;
  find("#summary").textContent = single ? `of ${ran.input.length.toLocaleString("en")} numbers` : told;
  place.setAttribute("aria-label", `${picture ? "Picture" : "Curve"} of the output: ${told}`);
  place.hidden = single;
  place.replaceChildren();
  if (picture) place.append(paint(values, ran.width, least, most));
  else if (!single) curve(ran, place);
  split([["upload", upload_ms], ["execute", execute_ms], ["download", download_ms]]);
  find("#compiled").textContent = `Before that, ${milliseconds(compile_ms)} to compile the kernel, or to find it compiled.`;
}

function split(parts: [string, number][]): void {
  const total = parts.reduce((sum, [, ms]) => sum + ms, 0);
  find("#split").replaceChildren(...parts.map(([name, ms]) => html("div", { class: name, style: `flex-grow: ${Math.max(ms / total || 0, 0.02)}` })));
  find("#split-text").replaceChildren(...parts.map(([name, ms]) => html("span", { class: name }, html("b", {}, milliseconds(ms)), ` ${name}`)));
}

/** Colours from the least to the most. */
const RAMP = [[11, 16, 38], [23, 99, 196], [118, 181, 255], [255, 244, 220]] as const;

function paint(values: Float32Array, width: number, least: number, most: number): HTMLCanvasElement {
  const height = Math.max(1, Math.ceil(values.length / width));
  const canvas = html("canvas", { width, height });
  const image = new ImageData(width, height);
  const scale = (RAMP.length - 1) / (most - least || 1);
  values.forEach((value, i) => {
    const at = Math.min(RAMP.length - 1.001, Math.max(0, (value - least) * scale || 0));
    const [low, high] = [RAMP[Math.floor(at)]!, RAMP[Math.floor(at) + 1]!];
    for (let k = 0; k < 3; k++) image.data[4 * i + k] = low[k]! + (high[k]! - low[k]!) * (at % 1);
    image.data[4 * i + 3] = 255;
  });
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  return canvas;
}

/** Points for a curve: all of them, or the least and the most of each stretch. */
function thinned(x: (i: number) => number, values: Float32Array): [number[], (number | null)[]] {
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  if (values.length <= POINTS) return [Array.from(values, (_, i) => x(i)), Array.from(values, finite)];
  const [xs, ys]: [number[], (number | null)[]] = [[], []];
  const stretch = Math.ceil(values.length / (POINTS / 2));
  for (let from = 0; from < values.length; from += stretch) {
    const { least, most } = extent(values.subarray(from, from + stretch));
    xs.push(x(from), x(Math.min(from + stretch / 2, values.length - 1) | 0));
    ys.push(finite(least), finite(most));
  }
  return [xs, ys];
}

function curve({ kind, input, range, output: { values } }: Ran, place: HTMLElement): void {
  const against = range && kind === "map" && values.length === input.length && input[0]! < input[input.length - 1]!;
  const [x, y] = thinned((i) => (against ? input[i]! : i), values);
  const axis = (label: string): uPlot.Axis => ({
    label, labelSize: 22, size: 30, labelGap: 0, gap: 4, labelFont: "13px 'Inter Variable'", font: "12px 'Inter Variable'", stroke: colour("soft"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false },
  });
  const few = values.length <= 60;
  new uPlot({
    width: place.clientWidth, height: place.clientWidth < 500 ? 220 : 300,
    scales: { x: { time: false } }, legend: { show: false }, cursor: { y: false },
    axes: [axis(against ? "src" : "i"), { ...axis("dst"), size: 56 }],
    series: [{}, { stroke: colour("gpu"), width: 2, points: { show: few, size: 6, fill: colour("gpu") } }],
  }, [x, y] as uPlot.AlignedData, place);
}
