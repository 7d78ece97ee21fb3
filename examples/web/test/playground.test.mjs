// Playground: faults are marked where they are, and right snippets come to the right numbers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";

let browser;
before(async () => (browser = await open()));
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

const address = (fields) => `#playground?${new URLSearchParams(fields)}`;

async function type(page, editor, text) {
  await page.locator(`#${editor} .cm-content`).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

/** The numbers of the next run; those before `run` are not waited for. */
async function output(page) {
  await page.waitForFunction(() => document.querySelector("#run")?.disabled === false);
  const before = await page.evaluate(() => Number(document.querySelector("#playground").dataset.runs ?? 0));
  await page.click("#run");
  await page.waitForFunction((before) => Number(document.querySelector("#playground").dataset.runs) > before, before);
  assert.equal(await page.locator("#run-fault").textContent(), "");
  const single = await page.locator("#result").textContent();
  if (single) return Number(single);
  return (await page.locator("#values").textContent()).split(", … ")[0].split(", ").map(Number);
}

function near(found, right, bound = 1e-5) {
  assert.equal(found.length, right.length);
  found.forEach((value, i) => assert.ok(Math.abs(value - right[i]) <= bound * Math.max(1, Math.abs(right[i])), `${value} at ${i}, and ${right[i]} is right`));
}

const range = (from, to, count) => Array.from({ length: count }, (_, i) => Math.fround(from + ((to - from) * i) / (count - 1)));

test("a wrong snippet is marked at its line and column, as it is typed", async () => {
  const page = await browser.page("#playground");
  await page.waitForSelector("#snippet .cm-content");
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  await type(page, "snippet", "let half = src / 2.0;\ndst = half + i;");
  await page.waitForSelector("#snippet .cm-lintRange-error");
  const mark = page.locator("#snippet .cm-lintRange-error");
  assert.equal(await mark.textContent(), "half + i");
  const line = await mark.evaluate((mark) => [...document.querySelectorAll("#snippet .cm-line")].indexOf(mark.closest(".cm-line")));
  assert.equal(line, 1);
  assert.match(await page.locator("#snippet-fault").textContent(), /:2:7/);
  assert.ok(await page.locator("#run").isDisabled());
  await type(page, "snippet", "dst = src + f32(i);");
  await page.waitForFunction(() => !document.querySelector(".cm-lintRange-error") && document.querySelector("#snippet-fault").textContent === "");
  near(await output(page), range(-4, 4, 600).slice(0, 200).map((src, i) => src + i));
  // A fault of the preamble is marked there.
  await page.click("#preamble-box summary");
  await type(page, "preamble", "fn twice(x: f32) -> f32 {\n    return y * 2.0;\n}");
  await page.waitForSelector("#preamble .cm-lintRange-error");
  assert.equal(await page.locator("#preamble .cm-lintRange-error").textContent(), "y");
  assert.equal(await page.locator("#snippet .cm-lintRange-error").count(), 0);
});

test("a map, a parameter, a reduction, a scan", async () => {
  const page = await browser.page(address({ kind: "map", snippet: "dst = src + tan(cos(sin(src * src)));", input: "range*-3*3*150" }));
  near(await output(page), range(-3, 3, 150).map((x) => x + Math.tan(Math.cos(Math.sin(x * x)))));
  assert.match(await page.locator("#wgsl .cm-content").textContent(), /tan\(cos\(sin\(src \* src\)\)\)/);
  assert.equal(await page.locator("#plot canvas").count(), 1);
  for (const part of ["upload", "execute", "download"]) assert.match(await page.locator(`#split-text .${part}`).textContent(), /^[\d.]+ (µs|ms|s) /);

  const line = await browser.page(address({ kind: "map", snippet: "dst = a_1 * src + b;", params: "a_1*3 b*-0.5", input: "numbers*1, 2 3;4" }));
  near(await output(line), [2.5, 5.5, 8.5, 11.5]);
  await line.locator("#params input").nth(1).fill("10");
  near(await output(line), [9.5, 19.5, 29.5, 39.5]);

  const sum = await browser.page(address({ kind: "reduce", snippet: "dst = a + b;", identity: "0.0", input: "range*1*1000*1000" }));
  assert.equal(await output(sum), 500500);

  const totals = await browser.page(address({ kind: "scan", snippet: "dst = a + b;", identity: "0.0", input: "range*1*150*150" }));
  near(await output(totals), Array.from({ length: 150 }, (_, i) => ((i + 1) * (i + 2)) / 2));
});

test("life", async () => {
  // A glider moves by one cell down and to the right in four generations.
  const width = 12;
  const board = (cells) => Array.from({ length: 144 }, (_, i) => Number(cells.some(([x, y]) => x + y * width === i)));
  const glider = [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2]];
  const page = await browser.page("#playground?example=8");
  await page.waitForFunction(() => Number(document.querySelector("#playground").dataset.runs) > 0);
  assert.deepEqual(await page.locator("#plot canvas").evaluate(({ width, height }) => [width, height]), [128, 128]);
  await page.fill("#width", String(width));
  await page.fill("#steps", "8");
  await page.selectOption("#input-source", "numbers");
  await page.fill("#input-numbers", board(glider).join(" "));
  await page.waitForFunction(() => location.hash.includes("numbers"));
  assert.deepEqual(await output(page), board(glider.map(([x, y]) => [x + 2, y + 2])));
});

