//! Problems: the costs that all solve, and when a tour is right.

use anyhow::{Result, bail, ensure};
use heldkarp::{Cost, CostMatrix, Problem};

use crate::numbers::Numbers;

/// What it costs from each city to each, row after row.
pub(crate) type Costs = Vec<Vec<u32>>;

/// Random points in a square with sides of 1000, and their distances, rounded: symmetric, and so
/// small that every contestant takes them.
pub(crate) fn costs(cities: usize, seed: u64) -> Costs {
    let mut numbers = Numbers::new(((cities as u64) << 32) + seed);
    let coordinate = |it: u32| f64::from(it);
    let points: Vec<[f64; 2]> =
        (0..cities).map(|_| [(); 2].map(|()| coordinate(numbers.below(1001)))).collect();
    let distance = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]).round() as u32;
    points.iter().map(|a| points.iter().map(|b| distance(a, b)).collect()).collect()
}

/// The costs as heldkarp has them.
pub(crate) fn problem<C: Cost>(costs: &Costs, cost: fn(u32) -> C) -> Result<Problem<C>> {
    Ok(Problem::new(CostMatrix::from_fn(costs.len(), |a, b| cost(costs[a][b]))?))
}

/// What a tour costs, which visits each city once.
pub(crate) fn length(costs: &Costs, tour: &[usize]) -> Result<u64> {
    let mut visited = vec![false; costs.len()];
    for &city in tour {
        match visited.get_mut(city) {
            Some(visited) if !*visited => *visited = true,
            _ => bail!("it visits city {city} twice, or there is none: {tour:?}"),
        }
    }
    ensure!(tour.len() == costs.len(), "it visits {} cities of {}", tour.len(), costs.len());
    let home = tour.iter().cycle().skip(1);
    Ok(tour.iter().zip(home).map(|(&a, &b)| u64::from(costs[a][b])).sum())
}

/// Problems of one size, and what their cheapest tours cost.
pub(crate) struct Problems {
    pub(crate) costs: Vec<Costs>,
    pub(crate) optima: Vec<u64>,
}

/// How the tours of a contestant are.
#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Right,
    Dearer(String),
    /// It is heldkarp that was wrong.
    Cheaper(String),
}

impl Problems {
    pub(crate) fn cities(&self) -> usize {
        self.costs.first().map_or(0, Vec::len)
    }

    /// How the tours of the first problems are.
    pub(crate) fn judge(&self, tours: &[Vec<usize>]) -> Result<Verdict> {
        ensure!(!tours.is_empty(), "it gave no tours");
        let mut verdict = Verdict::Right;
        for (at, ((tour, costs), optimum)) in
            tours.iter().zip(&self.costs).zip(&self.optima).enumerate()
        {
            let cost = length(costs, tour)?;
            let told =
                || format!("its tour of problem {at} costs {cost}, and heldkarp's {optimum}");
            if cost < *optimum {
                return Ok(Verdict::Cheaper(told()));
            }
            if cost > *optimum && verdict == Verdict::Right {
                verdict = Verdict::Dearer(told());
            }
        }
        Ok(verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_symmetric_and_the_same_in_every_run() {
        let drawn = costs(12, 3);
        assert_eq!(drawn, costs(12, 3));
        assert_ne!(drawn, costs(12, 4));
        for (a, b) in (0..144).map(|pair| (pair / 12, pair % 12)) {
            assert_eq!(drawn[a][b], drawn[b][a]);
            assert!(drawn[a][b] <= 1415 && (a != b || drawn[a][b] == 0));
        }
    }

    #[test]
    fn tours_are_judged_by_what_they_visit_and_cost() {
        let square = vec![vec![0, 1, 3, 1], vec![1, 0, 1, 3], vec![3, 1, 0, 1], vec![1, 3, 1, 0]];
        assert_eq!(length(&square, &[0, 1, 2, 3]).unwrap(), 4);
        assert_eq!(length(&square, &[2, 0, 1, 3]).unwrap(), 8);
        for wrong in [&[0, 1, 2][..], &[0, 1, 1, 2], &[0, 1, 2, 4], &[0, 1, 2, 3, 0]] {
            assert!(length(&square, wrong).is_err(), "{wrong:?}");
        }
        let verdict = |optimum, tour: &[usize]| {
            let problems = Problems { costs: vec![square.clone()], optima: vec![optimum] };
            problems.judge(&[tour.to_vec()]).unwrap()
        };
        assert_eq!(verdict(4, &[3, 2, 1, 0]), Verdict::Right);
        assert!(matches!(verdict(4, &[0, 2, 1, 3]), Verdict::Dearer(_)));
        assert!(matches!(verdict(5, &[3, 2, 1, 0]), Verdict::Cheaper(_)));
        let none = Problems { costs: vec![], optima: vec![] };
        assert!(none.judge(&[]).is_err());
    }
}
