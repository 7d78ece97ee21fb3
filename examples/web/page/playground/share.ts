// A draft in the address.

import type { Kind } from "../contract";
import type { Draft } from "./examples";
import type { Source } from "./input";

const KINDS: readonly string[] = ["map", "reduce", "scan", "ping_pong"] satisfies Kind[];
/** A longer snippet would make an address that nobody can send. */
const LONGEST = 6000;

/** A draft as fields of the address; what says nothing is left out. */
export function write({ kind, snippet, preamble, params, identity, steps, width, input }: Draft): Record<string, string | undefined> {
  const reduces = kind === "reduce" || kind === "scan";
  const fields = {
    kind, snippet, preamble: preamble || undefined,
    params: params.map(({ name, value }) => `${name}*${value}`).join(" ") || undefined,
    identity: reduces ? identity : undefined,
    steps: kind === "ping_pong" ? String(steps) : undefined,
    width: width ? String(width) : undefined,
    input: origin(input).join("*"),
  };
  return Object.values(fields).join("").length > LONGEST ? {} : fields;
}

/** The draft of an address; `null` if that holds none. */
export function read(fields: URLSearchParams): Draft | null {
  const kind = fields.get("kind");
  const snippet = fields.get("snippet");
  const input = source((fields.get("input") ?? "").split("*"));
  if (!kind || !KINDS.includes(kind) || snippet === null || !input) return null;
  const whole = (name: string, otherwise: number) => Math.max(0, Math.round(Number(fields.get(name) ?? otherwise)) || 0);
  return {
    kind: kind as Kind, snippet, input,
    preamble: fields.get("preamble") ?? "",
    params: (fields.get("params") ?? "").split(" ").filter(Boolean).flatMap((text) => {
      const cut = text.lastIndexOf("*");
      return cut > 0 ? [{ name: text.slice(0, cut), value: Number(text.slice(cut + 1)) || 0 }] : [];
    }),
    identity: fields.get("identity") ?? "0.0",
    steps: whole("steps", 1),
    width: whole("width", 0),
  };
}

function origin(input: Source): (string | number)[] {
  if (input.source === "numbers") return [input.source, input.numbers];
  const range = [input.source, input.from, input.to, input.count];
  return input.source === "range" ? range : [...range, input.seed, Number(input.whole)];
}

function source([kind, ...rest]: string[]): Source | null {
  if (kind === "numbers") return { source: kind, numbers: rest.join("*") };
  const [from = 0, to = 1, count = 100, seed = 1, whole = 0] = rest.map(Number);
  if (kind === "range") return { source: kind, from, to, count };
  return kind === "random" ? { source: kind, from, to, count, seed, whole: Boolean(whole) } : null;
}
