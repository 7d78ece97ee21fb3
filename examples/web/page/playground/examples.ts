// A dozen snippets to start from.

import type { Kind, Param } from "../contract";
import type { Source } from "./input";

export interface Draft {
  kind: Kind;
  snippet: string;
  preamble: string;
  params: Param[];
  identity: string;
  steps: number;
  /** 0 is none: the output is a curve, not a picture. */
  width: number;
  input: Source;
}

export interface Example { title: string; tells: string; draft: Draft }

const range = (from: number, to: number, count: number): Source => ({ source: "range", from, to, count });
const random = (from: number, to: number, count: number, whole = false): Source => ({ source: "random", from, to, count, seed: 7, whole });
const draft = (kind: Kind, snippet: string, input: Source, more: Partial<Draft> = {}): Draft =>
  ({ kind, snippet, preamble: "", params: [], identity: "0.0", steps: 1, width: 0, input, ...more });

export const EXAMPLES: Example[] = [
  {
    title: "Map: the formula of 2017",
    tells: "src is an element of the input, dst is the result for it. All elements are computed at once.",
    draft: draft("map", "dst = src + tan(cos(sin(src * src)));", range(-4, 4, 600)),
  },
  {
    title: "Preamble: functions of your own",
    tells: "A preamble holds functions, structs and constants, which the snippet may use.",
    draft: draft("map", "dst = bump(src - 2.0) + 0.5 * bump(src + 1.5);", range(-5, 5, 500), {
      preamble: "const WIDE = 0.8;\n\n// The bell of Gauss.\nfn bump(x: f32) -> f32 {\n    return exp(-x * x / (2.0 * WIDE * WIDE));\n}",
    }),
  },
  {
    title: "Parameters",
    tells: "Parameters are set for each run, and nothing is compiled again.",
    draft: draft("map", "dst = exp(-damping * src) * cos(pitch * src);", range(0, 10, 800), {
      params: [{ name: "damping", value: 0.35 }, { name: "pitch", value: 6 }],
    }),
  },
  {
    title: "Neighbours: a moving mean",
    tells: "at(j) reads any element of the input, and zero beyond its ends. i is the index of this one.",
    draft: draft("map", "var sum = 0.0;\nfor (var k = 0u; k < 9u; k++) {\n    sum += at(i + k - 4u);\n}\ndst = sum / 9.0;", random(-1, 1, 400)),
  },
  {
    title: "Reduce: a sum",
    tells: "a and b are two neighbours, dst is what they come to. Pairs are summed, and pairs of pairs, until one number is left.",
    draft: draft("reduce", "dst = a + b;", range(1, 1000, 1000)),
  },
  {
    title: "Reduce: the largest",
    tells: "Any operator will do for which brackets do not matter. The identity is what it starts from.",
    draft: draft("reduce", "dst = max(a, b);", random(-100, 100, 100000), { identity: "-3.4e38" }),
  },
  {
    title: "Scan: running totals",
    tells: "Each element becomes the sum of all up to it. A random walk, here: each step goes left or right.",
    draft: draft("scan", "dst = a + b;", random(-1, 1, 2000)),
  },
  {
    title: "Scan: the record so far",
    tells: "With another operator the same scan keeps the largest of all before.",
    draft: draft("scan", "dst = max(a, b);", random(0, 100, 300), { identity: "-3.4e38" }),
  },
  {
    title: "Life",
    tells: "Conway's game on a board whose edges meet. Every step reads one storage and writes the other; only the last comes back.",
    draft: draft("ping_pong", "var alive = 0.0;\nfor (var k = 0u; k < 9u; k++) {\n    let x = (i % width + width + k % 3u - 1u) % width;\n    let y = (i / width + width + k / 3u - 1u) % width;\n    alive += at(y * width + x);\n}\ndst = select(0.0, 1.0, alive == 3.0 || (alive == 4.0 && src == 1.0));",
      random(0, 1, 128 * 128, true), { steps: 120, width: 128 }),
  },
  {
    title: "Heat: it spreads",
    tells: "A step moves a little heat to the neighbours. Change the number of steps and see it settle.",
    draft: draft("ping_pong", "let left = at(max(i, 1u) - 1u);\nlet right = at(min(i + 1u, len - 1u));\ndst = src + k * (left - 2.0 * src + right);",
      { source: "numbers", numbers: `${"0 ".repeat(40)}${"100 ".repeat(12)}${"0 ".repeat(28)}${"60 ".repeat(20)}${"0 ".repeat(60)}`.trim() }, { steps: 200, params: [{ name: "k", value: 0.4 }] }),
  },
  {
    title: "Picture: the set of Mandelbrot",
    tells: "The input is not read at all: the index says which pixel this is. With a width, the output is drawn as a picture.",
    draft: draft("map", "let at = vec2f(f32(i % width), f32(i / width)) / f32(width);\ndst = escape(at * 2.6 - vec2f(2.0, 1.3));", range(0, 1, 384 * 384), {
      preamble: "// How long a point stays near, from 0 to 1.\nfn escape(c: vec2f) -> f32 {\n    var z = c;\n    for (var k = 0u; k < 160u; k++) {\n        if dot(z, z) > 16.0 { return sqrt(f32(k) / 160.0); }\n        z = vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;\n    }\n    return 0.0;\n}",
      width: 384,
    }),
  },
  {
    title: "Picture: waves that meet",
    tells: "Two stones in a pond. Move them by their parameters.",
    draft: draft("map", "let here = vec2f(f32(i % width), f32(i / width)) / f32(width);\nlet left = distance(here, vec2f(0.5 - apart, 0.5));\nlet right = distance(here, vec2f(0.5 + apart, 0.5));\ndst = sin(left * waves) + sin(right * waves);", range(0, 1, 320 * 320), {
      params: [{ name: "apart", value: 0.18 }, { name: "waves", value: 120 }], width: 320,
    }),
  },
  {
    title: "A mistake to mend",
    tells: "A fault is marked where it is, as you type. This one wants f32(i) instead of i.",
    draft: draft("map", "// i is a whole number, and src is none.\ndst = src + i;", range(0, 9, 10)),
  },
];
