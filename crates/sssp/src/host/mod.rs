//! The same in plain Rust: the oracle of every device, and quicker than one for small graphs.
//!
//! Where no weight is negative it is Dijkstra's method with a radix heap, or in large graphs
//! delta-stepping on all cores. Else it is Bellman and Ford's with a line of vertices, which finds a
//! negative cycle soon after one has been gone round.
//!
//! Distances are unique: the least over all paths of the sums of their weights. Floats are
//! summed up from the source onwards and rounded at each edge, as a device does it. Where floats
//! have negative weights, such sums may shrink for ever round a cycle of total 0. There they are
//! exact, as is the question whether a cycle is negative, and only what is told is rounded, to
//! `f64` and to the type of the weights.
//!
//! ```
//! use sssp::{Error, Graph, host};
//!
//! let graph = Graph::from_edges(3, &[(0, 1, 4i32), (0, 2, 5), (2, 1, -3)])?;
//! let paths = host::solve(&graph, 0)?;
//! assert_eq!(paths.distance(1), Some(2));
//! assert_eq!(paths.path_to(1), Some(vec![0, 2, 1]));
//!
//! let graph = Graph::from_edges(3, &[(0, 1, 1i32), (1, 2, -2), (2, 1, 1)])?;
//! match host::solve(&graph, 0) {
//!     Err(Error::NegativeCycle { vertices, total }) => {
//!         assert_eq!(vertices, [1, 2]);
//!         assert_eq!(total, -1.0);
//!     }
//!     other => panic!("{other:?}"),
//! }
//! # Ok::<(), Error>(())
//! ```

mod bellman_ford;
mod delta_stepping;
mod dijkstra;
mod gate;
mod heap;

use bellman_ford::bellman_ford;
use delta_stepping::delta_stepping;
use dijkstra::dijkstra;

use crate::cycle::Cycle;
use crate::error::{Error, Result};
use crate::exact::exactly;
use crate::graph::{Arcs, Graph, too_far};
use crate::paths::{Paths, keep_within};
use crate::query::Query;
use crate::report::{Method, Report};
use crate::threads::cores;
use crate::tree::{complete, tree};
use crate::weight::{Distance, Length, Weight};

/// Shortest paths from a source, or as a [`Query`] says.
///
/// It takes time in O(E log C) without negative weights on one core, where C is the largest
/// distance, and in O(V E) with them; memory of 12 to 36 bytes for each vertex. In large graphs
/// without negative weights up to 32 cores take part, but not for `f64` and for distances beyond
/// 32 bits.
///
/// # Errors
///
/// - [`Error::NegativeCycle`] when the sources reach one, with the cycle;
/// - [`Error::TooFar`] when a sum of floats is beyond their type;
/// - [`Error::NoSuchVertex`] when a source or a target is none;
/// - [`Error::NoMemory`] when there is no room for the distances;
/// - [`Error::Query`] when there is no source, or the cutoff is no distance.
pub fn solve<W: Weight>(
    graph: &Graph<W>,
    query: impl Into<Query<W::Distance>>,
) -> Result<Paths<W>> {
    on(cores(), graph, query.into())
}

/// The same, with so many cores.
pub(crate) fn on<W: Weight>(
    cores: usize,
    graph: &Graph<W>,
    query: Query<W::Distance>,
) -> Result<Paths<W>> {
    query.check(graph)?;
    if graph.has_negative() {
        return negative(graph, &query);
    }
    let mut search = match delta_stepping(cores, graph, &query)? {
        Some(search) => search,
        None => dijkstra(graph, &query)?,
    };
    match search.limit {
        Some(limit) => keep_within(limit, &mut search.distance, &mut search.predecessor),
        None => too_far(graph, &search.distance)?,
    }
    let (distance, sources) = (&search.distance, &query.sources);
    let complete = |predecessor| complete(graph, distance, sources, predecessor);
    let predecessor = search.predecessor.map(complete).transpose().map_err(Error::without)?;
    Ok(Paths {
        distance: search.distance,
        predecessor,
        sources: query.sources,
        limit: search.limit,
        report: search.report,
    })
}

/// What a search without negative weights finds.
#[derive(Debug)]
struct Search<D> {
    distance: Vec<D>,
    /// By rule 2 of `tree`, where predecessors are wanted.
    predecessor: Option<Vec<u32>>,
    /// What is farther is not told.
    limit: Option<D>,
    report: Report,
}

fn negative<W: Weight>(graph: &Graph<W>, query: &Query<W::Distance>) -> Result<Paths<W>> {
    if W::EXACT {
        return labels(graph, query, Some, W::Distance::to_f64);
    }
    exactly!(graph, |exact| {
        let fits = |value: f64| value.abs() <= W::Distance::MOST;
        let rounded =
            |length| Some(exact.to_f64(length)).filter(|d| fits(*d)).map(W::Distance::from_f64);
        labels(&exact, query, rounded, |length| exact.to_f64(length))
    })
}

/// Bellman and Ford's method over `arcs`, whose lengths are exact, and become distances at the end.
fn labels<W: Weight, A: Arcs>(
    arcs: &A,
    query: &Query<W::Distance>,
    rounded: impl Fn(A::Length) -> Option<W::Distance>,
    to_f64: impl Fn(A::Length) -> f64,
) -> Result<Paths<W>> {
    let labels = bellman_ford(arcs, &query.sources);
    let labels = labels.map_err(|Cycle { vertices, total }| Error::NegativeCycle {
        vertices,
        total: to_f64(total),
    })?;
    let tree = || tree(arcs, &labels.distance, &query.sources, true);
    let predecessor = query.predecessors.then(tree).transpose().map_err(Error::without)?;
    let told = |(vertex, length): (usize, &A::Length)| match *length < A::Length::UNREACHED {
        false => Ok(W::Distance::UNREACHED),
        true => {
            rounded(*length).ok_or(Error::TooFar { vertex: vertex as u32, most: W::Distance::MOST })
        }
    };
    let distance = labels.distance.iter().enumerate().map(told).collect::<Result<Vec<_>>>()?;
    Ok(Paths {
        distance,
        predecessor,
        sources: query.sources.clone(),
        limit: query.cutoff,
        report: report(Method::BellmanFord, labels.relaxations),
    })
}

fn report(method: Method, relaxations: u64) -> Report {
    Report { method, relaxations: Some(relaxations), ..Report::default() }
}