test("every example runs, but for the one that is wrong", async () => {
  const page = await browser.page("#playground");
  await page.waitForFunction(() => Number(document.querySelector("#playground").dataset.runs) > 0);
  const titles = await page.locator("#draft-example option").allTextContents();
  assert.ok(titles.length > 12);
  for (const [i, title] of titles.slice(1).entries()) {
    await page.selectOption("#draft-example", String(i));
    if (title.includes("mistake")) {
      await page.waitForSelector("#snippet .cm-lintRange-error");
      assert.equal(await page.locator("#snippet .cm-lintRange-error").textContent(), "src + i");
      continue;
    }
    const found = await output(page);
    assert.equal(await page.locator("#snippet-fault").textContent(), "", title);
    const values = typeof found === "number" ? [found] : found;
    assert.ok(values.length && values.every(Number.isFinite), title);
  }
});

test("an address brings back a draft", async () => {
  const page = await browser.page("#playground");
  await page.waitForSelector("#snippet .cm-content");
  await type(page, "snippet", "// 100% & more: ü = \"x\" #1?\ndst = src * k;");
  await page.click("#add-param");
  await page.locator("#params input").first().fill("k");
  await page.locator("#params input").nth(1).fill("-2.5");
  await page.selectOption("#input-source", "random");
  await page.check("#input-whole");
  await page.fill("#input-to", "9");
  const values = await output(page);
  assert.ok(values.every((value) => Number.isInteger(value / -2.5)));
  await page.waitForFunction(() => /random\*-4\*9\*.*\*1$/.test(location.hash));
  const other = await browser.page(new URL(page.url()).hash);
  assert.deepEqual(await output(other), values);
  assert.equal(await other.locator("#snippet .cm-content").innerText(), await page.locator("#snippet .cm-content").innerText());
});

test("eight kernels of the engine pass", async () => {
  const page = await browser.page("#playground");
  await page.click("#conformance summary");
  await page.waitForFunction(() => !document.querySelector("#check-device").disabled);
  await page.click("#check-device");
  await page.waitForSelector("#verdicts b");
  const verdicts = await page.locator("#verdicts li").evaluateAll((all) => all.map((one) => [one.className, one.textContent]));
  assert.equal(verdicts.length, 8);
  assert.deepEqual(verdicts.filter(([kind]) => kind !== "passed"), []);
});
