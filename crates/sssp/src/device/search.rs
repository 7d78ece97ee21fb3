//! Search: a graph on a device, and what the device finds there.

use std::mem;
use std::time::Duration;

use kernel_engine::Engine;
use web_time::Instant;

use super::Tuning;
use super::Wait;
use super::cycles::LOOK;
use super::graph::{Rows, Uploaded};
use super::lengths::Lengths;
use super::near_far::{Ask, NearFar, Outcome};
use super::predecessors::Predecessors;
use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::paths::{Paths, keep_within};
use crate::query::Query;
use crate::report::{Method, Report};
use crate::threads::make;
use crate::tree::tree;
use crate::weight::{Distance, Weight};

/// Delta at first, in mean weights over mean degrees. Where that is too little for a device, it
/// grows; with more, a graph of many edges is gone through twice.
const DELTA: f64 = 4.0;

/// Why another must find the paths.
pub(super) const BEYOND: &str = "a sum of weights is beyond 32 bits";

/// A graph on a device, and the kernels that search it from any source, or from several at once.
#[derive(Debug)]
pub(super) struct Search {
    engine: Engine,
    lengths: Lengths,
    pub(super) method: NearFar,
    pub(super) predecessors: Predecessors,
    delta: f64,
    /// So many searches go together, as a power of two.
    copies: u32,
}

impl Search {
    pub(super) fn new<W: Weight>(
        graph: &Graph<W>,
        uploaded: &Uploaded,
        tuning: Tuning,
        copies: u32,
    ) -> Result<Self> {
        let (engine, lengths) = (uploaded.row.engine(), uploaded.lengths);
        let rows = Rows::of(graph, lengths);
        let method = NearFar::new(engine, uploaded, &rows, tuning, copies)?;
        let (distance, mark) = (&method.distance, &method.mark);
        let predecessors = Predecessors::new(engine, uploaded, &rows, copies, distance, mark)?;
        let degree = graph.edges() as f64 / f64::from(graph.vertices());
        let delta = tuning.delta.unwrap_or(DELTA * graph.mean() / degree);
        Ok(Self { engine: engine.clone(), lengths, method, predecessors, delta, copies })
    }

    /// How many searches go together at most.
    pub(super) fn most(&self) -> usize {
        1 << self.copies
    }

    /// The paths of each query, or why the host must find them. Of several queries, which are not
    /// more than go together, all have the cutoff of the first, and predecessors as it has.
    pub(super) async fn solve<W: Weight>(
        &mut self,
        wait: Wait,
        graph: &Graph<W>,
        queries: &[Query<W::Distance>],
    ) -> Result<Result<Vec<Paths<W>>, &'static str>> {
        let [query, others @ ..] = queries else { return Ok(Ok(Vec::new())) };
        let mut clock = Clock::start();
        let (rows, copies) = (Rows::of(graph, self.lengths), self.copies);
        let mut sources: Vec<u32> = (0..)
            .zip(queries)
            .flat_map(|(copy, query)| query.sources.iter().map(move |s| s << copies | copy))
            .collect();
        sources.sort_unstable();
        sources.dedup();
        let targets = if others.is_empty() { &query.targets[..] } else { &[] };
        let ask = Ask { sources: &sources, targets, most: self.lengths.most(query.cutoff) };
        self.method.begin(&self.engine, &rows, &ask, self.delta)?;
        clock.end("start");
        let (outcome, dispatches) = match self.run(wait, graph).await? {
            Ok(ran) => ran,
            Err(why) => return Ok(Err(why)),
        };
        clock.end("search");
        let mut predecessors = match query.predecessors {
            true => self.predecessors.find(&self.engine, wait, &rows, &sources).await?,
            false => None,
        };
        clock.end("predecessors");
        let keys = self.method.distance.download(wait).await?;
        let mut all = Vec::with_capacity(queries.len());
        for (copy, query) in queries.iter().enumerate() {
            let (vertices, place) = (rows.vertices(), |vertex| vertex << copies | copy);
            let distance = keys.distances(self.lengths, vertices, place);
            let predecessor = match &mut predecessors {
                Some(found) if copies == 0 => Some(mem::take(found)),
                Some(found) => Some(make(vertices, |vertex| found[place(vertex)])),
                None => None,
            };
            all.push(self.told(graph, query, distance, predecessor)?);
        }
        clock.end("copy");
        let signed = self.lengths.may_be_negative();
        for paths in &mut all {
            paths.report = Report {
                method: if signed { Method::Frontier } else { Method::NearFar },
                device: Some(self.engine.info().name.clone()),
                steps: Some(outcome.steps.into()),
                relaxations: Some(outcome.relaxations),
                dispatches: Some(dispatches as u64),
                delta: (!signed).then(|| self.lengths.delta(outcome.delta)),
                times: clock.parts.clone(),
                reason: None,
            };
        }
        Ok(Ok(all))
    }

    /// Runs to the end, and tells how many dispatches that took; or why the host must do it.
    async fn run<W: Weight>(
        &mut self,
        wait: Wait,
        graph: &Graph<W>,
    ) -> Result<Result<(Outcome, usize), &'static str>> {
        // No path without a cycle has more edges than this.
        let most = match self.lengths.may_be_negative() {
            true => graph.vertices() as usize + 2,
            false => usize::MAX,
        };
        let (mut dispatches, mut every) = (0, LOOK);
        loop {
            let outcome = self.method.run(&self.engine, wait, most, every).await?;
            dispatches += outcome.dispatches;
            if outcome.beyond {
                return Ok(Err(BEYOND));
            }
            let cycles = self.method.cycles.as_ref().filter(|_| outcome.circle);
            let Some(cycles) = cycles else {
                return Ok(match outcome.converged {
                    true => Ok((outcome, dispatches)),
                    false => Err("the device has not found the cycle that there is"),
                });
            };
            if self.copies > 0 {
                return Ok(Err("one of several searches has come round a cycle"));
            }
            let parents = wait.download(&cycles.parent).await?;
            if let Some(Cycle { vertices, total }) = Cycle::of(graph, &parents) {
                return Err(Error::NegativeCycle { vertices, total: total.to_f64() });
            }
            // Invocations that write side by side can make one that costs nothing.
            if !outcome.converged || dispatches > most {
                return Ok(Err("the device has not found the cycle that there is"));
            }
            self.method.pass_over()?;
            every *= 2;
        }
    }

    /// What is told of the distances and predecessors that were found.
    fn told<W: Weight>(
        &self,
        graph: &Graph<W>,
        query: &Query<W::Distance>,
        mut distance: Vec<W::Distance>,
        mut predecessor: Option<Vec<u32>>,
    ) -> Result<Paths<W>> {
        let (signed, sources) = (self.lengths.may_be_negative(), &query.sources);
        let limit = if signed { query.cutoff } else { query.limit(&distance) };
        if let Some(limit) = limit.filter(|_| !signed) {
            keep_within(limit, &mut distance, &mut predecessor);
        }
        if query.predecessors && predecessor.is_none() {
            let tree = tree(graph, &distance, sources, signed);
            predecessor = Some(tree.map_err(Error::without)?);
        }
        let report = Report::default();
        Ok(Paths { distance, predecessor, sources: sources.clone(), limit, report })
    }
}

/// What the parts of an answer take, one after another.
struct Clock {
    since: Instant,
    parts: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Self {
        Self { since: Instant::now(), parts: Vec::new() }
    }

    /// The part has come to its end.
    fn end(&mut self, part: &'static str) {
        let begun = mem::replace(&mut self.since, Instant::now());
        self.parts.push((part, begun.elapsed()));
    }
}
