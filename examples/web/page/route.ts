// State in the address: `#part?name=value&..`, so that what is seen can be sent to somebody.

export interface Part {
  /** Shows the part, in the state that the address tells; what it does not tell stays as it is. */
  show(params: URLSearchParams): void | Promise<void>;
  hide?(): void;
}

export function here(): { part: string; params: URLSearchParams } {
  const [part = "", query = ""] = location.hash.slice(1).split("?", 2);
  return { part, params: new URLSearchParams(query) };
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Writes the state of the part that is shown, soon: browsers refuse an address that changes too often. */
export function remember(part: string, state: Record<string, string | undefined>): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if ((here().part || "tour") !== part) return;
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(state)) if (value !== undefined) params.set(name, value);
    history.replaceState(null, "", `#${part}?${params}`);
  }, 150);
}
