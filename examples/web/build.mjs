// Bundles the page into dist/: scripts, styles, fonts and the wasm module, all with relative names.
//
//     node build.mjs            once
//     node build.mjs --watch    whenever a file of page/ changes

import { copyFile, mkdir, rm } from "node:fs/promises";
import { context } from "esbuild";

const out = "dist";
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
for (const file of ["index.html", "icon.svg"]) await copyFile(`page/${file}`, `${out}/${file}`);
await copyFile("pkg/kernel_engine_web_bg.wasm", `${out}/kernel_engine_web_bg.wasm`);

const build = await context({
  entryPoints: { main: "page/main.ts", worker: "page/worker.ts", style: "page/style/main.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "linked",
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  logLevel: "info",
});
if (process.argv.includes("--watch")) await build.watch();
else {
  await build.rebuild();
  await build.dispose();
}
