// The page as a whole: without WebGPU, on a phone, by keyboard, for a screen reader.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open } from "./browser.mjs";
import { legs, shortestTour } from "./exact.mjs";

const PARTS = ["tour", "paths", "playground", "how"];

let browser;
before(async () => (browser = await open({ webgpu: false })));
after(async () => {
  await browser.close();
  assert.deepEqual(browser.faults, []);
});

test("without WebGPU the reason is shown, and the CPU goes on", async () => {
  const page = await browser.page("#tour?solver=gpu&cities=100.100_700.150_600.500_250.420_900.600_400.300");
  await page.waitForFunction(() => document.querySelector("#tour").dataset.gpu === "missing");
  assert.ok(await page.locator("#gpu-notice").isVisible());
  assert.ok((await page.locator("#gpu-reason").textContent()).length > 20, "no reason");
  assert.ok(await page.locator("#solver-gpu").isDisabled());
  assert.ok(await page.locator("#solver-cpu").isChecked());
  for (let round = 0; round < 2; round++) {
    await page.waitForFunction(() => document.querySelector("#tour").dataset.exact === "true");
    const cities = await page.locator("#board .city").evaluateAll((all) => all.map((city) => {
      const [, x, y] = /at (\d+), (\d+)\./.exec(city.getAttribute("aria-label"));
      return { x: Number(x), y: Number(y) };
    }));
    const right = shortestTour(cities);
    const order = (await page.locator("#order").textContent()).split(" → ").map(Number).slice(0, -1);
    assert.equal(legs(order), legs(right.order));
    assert.ok(Math.abs(Number(await page.locator("#cost").textContent()) - right.cost) <= 0.0501);
    await page.click("#randomize");
  }
  // No time is made up for what is not there.
  const gpu = await page.locator("#chart-table tbody tr td:last-child").allTextContents();
  assert.ok(gpu.length > 0 && gpu.every((cell) => cell === "–"));

  const paths = await browser.page("#paths");
  await paths.waitForFunction(() => document.querySelector("#paths").dataset.exact === "true");
  assert.ok(await paths.locator('#paths input[value="gpu"]').isDisabled());
  assert.equal(await paths.locator("#distances tbody tr").first().textContent(), "A3D");

  const playground = await browser.page("#playground?example=12");
  await playground.waitForSelector("#snippet .cm-lintRange-error");
  assert.ok(await playground.locator("#run").isDisabled());
  assert.ok((await playground.locator("#run-notice").textContent()).length > 20);

  const how = await browser.page("#how");
  await how.waitForSelector(".tile");
  assert.ok(await how.locator("#measure-turns").isDisabled());
});

test("every part fits a phone", async () => {
  // Long lines of an example must not make its editor wide.
  for (const part of [...PARTS, "playground?example=10"]) {
    const page = await browser.page(`#${part}`, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await page.waitForSelector(`#${part.split("?")[0]} h1`);
    await page.waitForTimeout(600);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${part} is ${wide} wide`);
  }
});

test("a finger drags a city on a phone, where the board lies on its side", async () => {
  const page = await browser.page("#tour?cities=100.100_700.150_600.500_250.420", { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await page.waitForFunction(() => document.querySelector("#tour").dataset.exact === "true");
  const place = () => page.locator("#board .city").nth(1).getAttribute("aria-label");
  assert.match(await place(), /at 700, 150\./);
  await page.locator("#board").scrollIntoViewIfNeeded();
  const box = await page.locator("#board .city .dot").nth(1).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  // Right on the screen is down on the map.
  const [, mapX, mapY] = /at (\d+), (\d+)\./.exec(await place()).map(Number);
  assert.ok(Math.abs(mapX - 700) <= 2 && mapY > 200, await place());
});

test("everything that can be used has a name", async () => {
  for (const part of PARTS) {
    const page = await browser.page(`#${part}`);
    await page.waitForSelector(`#${part} h1`);
    await page.waitForTimeout(500);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, a, [tabindex='0'], [role='img'], [role='textbox']")]
      .filter((element) => element.checkVisibility())
      .filter((element) => !(element.ariaLabel || element.getAttribute("aria-labelledby") || element.labels?.[0]?.textContent.trim() || element.textContent.trim()))
      .map((element) => element.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, [], part);
  }
});

test("the parts are reached by keyboard, and by going back", async () => {
  const page = await browser.page();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the content");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Paths");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#graph .vertex");
  assert.ok(await page.locator("#tour").isHidden());
  assert.equal(await page.title(), "Shortest paths · kernel-engine");
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector("#tour").hidden);
});
