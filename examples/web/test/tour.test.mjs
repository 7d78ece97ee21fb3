// Tour: what is shown is the shortest tour of the cities that are shown.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { legs, shortestTour } from "./exact.mjs";

let browser;
before(async () => (browser = await open()));
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

/** What the page shows, once it belongs to the positions that it shows. */
export async function shown(page) {
  await page.waitForFunction(() => document.querySelector("#tour").dataset.exact === "true");
  return page.evaluate(() => ({
    cities: [...document.querySelectorAll("#board .city")].map((city) => {
      const [, x, y] = /at (\d+), (\d+)\./.exec(city.getAttribute("aria-label"));
      return { x: Number(x), y: Number(y) };
    }),
    cost: Number(document.querySelector("#cost").textContent),
    order: document.querySelector("#order").textContent.split(" → ").map(Number).slice(0, -1),
    drawn: document.querySelector("#board .tour").getAttribute("d"),
    solver: document.querySelector("#tour").dataset.solver,
    time: document.querySelector("#time").textContent,
  }));
}

function check({ cities, cost, order, drawn, time }) {
  const right = shortestTour(cities);
  assert.ok(Math.abs(cost - right.cost) <= 0.0501, `${cost} is shown, and ${right.cost} is right`);
  assert.equal(legs(order), legs(right.order));
  assert.equal(drawn, `${order.map((i, k) => `${k ? "L" : "M"}${cities[i].x} ${cities[i].y}`).join("")}Z`);
  assert.match(time, /^[\d.]+ (µs|ms|s)$/);
}

