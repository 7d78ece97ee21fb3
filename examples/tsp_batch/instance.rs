//! An instance: the numbers of a line, and the problem that they mean.

use heldkarp::{Cost, CostMatrix, Problem, metric};

use crate::Args;

/// More cities than any batch is for.
pub(crate) const MOST_CITIES: usize = 32;

/// An instance, and the line where it stands.
pub(crate) struct Instance {
    pub(crate) line: usize,
    cities: usize,
    /// Row after row.
    costs: Vec<f64>,
}

impl Instance {
    /// An instance of the numbers of a line.
    pub(crate) fn new(line: usize, numbers: Vec<f64>, args: &Args) -> Result<Self, String> {
        let cities = match args.matrix {
            true => numbers.len().isqrt(),
            false => numbers.len() / 2,
        };
        let needed = if args.matrix { cities * cities } else { 2 * cities };
        if needed != numbers.len() || cities > MOST_CITIES {
            let shape = if args.matrix { "a square" } else { "pairs" };
            let found = numbers.len();
            return Err(format!(
                "expected {shape} of at most {MOST_CITIES} cities, found {found} numbers"
            ));
        }
        let mut costs = match args.matrix {
            true => numbers,
            false => {
                let points = numbers.as_chunks::<2>().0;
                let to_all = |a| points.iter().map(move |b| metric::euclidean(a, b));
                points.iter().flat_map(to_all).collect()
            }
        };
        if !args.matrix && costs.iter().any(|cost| !cost.is_finite()) {
            return Err("expected points with finite distances".to_owned());
        }
        if args.round {
            costs.iter_mut().for_each(|cost| *cost = cost.round());
        }
        Ok(Self { line, cities, costs })
    }

    /// Whether all costs are whole, and every tour fits 32 bits.
    pub(crate) fn is_small(&self) -> bool {
        let most = f64::from(i32::MAX) / (2 * self.cities.max(1)) as f64;
        let fits = |cost: &f64| cost.is_infinite() || cost.fract() == 0.0 && cost.abs() < most;
        self.costs.iter().all(fits)
    }

    pub(crate) fn problem<C: Cost>(&self, cost: fn(f64) -> C) -> heldkarp::Result<Problem<C>> {
        let n = self.cities;
        let at = |from, to| self.costs[from * n + to];
        let costs = CostMatrix::from_fn(n, |from, to| {
            let found = at(from, to);
            // A leg that is forbidden below.
            cost(if found.is_infinite() { 0.0 } else { found })
        })?;
        let legs = (0..n).flat_map(|from| (0..n).map(move |to| (from, to)));
        let forbidden = legs.filter(|(from, to)| from != to && at(*from, *to).is_infinite());
        Ok(forbidden.fold(Problem::new(costs), |problem, (a, b)| problem.forbid(a, b)))
    }
}

/// Up to this an f64 holds every whole number.
const EXACT: u64 = 1 << 53;

/// The numbers of a line.
pub(crate) fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let cells = text.split([',', ';']);
    let words = cells.flat_map(|cell| {
        // Between two commas there is a number.
        let missing = cell.trim().is_empty().then_some("");
        cell.split_whitespace().chain(missing)
    });
    words.map(number).collect()
}

fn number(word: &str) -> Result<f64, String> {
    let found = || format!("found {:?}", word.chars().take(40).collect::<String>());
    let is_infinity = word.eq_ignore_ascii_case("inf") || word.eq_ignore_ascii_case("infinity");
    let number = word.parse::<f64>().ok().filter(|number| number.is_finite() || is_infinity);
    let Some(number) = number else { return Err(format!("expected a number, {}", found())) };
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_exact = || digits.parse::<u64>().is_ok_and(|whole| whole <= EXACT);
    match is_whole && !is_exact() {
        true => {
            Err(format!("expected a number of at most 2^53 in size, which is exact, {}", found()))
        }
        false => Ok(number),
    }
}
