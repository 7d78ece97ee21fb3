//! Predecessors, once distances are final: the lowest nearer vertex from which a tight edge leads
//! here, and for those without one (where lengths are 0, or vanish beside a large float) the lowest
//! vertex that had its place the round before. It is the rule of the host's tree.

use kernel_engine::{Call, Compute, Engine, Kernel, Step, Storage};

use super::Wait;
use super::graph::{Rows, Uploaded};
use super::keys::Keys;
use crate::error::Result;

/// Rounds over all edges that the device makes at least, where they are wanted.
const ROUNDS: usize = 64;

/// The edges that it looks at in them.
const VISITS: u64 = 1 << 33;

// Predecessors are vertices of the graph, all else is in a copy of them.

/// Takes the lowest tail of all tight edges from nearer vertices.
const NEARER: &str = "
    let tail = tail(i);
    let head = column(i);
    for (var copy = 0u; copy < 1u << COPIES; copy++) {
        let before = distance((tail << COPIES) | copy);
        let at = (head << COPIES) | copy;
        let there = distance(at);
        if before < there && there < UNREACHED && reach(before, i) == there && predecessor(at) > tail {
            predecessor_min(at, tail);
        }
    }
";

/// Takes the lowest tail that had its place before this round.
const ROUND: &str = "
    let head = column(i);
    var waits = false;
    for (var copy = 0u; copy < 1u << COPIES; copy++) {
        waits = waits || place((head << COPIES) | copy) >= round;
    }
    if !waits { return; }
    let tail = tail(i);
    for (var copy = 0u; copy < 1u << COPIES; copy++) {
        let at = (head << COPIES) | copy;
        let start = (tail << COPIES) | copy;
        if place(at) < round || place(start) >= round { continue; }
        let there = distance(at);
        if there >= UNREACHED || reach(distance(start), i) != there { continue; }
        predecessor_min(at, tail);
        if place_min(at, round) > round { again(); }
    }
";

#[derive(Debug)]
pub(super) struct Predecessors {
    reset: Call<Compute>,
    nearer: Call<Compute>,
    waiting: Call<Compute>,
    roots: Call<Compute>,
    round: Call<Compute>,
    pub(super) predecessor: Storage<u32>,
    count: Storage<u32>,
}

impl Predecessors {
    /// For 2^`copies` searches that went together.
    pub(super) fn new(
        engine: &Engine,
        graph: &Uploaded,
        rows: &Rows<'_>,
        copies: u32,
        distance: &Keys,
        place: &Storage<u32>,
    ) -> Result<Self> {
        let predecessor = engine.zeros(distance.len())?;
        let copies = format!("const COPIES = {copies}u;\n");
        let count = engine.zeros(1)?;
        let lengths = rows.lengths;
        let constants = lengths.constants();
        let reset = Kernel::compute("predecessor_set(i, 0xffffffffu);")
            .label("sssp.no_predecessors")
            .output::<u32>("predecessor")
            .build()?
            .call()
            .bind("predecessor", &predecessor);
        let nearer = Kernel::compute(NEARER).label("sssp.nearer").preamble(&copies);
        let nearer = graph.declare_edges(nearer, "").atomic::<u32>("predecessor");
        let nearer = graph.bind_edges(lengths.array(nearer, "distance").build()?.call());
        let nearer = distance.bind(nearer, "distance").bind("predecessor", &predecessor);
        let waiting = Kernel::compute(
            "let waits = distance(i) < UNREACHED && predecessor(i) == 0xffffffffu;
             place_set(i, select(0u, 0xffffffffu, waits || distance(i) >= UNREACHED));
             if waits { count_add(0u, 1u); }",
        );
        let waiting = waiting
            .label("sssp.waiting")
            .preamble(&constants)
            .array::<u32>("predecessor")
            .output::<u32>("place")
            .atomic::<u32>("count");
        let waiting = distance.bind(lengths.array(waiting, "distance").build()?.call(), "distance");
        let waiting =
            waiting.bind("predecessor", &predecessor).bind("place", place).bind("count", &count);
        let roots = Kernel::compute(
            "if distance(source(i)) == ZERO && place_exchange(source(i), 0u) != 0u { count_sub(0u, 1u); }",
        );
        let roots = roots
            .label("sssp.roots")
            .preamble(&constants)
            .array::<u32>("source")
            .atomic::<u32>("place")
            .atomic::<u32>("count");
        let roots = distance.bind(lengths.array(roots, "distance").build()?.call(), "distance");
        let roots = roots.bind("place", place).bind("count", &count);
        let round = Kernel::compute(ROUND).label("sssp.round").preamble(&copies);
        let round = graph
            .declare_edges(round, "")
            .param::<u32>("round")
            .atomic::<u32>("place")
            .atomic::<u32>("predecessor");
        let round = graph.bind_edges(lengths.array(round, "distance").build()?.call());
        let round = distance.bind(round, "distance");
        let round = round.bind("place", place).bind("predecessor", &predecessor);
        Ok(Self { reset, nearer, waiting, roots, round, predecessor, count })
    }

    /// The predecessor of each vertex; `None` where chains of edges of length 0 are so long that
    /// the host is quicker.
    pub(super) async fn find(
        &self,
        engine: &Engine,
        wait: Wait,
        rows: &Rows<'_>,
        sources: &[u32],
    ) -> Result<Option<Vec<u32>>> {
        match self.place(engine, wait, rows, sources).await? {
            true => Ok(Some(wait.download(&self.predecessor).await?)),
            false => Ok(None),
        }
    }

    /// Finds them, and leaves them on the device; whether it has.
    pub(super) async fn place(
        &self,
        engine: &Engine,
        wait: Wait,
        rows: &Rows<'_>,
        sources: &[u32],
    ) -> Result<bool> {
        let (vertices, edges) = (self.predecessor.len(), rows.column.len());
        self.count.upload(&[0])?;
        let roots = self.roots.clone().bind("source", &engine.storage(sources)?);
        engine.batch(|batch| {
            batch.run(&self.reset, vertices)?;
            if !rows.lengths.may_be_negative() {
                batch.run(&self.nearer, edges)?;
            }
            batch.run(&self.waiting, vertices)?;
            batch.run(&roots, sources.len())
        })?;
        if wait.download(&self.count).await? != [0] {
            let visits = usize::try_from(VISITS / edges.max(1) as u64);
            let most = ROUNDS.max(visits.unwrap_or(usize::MAX));
            let round = |number: usize| self.round.clone().set("round", number as u32 + 1);
            let record = |step: &mut Step| step.run(&round(step.number()), edges);
            let done = wait.converge(engine, most, record).await?;
            if !done.converged {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
