// Opens the page in a browser: Chromium with WebGPU on its software device, or without WebGPU.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const ALWAYS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
const WEBGPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];
const WITHOUT = ["--disable-features=WebGPU", "--disable-gpu"];

/** A browser with a profile of its own. `page(hash, options)` opens the page in it; all that it complains of is in `faults`. */
export async function open({ webgpu = true } = {}) {
  const server = await serve();
  const address = `http://127.0.0.1:${server.address().port}/`;
  const profile = await mkdtemp(join(tmpdir(), "kernel-engine-web-"));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: [...ALWAYS, ...(webgpu ? WEBGPU : WITHOUT), `--disk-cache-dir=${profile}`],
  });
  const faults = [];
  return {
    address,
    faults,
    async page(hash = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      // A software device on a busy machine takes its time.
      context.setDefaultTimeout(180_000);
      const page = await context.newPage();
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
      page.on("requestfailed", (request) => faults.push(`failed: ${request.url()}`));
      page.on("request", (request) => {
        if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(`foreign: ${request.url()}`);
      });
      await page.goto(address + hash);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
