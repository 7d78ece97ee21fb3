//! Raw: what a file says, before it becomes a problem.

use std::path::Path;

use super::text::{Outcome, fault};
use super::{AnyProblem, Instance};
use crate::cost::Cost;
use crate::costs::CostMatrix;
use crate::error::Result;
use crate::problem::Problem;

/// What a file says.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) name: Option<String>,
    /// The cities as the file numbers them.
    pub(super) numbers: Vec<u64>,
    /// And as it calls them, where it does.
    pub(super) labels: Option<Vec<String>>,
    /// Row after row. Infinite where one cannot go.
    pub(super) costs: Vec<f64>,
    pub(super) points: Option<Vec<[f64; 2]>>,
    /// Pairs of which the first comes before the second.
    pub(super) before: Vec<(usize, usize)>,
    /// Whether one goes from the first city to the last, and not back.
    pub(super) is_path: bool,
}

impl Raw {
    /// A tour of cities that are numbered from `first`.
    pub(super) fn new(n: usize, first: u64, costs: Vec<f64>) -> Self {
        Self {
            name: None,
            numbers: (first..).take(n).collect(),
            labels: None,
            costs,
            points: None,
            before: Vec::new(),
            is_path: false,
        }
    }

    /// Takes -1 for what it means in a sequential ordering problem: the city of the row comes
    /// after that of the column, so one cannot go from the one to the other.
    pub(super) fn sequential_ordering(&mut self) {
        let n = self.numbers.len();
        self.is_path = true;
        for (at, cost) in self.costs.iter_mut().enumerate().filter(|(_, cost)| **cost == -1.0) {
            *cost = f64::INFINITY;
            let (later, earlier) = (at / n, at % n);
            if later != earlier {
                self.before.push((earlier, later));
            }
        }
    }
}

/// The costs between points that stand on those lines.
pub(super) fn distances(
    points: &[[f64; 3]],
    lines: &[usize],
    distance: fn(&[f64; 3], &[f64; 3]) -> f64,
) -> Outcome<Vec<f64>> {
    let mut costs = Vec::with_capacity(points.len() * points.len());
    for (from, line) in points.iter().zip(lines) {
        for (to, other) in points.iter().zip(lines) {
            let cost = distance(from, to);
            if !cost.is_finite() {
                let text = "expected points with a finite distance, found none to that of line";
                return fault(*line, format!("{text} {other}"));
            }
            costs.push(cost);
        }
    }
    Ok(costs)
}

impl Raw {
    /// The instance that a file of that name describes.
    pub(super) fn instance(self, file: &str) -> Result<Instance> {
        let problem = match self.is_small() {
            true => AnyProblem::Whole(self.problem(|cost| cost as i32)?),
            false => AnyProblem::Real(self.problem(|cost| cost)?),
        };
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = self.name.or(stem).unwrap_or_default();
        let Self { numbers, labels, points, .. } = self;
        Ok(Instance { name, numbers, labels, points, problem })
    }

    /// What it costs to go from city to city, where one can.
    fn legs(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let n = self.numbers.len();
        let all = self.costs.iter().enumerate().map(move |(at, cost)| (at / n, at % n, *cost));
        all.filter(|(from, to, _)| from != to)
    }

    /// Whether all costs are whole and every tour fits an `i32`.
    fn is_small(&self) -> bool {
        let costs = self.legs().map(|leg| leg.2).filter(|cost| cost.is_finite());
        let (mut least, mut most, mut is_whole) = (0.0f64, 0.0f64, true);
        for cost in costs {
            (least, most) = (least.min(cost), most.max(cost));
            is_whole &= cost.fract() == 0.0;
        }
        let n = self.numbers.len() as f64;
        is_whole && (most - least) * n < f64::from(i32::MAX)
    }

    fn problem<C: Cost>(&self, cost: fn(f64) -> C) -> Result<Problem<C>> {
        let n = self.numbers.len();
        let costs = CostMatrix::from_fn(n, |from, to| {
            let found = self.costs[from * n + to];
            // A leg that is forbidden below.
            cost(if found.is_finite() { found } else { 0.0 })
        })?;
        let mut problem = Problem::new(costs);
        for (from, to, _) in self.legs().filter(|leg| leg.2.is_infinite()) {
            problem = problem.forbid(from, to);
        }
        for (earlier, later) in &self.before {
            problem = problem.before(*earlier, *later);
        }
        match self.is_path && n > 1 {
            true => Ok(problem.open().start(0).end(n - 1)),
            false => Ok(problem),
        }
    }
}
