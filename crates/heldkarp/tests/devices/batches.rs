//! Many problems together.

use heldkarp::{Cost, CostMatrix, Problem, Result, Solver, Tour, solve_batch};

use crate::support::{engines, numbers};
use crate::{SEED, check, on_another_thread, random, with_options};

#[test]
fn batches_of_all_sizes_come_back_in_order() {
    let mut number = numbers(SEED + 5);
    for engine in engines() {
        let name = &engine.info().name;
        let mut problems = Vec::new();
        for round in 0..300 {
            let costs = random(1 + round % 15, round % 4 < 2, || number(60));
            problems.push(match round % 5 {
                0 => with_options(costs, &mut number),
                _ => Problem::new(costs),
            });
        }
        for solver in [Solver::new(&engine).tuned(4, false, 0, 128), Solver::new(&engine)] {
            same_batch(&solver.solve_batch(&problems), &problems, name);
        }
        assert!(solve_batch::<u32>(&engine, &[]).is_empty());
    }
}

/// Results of a batch are those of the host twin, each in its place.
fn same_batch<C: Cost>(found: &[Result<Tour<C>>], problems: &[Problem<C>], what: &str) {
    assert_eq!(found.len(), problems.len());
    for (problem, found) in problems.iter().zip(found) {
        check(problem, found, what);
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
    for engine in engines() {
        let name = &engine.info().name;
        let solver = || Solver::new(&engine).tuned(4, false, 0, 64);
        for solver in [solver().chunked(1), solver().chunked(16), solver()] {
            let mut problems = mixed(&mut number, |cost| cost as i32 - 150);
            // Costs that some sums of would exceed, one of a kind that is solved in between.
            let large = CostMatrix::from_fn(9, |a, b| (a + b) as i32 * 50_000_000).unwrap();
            problems.insert(40, Problem::new(large));
            same_batch(&solver.solve_batch(&problems), &problems, name);
            let found = on_another_thread(solver.solve_batch_async(&problems));
            same_batch(&found, &problems, name);
            // With the memory that those before left.
            let problems = mixed(&mut number, |cost| cost as f32 / 7.0 - 20.0);
            same_batch(&solver.solve_batch(&problems), &problems, name);
            let problems = mixed(&mut number, |cost| f64::from(cost) / 7.0);
            same_batch(&solver.solve_batch(&problems), &problems, name);
            let problems = mixed(&mut number, |cost| cost as i32 % 3);
            same_batch(&solver.solve_batch(&problems), &problems, name);
        }
    }
}

#[test]
fn what_does_not_block_finds_the_same() {
    let mut number = numbers(SEED + 6);
    for engine in engines() {
        let problems: Vec<_> =
            (0..60).map(|at| Problem::new(random(1 + at % 13, at < 30, || number(60)))).collect();
        for solver in [Solver::new(&engine), Solver::new(&engine).tuned(4, false, 0, 64)] {
            let found = on_another_thread(solver.solve_batch_async(&problems));
            same_batch(&found, &problems, &engine.info().name);
        }
    }
}
