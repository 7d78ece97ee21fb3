//! heldkarp finds the cheapest tour through some cities, and proves that none is cheaper: on a GPU,
//! on whatever device [kernel-engine](kernel_engine) finds, or on the host.
//!
//! ```no_run
//! use heldkarp::{CostMatrix, Problem, solve};
//! use kernel_engine::Engine;
//!
//! let engine = Engine::new()?;
//! let costs = CostMatrix::from_rows(&[[0, 2, 9, 4], [1, 0, 6, 4], [3, 7, 0, 8], [6, 3, 1, 0]])?;
//! let tour = solve(&engine, &costs)?;
//! assert_eq!((tour.order, tour.cost), (vec![0, 1, 3, 2], 10));
//!
//! // A path from city 3 to wherever it ends, with city 2 before city 1.
//! let path = solve(&engine, Problem::new(costs).open().start(3).before(2, 1))?;
//! assert_eq!(path.order, [3, 2, 0, 1]);
//! # Ok::<(), heldkarp::Error>(())
//! ```
//!
//! The tour of the crate, in the order in which one needs it:
//!
//! - [`CostMatrix`] is what it costs to go from each city to each other, in `i32`, `u32`, `f32` or
//!   `f64`; from rows, from points and a [`metric`], or from a function. [`files`] reads TSPLIB and
//!   CSV.
//! - [`Problem`] adds what a tour must obey: open ends, a start, an end, cities before others,
//!   forbidden legs.
//! - [`solve`] chooses who solves it, [`Solver`] is the device, which also takes many small
//!   problems at once, tells its progress and can be stopped; [`host`] is the host's cores.
//! - Where nothing may block, as in a browser, each has a twin that ends in `_async`; there are only
//!   these in WebAssembly.
//! - [`Tour`] is what comes out. Its cost is summed from the input, and has been compared with what
//!   the table says.
//! - [`classic`] is the same algorithm as it was shown in 2017: slow, and made to be read.
//! - [`Error`] is everything that can go wrong, [`NoTour`] why there is no tour.
//!
//! For n cities time is in O(2ⁿ n²) and memory in O(2ⁿ √n). No heuristic is in it, so a problem
//! takes as long as its size says, whatever its costs.
//!
//! M. Held and R. M. Karp, *A dynamic programming approach to sequencing problems*, Journal of
//! the Society for Industrial and Applied Mathematics 10 (1962), 196-210; found independently by
//! R. Bellman, *Dynamic programming treatment of the travelling salesman problem*, Journal of the
//! ACM 9 (1962), 61-63.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests"))]

mod costs;
pub use costs::CostMatrix;

pub mod metric;

mod problem;
pub use problem::Problem;

pub mod files;

mod solve;
#[cfg(not(target_arch = "wasm32"))]
pub use solve::solve;
pub use solve::solve_async;

mod tour;
pub use tour::Tour;

mod device;
#[cfg(not(target_arch = "wasm32"))]
pub use device::solve_batch;
pub use device::{Plan, Progress, Solver};

pub mod host;

pub mod classic;

mod error;
pub use error::{Error, NoTour, Result};

// What host and device have in common.
mod cost;
pub use cost::Cost;
mod binomials;
mod causes;
mod halves;
mod normal;
