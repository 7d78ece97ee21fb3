//! heldkarp computes the table of Held and Karp, which holds the answer to the travelling
//! salesman's problem, on whatever device kernel-engine finds.
//!
//! So far it computes the table, level by level; it reads no tour from it.
//! The last level gives the cost of the best tour in one more step:
//!
//! ```no_run
//! use heldkarp::{CostMatrix, Level};
//! use kernel_engine::Engine;
//!
//! let engine = Engine::new()?;
//! let costs = CostMatrix::from_rows(&[[0, 2, 9, 4], [1, 0, 6, 4], [3, 7, 0, 8], [6, 3, 1, 0]])?;
//! let mut level = Level::first(&engine, &costs)?;
//! while let Some(next) = level.next()? {
//!     level = next;
//! }
//! // One subset is left, all cities but the start, and a path to each of them: close them.
//! let paths = level.download()?;
//! let tour = (1..).zip(&paths).map(|(city, path)| path + costs[(city, 0)]).min();
//! # let _ = tour;
//! # Ok::<(), heldkarp::Error>(())
//! ```
//!
//! The tour of the crate, in the order in which one needs it:
//!
//! - [`CostMatrix`] is what it costs to go from each city to each other; it need not be symmetric.
//! - [`Level`] is one level of the table, on the device: for every set of so many cities, and
//!   every city in it, the least cost of a path that leaves the start, visits the set and ends
//!   there. [`Level::first`] and [`Level::next`] compute them.
//! - [`Layout`] says where in a level the entry of a set and an end stands.
//! - [`reference::Level`] is the same in plain Rust, for tests and for reading.
//! - [`Error`] is everything that can go wrong.
//!
//! A level of n cities takes time in O(n) for each of its entries, the whole table O(2ⁿ n²), and
//! two neighbouring levels are the most that must be in memory.
//!
//! M. Held and R. M. Karp, *A dynamic programming approach to sequencing problems*, Journal of
//! the Society for Industrial and Applied Mathematics 10 (1962), 196-210; found independently by
//! R. Bellman, *Dynamic programming treatment of the travelling salesman problem*, Journal of the
//! ACM 9 (1962), 61-63.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests"))]

mod costs;
pub use costs::{CostMatrix, MAX_CITIES};

mod level;
pub use level::Level;

mod layout;
pub use layout::Layout;

mod binomials;

pub mod reference;

mod error;
pub use error::{Error, Result};
