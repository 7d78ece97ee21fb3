// Whether the device computes what plain Rust does.

import { find, html } from "../dom";
import { gpu, watchGpu } from "../engine";

export function prepare(): void {
  const button = find<HTMLButtonElement>("#check-device");
  const list = find("#verdicts");
  button.addEventListener("click", async () => {
    button.disabled = true;
    list.replaceChildren(html("li", {}, "running …"));
    try {
      const { value } = await gpu.ask("gpu_conformance");
      list.replaceChildren(...value.map(({ name, passed, message }) =>
        html("li", { class: passed ? "passed" : "failed" }, html("b", {}, passed ? "right" : "wrong"), ` ${name}${message ? `: ${message}` : ""}`)));
    } catch (error) {
      list.replaceChildren(html("li", { class: "failed" }, (error as Error).message));
    }
    button.disabled = false;
  });
  watchGpu((state) => (button.disabled = state.state !== "ready"));
}
