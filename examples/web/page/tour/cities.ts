// Cities on a board of 1000 by 640, and what it costs to go between them.

export interface City { x: number; y: number }

export const WIDTH = 1000;
export const HEIGHT = 640;
export const FEWEST = 3;
/** No city lies nearer to the edge of the board. */
export const MARGIN = 34;

/** The reader's cities, which all parts of the page share. */
export let cities: City[] = [
  [128, 402], [402, 86], [884, 262], [532, 508], [246, 168], [742, 104],
  [372, 322], [826, 540], [560, 226], [288, 548], [706, 380],
].map(([x, y]) => ({ x: x!, y: y! }));

export function setCities(all: City[]): void {
  cities = all;
}

const within = (value: number, end: number) => Math.round(Math.min(end - MARGIN, Math.max(MARGIN, value)));

export const onBoard = ({ x, y }: City): City => ({ x: within(x, WIDTH), y: within(y, HEIGHT) });

/** The way from each city to each, as the crow flies, row by row. */
export function costs(all: readonly City[]): Float64Array {
  const table = new Float64Array(all.length ** 2);
  all.forEach((from, i) => all.forEach((to, j) => (table[i * all.length + j] = Math.hypot(from.x - to.x, from.y - to.y))));
  return table;
}

const random = (): City => onBoard({ x: Math.random() * WIDTH, y: Math.random() * HEIGHT });

/** A city somewhere, of a few tries the one farthest from all others. */
export function another(all: readonly City[]): City {
  const near = (city: City) => Math.min(Infinity, ...all.map(({ x, y }) => Math.hypot(city.x - x, city.y - y)));
  const tries = Array.from({ length: 8 }, random);
  return tries.reduce((best, city) => (near(city) > near(best) ? city : best));
}

export function randomCities(count: number): City[] {
  const all: City[] = [];
  while (all.length < count) all.push(another(all));
  return all;
}

export const write = (all: readonly City[]): string => all.map(({ x, y }) => `${x}.${y}`).join("_");

/** Cities from an address; `null` if that holds none. */
export function read(text: string | null): City[] | null {
  if (!text || !/^\d{1,4}\.\d{1,4}(_\d{1,4}\.\d{1,4}){2,39}$/.test(text)) return null;
  return text.split("_").map((pair) => {
    const [x, y] = pair.split(".").map(Number);
    return onBoard({ x: x!, y: y! });
  });
}
