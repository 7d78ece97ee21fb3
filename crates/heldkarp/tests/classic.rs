//! The method of 2017 on every device: it agrees with the host, and every answer is right.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[allow(dead_code, reason = "nothing here is random")]
mod support;

use heldkarp::classic::{self, Query};
use heldkarp::{Cost, CostMatrix, Error, Problem, host};
use kernel_engine::Engine;
use support::engines;

/// Costs that are the same in every run and differ there and back.
fn mixed<C: Cost>(cities: usize, cost: impl Fn(i32) -> C) -> CostMatrix<C> {
    let mix = |a: usize, b: usize| (a * 7919 + b * 104_729 + a * b * 31) % 997;
    CostMatrix::from_fn(cities, |a, b| cost(mix(a, b) as i32 - 100)).unwrap()
}

fn agrees<C: Cost>(engine: &Engine, costs: &CostMatrix<C>) {
    let tour = classic::solve(engine, costs).unwrap();
    let twin = host::solve(&Problem::new(costs.clone())).unwrap();
    assert_eq!(tour.cost, twin.cost, "{} of {costs:?}", engine.info().name);
}

#[test]
fn it_finds_what_the_host_finds() {
    for engine in engines() {
        for cities in 0..=9 {
            agrees(&engine, &mixed(cities, |it| it));
            agrees(&engine, &mixed(cities, |it| it as f32));
        }
        agrees(&engine, &mixed(13, |it| (it + 100) as u32));
    }
}

#[test]
fn every_query_of_the_page_is_answered() {
    let rows = [[0, 170, 186, 114], [170, 0, 343, 225], [186, 343, 0, 134], [114, 225, 134, 0]];
    let costs = CostMatrix::<u32>::from_rows(&rows).unwrap();
    let answers = [
        (1, &[][..], 170, 0),
        (2, &[], 186, 0),
        (3, &[], 114, 0),
        (1, &[2], 529, 2),
        (1, &[3], 339, 3),
        (2, &[1], 513, 1),
        (2, &[3], 248, 3),
        (3, &[1], 395, 1),
        (3, &[2], 320, 2),
        (1, &[2, 3], 545, 3),
        (2, &[1, 3], 529, 3),
        (3, &[1, 2], 647, 2),
        (0, &[1, 2, 3], 715, 1),
    ];
    for engine in engines() {
        // From pixels, in whatever order a file has them.
        let mut levels = classic::queries(4);
        levels.iter_mut().for_each(|level| level.reverse());
        let walk = classic::walk(&engine, &costs, &levels).unwrap();
        for (end, through, cost, parent) in answers {
            let answer = walk.answer(Query::new(end, through)).unwrap();
            assert_eq!((answer.cost, answer.parent), (cost, parent), "{end}, {through:?}");
        }
        let tour = walk.tour().unwrap();
        assert_eq!((tour.order, tour.cost), (vec![0, 2, 3, 1], 715));
        assert_eq!(walk.answer(Query::new(5, &[2])), None);

        levels[2].pop();
        let refused = classic::walk(&engine, &costs, &levels);
        assert!(matches!(refused, Err(Error::Queries { cities: 4 })));
        let refused = classic::solve(&engine, &mixed(17, |it| it));
        assert!(matches!(refused, Err(Error::Queries { cities: 17 })));
    }
}

#[test]
fn forbidden_ways_have_no_answer() {
    let never = f32::INFINITY;
    let rows = [[0.0, 1.0, never], [never, 0.0, 2.0], [4.0, 8.0, 0.0]];
    let costs = CostMatrix::from_rows(&rows).unwrap();
    for engine in engines() {
        let walk = classic::walk(&engine, &costs, &classic::queries(3)).unwrap();
        assert_eq!(walk.answer(Query::new(2, &[])), None);
        assert_eq!(walk.answer(Query::new(1, &[2])), None);
        assert_eq!(walk.answer(Query::new(2, &[1])).unwrap().cost, 3.0);
        assert_eq!(walk.tour().unwrap().cost, 7.0);
    }
}
