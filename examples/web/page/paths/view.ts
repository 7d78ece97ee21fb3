// The frame of the part about paths.

import { EXAMPLES } from "./graphs";

export const VIEW = `
<div class="title">
  <h1 id="paths-title">Shortest paths</h1>
  <p>Click a vertex. The coloured edges are the shortest ways from there to everywhere else.
    Change a weight, or drop a file of your own.</p>
</div>
<div class="stage">
  <figure class="card map" id="graph-card">
    <svg id="graph" class="board" role="group" aria-label="The graph. Tab goes from vertex to vertex, Enter starts the paths there."></svg>
    <p class="hint too-large" id="too-large"></p>
    <figcaption id="way" aria-live="polite"></figcaption>
  </figure>
  <div class="card panel">
    <label class="field">Graph
      <select id="graph-example">${EXAMPLES.map(({ name, title }) => `<option value="${name}">${title}</option>`).join("")}<option value="own" hidden>Your graph</option></select></label>
    <label class="field">Paths start at <select id="source"></select></label>
    <fieldset class="solver">
      <legend>Solver</legend>
      <label class="cpu"><input type="radio" name="paths-solver" value="cpu" checked><span><b>CPU</b><small>WebAssembly</small></span></label>
      <label class="gpu"><input type="radio" name="paths-solver" value="gpu" disabled><span><b>GPU</b><small id="paths-gpu"></small></span></label>
    </fieldset>
    <p class="fault" id="paths-fault" role="alert"></p>
    <div class="answers">
      <table id="distances"><caption class="unseen">Distances and predecessors</caption>
        <thead><tr><th scope="col">Target</th><th scope="col">Distance</th><th scope="col">Predecessor</th></tr></thead><tbody></tbody></table>
      <p class="hint" id="more-rows"></p>
    </div>
    <p class="hint" id="paths-method"></p>
  </div>
</div>
<div class="thirds">
  <div class="card pad">
    <h2>Edges</h2>
    <p class="hint">Weights may be fractions, and negative.</p>
    <div class="scroll"><table id="edges"><caption class="unseen">Edges and their weights</caption>
      <thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Weight</th><th><span class="unseen">Remove</span></th></tr></thead><tbody></tbody></table></div>
    <form id="new-edge" class="inline">
      <input name="from" placeholder="from" aria-label="From" required size="5" autocomplete="off">
      <input name="to" placeholder="to" aria-label="To" required size="5" autocomplete="off">
      <input name="weight" type="number" step="any" value="1" aria-label="Weight" required>
      <button type="submit" class="small">Add</button>
    </form>
  </div>
  <div class="card pad">
    <h2>A graph of yours</h2>
    <p class="hint">Drop or paste one anywhere on this page: an edge a line, DIMACS .gr, Matrix Market .mtx, METIS .graph,
      or JSON of nodes and edges, packed by gzip or not. It stays on your machine.</p>
    <label class="field">A file <input type="file" id="graph-file"></label>
    <label class="field">Or its text
      <textarea id="graph-text" rows="6" spellcheck="false" placeholder="Roma Tivoli 31&#10;Tivoli Subiaco 44&#10;Roma Subiaco 90"></textarea></label>
    <button id="graph-read" type="button">Read the text</button>
    <p class="fault" id="graph-fault" role="alert"></p>
    <p class="notice" id="graph-warnings" hidden></p>
  </div>
  <div class="prose">
    <h2>A graph in three arrays</h2>
    <p>A device knows no objects, only arrays. So the edges are sorted by the vertex that they leave. One array has where
      each vertex's edges begin, one where each edge leads, and one what it costs.</p>
    <dl id="arrays"></dl>
    <p>Then every edge is looked at: is the way to its target shorter through it? Edges do not wait for each other,
      so a device looks at thousands at once. When a round changes nothing, the distances are right.</p>
    <p>A cycle whose weights sum up to less than nothing is never done: each time round is cheaper than the last. Then
      no path is the shortest, and the cycle itself is the answer.</p>
  </div>
</div>
<div id="drop" hidden>Drop the file to read its graph</div>
`;
