// Paths: the table is that of Dijkstra, in every graph that the page can get.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { open } from "./browser.mjs";
import { dijkstra } from "./exact.mjs";

let browser;
before(async () => (browser = await open()));
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

/** The page's own graph and answers, as its tables show them. */
async function shown(page) {
  await page.waitForFunction(() => document.querySelector("#paths")?.dataset.exact === "true");
  return page.evaluate(() => {
    const rows = (id) => [...document.querySelectorAll(`#${id} tbody tr`)].map((row) => [...row.children].map((cell) => cell.querySelector("input")?.value ?? cell.textContent));
    return {
      edges: rows("edges").map(([from, to, weight]) => [from, to, Number(weight)]),
      table: rows("distances"),
      source: document.querySelector("#source").selectedOptions[0].textContent,
      fault: document.querySelector("#paths-fault").textContent,
      tree: document.querySelectorAll("#graph .edge.tree").length,
      cycle: document.querySelectorAll("#graph .edge.cycle").length,
      unreached: [...document.querySelectorAll("#graph .vertex.unreached .name")].map((name) => name.textContent),
    };
  });
}

function check({ edges, table, source, fault, tree, unreached }) {
  assert.equal(fault, "");
  const ids = table.map(([id]) => id);
  const at = (id) => ids.indexOf(id);
  const right = dijkstra(ids.length, edges.map(([from, to, weight]) => [at(from), at(to), weight]), at(source));
  assert.deepEqual(table, ids.map((id, v) => {
    const [far, before] = [right.distance[v], right.predecessor[v]];
    return [id, far === Infinity ? "no path" : String(far), before === null ? "–" : ids[before]];
  }));
  assert.equal(tree, right.predecessor.filter((before) => before !== null).length);
  assert.deepEqual(unreached, ids.filter((_, v) => right.distance[v] === Infinity));
}

test("the notebook's graph, from every vertex, by both solvers", async () => {
  const page = await browser.page("#paths");
  const first = await shown(page);
  assert.equal(first.edges.length, 17);
  assert.equal(first.table.length, 11);
  check(first);
  for (let vertex = 0; vertex < 11; vertex++) {
    await page.locator("#source").selectOption({ index: vertex });
    const now = await shown(page);
    assert.equal(now.source, "ABCDEFGHIJK"[vertex]);
    check(now);
  }
  await page.waitForFunction(() => !document.querySelector('#paths input[value="gpu"]').disabled);
  await page.locator("#paths .solver .gpu").click();
  for (const vertex of [4, 6]) {
    await page.locator("#source").selectOption({ index: vertex });
    check(await shown(page));
  }
});

test("a click on a vertex starts there, and so does Enter", async () => {
  const page = await browser.page("#paths");
  await shown(page);
  await page.locator("#graph .vertex .dot").nth(4).click();
  const e = await shown(page);
  assert.equal(e.source, "E");
  check(e);
  await page.locator("#graph .vertex").nth(5).focus();
  await page.keyboard.press("Enter");
  const f = await shown(page);
  assert.equal(f.source, "F");
  check(f);
  await page.locator("#graph .vertex .dot").nth(0).hover();
  assert.equal(await page.locator("#way").textContent(), "F → E → D → A: 3");
});

test("weights change, edges come and go", async () => {
  const page = await browser.page("#paths?graph=town");
  check(await shown(page));
  const weight = page.locator("#edges tbody input").first();
  await weight.fill("2.5");
  const lighter = await shown(page);
  assert.deepEqual(lighter.edges[0], ["Station", "Market", 2.5]);
  check(lighter);
  await page.locator("#edges tbody button").nth(2).click();
  const removed = await shown(page);
  assert.equal(removed.edges.length, lighter.edges.length - 1);
  check(removed);
  await page.fill('#new-edge [name="from"]', "Station");
  await page.fill('#new-edge [name="to"]', "Lighthouse & <b>");
  await page.fill('#new-edge [name="weight"]', "0");
  await page.keyboard.press("Enter");
  const added = await shown(page);
  assert.deepEqual(added.edges.at(-1), ["Station", "Lighthouse & <b>", 0]);
  check(added);
  // The address has all of it.
  await page.waitForFunction(() => location.hash.includes("names="));
  const other = await browser.page(new URL(page.url()).hash);
  assert.deepEqual(await shown(other), added);
});

