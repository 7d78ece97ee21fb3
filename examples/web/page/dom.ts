// Small helpers for the document.

type Attributes = Record<string, string | number | boolean | undefined>;

function dress<E extends Element>(element: E, attributes: Attributes, children: (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]) {
  return dress(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** The one element of that selector; the page is wrong without it. */
export function find<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(selector);
  if (!element) throw new Error(`no ${selector} in the page`);
  return element;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something to those who listen to the page, when it has been quiet for a moment. */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => (find("#said").textContent = text), 500);
}

/** Milliseconds, for people. */
export function milliseconds(ms: number): string {
  const short = (value: number) => String(Number(value.toPrecision(3)));
  if (ms < 1) return `${short(ms * 1000)} µs`;
  return ms < 1000 ? `${short(ms)} ms` : `${short(ms / 1000)} s`;
}

export const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** Calls `draw` when light turns to dark. */
export function onScheme(draw: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
