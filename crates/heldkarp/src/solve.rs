//! Solve: on the host or on the device, whichever has it sooner.

use kernel_engine::{DeviceKind, Engine, Wait};

use crate::cost::Cost;
use crate::costs::CostMatrix;
use crate::device::{SILENT, Solver};
use crate::error::Result;
use crate::host;
use crate::problem::Problem;
use crate::tour::Tour;

/// The host solves so many cities in milliseconds; a device has kernels to compile first.
const FEW: usize = if cfg!(target_arch = "wasm32") { 16 } else { 20 };

/// The cheapest tour of a cost matrix, or of a [`Problem`] with options.
///
/// The host solves up to 20 cities, and all problems where the engine's device is the CPU, whose
/// cores the host uses better by itself; the device solves the others. [`host::solve`] and
/// [`Solver`] leave no choice. The tour is the same.
///
/// # Errors
///
/// Those of [`host::solve`] and [`Solver::solve`].
#[cfg(not(target_arch = "wasm32"))]
pub fn solve<C: Cost>(engine: &Engine, problem: impl Into<Problem<C>>) -> Result<Tour<C>> {
    Wait::finished(choose(engine, &problem.into(), Wait::Block))
}

/// As [`solve`], without blocking the thread while the device works. In a browser, where the host
/// is one slow thread, it solves up to 16 cities.
///
/// # Errors
///
/// Those of [`host::solve`] and [`Solver::solve_async`].
pub async fn solve_async<C: Cost>(
    engine: &Engine,
    problem: impl Into<Problem<C>>,
) -> Result<Tour<C>> {
    let problem = problem.into();
    choose(engine, &problem, Wait::Yield).await
}

async fn choose<C: Cost>(engine: &Engine, problem: &Problem<C>, wait: Wait) -> Result<Tour<C>> {
    match problem.costs().cities() <= FEW || engine.info().kind == DeviceKind::Cpu {
        true => host::solve(problem),
        false => Solver::new(engine).find(problem, wait, SILENT).await,
    }
}

impl<C: Cost> From<CostMatrix<C>> for Problem<C> {
    fn from(costs: CostMatrix<C>) -> Self {
        Self::new(costs)
    }
}

impl<C: Cost> From<&CostMatrix<C>> for Problem<C> {
    fn from(costs: &CostMatrix<C>) -> Self {
        Self::new(costs.clone())
    }
}

impl<C: Cost> From<&Self> for Problem<C> {
    fn from(problem: &Self) -> Self {
        problem.clone()
    }
}
