// The wasm module by itself: the engine's kernels on WebGPU, tours and paths on both sides.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { dijkstra, shortestTour } from "./exact.mjs";

let browser, page;
before(async () => {
  browser = await open();
  page = await browser.page();
  await page.route("**/pkg/**", async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").pop();
    const contentType = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    await route.fulfill({ body: await readFile(new URL(`../pkg/${name}`, import.meta.url)), contentType });
  });
  const took = await page.evaluate(async () => {
    const start = performance.now();
    const it = (globalThis.it = await import("/pkg/kernel_engine_web.js"));
    await it.default();
    const loaded = performance.now();
    globalThis.gpu = await it.open_gpu();
    const opened = performance.now();
    await globalThis.gpu.tour(Float64Array.from({ length: 100 }, (_, i) => Math.abs(Math.floor(i / 10) - (i % 10))), 10);
    return { load: loaded - start, open: opened - loaded, tour: performance.now() - opened, name: globalThis.gpu.name, largest: globalThis.gpu.largest_tour() };
  });
  console.log(`module ${took.load.toFixed()} ms, device ${took.open.toFixed()} ms, first tour ${took.tour.toFixed()} ms`);
  assert.equal(took.name, "WebGPU");
  assert.ok(took.largest >= 20 && took.largest < 32, `${took.largest} cities`);
});
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

/** Numbers below 1, the same in every run. */
function random(seed) {
  return () => (seed = (seed * 16807) % 2147483647) / 2147483647;
}

test("a kernel of each kind gives what plain Rust does", async () => {
  const verdicts = await page.evaluate(() => globalThis.gpu.conformance());
  assert.equal(verdicts.length, 8);
  assert.deepEqual(verdicts.filter((it) => !it.passed), []);
});

test("tours cost the same on the host, on the device and by trying every order", async () => {
  const next = random(7);
  for (let n = 1; n <= 16; n++) {
    const cities = Array.from({ length: n }, () => ({ x: Math.floor(next() * 1000), y: Math.floor(next() * 1000) }));
    const leg = (a, b) => Math.round(Math.hypot(a.x - b.x, a.y - b.y));
    const costs = cities.flatMap((a) => cities.map((b) => leg(a, b)));
    const [host, gpu] = await page.evaluate(
      async ({ costs, n }) => [it.tour_on_host(Float64Array.from(costs), n), await gpu.tour(Float64Array.from(costs), n)],
      { costs, n },
    );
    for (const tour of [host, gpu]) {
      assert.deepEqual([...tour.order].sort((a, b) => a - b), cities.map((_, i) => i));
      const sum = tour.order.reduce((sum, city, i) => sum + costs[city * n + tour.order[(i + 1) % n]], 0);
      assert.equal(tour.cost, sum, `${n} cities`);
    }
    assert.equal(gpu.cost, host.cost, `${n} cities`);
    if (n > 2 && n <= 10) assert.equal(host.cost, shortestTour(cities, leg).cost, `${n} cities`);
    assert.match(gpu.method, n < 6 ? /host/ : /^Held-Karp on WebGPU$/);
  }
});

test("ways that are not the same there and back, several at once", async () => {
  const next = random(11);
  const jobs = [7, 8, 9, 7, 8, 9].map((n) => ({ n, costs: Array.from({ length: n * n }, () => Math.floor(next() * 100)) }));
  const tours = await page.evaluate(
    (jobs) => Promise.all(jobs.map(async ({ costs, n }) => [it.tour_on_host(Float64Array.from(costs), n), await gpu.tour(Float64Array.from(costs), n)])),
    jobs,
  );
  jobs.forEach(({ n, costs }, k) => {
    const cities = Array.from({ length: n }, (_, i) => i);
    const right = shortestTour(cities, (a, b) => costs[a * n + b]).cost;
    assert.deepEqual(tours[k].map((tour) => tour.cost), [right, right]);
  });
});

test("a walk answers each question and ends with the tour", async () => {
  const costs = [0, 1, 9, 4, 1, 0, 6, 4, 9, 7, 0, 1, 4, 3, 1, 0];
  const { walk, faults } = await page.evaluate((costs) => {
    const fault = (n) => {
      try {
        return it.walk(new Float64Array(n * n), n).cost;
      } catch (error) {
        return error.message;
      }
    };
    return { walk: it.walk(Float64Array.from(costs), 4), faults: [fault(9), fault(1), fault(8)] };
  }, costs);
  assert.deepEqual(walk.levels.map((level) => level.queries.length), [3, 6, 3, 1]);
  // 0 to 1 through 2 and 3: by 2 last it is 0-3-2-1, 4 + 1 + 7; by 3 last it is 0-2-3-1, 9 + 1 + 3.
  assert.deepEqual(walk.levels[2].queries.find((query) => query.to === 1), {
    through: [2, 3], to: 1, cost: 12, parent: 2, choices: [{ through: 2, cost: 12 }, { through: 3, cost: 13 }],
  });
  assert.deepEqual(walk.levels[0].queries[0], { through: [], to: 1, cost: 1, parent: null, choices: [] });
  assert.equal(walk.cost, 12);
  assert.equal(walk.tour.reduce((sum, city, i) => sum + costs[city * 4 + walk.tour[(i + 1) % 4]], 0), 12);
  assert.deepEqual(faults, ["9 cities are no walk to read: take 1 to 8", 0, 0]);
});

