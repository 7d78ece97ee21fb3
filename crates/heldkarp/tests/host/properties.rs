//! Random problems of all kinds at once: no order is cheaper.

use crate::asked::{Asked, Numbers};

const SEED: u64 = 0x5eed_7045;

/// One random problem in costs of a random type, all of which hold these costs exactly.
/// Whether it has a tour.
fn check(numbers: &mut Numbers, cities: usize) -> bool {
    let asked = Asked::random(numbers, cities);
    let best = asked.best();
    match numbers.below(4) {
        0 => asked.check(&asked.problem(|it| it, None), best, |it| it as i32),
        1 if asked.costs.iter().flatten().all(|it| *it >= 0) => {
            asked.check(&asked.problem(|it| it as u32, None), best, |it| it as u32);
        }
        2 => asked.check(&asked.problem(|it| it as f32, Some(f32::INFINITY)), best, |it| it as f32),
        _ => asked.check(&asked.problem(f64::from, Some(f64::INFINITY)), best, |it| it as f64),
    }
    best.is_some()
}

#[test]
fn no_order_of_few_cities_is_cheaper() {
    let mut numbers = Numbers(SEED);
    let rounds = 4000;
    let solved = (0..rounds).filter(|round| {
        let cities = if round % 80 == 0 { 8 } else { numbers.below(8) };
        check(&mut numbers, cities)
    });
    let solved = solved.count();
    assert!((rounds / 2..rounds * 9 / 10).contains(&solved), "{solved} of {rounds} have a tour");
}

#[test]
fn no_order_of_more_cities_is_cheaper() {
    let mut numbers = Numbers(SEED + 1);
    let sizes = [9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 12, 12, 12, 13, 13, 14];
    let solved = sizes.into_iter().filter(|cities| check(&mut numbers, *cities)).count();
    assert!(solved > 5, "{solved} have a tour");
}

/// Closed tours of real numbers, where sums round: within the bound of the sums.
#[test]
fn floats_are_as_exact_as_their_sums() {
    use heldkarp::{CostMatrix, Problem, host, metric};
    let mut numbers = Numbers(SEED + 2);
    for cities in [5, 8, 13, 15, 16] {
        let mut number = || numbers.below(1 << 24) as f64 / f64::from(1 << 24) - 0.5;
        let points: Vec<[f64; 3]> = (0..cities).map(|_| [number(), number(), number()]).collect();
        let wide = CostMatrix::from_points(&points, metric::euclidean).unwrap();
        let narrow = CostMatrix::from_points(&points, |a, b| metric::euclidean(a, b) as f32);
        let wide = host::solve(&Problem::new(wide)).unwrap();
        let narrow = host::solve(&Problem::new(narrow.unwrap())).unwrap();
        let apart = (wide.cost - f64::from(narrow.cost)).abs();
        assert!(apart <= wide.cost * f64::from(f32::EPSILON) * 8.0, "{wide:?} and {narrow:?}");
    }
}
