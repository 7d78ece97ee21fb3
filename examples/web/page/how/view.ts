// The frame of the part that teaches.

export const VIEW = `
<div class="title">
  <h1 id="how-title">How it works</h1>
  <p>Four of your cities, four levels of questions. Drag a city and every answer changes with it.</p>
</div>

<div class="walk">
  <div class="card">
    <svg id="walk-board" class="board" data-solver="cpu" role="group" aria-label="The four cities of the walk. The arrow keys move one."></svg>
    <div class="scroll-x"><table id="walk-costs"><caption>What it costs to go from each city to each, rounded so that sums can be followed</caption><tbody></tbody></table></div>
  </div>
  <div class="card pad">
    <div class="stepper">
      <button id="step-back" type="button">Back</button>
      <label><span class="unseen">Step</span><input id="step" type="range" min="0" value="0"></label>
      <button id="step-on" class="main" type="button">Next</button>
    </div>
    <div id="levels"></div>
    <div id="told" aria-live="polite"></div>
  </div>
</div>

<h2 class="gap">Why levels?</h2>
<div class="prose wide-prose">
  <p>A piece of a shortest tour is itself shortest: were there a shorter way through the same cities, the tour would take it.
    So the questions build on each other. Level 0 goes straight from home. Level 1 passes one city on the way, level 2 passes two.
    The last level passes all of them and comes home.</p>
  <p>For each question there is one thing to decide: which city comes last before the end? Whichever it is, the way to it goes through
    one city less, and that answer is already there. The city that wins is written down as the <b>parent</b>. When all is answered, the parents lead back
    through the tour, from its end to its start.</p>
</div>

<h2 class="gap">The three sources of a kernel</h2>
<p class="lead">On a device, one invocation answers one question, and all questions of a level are answered at once, since none waits for another of its level.
  Here is what the question above reads.</p>
<div class="sources">
  <div class="card pad"><h3>The question</h3><p class="hint">Which end, and through which cities. It is told by the number of the invocation alone, so nothing needs to be stored.</p><code id="source-query"></code></div>
  <div class="card pad"><h3>The costs</h3><p class="hint">One small table that is the same for every question of every level.</p><code id="source-costs"></code></div>
  <div class="card pad"><h3>The level before</h3><p class="hint">A long array, an answer for each question with one city less. The kernel reads any element of it.</p><code id="source-before"></code></div>
  <div class="card pad answer"><h3>The answer</h3><p class="hint">The least sum, and which city it came by.</p><code id="source-answer"></code></div>
</div>
<pre class="card kernel" tabindex="0" aria-label="The kernel in outline"><code>for each city last in through {
    sum = before(last, through without last) + cost(last, end);
    if sum &lt; least { least = sum; parent = last; }
}</code></pre>

<h2 class="gap">Two storages in turn</h2>
<div class="turns">
  <div class="prose">
    <p>A level must not be written over the one that it reads, or some questions would find new answers where they need old ones.
      So there are two storages. A level reads one and writes the other, then they change places.</p>
    <p>Both stay on the device. The costs travel there once, before level 0, and the tour comes back once, after the last level. What lies between
      is never sent anywhere. Were the host to fetch each level and send it back, it would pay for the way at every step, and the
      way is often longer than the work.</p>
    <p><a href="#playground?example=8">Play Life, which takes its storages in turn as well</a></p>
  </div>
  <div class="card pad" data-solver="gpu">
    <div id="swap" role="img"></div>
    <h3>Measured here</h3>
    <p class="hint">Sixteen steps over a million numbers: once fetched and sent again after each step, once in turn.</p>
    <div id="bars"></div>
    <div><button id="measure-turns" type="button">Measure</button> <span class="hint" id="turns-note" role="status"></span></div>
  </div>
</div>
`;
