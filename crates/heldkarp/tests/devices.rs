//! The search on every device found, against brute force and the host twin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::ops::ControlFlow;

use heldkarp::{Cost, CostMatrix, Error, Problem, Solver, host};
use kernel_engine::{DeviceChoice, Engine};

const SEED: u64 = 0x5eed_c171;

/// The devices of this machine, by name.
fn devices() -> Vec<String> {
    let mut names: Vec<String> = Engine::devices().into_iter().map(|it| it.name).collect();
    names.sort();
    names.dedup();
    names
}

fn open(name: &str) -> Engine {
    Engine::builder().device(DeviceChoice::Named(name.to_owned())).build().unwrap()
}

/// Numbers that are the same in every run (G. Marsaglia's xorshift, 2003).
fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32 % below
    }
}

/// Costs below `below`, as they come or the same there and back.
fn random<C: Cost>(
    cities: usize,
    symmetric: bool,
    mut number: impl FnMut() -> C,
) -> CostMatrix<C> {
    let mut rows: Vec<Vec<C>> =
        (0..cities).map(|_| (0..cities).map(|_| number()).collect()).collect();
    for a in 0..cities {
        for b in 0..a {
            if symmetric {
                rows[a][b] = rows[b][a];
            }
        }
    }
    CostMatrix::from_rows(&rows).unwrap()
}

fn same<C: Cost + PartialEq>(solver: &Solver, problem: &Problem<C>, what: &str) {
    let expected = host::solve(problem);
    let found = solver.solve(problem);
    match (expected, found) {
        (Ok(expected), Ok(found)) => assert_eq!(found.cost, expected.cost, "{what}"),
        (Err(expected), Err(found)) => {
            assert_eq!(found.to_string(), expected.to_string(), "{what}");
        }
        (expected, found) => panic!("{what}: {found:?} instead of {expected:?}"),
    }
}

#[test]
fn integers_are_exact() {
    let mut number = numbers(SEED);
    for name in devices() {
        let solver = Solver::new(&open(&name));
        for cities in 1..=13 {
            for symmetric in [true, false] {
                // Few different costs make ties.
                for below in [3, 100_000] {
                    let costs = random(cities, symmetric, || number(below));
                    let what = format!("{name}: {cities} cities below {below}, {symmetric}");
                    same(&solver, &Problem::new(costs), &what);
                }
            }
        }
    }
}
