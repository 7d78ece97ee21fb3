// The board: cities in a picture that can be dragged, moved by keys, added and removed.

import { svg } from "../dom";
import { Frame, draggable } from "../frame";
import { type City, HEIGHT, WIDTH, onBoard } from "./cities";

export interface Hands {
  moved(city: number, to: City): void;
  /** A board on which nothing is added or removed has neither. */
  added?(at: City): void;
  removed?(city: number): void;
}

/** A line over the tour. */
export interface Line { cities: readonly number[]; kind: string; /** Stands at the middle of the last leg. */ label?: string }

const STEP: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
/** More cities have too many ways between them to be drawn. */
const WAYS = 20;

export class Board {
  readonly #frame: Frame;
  readonly #ways = svg("path", { class: "ways", "aria-hidden": true });
  readonly #tour = svg("path", { class: "tour", "aria-hidden": true });
  readonly #over = svg("g", { "aria-hidden": true });
  readonly #marks = svg("g");
  #cities: readonly City[] = [];
  #order: readonly number[] | undefined;
  #lines: Line[] = [];

  constructor(picture: SVGSVGElement, private readonly hands: Hands) {
    picture.append(this.#ways, this.#tour, this.#over, this.#marks);
    this.#frame = new Frame(picture, WIDTH, HEIGHT, () => this.#draw());
    picture.addEventListener("dblclick", (event) => {
      if (!(event.target as Element).closest(".city")) hands.added?.(onBoard(this.#frame.at(event)));
    });
  }

  /** Draws cities, and a tour and lines between them where they are given. */
  draw(cities: readonly City[], order?: readonly number[], lines: Line[] = []): void {
    this.#cities = cities;
    this.#order = order;
    this.#lines = lines;
    this.#draw();
  }

  #draw(): void {
    const cities = this.#cities;
    while (this.#marks.children.length > cities.length) this.#marks.lastElementChild!.remove();
    while (this.#marks.children.length < cities.length) this.#marks.append(this.#mark(this.#marks.children.length));
    const keys = this.hands.removed ? "Arrow keys move it, Delete removes it." : "Arrow keys move it.";
    cities.forEach((city, i) => {
      const mark = this.#marks.children[i]!;
      const { x, y } = this.#frame.place(city);
      mark.setAttribute("transform", `translate(${x} ${y}) scale(${this.#frame.scale})`);
      mark.setAttribute("aria-label", `City ${i}${i ? "" : ", home"}, at ${city.x}, ${city.y}. ${keys}`);
    });
    const pairs = cities.length > WAYS ? [] : cities.flatMap((_, i) => cities.slice(i + 1).map((_, k) => [i, i + 1 + k]));
    this.#ways.setAttribute("d", pairs.map((pair) => this.#path(pair)).join(""));
    this.#tour.setAttribute("d", this.#order ? `${this.#path(this.#order)}Z` : "");
    this.#over.replaceChildren(...this.#lines.flatMap((line) => this.#line(line)));
  }

  #path(cities: readonly number[]): string {
    const points = cities.map((i) => this.#frame.place(this.#cities[i]!));
    return points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
  }

  #line({ cities, kind, label }: Line): SVGElement[] {
    const line = svg("path", { class: kind, d: this.#path(cities) });
    const [a, b] = cities.slice(-2).map((i) => this.#frame.place(this.#cities[i]!));
    if (!label || !a || !b) return [line];
    const at = `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) scale(${this.#frame.scale})`;
    return [line, svg("text", { transform: at, class: `leg ${kind}`, dy: "0.35em" }, label)];
  }

  #mark(i: number): SVGGElement {
    const mark = svg("g", { class: `city${i ? "" : " home"}`, tabindex: 0, role: "button", "aria-roledescription": "movable city" },
      svg("circle", { class: "reach", r: 24 }), svg("circle", { class: "dot", r: 13 }),
      svg("text", { dy: "0.35em" }, String(i)));
    draggable(mark, this.#frame, () => this.#cities[i]!, (at) => this.hands.moved(i, onBoard(at)));
    mark.addEventListener("keydown", (event) => this.#key(event, i));
    return mark;
  }

  #key(event: KeyboardEvent, i: number): void {
    const step = STEP[event.key];
    if (step) {
      // On its side, right is still right.
      const { x, y } = this.#frame.place({ x: step[0], y: step[1] });
      const far = event.shiftKey ? 50 : 10;
      const city = this.#cities[i]!;
      this.hands.moved(i, onBoard({ x: city.x + x * far, y: city.y + y * far }));
    } else if (["Delete", "Backspace"].includes(event.key) && this.hands.removed) {
      this.hands.removed(i);
      (this.#marks.children[Math.min(i, this.#marks.children.length - 1)] as SVGElement).focus();
    } else return;
    event.preventDefault();
  }
}
