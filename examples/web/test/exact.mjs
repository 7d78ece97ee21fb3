// Right answers, worked out by the plainest methods there are.

/** The shortest round trip by trying every order, but for those that are longer already. */
export function shortestTour(points, leg = (a, b) => Math.hypot(a.x - b.x, a.y - b.y)) {
  const n = points.length;
  const cost = points.map((a) => points.map((b) => leg(a, b)));
  let best = { cost: Infinity, order: [] };
  const order = [0];
  const used = points.map((_, i) => i === 0);
  const go = (so_far) => {
    if (so_far >= best.cost) return;
    const last = order[order.length - 1];
    if (order.length === n) {
      const total = so_far + cost[last][0];
      if (total < best.cost) best = { cost: total, order: [...order] };
      return;
    }
    for (let next = 1; next < n; next++) {
      if (used[next]) continue;
      used[next] = true;
      order.push(next);
      go(so_far + cost[last][next]);
      order.pop();
      used[next] = false;
    }
  };
  go(0);
  return best;
}

/** The legs of a round trip, whichever way round it is gone. */
export function legs(order) {
  const pairs = order.map((city, i) => [city, order[(i + 1) % order.length]].sort((a, b) => a - b).join("-"));
  return pairs.sort().join(" ");
}

/** Distances from `source` by Dijkstra's method; edges are [from, to, weight]. What is not reached has none. */
export function dijkstra(count, edges, source) {
  const distance = Array(count).fill(Infinity);
  const done = Array(count).fill(false);
  distance[source] = 0;
  for (;;) {
    let at = -1;
    for (let v = 0; v < count; v++) if (!done[v] && distance[v] < Infinity && (at < 0 || distance[v] < distance[at])) at = v;
    if (at < 0) break;
    done[at] = true;
    for (const [from, to, weight] of edges) if (from === at) distance[to] = Math.min(distance[to], distance[at] + weight);
  }
  // Of several predecessors it is the first one, which is the library's rule too.
  const predecessor = distance.map((far, v) => {
    if (v === source || far === Infinity) return null;
    const fits = edges.filter(([from, to, weight]) => to === v && distance[from] + weight === far).map(([from]) => from);
    return Math.min(...fits);
  });
  return { distance, predecessor };
}
