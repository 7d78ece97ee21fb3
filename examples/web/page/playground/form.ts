// The fields of the playground: a draft goes in, and comes out as it was changed.

import type { Kind } from "../contract";
import { find, html } from "../dom";
import { Editor } from "./editor";
import type { Draft } from "./examples";
import type { Source } from "./input";

const input = (id: string) => find<HTMLInputElement>(`#${id}`);

export class Form {
  readonly snippet: Editor;
  readonly preamble: Editor;
  #filling = false;
  readonly #changed: () => void;

  /** `changed` hears of what the reader changes, and not of a draft that is put in. */
  constructor(section: HTMLElement, heard: () => void) {
    const changed = () => this.#filling || heard();
    this.#changed = changed;
    this.snippet = new Editor(find("#snippet"), "Snippet", changed);
    this.preamble = new Editor(find("#preamble"), "Preamble", changed);
    for (const field of section.querySelectorAll(".fields input, .fields select, #kind, #input-numbers")) {
      field.addEventListener("input", () => {
        this.#fit();
        changed();
      });
    }
    find("#add-param").addEventListener("click", () => {
      this.#param({ name: "abcdefgh"[find("#params").children.length] ?? "p", value: 1 }).querySelector("input")!.select();
      changed();
    });
  }

  get draft(): Draft {
    const params = [...find("#params").children].map((row) => {
      const [name, value] = row.querySelectorAll("input");
      return { name: name!.value.trim(), value: value!.valueAsNumber || 0 };
    });
    const whole = (id: string) => Math.max(0, Math.round(input(id).valueAsNumber) || 0);
    return {
      kind: input("kind").value as Kind, snippet: this.snippet.text, preamble: this.preamble.text,
      params: params.filter(({ name }) => name), identity: input("identity").value.trim(),
      steps: Math.max(1, whole("steps")), width: whole("width"), input: this.#source(),
    };
  }

  set draft(draft: Draft) {
    this.#filling = true;
    this.snippet.text = draft.snippet;
    this.preamble.text = draft.preamble;
    find<HTMLDetailsElement>("#preamble-box").open = draft.preamble !== "";
    input("kind").value = draft.kind;
    find("#params").replaceChildren();
    for (const param of draft.params) this.#param(param);
    input("identity").value = draft.identity;
    input("steps").value = String(draft.steps);
    input("width").value = String(draft.width);
    const given = { numbers: "1, 2, 3, 4, 5", from: 0, to: 1, count: 100, seed: 1, whole: false, ...draft.input };
    input("input-source").value = given.source;
    input("input-numbers").value = given.numbers;
    for (const name of ["from", "to", "count", "seed"] as const) input(`input-${name}`).value = String(given[name]);
    input("input-whole").checked = given.whole;
    this.#fit();
    this.#filling = false;
  }

  #source(): Source {
    const source = input("input-source").value;
    if (source === "numbers") return { source, numbers: input("input-numbers").value };
    const [from, to, count, seed] = ["from", "to", "count", "seed"].map((name) => input(`input-${name}`).valueAsNumber) as [number, number, number, number];
    return source === "range" ? { source, from, to, count } : { source: "random", from, to, count, seed: seed || 0, whole: input("input-whole").checked };
  }

  #param({ name, value }: { name: string; value: number }): HTMLElement {
    const row = html("div", { class: "inline" },
      html("input", { value: name, "aria-label": "Name of the parameter", size: 8, autocomplete: "off", spellcheck: "false" }),
      html("input", { type: "number", step: "any", value, "aria-label": `Value of ${name}` }));
    const remove = html("button", { type: "button", class: "small quiet", "aria-label": `Remove the parameter ${name}` }, "×");
    remove.addEventListener("click", () => {
      row.remove();
      this.#changed();
    });
    row.append(remove);
    row.addEventListener("input", this.#changed);
    find("#params").append(row);
    return row;
  }

  /** Shows the fields that mean something. */
  #fit(): void {
    const kind = input("kind").value;
    find("#identity-field").hidden = kind !== "reduce" && kind !== "scan";
    find("#steps-field").hidden = kind !== "ping_pong";
    const source = input("input-source").value;
    for (const field of document.querySelectorAll<HTMLElement>("#playground [data-for]")) field.hidden = !field.dataset.for!.split(" ").includes(source);
  }
}
