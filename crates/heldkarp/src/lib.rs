//! heldkarp finds cheapest tours, and proves them, on whatever device kernel-engine finds.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "tests"))]

mod costs;
pub use costs::CostMatrix;

pub mod metric;

mod problem;
pub use problem::Problem;

mod tour;
pub use tour::Tour;

pub mod host;

pub mod files;

mod device;
pub use device::{Plan, Progress, Solver, solve_batch};

pub mod classic;

mod cost;
pub use cost::Cost;

mod normal;

mod causes;

mod binomials;

mod error;
pub use error::{Error, NoTour, Result};
