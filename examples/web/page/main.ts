// The page: four parts, of which the address names one.

import { find } from "./dom";
import { openGpu } from "./engine";
import { type Part, here } from "./route";
import { tour } from "./tour/tour";

/** Parts are loaded when they are first shown. */
const parts: Record<string, () => Promise<Part>> = {
  tour: async () => tour,
  paths: async () => (await import("./paths/paths")).paths,
  playground: async () => (await import("./playground/playground")).playground,
  how: async () => (await import("./how/how")).how,
};

let shown: Part | undefined;

async function go(): Promise<void> {
  const { part, params } = here();
  const name = part in parts ? part : "tour";
  for (const section of document.querySelectorAll<HTMLElement>("main > section")) section.hidden = section.id !== name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${find(`#${name} h1`).textContent} · kernel-engine`;
  shown?.hide?.();
  shown = await parts[name]!();
  if ((here().part || "tour") === name || !(here().part in parts)) await shown.show(params);
}

window.addEventListener("hashchange", () => {
  void go();
  scrollTo(0, 0);
});
void go();
void openGpu();
