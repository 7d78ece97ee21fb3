//! sssp finds the lengths of shortest paths from one vertex of a graph to all others, on whatever
//! device kernel-engine finds.
//!
//! So far it has one method, that of Bellman and Ford: in each round every edge shortens the
//! distance of the vertex it leads to, if it can, until a round changes nothing.
//!
//! ```no_run
//! use kernel_engine::Engine;
//! use sssp::{Graph, Rounds};
//!
//! let engine = Engine::new()?;
//! // Five vertices; edges from, to, and how long.
//! let graph = Graph::from_edges(5, &[(0, 1, 7), (0, 2, 2), (2, 1, 3), (1, 3, 1)])?;
//! let mut rounds = Rounds::new(&engine, &graph, 0)?;
//! while rounds.relax()? {}
//! let distances = rounds.distances()?;
//! assert_eq!(distances.to(3), Some(6));
//! assert_eq!(distances.to(4), None); // no path leads there
//! # Ok::<(), sssp::Error>(())
//! ```
//!
//! The tour of the crate, in the order in which one needs it:
//!
//! - [`Graph`] is vertices and directed edges with weights, every vertex present, also one without
//!   edges.
//! - [`Rounds`] is a computation under way on a device; [`Rounds::relax`] runs one round.
//! - [`Distances`] is what it comes to; a vertex that no path reaches has none.
//! - [`reference::Rounds`] is the same in plain Rust, for tests and for reading.
//! - [`Error`] is everything that can go wrong.
//!
//! Weights and distances are `u32`. Sums do not wrap: a graph with a vertex so far away that its
//! distance does not fit is an error ([`Error::TooFar`]), found in the last round.
//!
//! A round takes time in O(E log V), and the host waits for each. A distance is final after as
//! many rounds as there are edges on a shortest path to the vertex, at most V - 1; one round more
//! finds that nothing changes.
//!
//! R. Bellman, *On a routing problem*, Quarterly of Applied Mathematics 16 (1958), 87-90;
//! L. R. Ford, *Network flow theory*, RAND P-923 (1956).

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests"))]

mod graph;
pub use graph::Graph;

mod rounds;
pub use rounds::Rounds;

mod distances;
pub use distances::Distances;

pub mod device;

pub mod reference;

mod error;
pub use error::{Error, Result};
