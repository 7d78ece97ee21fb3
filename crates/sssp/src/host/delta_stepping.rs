//! Delta-stepping: vertices by buckets of distances, those of a bucket side by side on all cores.
//!
//! Keys of distances are in their order, and as many of them are a bucket as have enough to do.
//!
//! U. Meyer, P. Sanders, *Δ-stepping: a parallelizable shortest path algorithm*, Journal of
//! Algorithms 49, 2003. Each thread has the vertices that it found, by their buckets. In a step all
//! share out those of the lowest one, and then each goes on by itself with what it found for the
//! same bucket, while that is little (Y. Zhang et al., *Optimizing ordered graph algorithms with
//! GraphIt*, CGO 2020).

mod worker;

use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use self::worker::Worker;
use super::gate::Gate;
use super::heap::Entries;
use super::{Search, report};
use crate::error::Result;
use crate::graph::Graph;
use crate::memory::room;
use crate::query::Query;
use crate::report::{Method, Report};
use crate::threads::make;
use crate::tree::NONE;
use crate::weight::{Distance, Key, Length, Weight};

/// With so many edges for each thread, a vertex counted as 16, it is worth its start.
const SIZE: usize = 1 << 18;

/// With fewer edges, counted so and for each thread, one core in the order of distances is as quick.
const LARGE: usize = 1 << 22;

/// With so many edges for each vertex a bucket has few vertices to share out.
const DENSE: usize = 128;

/// More threads would wait for one another for longer than they work.
const MOST_THREADS: usize = 32;

/// What the threads share.
struct Shared<'a, W: Weight> {
    graph: &'a Graph<W>,
    query: &'a Query<W::Distance>,
    /// Of each vertex its distance as a key of 32 bits and, below that, its predecessor: the least
    /// has the lowest predecessor of the shortest.
    places: Vec<AtomicU64>,
    gate: Apart<Gate>,
    /// Of this step and the next.
    steps: Apart<[Step; 2]>,
    /// What the threads have for this step.
    given: Vec<RwLock<Entries>>,
    /// How much of it has been taken.
    taken: Apart<AtomicUsize>,
    /// Whether a distance did not fit its key.
    beyond: AtomicBool,
    relaxations: AtomicU64,
}

/// What all threads write has cache lines of its own: beside it nothing could be read quickly.
#[repr(align(128))]
struct Apart<T>(T);

struct Step {
    /// The lowest bucket that there is.
    least: AtomicU64,
    /// Edges that the step before has looked at.
    walked: AtomicU64,
}

/// Distances over edges of which none is negative, and predecessors by rule 2 of `tree`; `None`
/// where one core is as quick, or distances do not fit a key of 32 bits.
pub(super) fn delta_stepping<W: Weight>(
    cores: usize,
    graph: &Graph<W>,
    query: &Query<W::Distance>,
) -> Result<Option<Search<W::Distance>>> {
    let size = (graph.vertices() as usize).saturating_mul(16).saturating_add(graph.edges());
    let threads = cores.min(MOST_THREADS).min(size / SIZE);
    let is_dense = graph.edges() / DENSE >= graph.vertices() as usize;
    // Keys of `f64` do not.
    let fits = W::Distance::from_f64(1.0).key() < u32::MAX.into();
    match threads > 1 && size.saturating_mul(threads) >= LARGE && fits && !is_dense {
        true => by(threads, graph, query),
        false => Ok(None),
    }
}

fn by<W: Weight>(
    threads: usize,
    graph: &Graph<W>,
    query: &Query<W::Distance>,
) -> Result<Option<Search<W::Distance>>> {
    let vertices = graph.vertices() as usize;
    let mut places = room("the distances", vertices)?;
    places.resize_with(vertices, || AtomicU64::new(u64::MAX));
    let shared = Shared {
        graph,
        query,
        places,
        gate: Apart(Gate::default()),
        steps: Apart([0, u64::MAX].map(|least| Step { least: least.into(), walked: 0.into() })),
        given: (0..threads).map(|_| RwLock::default()).collect(),
        taken: Apart(AtomicUsize::new(0)),
        beyond: AtomicBool::new(false),
        relaxations: AtomicU64::new(0),
    };
    for source in &query.sources {
        shared.places[*source as usize].store(NONE.into(), Relaxed);
    }
    let (steps, [first, end]) = thread::scope(|scope| {
        let shared = &shared;
        let start = |me: usize| {
            let thread = thread::Builder::new().name(format!("sssp {me}"));
            thread.spawn_scoped(scope, move || Worker::new(shared, me).run()).ok()
        };
        // It is done by as many as there are.
        let started = (1..threads).map_while(start).count();
        shared.gate.0.begin(1 + started);
        Worker::new(shared, 0).run()
    });
    if shared.beyond.load(Relaxed) {
        return Ok(None);
    }
    let distance = make(vertices, |vertex| shared.distance(vertex));
    let predecessor = |vertex: usize| shared.places[vertex].load(Relaxed) as u32;
    let predecessor = query.predecessors.then(|| make(vertices, predecessor));
    let report = Report {
        steps: Some(steps),
        delta: Some(end.to_f64() - first.to_f64()),
        ..report(Method::DeltaStepping, shared.relaxations.load(Relaxed))
    };
    Ok(Some(Search { limit: query.limit(&distance), distance, predecessor, report }))
}

impl<W: Weight> Shared<'_, W> {
    fn distance(&self, vertex: usize) -> W::Distance {
        match self.places[vertex].load(Relaxed) {
            u64::MAX => W::Distance::UNREACHED,
            place => W::Distance::of_key(place >> 32),
        }
    }
}

#[cfg(test)]
mod tests;