test("paths are the same on the host, on the device and by the plainest method", async () => {
  const next = random(3);
  const count = 300;
  for (const unit of [1, 0.37]) {
    const edges = Array.from({ length: 1500 }, () => [Math.floor(next() * count), Math.floor(next() * count), Math.floor(next() * 50) * unit]);
    const text = `source,target,weight\n${edges.map((edge) => edge.join(",")).join("\n")}\n`;
    const { graph, host, gpu } = await page.evaluate(async (text) => {
      const graph = it.read_graph(new TextEncoder().encode(text), "some.csv");
      return { graph, host: it.paths_on_host(graph, "5"), gpu: await globalThis.gpu.paths(graph, "5") };
    }, text);
    assert.deepEqual(graph.warnings, []);
    assert.equal(graph.edges.length, 1500);
    const place = new Map(graph.vertices.map((name, at) => [Number(name), at]));
    const right = dijkstra(count, edges, 5);
    for (const [number, at] of place) {
      const far = right.distance[number] === Infinity ? null : right.distance[number];
      for (const paths of [host, gpu]) {
        const found = paths.distance[at];
        if (far === null) assert.equal(found, null);
        else assert.ok(Math.abs(found - far) <= 1e-6 * far, `${number}: ${found}, not ${far}`);
      }
    }
    if (unit === 1) assert.deepEqual([gpu.distance, gpu.predecessor], [host.distance, host.predecessor]);
    assert.match(host.method, /on the host/);
    assert.match(gpu.method, /^near-far on WebGPU$/);
    assert.ok(gpu.steps > 0);
  }
});

test("a negative cycle, a vertex that is not there, a line that is no edge", async () => {
  const told = await page.evaluate(async () => {
    const bytes = (text) => new TextEncoder().encode(text);
    const fault = async (work) => {
      try {
        await work();
        return "nothing";
      } catch (error) {
        return `${error.constructor.name}: ${error.message}`;
      }
    };
    const graph = it.read_graph(bytes("a,b,2\nb,c,-3\nc,b,1\nc,d,4\n"), "circle.csv");
    return {
      host: it.paths_on_host(graph, "a"),
      gpu: await globalThis.gpu.paths(graph, "a"),
      vertex: await fault(() => globalThis.gpu.paths(graph, "z")),
      line: await fault(() => it.read_graph(bytes("a,b,2\nb,c,much\n"), "wrong.csv")),
      square: await fault(() => it.tour_on_host(new Float64Array(8), 3)),
    };
  });
  for (const paths of [told.host, told.gpu]) assert.deepEqual(paths, { negative_cycle: [1, 2], total: -2 });
  assert.equal(told.vertex, "Error: the graph has no vertex `z`");
  assert.match(told.line, /^Error: wrong.csv:2: /);
  assert.match(told.square, /^Error: 3 cities have 3 x 3 costs, and 8 are given/);
});

test("jobs of each kind, and what is told of a wrong one", async () => {
  const { results, faults, text } = await page.evaluate(async () => {
    const input = Float32Array.from({ length: 1000 }, (_, i) => i);
    const jobs = [
      { kind: "map", snippet: "dst = twice(src) + k;", preamble: "fn twice(x: f32) -> f32 { return 2.0 * x; }", params: [{ name: "k", value: 0.5 }], input },
      { kind: "reduce", snippet: "dst = max(a, b);", identity: "-inf", input },
      { kind: "reduce", snippet: "dst = max(a, b);", identity: "-inf", input: new Float32Array() },
      { kind: "scan", snippet: "dst = a + b;", input },
      { kind: "ping_pong", snippet: "dst = at(i + width);", width: 10, steps: 3, input },
    ];
    const results = [];
    for (const job of jobs) {
      const { values, ...rest } = await gpu.run(job);
      results.push({ ...rest, values: [...values], kind: values.constructor.name });
    }
    const wrong = [
      { kind: "map", snippet: "let x = 1.0;\n  dst = srk + x;", input },
      { kind: "map", snippet: "dst = f(src);", preamble: "fn f(x: f32) -> f32 { return x }", input },
      { kind: "reduce", snippet: "dst = a + b;", identity: "none", input },
      jobs[0],
    ];
    return { results, faults: wrong.map((job) => it.check(job)), text: it.wgsl(jobs[0]) };
  });
  const input = Array.from({ length: 1000 }, (_, i) => i);
  let sum = 0;
  const right = [
    input.map((x) => 2 * x + 0.5), [999], [-Infinity], input.map((x) => (sum += x)), input.map((x) => (x + 30 < 1000 ? x + 30 : 0)),
  ];
  results.forEach((result, k) => {
    assert.deepEqual(result.values, right[k]);
    assert.equal(result.kind, "Float32Array");
    for (const part of ["compile_ms", "upload_ms", "execute_ms", "download_ms"]) assert.ok(result[part] >= 0);
  });
  assert.equal(results[0].wgsl, text);
  assert.match(text, /fn twice/);
  const [name, body, identity, none] = faults;
  assert.deepEqual([name.piece, name.line, name.column, name.length], ["snippet", 2, 9, 3]);
  assert.match(name.message, /srk/);
  assert.match(name.rendered, /\^\^\^/);
  assert.equal(body.piece, "preamble");
  assert.equal(identity.message, "the identity `none` is no number");
  assert.equal(none, null);
});

test("the deepest snippets that are let through fit the browser's stack", async () => {
  const faults = await page.evaluate(() => {
    const input = new Float32Array(1);
    const told = (snippet) => it.check({ kind: "map", snippet, input })?.message ?? null;
    return {
      brackets: told(`dst = ${"(".repeat(120)}src${")".repeat(120)};`),
      terms: told(`dst = src${" + src".repeat(900)};`),
      branches: told(`if src > 1.0 {} ${"else if src > 2.0 {}".repeat(190)} dst = src;`),
      many: told(`dst = src${" + src".repeat(16000)};`),
    };
  });
  const { many, ...taken } = faults;
  assert.deepEqual(taken, { brackets: null, terms: null, branches: null });
  assert.match(many, /operators/);
});
