// How it works: each question of the walk has its right answer, and so has the tour.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { shortestTour } from "./exact.mjs";

let browser;
before(async () => (browser = await open()));
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

const leg = (a, b) => Math.round(Math.hypot(a.x - b.x, a.y - b.y));

/** The least cost from city 0 through all of `through` to `to`, by trying every order. */
function cheapest(cities, through, to) {
  const go = (at, left) => (left.length ? Math.min(...left.map((next) => leg(cities[at], cities[next]) + go(next, left.filter((city) => city !== next)))) : leg(cities[at], cities[to]));
  return go(0, through);
}

const cities = (page) => page.locator("#walk-board .city").evaluateAll((all) => all.map((city) => {
  const [, x, y] = /at (\d+), (\d+)\./.exec(city.getAttribute("aria-label"));
  return { x: Number(x), y: Number(y) };
}));

async function check(page) {
  const all = await cities(page);
  const tiles = await page.locator(".tile").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
  assert.equal(tiles.length, 3 + 6 + 3 + 1);
  assert.equal(new Set(tiles).size, 13);
  for (const tile of tiles) {
    const [, to, through = "", cost] = /^0 to (\d)(?: through ([\d, and]+))?: (\d+)$/.exec(tile);
    assert.equal(Number(cost), cheapest(all, (through.match(/\d/g) ?? []).map(Number), Number(to)), tile);
  }
  const right = shortestTour(all, leg);
  const told = await page.locator("#told").textContent();
  assert.match(told, new RegExp(`costs ${right.cost},`));
  const order = /start: ([\d → ]+)\./.exec(told)[1].split(" → ").map(Number);
  assert.equal(order.slice(1).reduce((sum, city, i) => sum + leg(all[order[i]], all[city]), 0), right.cost);
  assert.match(await page.locator("#walk-board .tour").getAttribute("d"), /^M.*Z$/);
}

test("the walk, from the first question to the tour", async () => {
  const page = await browser.page("#how?cities=100.100_700.150_600.500_250.420_900.600");
  await page.waitForSelector(".tile");
  assert.deepEqual(await cities(page), [{ x: 100, y: 100 }, { x: 700, y: 150 }, { x: 600, y: 500 }, { x: 250, y: 420 }]);
  assert.equal(await page.locator(".tile:not(.open)").count(), 1);
  let steps = 0;
  while (!(await page.locator("#step-on").isDisabled())) {
    await page.click("#step-on");
    steps++;
    const now = page.locator(".tile.now");
    // What the kernel is said to answer is what the tile says.
    if (await now.count()) assert.ok((await page.locator("#source-answer").textContent()).includes(/: (\d+)$/.exec(await now.getAttribute("aria-label"))[1]));
  }
  // Thirteen questions, three parents, and the tour.
  assert.equal(steps, 16);
  await check(page);
});

test("a city that is moved changes every answer, also those of the tour", async () => {
  const page = await browser.page("#how?step=16");
  await page.waitForSelector(".tile");
  const before = await cities(page);
  await check(page);
  await page.locator("#walk-board .city").nth(3).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowUp");
  const moved = await cities(page);
  assert.equal(moved[3].y, before[3].y - 150);
  await page.waitForFunction((cost) => document.querySelector("#told").textContent.includes(`costs ${cost},`), shortestTour(moved, leg).cost);
  await check(page);
  await page.click('nav a[href="#tour"]');
  assert.match(await page.locator("#board .city").nth(3).getAttribute("aria-label"), new RegExp(`at ${moved[3].x}, ${moved[3].y}\\.`));
});

test("what turns save is measured", async () => {
  const page = await browser.page("#how");
  await page.waitForFunction(() => document.querySelector("#measure-turns")?.disabled === false);
  await page.click("#measure-turns");
  await page.waitForSelector("#bars .bar");
  assert.equal(await page.locator("#bars .bar").count(), 2);
});