const middle = async (page, city) => {
  const box = await page.locator("#board .city .dot").nth(city).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

test("a city is dragged, and the tour follows", async () => {
  const page = await browser.page();
  const start = await shown(page);
  assert.equal(start.cities.length, 11);
  check(start);
  const [x, y] = await middle(page, 3);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const seen = new Set();
  for (let step = 1; step <= 4; step++) {
    await page.mouse.move(x + 55 * step, y - 60 * step, { steps: 3 });
    const now = await shown(page);
    check(now);
    assert.notDeepEqual(now.cities[3], start.cities[3]);
    seen.add(now.cost);
  }
  assert.equal(seen.size, 4, "the cost did not follow");
  await page.mouse.up();
  const end = await shown(page);
  await page.mouse.move(x, y);
  assert.deepEqual((await shown(page)).cities, end.cities, "a city that was let go still follows");
});

test("keys move and remove a city", async () => {
  const page = await browser.page();
  const start = await shown(page);
  await page.locator("#board .city").nth(2).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  const moved = await shown(page);
  assert.deepEqual(moved.cities[2], { x: start.cities[2].x - 10, y: start.cities[2].y + 50 });
  check(moved);
  await page.keyboard.press("Delete");
  const removed = await shown(page);
  assert.deepEqual(removed.cities, moved.cities.filter((_, i) => i !== 2));
  check(removed);
  await page.waitForFunction((cost) => document.querySelector("#said").textContent.includes(cost), removed.cost.toFixed(1));
});

test("the other solver finds the same cost", async () => {
  const page = await browser.page();
  const cpu = await shown(page);
  assert.equal(cpu.solver, "cpu");
  await page.waitForFunction(() => document.querySelector("#tour").dataset.gpu === "ready");
  for (let count = 11; count >= 6; count--) {
    await page.locator(".solver .gpu").first().click();
    const gpu = await shown(page);
    assert.equal(gpu.solver, "gpu");
    check(gpu);
    await page.locator(".solver .cpu").first().click();
    assert.equal((await shown(page)).cost, gpu.cost);
    await page.locator("#remove").click();
  }
});

test("cities come and go, and both ends are ends", async () => {
  const page = await browser.page();
  await shown(page);
  await page.locator("#add").click();
  const twelve = await shown(page);
  assert.equal(twelve.cities.length, 12);
  check(twelve);
  await page.locator("#randomize").click();
  const random = await shown(page);
  assert.equal(random.cities.length, 12);
  assert.notDeepEqual(random.cities, twelve.cities);
  check(random);
  for (let count = 11; count >= 3; count--) {
    await page.locator("#remove").click();
    const fewer = await shown(page);
    assert.equal(fewer.cities.length, count);
    check(fewer);
  }
  assert.ok(await page.locator("#remove").isDisabled());
  await page.locator("#board .city").first().focus();
  await page.keyboard.press("Delete");
  assert.equal((await shown(page)).cities.length, 3);
  const fixed = await browser.page("#tour?cities=500.300_800.500_600.100");
  assert.equal((await shown(fixed)).cities.length, 3);
  await fixed.locator("#board").dblclick({ position: { x: 80, y: 80 } });
  const four = await shown(fixed);
  assert.equal(four.cities.length, 4);
  check(four);
});

test("twenty cities", async () => {
  const page = await browser.page();
  for (let count = 12; count <= 20; count++) await page.locator("#add").click();
  const { cities, cost, order } = await shown(page);
  assert.equal(cities.length, 20);
  assert.deepEqual([...order].sort((a, b) => a - b), cities.map((_, i) => i));
  const length = order.reduce((sum, city, i) => {
    const [a, b] = [cities[city], cities[order[(i + 1) % 20]]];
    return sum + Math.hypot(a.x - b.x, a.y - b.y);
  }, 0);
  assert.ok(Math.abs(length - cost) <= 0.0501);
  // A shortest tour of points in a plane does not cross itself.
  const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const leg = (i) => [cities[order[i]], cities[order[(i + 1) % 20]]];
  for (let i = 0; i < 20; i++) for (let j = i + 2; j < 20; j++) {
    const [[a, b], [c, d]] = [leg(i), leg(j)];
    assert.ok(!(side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0), "the tour crosses itself");
  }
});

/** How many pixels of the chart are of a colour of the page. */
const pixels = (page, name) => page.evaluate((name) => {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  probe.fillRect(0, 0, 1, 1);
  const wanted = probe.getImageData(0, 0, 1, 1).data;
  const { width, height } = document.querySelector("#chart canvas");
  const copy = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  copy.drawImage(document.querySelector("#chart canvas"), 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) if ([0, 1, 2].every((k) => Math.abs(data[i + k] - wanted[k]) < 8) && data[i + 3] > 200) count++;
  return count;
}, name);

test("the chart shows what was measured, and nothing else", async () => {
  const page = await browser.page();
  await shown(page);
  const rows = () => page.locator("#chart-table tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual((await rows()).map(([n, , gpu]) => [n, gpu]), [["11", "–"]]);
  const one = await pixels(page, "cpu");
  assert.ok(one > 10, "no point of the CPU");
  assert.equal(await pixels(page, "gpu"), 0);
  await page.locator("#remove").click();
  await shown(page);
  assert.deepEqual((await rows()).map(([n]) => n), ["10", "11"]);
  assert.ok((await pixels(page, "cpu")) > one);
  await page.waitForFunction(() => document.querySelector("#tour").dataset.gpu === "ready");
  await page.locator(".solver .gpu").first().click();
  await shown(page);
  await page.waitForFunction(() => document.querySelector("#chart-table tbody tr").children[2].textContent !== "–");
  assert.ok((await pixels(page, "gpu")) > 10, "no point of the GPU");
  // The mean is that of the last ten.
  for (let i = 0; i < 12; i++) {
    await page.locator("#randomize").click();
    await shown(page);
  }
  assert.match((await rows())[0][2], /\(10\)$/);
});

test("an address brings back what was seen", async () => {
  const page = await browser.page();
  await shown(page);
  await page.waitForFunction(() => document.querySelector("#tour").dataset.gpu === "ready");
  await page.locator("#randomize").click();
  await page.locator(".solver .gpu").first().click();
  const sent = await shown(page);
  await page.waitForFunction(() => location.hash.includes("solver=gpu"));
  const other = await browser.page(new URL(page.url()).hash);
  await other.waitForFunction(() => document.querySelector("#solver-gpu").checked);
  const got = await shown(other);
  assert.deepEqual([got.cities, got.cost, got.solver], [sent.cities, sent.cost, "gpu"]);
  // What is no address of cities is not taken for one.
  const wrong = await browser.page("#tour?cities=1.2_x&solver=abacus");
  assert.equal((await shown(wrong)).cities.length, 11);
});
