// The frame of the playground.

import { EXAMPLES } from "./examples";

export const VIEW = `
<div class="title">
  <h1 id="playground-title">Write a kernel</h1>
  <p>A snippet says what happens to one element, and the GPU does it to all of them. It is WGSL, the language of WebGPU:
    <code>src</code> comes in, <code>dst</code> goes out.</p>
</div>
<div class="bench">
  <div class="card pad">
    <div class="row">
      <label class="field grow">Start from <select id="draft-example"><option value="" hidden>Your own</option>${EXAMPLES.map(({ title }, i) => `<option value="${i}">${title}</option>`).join("")}</select></label>
      <label class="field">Kind <select id="kind"><option value="map">map</option><option value="reduce">reduce</option><option value="scan">scan</option><option value="ping_pong">ping-pong</option></select></label>
    </div>
    <p class="hint" id="tells"></p>
    <div class="code" id="snippet"></div>
    <p class="fault" id="snippet-fault" role="alert"></p>
    <details id="preamble-box"><summary>Preamble: functions, structs and constants</summary><div class="code" id="preamble"></div></details>
    <div class="fields">
      <fieldset class="knobs">
        <legend>Parameters</legend>
        <div id="params"></div>
        <button id="add-param" class="small" type="button">Add a parameter</button>
      </fieldset>
      <label class="field" id="identity-field">Identity <input id="identity" size="8" autocomplete="off" spellcheck="false"></label>
      <label class="field" id="steps-field">Steps <input id="steps" type="number" min="1" max="100000" step="1"></label>
      <label class="field">Picture width, or 0 <input id="width" type="number" min="0" max="4096" step="1" title="0 draws a curve"></label>
    </div>
    <fieldset class="knobs">
      <legend>Input</legend>
      <div class="fields">
        <label class="field">From <select id="input-source"><option value="numbers">numbers</option><option value="range">a range</option><option value="random">random numbers</option></select></label>
        <label class="field" data-for="range random">least <input id="input-from" type="number" step="any"></label>
        <label class="field" data-for="range random">most <input id="input-to" type="number" step="any"></label>
        <label class="field" data-for="range random">how many <input id="input-count" type="number" min="1" step="1"></label>
        <label class="field" data-for="random">seed <input id="input-seed" type="number" step="1"></label>
        <label class="check" data-for="random"><input id="input-whole" type="checkbox"> whole</label>
      </div>
      <label class="field" data-for="numbers">Numbers <textarea id="input-numbers" rows="3" spellcheck="false"></textarea></label>
      <p class="fault" id="input-fault" role="alert"></p>
    </fieldset>
    <details id="wgsl-box"><summary>The kernel that was made of it</summary><div class="code" id="wgsl"></div></details>
  </div>
  <div class="card pad outcome" data-solver="gpu">
    <div class="row">
      <div class="actions"><button id="run" class="main" type="button">Run</button><button id="stop-run" type="button" hidden>Stop</button> <span class="hint">or Ctrl + Enter</span></div>
      <span class="hint" id="run-on"></span>
    </div>
    <p class="notice" id="run-notice" role="status"></p>
    <p class="fault" id="run-fault" role="alert"></p>
    <div id="outcome" hidden>
      <p><output id="result" for="snippet"></output> <span class="hint" id="summary"></span></p>
      <div id="plot" role="img"></div>
      <h3>Where the time went</h3>
      <div id="split" aria-hidden="true"></div>
      <p id="split-text" class="hint"></p>
      <p id="compiled" class="hint"></p>
      <details open id="values-box"><summary>The numbers</summary><code id="values" tabindex="0"></code></details>
    </div>
    <details id="conformance"><summary>Does this device compute right?</summary>
      <p class="hint">Eight kernels whose results are known run on it.</p>
      <p><button id="check-device" class="small" type="button">Check it</button></p>
      <ul id="verdicts" aria-live="polite"></ul></details>
  </div>
</div>
`;
