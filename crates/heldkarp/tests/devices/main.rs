//! The search on every device found, against the host twin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod batches;
mod search;
#[path = "../support/mod.rs"]
mod support;

use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;

use heldkarp::{Cost, CostMatrix, Problem, Result, Tour, host};

const SEED: u64 = 0x5eed_c171;

/// Costs below `below`, as they come or the same there and back.
fn random<C: Cost>(cities: usize, symmetric: bool, mut number: impl FnMut() -> C) -> CostMatrix<C> {
    let drawn: Vec<C> = (0..cities * cities).map(|_| number()).collect();
    let ends = |a: usize, b: usize| if symmetric { (a.min(b), a.max(b)) } else { (a, b) };
    let cost = |a, b| {
        let (a, b) = ends(a, b);
        drawn[a * cities + b]
    };
    CostMatrix::from_fn(cities, cost).unwrap()
}

/// A problem with options drawn by lot.
fn with_options<C: Cost>(costs: CostMatrix<C>, number: &mut impl FnMut(u32) -> u32) -> Problem<C> {
    let cities = costs.cities() as u32;
    let mut problem = Problem::new(costs);
    if number(2) == 0 {
        problem = problem.open();
    }
    let (start, end) = (number(cities), number(cities));
    if number(2) == 0 {
        problem = problem.start(start as usize);
    }
    if number(3) == 0 && start != end {
        problem = problem.end(end as usize);
    }
    for _ in 0..number(4) {
        let (a, b) = (number(cities) as usize, number(cities) as usize);
        problem = if a < b { problem.before(a, b) } else { problem.forbid(a, b) };
    }
    problem
}

/// What was found is the tour of the host twin, or fails for the same reason.
fn check<C: Cost>(problem: &Problem<C>, found: &Result<Tour<C>>, what: &str) {
    match (host::solve(problem), found) {
        (Ok(expected), Ok(found)) => assert_eq!(*found, expected, "{what}: {problem:?}"),
        (Err(expected), Err(found)) => {
            assert_eq!(found.to_string(), expected.to_string(), "{what}: {problem:?}");
        }
        (expected, found) => panic!("{what}: {found:?}, not {expected:?}, {problem:?}"),
    }
}

/// Asked once before it is ready and then until it is, on a thread that does not know it.
fn on_another_thread<T: Send>(future: impl Future<Output = T> + Send) -> T {
    let mut future = pin!(future);
    let early = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    match early {
        Poll::Ready(value) => value,
        Poll::Pending => {
            thread::scope(|scope| scope.spawn(|| pollster::block_on(future)).join().unwrap())
        }
    }
}
