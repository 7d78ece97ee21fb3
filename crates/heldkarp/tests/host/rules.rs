//! Rules: what is refused, in which words; what has no tour, and why; the smallest problems.

use heldkarp::{Cost, CostMatrix, Error, NoTour, Problem, Result, host, metric};

fn costs<C: Cost, const N: usize>(rows: [[C; N]; N]) -> Problem<C> {
    Problem::new(CostMatrix::from_rows(&rows).unwrap())
}

/// The order and the cost.
fn solved<C: Cost>(problem: Problem<C>) -> (Vec<usize>, C) {
    let tour = host::solve(&problem).unwrap();
    (tour.order, tour.cost)
}

fn refused<T: std::fmt::Debug>(result: Result<T>) -> String {
    result.unwrap_err().to_string()
}

fn no_tour<C: Cost>(problem: Problem<C>) -> NoTour {
    match host::solve(&problem) {
        Err(Error::NoTour(cause)) => cause,
        other => panic!("{other:?}"),
    }
}

const TRIANGLE: [[i32; 3]; 3] = [[0, 1, 4], [2, 0, 8], [16, 32, 0]];

#[test]
fn the_four_cities_of_2017_cost_715() {
    let rows = [[0, 170, 186, 114], [170, 0, 343, 225], [186, 343, 0, 134], [114, 225, 134, 0]];
    let (order, cost) = solved(costs(rows));
    assert_eq!(cost, 715);
    assert!([[0, 2, 3, 1], [0, 1, 3, 2]].contains(&order[..].try_into().unwrap()), "{order:?}");
}

#[test]
fn the_smallest_problems_have_tours() {
    let none = CostMatrix::<u32>::from_rows(&[[0_u32; 0]; 0]).unwrap();
    assert_eq!(solved(Problem::new(none.clone())), (vec![], 0));
    assert_eq!(solved(Problem::new(none).open()), (vec![], 0));

    let one = || costs([[7]]);
    for problem in [one(), one().open(), one().start(0), one().end(0), one().start(0).end(0)] {
        assert_eq!(solved(problem), (vec![0], 0));
    }

    let two = || costs([[0, 3], [-5, 0]]);
    assert_eq!(solved(two()), (vec![0, 1], -2));
    assert_eq!(solved(two().start(1)), (vec![1, 0], -2));
    assert_eq!(solved(two().open()), (vec![1, 0], -5));
    assert_eq!(solved(two().open().start(0)), (vec![0, 1], 3));
    assert_eq!(solved(two().end(0)), (vec![1, 0], -5));
    assert_eq!(solved(two().start(0).end(1)), (vec![0, 1], 3));

    let three = || costs(TRIANGLE);
    assert_eq!(solved(three()), (vec![0, 1, 2], 25));
    assert_eq!(solved(three().open()), (vec![1, 0, 2], 6));
    assert_eq!(solved(three().before(2, 1)), (vec![0, 2, 1], 38));
    assert_eq!(solved(three().forbid(1, 2)), (vec![0, 2, 1], 38));
}

#[test]
fn of_equal_tours_it_is_always_the_same() {
    for n in 4..=15 {
        let equal = || Problem::new(CostMatrix::from_fn(n, |_, _| 5).unwrap());
        let (order, cost) = solved(equal());
        assert_eq!((order, cost), solved(equal()));
        assert_eq!(cost, 5 * n as i32);
    }
}

#[test]
fn what_is_no_matrix_names_row_and_column() {
    assert_eq!(
        refused(CostMatrix::from_rows(&[vec![0, 1], vec![1]])),
        "row 1 of the cost matrix has 1 costs, and one for each of 2 cities is needed"
    );
    assert_eq!(
        refused(CostMatrix::from_rows(&[[0.0, 1.0], [f64::NAN, 0.0]])),
        "row 1, column 0 of the cost matrix is NaN, which is no cost: infinity forbids a leg"
    );
    assert!(CostMatrix::from_rows(&[[0.0, f32::NEG_INFINITY], [1.0, 0.0]]).is_err());
    // What stands on the diagonal is not used.
    assert!(CostMatrix::from_rows(&[[f32::NAN, 1.0], [1.0, f32::NAN]]).is_ok());
    let points = [[0.0, 0.0], [f64::NAN, 1.0]];
    assert!(CostMatrix::from_points(&points, metric::euclidean).is_err());
    assert!(CostMatrix::from_points(&points, metric::manhattan).is_err());
    assert!(CostMatrix::from_points(&points, metric::chebyshev).is_err());
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let three = || costs(TRIANGLE);
    assert_eq!(
        refused(host::solve(&three().before(1, 3))),
        "before names city 3, and there are 3 cities, numbered from 0"
    );
    for problem in [three().start(3), three().end(7), three().forbid(9, 0)] {
        assert!(matches!(host::solve(&problem), Err(Error::UnknownCity { .. })));
    }
    assert_eq!(
        refused(host::solve(&three().start(1).end(1))),
        "the path shall start and end in city 1: leave the end out for a closed tour"
    );
    let no_memory = host::solve(&CostMatrix::from_fn(47, |_, _| 1).unwrap().into());
    assert!(matches!(no_memory, Err(Error::TooLarge { cities: 47, largest: 12..45, .. })));
    let many = CostMatrix::from_fn(49, |_, _| 1).unwrap();
    assert!(matches!(host::solve(&many.into()), Err(Error::TooManyCities { cities: 49 })));
}

