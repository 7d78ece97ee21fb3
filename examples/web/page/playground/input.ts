// The input of a snippet: numbers as they are typed, a range, or random ones.

export type Source =
  | { source: "numbers"; numbers: string }
  | { source: "range"; from: number; to: number; count: number }
  | { source: "random"; from: number; to: number; count: number; seed: number; whole: boolean };

/** What a browser draws and holds without trouble. */
export const MOST = 4_000_000;

/** The numbers that a source stands for; throws what is wrong with it. */
export function numbers(input: Source): Float32Array {
  if (input.source === "numbers") return typed(input.numbers);
  const { from, to, count } = input;
  if (!Number.isInteger(count) || count < 1 || count > MOST) throw new Error(`The count is a whole number from 1 to ${MOST.toLocaleString("en")}.`);
  if (!Number.isFinite(from) || !Number.isFinite(to)) throw new Error("A range goes from a number to a number.");
  if (input.source === "range") return Float32Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
  const next = random(input.seed);
  return Float32Array.from({ length: count }, () => (input.whole ? Math.floor(from + next() * (to - from + 1)) : from + next() * (to - from)));
}

function typed(text: string): Float32Array {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = words.find((word) => Number.isNaN(Number(word)));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a number.`);
  if (!words.length) throw new Error("The input has no numbers.");
  return Float32Array.from(words, Number);
}

/** Numbers from 0 to 1 that look random and come again with the same seed: xorshift of 32 bits. */
function random(seed: number): () => number {
  let state = (Math.imul(seed | 0, 0x9e3779b9) ^ 0x2545f491) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
