//! One problem at a time.

use std::ops::ControlFlow;

use heldkarp::{Cost, CostMatrix, Error, Problem, Progress, Solver, host, solve_async};
use kernel_engine::Engine;

use crate::support::{engines, numbers};
use crate::{SEED, check, on_another_thread, random, with_options};

/// The solver finds what the host twin does.
fn same<C: Cost>(solver: &Solver, problem: &Problem<C>, what: &str) {
    check(problem, &solver.solve(problem), what);
}

#[test]
fn integers_are_exact() {
    let mut number = numbers(SEED);
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
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

#[test]
fn the_host_agrees_up_to_eighteen_cities() {
    let mut number = numbers(SEED + 9);
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
        for cities in 15..=18 {
            let costs = random(cities, cities % 2 == 0, || number(90_000) as i32 - 100);
            same(&solver, &Problem::new(costs), name);
            let costs = random(cities, cities % 2 == 1, || number(1000) as f32 / 7.0 - 20.0);
            same(&solver, &with_options(costs, &mut number), name);
        }
    }
}

#[test]
fn options_are_obeyed() {
    let mut number = numbers(SEED + 1);
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
        for round in 0..60 {
            let cities = 6 + round % 7;
            let costs = random(cities, round % 3 == 0, || number(50));
            let problem = with_options(costs, &mut number);
            same(&solver, &problem, name);
        }
    }
}

#[test]
fn floats_are_added_in_the_same_order() {
    let mut number = numbers(SEED + 2);
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
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
    for engine in engines() {
        let name = &engine.info().name;
        let device = || Engine::builder().device(engine.info());
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
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
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
            same(&solver, &problem, name);
        }
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_starts() {
    for engine in engines() {
        let solver = Solver::new(&engine);
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
    for engine in engines() {
        let name = &engine.info().name;
        let engine = Engine::builder().device(engine.info()).binding_bytes(8192).build().unwrap();
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
                    same(solver, &problem, name);
                }
            }
        }
    }
}

#[test]
fn a_plan_tells_who_solves() {
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
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
        // A device may take subnormal costs for 0, and those that are apart by so little for equal.
        for (cost, on_device) in [(1e-40, false), (-2e-37, false), (-1e-30, true), (0.0, true)] {
            let costs = CostMatrix::from_fn(9, |a, b| cost * (a * b) as f32).unwrap();
            let problem = Problem::new(costs);
            let plan = solver.plan(&problem).unwrap();
            assert_eq!(plan.on_device, on_device, "{cost} on {name}");
            same(&solver, &problem, name);
        }
        // Rows go in twos, and levels of 9 cities have 9.
        let ratio = plan_of(20, 50_000).bytes as f64 / plan(20).bytes as f64;
        assert!((1.7..2.0).contains(&ratio), "{ratio} on {name}");
    }
}

#[test]
fn what_does_not_block_finds_the_same() {
    let mut number = numbers(SEED + 6);
    for engine in engines() {
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
    }
}
