//! sssp finds shortest paths in graphs with weights of any kind, and is right where others are
//! wrong: where edges cost nothing or less, where sums are large, where floats absorb each other.
//!
//! ```
//! use sssp::{Graph, host};
//!
//! // Five vertices; edges from, to, and how long.
//! let graph = Graph::from_edges(5, &[(0, 1, 7u32), (0, 2, 2), (2, 1, 3), (1, 3, 1)])?;
//! let paths = host::solve(&graph, 0)?;
//! assert_eq!(paths.distance(3), Some(6));
//! assert_eq!(paths.path_to(3), Some(vec![0, 2, 1, 3]));
//! assert_eq!(paths.distance(4), None); // no path leads there
//! paths.verify(&graph)?;
//! # Ok::<(), sssp::Error>(())
//! ```
//!
//! The tour of the crate, in the order in which one needs it:
//!
//! - [`Graph`] is vertices and edges with weights, every vertex present, also one without edges. It
//!   is built from edges, from arrays in CSR, CSC or COO, from graphs of petgraph (the feature
//!   `petgraph`), and [`files`] reads it from files of every common format, with the names that
//!   vertices have there. [`Graph::summary`] tells what it is made of.
//! - [`Weight`] is `u32`, `i32`, `f32`, `f64` or [`Unit`]; integers add up in 64 bits and cannot
//!   overflow.
//! - [`Query`] is a source or several, targets at which to end, a distance beyond which nothing
//!   matters.
//! - [`solve`] answers it on a device, or on the host where that is quicker; a [`Solver`] uploads a
//!   graph once for many queries, and [`Solver::solve_batch`] lets searches share their steps.
//!   [`solve_async`] and its kin never block the thread, as a browser wants it. [`host::solve`]
//!   answers in plain Rust, by the methods of Dijkstra or of Bellman and Ford, in large graphs by
//!   delta-stepping on all cores, and to every bit the same.
//! - [`Paths`] is what comes out: distances, with none for a vertex that no path reaches, and
//!   predecessors, which are a tree in every case, the same on every device and in every run.
//!   [`Paths::verify`] certifies them in O(V + E), [`Solver::verify`] does so on a device.
//! - [`Error`] is everything that can go wrong; a negative cycle is told with its vertices.
//! - [`Rounds`] is the simple method on a device: rounds of relaxation over all edges until one
//!   changes nothing, for `u32` and for [`Distances`] alone. [`reference::Rounds`] is the same in
//!   plain Rust.
//!
//! # Several shortest paths
//!
//! Which of them is told does not depend on who found the distances. An edge is *tight* when the
//! distance of its tail and its weight are the distance of its head.
//!
//! 1. A source at distance 0 has no predecessor.
//! 2. Where no weight is negative, a vertex takes the lowest of the vertices that are nearer and from
//!    which a tight edge leads to it.
//! 3. Round by round, each vertex without a predecessor takes the lowest vertex from which a tight
//!    edge leads to it and which had its place before the round.
//!
//! The third rule is for edges of weight 0, for those too small to change a float, and for graphs with
//! negative weights. Each step can be taken for all vertices at once, so a device takes it as well.
//!
//! R. Bellman, *On a routing problem*, Quarterly of Applied Mathematics 16 (1958), 87-90;
//! L. R. Ford, *Network flow theory*, RAND P-923 (1956);
//! E. W. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1 (1959),
//! 269-271; U. Meyer, P. Sanders, *Δ-stepping: a parallelizable shortest path algorithm*, Journal of
//! Algorithms 49 (2003), 114-152.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests"))]

mod graph;
pub use graph::{Graph, Summary};

mod weight;
pub use weight::{Distance, Unit, Weight};

mod query;
pub use query::Query;

mod paths;
pub use paths::Paths;

mod report;
pub use report::{Method, Report};

mod device;
#[doc(hidden)]
pub use device::Tuning;
#[cfg(not(target_arch = "wasm32"))]
pub use device::solve;
pub use device::{Solver, solve_async};

pub mod host;

pub mod files;

mod rounds;
pub use rounds::Rounds;

mod distances;
pub use distances::Distances;

pub mod reference;

mod error;
pub use error::{Error, Result};

mod cycle;
mod exact;
mod memory;
mod threads;
mod tree;
mod verify;
