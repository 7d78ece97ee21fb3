// Playground: a snippet of the reader's, checked as it is typed, run on the GPU, and shown.

import type { Job } from "../contract";
import { announce, find, milliseconds, onScheme } from "../dom";
import { gpu, gpuNow, host, stopGpu, watchGpu } from "../engine";
import { latest } from "../lane";
import { type Part, remember } from "../route";
import * as conformance from "./conformance";
import { Editor } from "./editor";
import { EXAMPLES, type Draft } from "./examples";
import { Form } from "./form";
import { numbers } from "./input";
import { type Ran, show } from "./output";
import { read, write } from "./share";
import { VIEW } from "./view";

const section = find("#playground");
section.innerHTML = VIEW;
const example = find<HTMLSelectElement>("#draft-example");
const button = find<HTMLButtonElement>("#run");
const stop = find("#stop-run");
const made = new Editor(find("#wgsl"), "The generated kernel");

conformance.prepare();

let ran: Ran | undefined;
/** A snippet is only run after it was found right. */
let right = false;
let runs = 0;
let pending = false;

const form = new Form(section, () => {
  example.value = "";
  changed();
});

function job({ kind, snippet, preamble, params, identity, steps, width }: Draft, input: Float32Array): Job {
  return {
    kind, snippet, input,
    ...(preamble.trim() ? { preamble } : {}), ...(params.length ? { params } : {}),
    ...(kind === "reduce" || kind === "scan" ? { identity } : {}),
    ...(kind === "ping_pong" ? { steps } : {}), ...(width ? { width } : {}),
  };
}

const check = latest(async (draft: Draft) => {
  const asked = job(draft, new Float32Array(1));
  try {
    const { value: fault } = await host.ask("check", asked);
    // A name or an identity that is wrong has no place in either text.
    form.preamble.mark(fault?.piece === "preamble" ? fault : null);
    form.snippet.mark(fault?.piece === "snippet" ? fault : null);
    if (fault?.piece === "preamble") find<HTMLDetailsElement>("#preamble-box").open = true;
    find("#snippet-fault").textContent = fault?.rendered ?? "";
    right = !fault;
    if (fault) announce(fault.line ? `Line ${fault.line}, column ${fault.column}: ${fault.message}` : fault.message);
    else made.text = (await host.ask("wgsl", asked)).value;
  } catch (error) {
    find("#snippet-fault").textContent = (error as Error).message;
    right = false;
  }
  able();
});

function able(): void {
  button.disabled = !right || pending || gpuNow().state !== "ready";
}

let timer: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  const draft = form.draft;
  remember("playground", write(draft));
  try {
    numbers(draft.input);
    find("#input-fault").textContent = "";
  } catch (error) {
    find("#input-fault").textContent = (error as Error).message;
  }
  clearTimeout(timer);
  timer = setTimeout(() => void check(draft), 120);
}

async function run(): Promise<void> {
  if (button.disabled) return;
  const draft = form.draft;
  const fault = find("#run-fault");
  const run = ++runs;
  const patience = setTimeout(() => (stop.hidden = false), 800);
  pending = true;
  able();
  try {
    const input = numbers(draft.input);
    const { value: output } = await gpu.ask("gpu_run", job(draft, input));
    if (run !== runs) return;
    fault.textContent = "";
    find("#outcome").hidden = false;
    ran = { kind: draft.kind, input, range: draft.input.source === "range", width: draft.width, output };
    width = plot.clientWidth;
    show(ran, plot);
    made.text = output.wgsl;
    const time = milliseconds(output.upload_ms + output.execute_ms + output.download_ms);
    announce(draft.kind === "reduce" ? `The result is ${output.values[0]}, found in ${time}.` : `${output.values.length} numbers in ${time}.`);
  } catch (error) {
    fault.textContent = (error as Error).message;
  } finally {
    clearTimeout(patience);
    stop.hidden = true;
    pending = false;
    section.dataset.runs = String(run);
    able();
  }
}

async function begin(draft: Draft, chosen: string): Promise<void> {
  form.draft = draft;
  example.value = chosen;
  find("#tells").textContent = EXAMPLES[Number(chosen)]?.tells ?? "";
  clearTimeout(timer);
  remember("playground", chosen ? { example: chosen } : write(draft));
  await check(draft);
  await run();
}

example.addEventListener("change", () => void begin(EXAMPLES[Number(example.value)]!.draft, example.value));
button.addEventListener("click", () => void run());
stop.addEventListener("click", () => stopGpu("stopped, as you asked"));
section.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  clearTimeout(timer);
  void check(form.draft).then(run);
}, true);

const plot = find("#plot");
let width = 0;
onScheme(() => ran && show(ran, plot));
new ResizeObserver(() => {
  if (!ran || !plot.clientWidth || plot.clientWidth === width) return;
  width = plot.clientWidth;
  show(ran, plot);
}).observe(plot);

let started = false;
watchGpu((state) => {
  find("#run-on").textContent = state.state === "ready" ? `on ${state.name}` : "";
  find("#run-notice").textContent = state.state === "missing" ? `Snippets run on the GPU, and there is none here. ${state.reason} They are checked all the same, and you can read the kernel that is made of them.` : "";
  able();
  if (state.state === "ready" && started && !ran) void run();
});

export const playground: Part = {
  async show(params) {
    started = true;
    const own = read(params);
    const chosen = params.get("example") ?? "";
    if (own) await begin(own, "");
    else if (EXAMPLES[Number(chosen)] && chosen) await begin(EXAMPLES[Number(chosen)]!.draft, chosen);
    else if (!form.snippet.text) await begin(EXAMPLES[0]!.draft, "0");
    else changed();
  },
};