#[test]
fn sums_cannot_overflow() {
    let equal = |n: usize, cost: i64| {
        let signed = CostMatrix::from_fn(n, |_, _| cost as i32).unwrap();
        host::solve(&signed.into()).map(|tour| i64::from(tour.cost))
    };
    for n in 2..=9 {
        for limit in [i64::from(i32::MAX) / n as i64, i64::from(i32::MIN) / n as i64] {
            assert_eq!(equal(n, limit).unwrap(), limit * n as i64);
            assert!(matches!(equal(n, limit + limit.signum()), Err(Error::CostTooLarge { .. })));
        }
    }
    let spread = costs([[0, 800_000_000_u32, 1], [1, 0, 1], [1, 1, 0]]);
    assert_eq!(
        refused(host::solve(&spread)),
        "the cost from city 0 to city 1 is 800000000, and here costs must be from 0 to 715827883 \
         for every sum of 3 of them to fit: scale the costs, or forbid the leg"
    );
    assert_eq!(solved(spread.clone().forbid(0, 1)), (vec![0, 2, 1], 3));
    // A path does not return, so what only a return would take may cost anything.
    assert_eq!(solved(spread.open().start(1)), (vec![1, 0, 2], 2));
    let huge = costs([[0.0, f32::MAX], [f32::MAX, 0.0]]);
    assert!(matches!(host::solve(&huge), Err(Error::CostTooLarge { .. })));
    let tiny = costs([[0.0, f32::from_bits(1)], [f32::from_bits(2), 0.0]]);
    assert_eq!(solved(tiny), (vec![0, 1], f32::from_bits(3)));
}

#[test]
fn no_tour_names_its_cause() {
    let three = || costs(TRIANGLE);
    let causes = [
        (three().forbid(0, 2).forbid(1, 2), NoTour::NoWayIn { city: 2 }),
        (three().forbid(1, 0).forbid(1, 2), NoTour::NoWayOut { city: 1 }),
        (three().forbid(1, 0).forbid(2, 0), NoTour::NoWayIn { city: 0 }),
        (three().before(1, 2).before(2, 1), NoTour::Cycle { cities: vec![1, 2] }),
        (three().before(1, 1), NoTour::Cycle { cities: vec![1] }),
        (three().before(2, 0), NoTour::BeforeStart { city: 2, start: 0 }),
        (three().end(1).before(1, 2), NoTour::AfterEnd { city: 2, end: 1 }),
        (three().forbid(1, 2).before(1, 2), NoTour::NoOrder),
        (costs([[0, 1], [1, 0]]).forbid(0, 1), NoTour::NoWayIn { city: 1 }),
        (costs([[0, 1], [1, 0]]).start(1).end(0).forbid(1, 0), NoTour::NoWayIn { city: 0 }),
    ];
    for (problem, cause) in causes {
        assert_eq!(no_tour(problem.clone()), cause, "{problem:?}");
    }
    // A free end may be where nothing comes from, a free start where nothing goes to.
    assert_eq!(solved(three().open().forbid(0, 2).forbid(1, 2)), (vec![2, 0, 1], 17));
    assert_eq!(solved(three().open().forbid(1, 0).forbid(1, 2)), (vec![2, 0, 1], 17));
    let infinite = [[0.0, f64::INFINITY], [1.0, 0.0]];
    assert_eq!(no_tour(costs(infinite)), NoTour::NoWayIn { city: 1 });
    let longer = costs([[0; 5]; 5]).before(3, 1).before(1, 4).before(4, 3).before(2, 3);
    assert_eq!(no_tour(longer.clone()), NoTour::Cycle { cities: vec![1, 4, 3] });
    assert_eq!(
        refused(host::solve(&longer)),
        "there is no tour: of the cities [1, 4, 3] each must come before the next, and the last \
         before the first"
    );
}
