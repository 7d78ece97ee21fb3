//! The search on every device found, against brute force and the host twin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;

use heldkarp::{
    Cost, CostMatrix, Error, Problem, Progress, Solver, Tour, host, solve_async, solve_batch,
};
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
fn random<C: Cost>(cities: usize, symmetric: bool, mut number: impl FnMut() -> C) -> CostMatrix<C> {
    let drawn: Vec<C> = (0..cities * cities).map(|_| number()).collect();
    let ends = |a: usize, b: usize| if symmetric { (a.min(b), a.max(b)) } else { (a, b) };
    let cost = |a, b| {
        let (a, b) = ends(a, b);
        drawn[a * cities + b]
    };
    CostMatrix::from_fn(cities, cost).unwrap()
}

/// The solver and the host twin find the same tour, or fail for one reason.
fn same<C: Cost>(solver: &Solver, problem: &Problem<C>, what: &str) {
    match (host::solve(problem), solver.solve(problem)) {
        (Ok(expected), Ok(found)) => assert_eq!(found, expected, "{what}"),
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
                    let costs = random(cities, symmetric, || number(below) as i32 - 1000);
                    same(&solver, &Problem::new(costs), &what);
                }
            }
        }
    }
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

#[test]
fn options_are_obeyed() {
    let mut number = numbers(SEED + 1);
    for name in devices() {
        let solver = Solver::new(&open(&name));
        for round in 0..60 {
            let cities = 6 + round % 7;
            let costs = random(cities, round % 3 == 0, || number(50));
            let problem = with_options(costs, &mut number);
            same(&solver, &problem, &format!("{name}: {problem:?}"));
        }
    }
}

#[test]
fn floats_are_added_in_the_same_order() {
    let mut number = numbers(SEED + 2);
    for name in devices() {
        let solver = Solver::new(&open(&name));
        for cities in 5..=14 {
            for symmetric in [true, false] {
                let what = format!("{name}: {cities} cities, {symmetric}");
                let costs = random(cities, symmetric, || number(1000) as f32 / 7.0 - 20.0);
                same(&solver, &Problem::new(costs), &what);
                // Tenths make ties that only rounding breaks.
                let costs = random(cities, symmetric, || (1 + number(4)) as f32 * 0.1);
                same(&solver, &Problem::new(costs), &what);
                let costs = random(cities, symmetric, || f64::from(number(1000)) / 7.0);
                same(&solver, &Problem::new(costs), &what);
            }
        }
    }
}

#[test]
fn tables_lie_in_whatever_storages_there_are() {
    let mut number = numbers(SEED + 3);
    for name in devices() {
        let device = || Engine::builder().device(DeviceChoice::Named(name.clone()));
        let whole = device().build().unwrap();
        let solvers = [
            ("one lane", Solver::new(&whole).tuned(1, false, 0, 64)),
            ("two lanes, eight blocks", Solver::new(&whole).tuned(2, false, 3, 128)),
            ("joined", Solver::new(&whole).tuned(4, true, 0, 256)),
            ("eight storages", Solver::new(&device().storages(8).build().unwrap())),
            ("small bindings", Solver::new(&device().binding_bytes(4096).build().unwrap())),
        ];
        for (what, solver) in solvers {
            for cities in [9, 10, 13, 12] {
                for symmetric in [true, false] {
                    let costs = random(cities, symmetric, || number(1000));
                    let what = format!("{name}: {what}, {cities} cities, {symmetric}");
                    let problem = Problem::new(costs);
                    let ordered = cities == 12 && !symmetric;
                    let problem = if ordered { problem.before(11, 3) } else { problem };
                    same(&solver, &problem, &what);
                }
            }
        }
    }
}

