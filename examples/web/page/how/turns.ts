// Two storages in turn: the picture of them, and what the turns save on this device.

import type { Job } from "../contract";
import { find, html, milliseconds } from "../dom";
import { gpu, watchGpu } from "../engine";

const STEPS = 16;
const COUNT = 1 << 20;

/** Which storage a level reads and which it writes. */
export function swap(level: number): void {
  const place = find("#swap");
  const writes = level % 2 ? "B" : "A";
  const box = (name: string) => {
    const role = name === writes ? "written" : level ? "read" : "empty";
    const text = role === "written" ? `level ${level} is written` : role === "read" ? `level ${level - 1} is read` : "waits";
    return html("div", { class: `storage ${role}` }, html("b", {}, name), html("span", {}, text));
  };
  place.setAttribute("aria-label", level ? `Level ${level} reads one storage and writes storage ${writes}.` : "Level 0 writes storage A.");
  place.replaceChildren(box("A"), html("div", { class: "arrow" }, level === 0 ? "" : writes === "B" ? "→" : "←"), box("B"));
}

type Parts = { upload: number; execute: number; download: number };

function bars(rows: [string, Parts][]): void {
  const sum = ({ upload, execute, download }: Parts) => upload + execute + download;
  const most = Math.max(...rows.map(([, parts]) => sum(parts)));
  find("#bars").replaceChildren(...rows.flatMap(([name, parts]) => [
    html("p", {}, `${name}: `, html("b", {}, milliseconds(sum(parts)))),
    html("div", { class: "bar", "aria-hidden": true }, ...(["upload", "execute", "download"] as const).map((part) =>
      html("div", { class: part, style: `width: ${(100 * parts[part]) / most}%` }))),
    html("p", { class: "hint" }, (["upload", "execute", "download"] as const).map((part) => `${part} ${milliseconds(parts[part])}`).join(", ")),
  ]));
}

async function run(input: Float32Array, steps: number): Promise<{ parts: Parts; values: Float32Array }> {
  const job: Job = { kind: "ping_pong", snippet: "dst = (at(max(i, 1u) - 1u) + src + at(min(i + 1u, len - 1u))) / 3.0;", steps, input };
  const { value } = await gpu.ask("gpu_run", job);
  return { parts: { upload: value.upload_ms, execute: value.execute_ms, download: value.download_ms }, values: value.values };
}

async function measure(): Promise<void> {
  const start = Float32Array.from({ length: COUNT }, (_, i) => i % 100);
  // Kernels are compiled before any time is taken.
  await run(start.slice(0, 64), 1);
  await run(start.slice(0, 64), STEPS);
  const each: Parts = { upload: 0, execute: 0, download: 0 };
  let values: Float32Array = start;
  for (let step = 0; step < STEPS; step++) {
    const done = await run(values, 1);
    for (const part of ["upload", "execute", "download"] as const) each[part] += done.parts[part];
    values = done.values;
  }
  const turns = await run(start, STEPS);
  bars([["There and back at every step", each], ["In turn", turns.parts]]);
}

export function prepare(): void {
  const button = find<HTMLButtonElement>("#measure-turns");
  const note = find("#turns-note");
  button.addEventListener("click", async () => {
    button.disabled = true;
    note.textContent = "measuring …";
    try {
      await measure();
      note.textContent = "";
    } catch (error) {
      note.textContent = (error as Error).message;
    }
    button.disabled = false;
  });
  watchGpu((state) => {
    button.disabled = state.state !== "ready";
    note.textContent = state.state === "missing" ? `There is no GPU here to measure: ${state.reason}` : "";
  });
}
