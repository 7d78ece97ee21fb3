// Where the vertices of a graph stand: forces push them apart, edges hold them together.

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Graph } from "../contract";
import type { Point } from "../frame";

/** Places all vertices within `width` by `height`; the same graph is always placed alike. */
export function layout({ vertices, edges }: Graph, width: number, height: number): Point[] {
  const nodes = vertices.map(() => ({ x: NaN, y: NaN }));
  const links = edges.filter(({ source, target }) => source !== target).map(({ source, target }) => ({ source, target }));
  const simulation = forceSimulation(nodes)
    .force("links", forceLink(links).distance(100))
    .force("charge", forceManyBody().strength(-900))
    .force("room", forceCollide(55))
    .force("x", forceX(0).strength(0.05 * (height / width)))
    .force("y", forceY(0).strength(0.05 * (width / height)))
    .stop();
  simulation.tick(vertices.length > 150 ? 120 : 400);
  return fit(nodes, width, height);
}

/** Stretches points to the frame, more along one side than along the other if need be, but not much. */
function fit(points: Point[], width: number, height: number): Point[] {
  const margin = 64;
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [left, right] = range(points.map(({ x }) => x));
  const [top, bottom] = range(points.map(({ y }) => y));
  const across = (width - 2 * margin) / Math.max(1, right - left);
  const down = (height - 2 * margin) / Math.max(1, bottom - top);
  const least = Math.min(across, down, 3);
  const [sx, sy] = [Math.min(across, least * 1.8), Math.min(down, least * 1.8)];
  return points.map(({ x, y }) => ({
    x: width / 2 + (x - (left + right) / 2) * sx,
    y: height / 2 + (y - (top + bottom) / 2) * sy,
  }));
}