test("files of several formats", async () => {
  const page = await browser.page("#paths");
  await shown(page);
  const edges = [["1", "2", 7], ["1", "3", 2], ["3", "2", 3], ["2", "4", 1]];
  const files = {
    "roads.gr": `c a comment\np sp 4 4\n${edges.map((edge) => `a ${edge.join(" ")}`).join("\n")}\n`,
    "roads.mtx": `%%MatrixMarket matrix coordinate integer general\n4 4 4\n${edges.map((edge) => edge.join(" ")).join("\n")}\n`,
    "roads.txt": edges.map((edge) => edge.join("\t")).join("\n"),
    "roads.csv": `from,to,weight\n${edges.map((edge) => edge.join(",")).join("\n")}`,
  };
  for (const [name, text] of Object.entries(files)) {
    for (const packed of [false, true]) {
      await page.setInputFiles("#graph-file", { name: packed ? `${name}.gz` : name, mimeType: "", buffer: packed ? gzipSync(text) : Buffer.from(text) });
      await page.waitForFunction((count) => document.querySelectorAll("#edges tbody tr").length === count, 4);
      const now = await shown(page);
      assert.deepEqual([...now.edges].sort(), [...edges].sort(), name);
      check(now);
      await page.locator("#graph-example").selectOption("notebook");
      await shown(page);
    }
  }
  await page.setInputFiles("#graph-file", { name: "graph.json", mimeType: "", buffer: Buffer.from('{"nodes":[{"id":"x"},{"id":"y"}],"edges":[{"source":"x","target":"y"}]}') });
  await page.waitForFunction(() => document.querySelectorAll("#edges tbody tr").length === 1);
  check(await shown(page));
});

test("text is pasted and files are dropped; what is wrong is told with its line", async () => {
  const page = await browser.page("#paths");
  await shown(page);
  await page.fill("#graph-text", "Roma Tivoli 31\nTivoli Subiaco 44\nRoma Subiaco 90\n");
  await page.click("#graph-read");
  await page.waitForFunction(() => document.querySelectorAll("#edges tbody tr").length === 3);
  const roads = await shown(page);
  check(roads);
  assert.deepEqual(roads.table.at(-1), ["Subiaco", "75", "Tivoli"]);
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(["p sp 2 1\na 1 2 5\n"], "two.gr"));
    document.querySelector("#paths").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll("#edges tbody tr").length === 1);
  check(await shown(page));
  await page.setInputFiles("#graph-file", { name: "wrong.gr", mimeType: "", buffer: Buffer.from("p sp 2 2\na 1 2 5\na 1 x 5\n") });
  await page.waitForFunction(() => document.querySelector("#graph-fault").textContent !== "");
  assert.match(await page.locator("#graph-fault").textContent(), /wrong\.gr.*3/);
  assert.equal((await shown(page)).edges.length, 1, "a wrong file took the place of the graph");
});

test("a negative edge is no harm, and a negative cycle is drawn", async () => {
  const page = await browser.page("#paths?graph=refund");
  const refund = await shown(page);
  // By hand: Start, B, A, C, D, E at 0, 2, 3, 6, 2, 4.
  assert.deepEqual(Object.fromEntries(refund.table.map(([id, far]) => [id, far])), { Start: "0", A: "3", B: "2", C: "6", D: "2", E: "4" });
  for (const solver of ["cpu", "gpu"]) {
    await page.waitForFunction(() => !document.querySelector('#paths input[value="gpu"]').disabled);
    await page.locator(`#paths .solver .${solver}`).click();
    await page.locator("#graph-example").selectOption("cycle");
    const cycle = await shown(page);
    assert.equal(cycle.cycle, 3);
    assert.equal(cycle.tree, 0);
    assert.ok(cycle.table.every(([, far, before]) => far === "–" && before === "–"), "distances, where there are none");
    assert.match(cycle.fault, /A → B → C → A|B → C → A → B|C → A → B → C/);
    assert.match(cycle.fault, /comes to −1/);
    await page.locator("#graph-example").selectOption("refund");
    assert.equal((await shown(page)).cycle, 0);
  }
});