#[test]
fn a_search_tells_how_far_it_is_and_can_be_cancelled() {
    let mut number = numbers(SEED + 4);
    for name in devices() {
        let solver = Solver::new(&open(&name));
        for symmetric in [true, false] {
            let problem = Problem::new(random(11, symmetric, || number(1000)));
            let mut told = Vec::new();
            let tour = solver.solve_with(&problem, |progress| {
                told.push(progress.level);
                ControlFlow::Continue(())
            });
            assert_eq!(tour.unwrap().cost, host::solve(&problem).unwrap().cost);
            assert!(!told.is_empty() && told.iter().copied().eq(1..=told.len()), "{told:?}");
            let mut calls = 0;
            let tour = solver.solve_with(&problem, |_| {
                calls += 1;
                if calls == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert!(matches!(tour, Err(Error::Cancelled)), "{tour:?}");
            assert_eq!(calls, 2);
            same(&solver, &problem, &name);
        }
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_starts() {
    for name in devices() {
        let solver = Solver::new(&open(&name));
        let costs = CostMatrix::from_rows(&vec![vec![1u32; 36]; 36]).unwrap();
        match solver.solve(&Problem::new(costs)) {
            Err(Error::TooLarge { cities: 36, largest, needed, .. }) => {
                assert!((20..36).contains(&largest), "{largest}");
                assert!(needed > 100_000_000_000, "{needed}");
            }
            outcome => panic!("{outcome:?}"),
        }
    }
}

/// Around the largest number of 16 bits, and above it for single legs, with ties.
#[test]
fn narrow_tables_are_exact() {
    let mut number = numbers(SEED + 7);
    for name in devices() {
        let engine = Engine::builder().device(DeviceChoice::Named(name.clone()));
        let engine = engine.binding_bytes(8192).build().unwrap();
        let solvers = [
            Solver::new(&engine),
            Solver::new(&engine).tuned(1, false, 0, 64),
            Solver::new(&engine).tuned(4, true, 0, 64),
            Solver::new(&engine).wide(),
        ];
        for (cities, symmetric) in [(8, false), (11, true), (12, true), (13, false)] {
            for cheapest in [0, 65_534, 65_535, 200_000] {
                // A ring whose first leg alone costs anything, among legs that cost more.
                let ring = |a: usize, b: usize| (a + 1) % cities == b;
                let rough = random(cities, symmetric, || cheapest + 1 + number(3));
                let costs = CostMatrix::from_fn(cities, |a, b| {
                    let (a, b) = if symmetric && !ring(a, b) { (b, a) } else { (a, b) };
                    match (ring(a, b), a) {
                        (true, 0) => cheapest,
                        (true, _) => 0,
                        _ => rough[(a, b)],
                    }
                });
                let problem = Problem::new(costs.unwrap());
                assert_eq!(host::solve(&problem).unwrap().cost, cheapest);
                for solver in &solvers {
                    let what = format!("{name}: {cities} cities, {symmetric}, {cheapest}");
                    same(solver, &problem, &what);
                }
            }
            for below in [4, 10_000, 300_000] {
                let costs = random(cities, symmetric, || number(below));
                let problem = with_options(costs, &mut number);
                for solver in &solvers {
                    same(solver, &problem, &format!("{name}: {problem:?}"));
                }
            }
        }
    }
}

#[test]
fn a_plan_tells_who_solves() {
    for name in devices() {
        let solver = Solver::new(&open(&name));
        let plan_of = |cities, times| {
            let costs = CostMatrix::from_fn(cities, |a, b| (a * b * times) as i32).unwrap();
            solver.plan(&Problem::new(costs)).unwrap()
        };
        let plan = |cities| plan_of(cities, 1);
        for (cities, on_device) in [(1, false), (5, false), (6, true), (20, true)] {
            let plan = plan(cities);
            assert_eq!(plan.on_device, on_device, "{cities} cities on {name}");
            assert_eq!(plan.bytes > 0 && plan.levels > 0, on_device, "{cities} cities on {name}");
        }
        // Rows go in twos, and levels of 9 cities have 9.
        let ratio = plan_of(20, 50_000).bytes as f64 / plan(20).bytes as f64;
        assert!((1.7..2.0).contains(&ratio), "{ratio} on {name}");
    }
}

#[test]
fn batches_of_all_sizes_come_back_in_order() {
    let mut number = numbers(SEED + 5);
    for name in devices() {
        let engine = open(&name);
        let mut problems = Vec::new();
        for round in 0..300 {
            let costs = random(1 + round % 15, round % 4 < 2, || number(60));
            problems.push(match round % 5 {
                0 => with_options(costs, &mut number),
                _ => Problem::new(costs),
            });
        }
        for solver in [Solver::new(&engine).tuned(4, false, 0, 128), Solver::new(&engine)] {
            same_batch(&solver.solve_batch(&problems), &problems, &name);
        }
        assert!(solve_batch::<u32>(&engine, &[]).is_empty());
    }
}

/// Results of a batch are those of the host twin, each in its place.
fn same_batch<C: Cost>(found: &[Result<Tour<C>, Error>], problems: &[Problem<C>], what: &str) {
    assert_eq!(found.len(), problems.len());
    for (problem, found) in problems.iter().zip(found) {
        match (host::solve(problem), found) {
            (Ok(expected), Ok(found)) => assert_eq!(*found, expected, "{what}: {problem:?}"),
            (Err(expected), Err(found)) => {
                assert_eq!(found.to_string(), expected.to_string(), "{what}: {problem:?}");
            }
            (expected, found) => panic!("{what}: {found:?}, not {expected:?}, {problem:?}"),
        }
    }
}

/// Problems of many shapes, of which some are none and some have no tour, as they come.
fn mixed<C: Cost>(number: &mut impl FnMut(u32) -> u32, cost: fn(u32) -> C) -> Vec<Problem<C>> {
    let problem = |round: usize| {
        let cities = [9, 9, 12, 3, 10, 9, 13, 7][round % 8];
        let problem = Problem::new(random(cities, round % 3 != 1, || cost(number(300))));
        match round % 11 {
            0 => with_options(problem.costs().clone(), number),
            1 => problem.start(cities),
            2 => problem.start(1).end(1),
            3 => (0..cities).fold(problem, |problem, a| problem.forbid(a, 2)),
            // Three cities that only lead to one another.
            4 => {
                let pairs = (0..3).flat_map(|a| (3..cities).map(move |b| (a, b)));
                pairs.fold(problem, |problem, (a, b)| problem.forbid(a, b))
            }
            5 => problem.before(1, 2).before(2, 1),
            _ => problem,
        }
    };
    (0..250).map(problem).collect()
}

#[test]
fn chunks_of_a_batch_come_back_in_order() {
    let mut number = numbers(SEED + 8);
    for name in devices() {
        let engine = open(&name);
        let solver = || Solver::new(&engine).tuned(4, false, 0, 64);
        for solver in [solver().chunked(1), solver().chunked(16), solver()] {
            let mut problems = mixed(&mut number, |cost| cost as i32 - 150);
            // Costs that some sums of would exceed, one of a kind that is solved in between.
            let large = CostMatrix::from_fn(9, |a, b| (a + b) as i32 * 50_000_000).unwrap();
            problems.insert(40, Problem::new(large));
            same_batch(&solver.solve_batch(&problems), &problems, &name);
            let found = on_another_thread(solver.solve_batch_async(&problems));
            same_batch(&found, &problems, &name);
            // With the memory that those before left.
            let problems = mixed(&mut number, |cost| cost as f32 / 7.0 - 20.0);
            same_batch(&solver.solve_batch(&problems), &problems, &name);
            let problems = mixed(&mut number, |cost| f64::from(cost) / 7.0);
            same_batch(&solver.solve_batch(&problems), &problems, &name);
            let problems = mixed(&mut number, |cost| cost as i32 % 3);
            same_batch(&solver.solve_batch(&problems), &problems, &name);
        }
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

#[test]
fn what_does_not_block_finds_the_same() {
    let mut number = numbers(SEED + 6);
    for name in devices() {
        let engine = open(&name);
        let solver = Solver::new(&engine);
        for cities in [3, 9, 12] {
            let problem = Problem::new(random(cities, cities % 2 == 0, || number(1000)));
            let expected = host::solve(&problem).unwrap();
            assert_eq!(on_another_thread(solve_async(&engine, &problem)).unwrap(), expected);
            assert_eq!(on_another_thread(solver.solve_async(&problem)).unwrap(), expected);
            let mut told = 0;
            let count = |progress: Progress| {
                told = progress.level;
                ControlFlow::Continue(())
            };
            let found = on_another_thread(solver.solve_with_async(&problem, count));
            assert_eq!((found.unwrap(), told > 0), (expected, cities > 5));
            let stopped = solver.solve_with_async(&problem, |_| ControlFlow::Break(()));
            let stopped = on_another_thread(stopped);
            assert_eq!(matches!(stopped, Err(Error::Cancelled)), cities > 5, "{stopped:?}");
        }
        let problems: Vec<_> =
            (0..60).map(|at| Problem::new(random(1 + at % 13, at < 30, || number(60)))).collect();
        for solver in [solver, Solver::new(&engine).tuned(4, false, 0, 64)] {
            let found = on_another_thread(solver.solve_batch_async(&problems));
            let expected = problems.iter().map(|problem| host::solve(problem).unwrap());
            assert!(found.into_iter().map(Result::unwrap).eq(expected), "{name}");
        }
    }
}
