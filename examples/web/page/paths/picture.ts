// The picture of a graph: vertices, edges, the tree of shortest paths or a negative cycle.

import type { Graph, Paths } from "../contract";
import { svg } from "../dom";
import { Frame, type Point, draggable } from "../frame";
import { layout } from "./layout";
import { marked, pathTo } from "./tree";

const WIDTH = 1000;
const HEIGHT = 620;
const RADIUS = 17;
/** More vertices or edges than these are a tangle that tells nothing. */
const VERTICES = 300;
const EDGES = 1200;

export const drawable = ({ vertices, edges }: Graph): boolean => vertices.length <= VERTICES && edges.length <= EDGES;

export interface Seen { graph: Graph; source: number; paths?: Paths; /** The vertex whose path is asked for. */ target?: number }

export class Picture {
  readonly #frame: Frame;
  readonly #edges = svg("g", { "aria-hidden": true });
  readonly #labels = svg("g", { "aria-hidden": true });
  readonly #vertices = svg("g");
  #points: Point[] = [];
  #laid = "";
  #seen: Seen | undefined;

  constructor(picture: SVGSVGElement, private readonly hands: { chosen(vertex: number): void; asked(vertex: number | undefined): void }) {
    picture.append(this.#edges, this.#labels, this.#vertices);
    this.#frame = new Frame(picture, WIDTH, HEIGHT, () => this.#draw());
  }

  draw(seen: Seen): void {
    this.#seen = seen;
    const { vertices, edges } = seen.graph;
    const laid = JSON.stringify([vertices, edges.map(({ source, target }) => [source, target])]);
    if (laid !== this.#laid) {
      this.#laid = laid;
      this.#points = layout(seen.graph, WIDTH, HEIGHT);
      this.#vertices.replaceChildren(...vertices.map((id, vertex) => this.#vertex(id, vertex)));
    }
    this.#draw();
  }

  #draw(): void {
    if (!this.#seen) return;
    const { graph, source, paths, target } = this.#seen;
    const kinds = marked(graph, paths);
    const way = new Set(paths && "distance" in paths && target !== undefined ? pathTo(paths, target) : []);
    const cycle = new Set(paths && "negative_cycle" in paths ? paths.negative_cycle : []);
    graph.vertices.forEach((id, vertex) => {
      const mark = this.#vertices.children[vertex]!;
      const { x, y } = this.#frame.place(this.#points[vertex]!);
      mark.setAttribute("transform", `translate(${x} ${y}) scale(${this.#frame.scale})`);
      const distance = paths && "distance" in paths ? paths.distance[vertex] : undefined;
      const state = vertex === source ? " source" : cycle.has(vertex) ? " cycle" : distance === null ? " unreached" : "";
      mark.setAttribute("class", `vertex${state}${way.has(vertex) ? " way" : ""}`);
      const told = vertex === source ? "Paths start here." : distance === null ? "No path leads there." : distance === undefined ? "" : `Distance ${distance}.`;
      mark.setAttribute("aria-label", `Vertex ${id}. ${told} Enter starts here.`);
      const badge = mark.querySelector(".badge")!;
      badge.textContent = distance == null ? "" : short(distance);
      mark.querySelector(".pill")!.setAttribute("width", String(distance == null ? 0 : 11 + 7 * short(distance).length));
    });
    const there = new Set(graph.edges.map(({ source, target }) => `${source}>${target}`));
    const weighted = graph.edges.some(({ weight }) => weight !== 1);
    const [lines, labels]: [SVGElement[], SVGElement[]] = [[], []];
    // What stands out is drawn last.
    const order = graph.edges.map((_, i) => i).sort((a, b) => (kinds[a] ? 1 : 0) - (kinds[b] ? 1 : 0));
    for (const i of order) {
      const edge = graph.edges[i]!;
      const on = way.has(edge.source) && way.has(edge.target) && kinds[i] === "tree" ? " way" : "";
      const { path, tip, middle } = this.#arrow(edge.source, edge.target, there.has(`${edge.target}>${edge.source}`), kinds[i] ? 1.5 : 1);
      lines.push(svg("g", { class: `edge ${kinds[i] ?? ""}${on}` }, svg("path", { class: "line", d: path }), svg("path", { class: "tip", d: "M0 0L-10 4.5V-4.5Z", transform: tip })));
      const at = `translate(${middle.x} ${middle.y}) scale(${this.#frame.scale})`;
      if (weighted) labels.push(svg("text", { class: `weight ${kinds[i] ?? ""}`, dy: "0.35em", transform: at }, short(edge.weight)));
    }
    this.#edges.replaceChildren(...lines);
    this.#labels.replaceChildren(...labels);
  }

  /** An edge from rim to rim, bent where there is one that goes back; `size` is that of its head. */
  #arrow(source: number, target: number, bent: boolean, size: number): { path: string; tip: string; middle: Point } {
    const [a, b] = [source, target].map((vertex) => this.#frame.place(this.#points[vertex]!)) as [Point, Point];
    const px = this.#frame.scale;
    const [rim, tip] = [(RADIUS + 1) * px, (at: Point, angle: number) => `translate(${at.x} ${at.y}) rotate(${(angle * 180) / Math.PI}) scale(${px * size})`];
    if (source === target) {
      const [from, to] = [{ x: a.x - rim * 0.5, y: a.y - rim * 0.87 }, { x: a.x + rim * 0.5, y: a.y - rim * 0.87 }];
      const path = `M${from.x} ${from.y}C${a.x - 45 * px} ${a.y - 65 * px} ${a.x + 45 * px} ${a.y - 65 * px} ${to.x} ${to.y}`;
      return { path, tip: tip(to, 2.1), middle: { x: a.x, y: a.y - 54 * px } };
    }
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const bend = bent ? 20 * px : 0;
    const control = { x: (a.x + b.x) / 2 - Math.sin(angle) * bend, y: (a.y + b.y) / 2 + Math.cos(angle) * bend };
    const towards = (from: Point, far: number) => {
      const turn = Math.atan2(control.y - from.y, control.x - from.x);
      return { x: from.x + Math.cos(turn) * far, y: from.y + Math.sin(turn) * far, turn };
    };
    const [start, end] = [towards(a, rim), towards(b, rim + 2 * px)];
    const stop = towards(b, rim + (2 + 8 * size) * px);
    return {
      path: `M${start.x} ${start.y}Q${control.x} ${control.y} ${stop.x} ${stop.y}`,
      tip: tip(end, end.turn + Math.PI),
      middle: { x: (a.x + b.x) / 4 + control.x / 2, y: (a.y + b.y) / 4 + control.y / 2 },
    };
  }

  #vertex(id: string, vertex: number): SVGGElement {
    const inside = id.length <= 3;
    const mark = svg("g", { class: "vertex", tabindex: 0, role: "button" },
      svg("circle", { class: "reach", r: 24 }), svg("circle", { class: "dot", r: RADIUS }),
      svg("text", { class: inside ? "name" : "name below", dy: inside ? "0.35em" : RADIUS + 15 }, id.length > 14 ? `${id.slice(0, 13)}…` : id),
      svg("rect", { class: "pill", x: 8, y: -26, height: 18, rx: 9 }), svg("text", { class: "badge", x: 13.5, y: -13 }));
    const move = ({ x, y }: Point) => {
      this.#points[vertex] = { x: Math.min(WIDTH - 30, Math.max(30, x)), y: Math.min(HEIGHT - 30, Math.max(30, y)) };
      this.#draw();
    };
    draggable(mark, this.#frame, () => this.#points[vertex]!, move, () => this.hands.chosen(vertex));
    mark.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.hands.chosen(vertex);
    });
    for (const enter of ["pointerenter", "focus"]) mark.addEventListener(enter, () => this.hands.asked(vertex));
    for (const leave of ["pointerleave", "blur"]) mark.addEventListener(leave, () => this.hands.asked(undefined));
    return mark;
  }
}

/** A number that fits a label. */
export const short = (value: number): string => String(Number(value.toPrecision(6))).replace("-", "−");
