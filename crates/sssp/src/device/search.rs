//! Search: a graph on a device, and what the device finds there.

use kernel_engine::Engine;

use super::Tuning;
use super::graph::{Rows, Uploaded};
use super::lengths::Lengths;
use super::near_far::{Ask, NearFar};
use super::predecessors::Predecessors;
use super::wait::Wait;
use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::paths::Paths;
use crate::query::Query;
use crate::report::{Method, Report};
use crate::tree::{NONE, tree};
use crate::weight::{Distance, Length, Weight};

/// Weights that are looked at to find their mean.
const SAMPLE: usize = 1 << 20;

/// A graph on a device, and the kernels that search it from any source.
#[derive(Debug)]
pub(super) struct Search {
    engine: Engine,
    lengths: Lengths,
    method: NearFar,
    predecessors: Predecessors,
    delta: f64,
}

impl Search {
    pub(super) fn new<W: Weight>(
        engine: &Engine,
        graph: &Graph<W>,
        lengths: Lengths,
        tuning: Tuning,
    ) -> Result<Self> {
        let rows = Rows::of(graph, lengths);
        let uploaded = Uploaded::new(engine, graph, &rows)?;
        let method = NearFar::new(engine, &uploaded, &rows, tuning)?;
        let predecessors =
            Predecessors::new(engine, &uploaded, &rows, &method.distance, &method.mark)?;
        let degree = graph.edges() as f64 / f64::from(graph.vertices());
        let delta = tuning.delta.unwrap_or(32.0 * mean(graph) / degree);
        Ok(Self { engine: engine.clone(), lengths, method, predecessors, delta })
    }

    /// The paths, or why the host must find them.
    pub(super) async fn solve<W: Weight>(
        &mut self,
        wait: Wait,
        graph: &Graph<W>,
        query: &Query<W::Distance>,
    ) -> Result<Result<Paths<W>, &'static str>> {
        let (lengths, signed) = (self.lengths, self.lengths.may_be_negative());
        let rows = Rows::of(graph, lengths);
        let (sources, targets) = (&query.sources[..], &query.targets[..]);
        let ask = Ask { sources, targets, most: lengths.most(query.cutoff) };
        self.method.begin(&self.engine, &rows, &ask, lengths.delta_bits(self.delta))?;
        let (mut dispatches, mut together) = (0, if signed { 8 } else { usize::MAX });
        let outcome = loop {
            let outcome = self.method.run(&self.engine, wait, together).await?;
            dispatches += outcome.dispatches;
            if outcome.beyond {
                return Ok(Err("a sum of weights is beyond 32 bits"));
            }
            if outcome.converged {
                break outcome;
            }
            let parents = self.method.parents(wait).await?;
            let cycle = parents.and_then(|parents| Cycle::of(graph, &parents));
            // Invocations that write side by side can make one that costs nothing.
            if let Some(Cycle { vertices, total }) = cycle.filter(|it| it.total < Length::ZERO) {
                return Err(Error::NegativeCycle { vertices, total: total.to_f64() });
            }
            // No path without a cycle has more edges than this.
            if outcome.steps as usize > rows.vertices() {
                return Ok(Err("the device has not found the cycle that there is"));
            }
            together = dispatches;
        };
        let found = match query.predecessors {
            true => self.predecessors.find(&self.engine, wait, &rows, sources).await?,
            false => None,
        };
        let keys = wait.download(&self.method.distance).await?;
        let mut distance: Vec<W::Distance> = keys
            .into_iter()
            .map(|key| lengths.distance(key).unwrap_or(W::Distance::UNREACHED))
            .collect();
        let limit = if signed { query.cutoff } else { limit(&distance, query) };
        let mut predecessor = found;
        if let Some(limit) = limit.filter(|_| !signed) {
            for (vertex, distance) in distance.iter_mut().enumerate().filter(|(_, d)| **d > limit) {
                *distance = W::Distance::UNREACHED;
                if let Some(predecessor) = &mut predecessor {
                    predecessor[vertex] = NONE;
                }
            }
        }
        if query.predecessors && predecessor.is_none() {
            let tree = tree(graph, &distance, sources, signed);
            predecessor = Some(tree.map_err(Error::without)?);
        }
        let report = Report {
            method: if signed { Method::Frontier } else { Method::NearFar },
            device: Some(self.engine.info().name.clone()),
            steps: Some(outcome.steps.into()),
            relaxations: Some(outcome.relaxations),
            delta: (!signed).then_some(self.delta),
            reason: None,
        };
        Ok(Ok(Paths { distance, predecessor, sources: sources.to_vec(), limit, report }))
    }
}

/// How far a search told to end at targets has come: to the farthest, if all are reached.
fn limit<D: Length>(distance: &[D], query: &Query<D>) -> Option<D> {
    let far = |a: Option<D>, b: &u32| {
        let b = distance[*b as usize];
        Some(a.filter(|a| *a > b).unwrap_or(b))
    };
    let farthest = query.targets.iter().fold(None, far);
    let within = |d: &D| *d < D::UNREACHED && query.cutoff.is_none_or(|cutoff| *d <= cutoff);
    farthest.filter(within).or(query.cutoff)
}

/// The mean of weights that are taken evenly from all, impassable ones apart.
fn mean<W: Weight>(graph: &Graph<W>) -> f64 {
    let weights = graph.weight().iter().step_by(graph.edges().div_ceil(SAMPLE).max(1));
    let finite = weights.map(|weight| weight.to_f64()).filter(|weight| weight.is_finite());
    let (sum, count) = finite.fold((0.0, 0.0), |(sum, count), w| (sum + w, count + 1.0));
    sum / f64::max(count, 1.0)
}
