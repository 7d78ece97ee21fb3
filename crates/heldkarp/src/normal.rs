//! Normal: the one form of problem that host and device solve.

use crate::cost::sealed::Bounds;
use crate::cost::{Cost, TableValue};
use crate::error::{Error, NoTour, Result};
use crate::problem::Problem;
use crate::tour::Tour;

/// The most cities of a problem. The largest level of the table for one more would have 10¹⁴
/// entries.
pub(crate) const MAX_CITIES: usize = 48;

/// What every problem becomes: to find the cheapest order of the m *free* cities, those that have
/// no fixed place. The order o of them costs first[o₁] + leg[o₁][o₂] + .. + last[oₘ].
///
/// No cost is negative. One that is [`FORBIDDEN`](TableValue::FORBIDDEN) is no way.
#[derive(Clone, Debug)]
pub(crate) struct Normal<T> {
    /// The city of the problem that each free city is, in ascending order.
    pub(crate) cities: Vec<usize>,
    /// What it costs to start with each.
    pub(crate) first: Vec<T>,
    /// What it costs to go from each to each, row after row; forbidden on the diagonal.
    pub(crate) legs: Vec<T>,
    /// What it costs to end with each.
    pub(crate) last: Vec<T>,
    /// For each the set, as bits, of those that must come before it.
    pub(crate) before: Vec<u64>,
    /// Whether every order costs as much as its reverse, so that one table serves both halves.
    pub(crate) symmetric: bool,
    /// How many cities the problem has, those with a fixed place included.
    pub(crate) of: usize,
    /// By how much each leg of the problem is lowered here, so that none is negative.
    shift: f64,
}

/// A cheapest order of the free cities.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Order<T> {
    /// All free cities, by their numbers among them.
    pub(crate) order: Vec<usize>,
    /// What that costs. Where it would be [`FORBIDDEN`](TableValue::FORBIDDEN) there is no order, and
    /// a search returns [`NoTour::NoOrder`].
    pub(crate) cost: T,
}

impl<T: TableValue> Normal<T> {
    /// How many free cities there are.
    pub(crate) fn m(&self) -> usize {
        self.cities.len()
    }

    /// What it costs to go from `v` to `w`.
    pub(crate) fn leg(&self, v: usize, w: usize) -> T {
        self.legs[v * self.m() + w]
    }

    /// Whether some city must come before another.
    pub(crate) fn has_precedence(&self) -> bool {
        self.before.iter().any(|before| *before != 0)
    }

    /// The same problem with every order reversed.
    pub(crate) fn reversed(&self) -> Self {
        let m = self.m();
        let cells = (0..m * m).map(|at| (at / m, at % m));
        let after = |v: usize| (0..m).filter(move |w| self.before[*w] >> v & 1 == 1);
        Self {
            cities: self.cities.clone(),
            first: self.last.clone(),
            legs: cells.map(|(v, w)| self.leg(w, v)).collect(),
            last: self.first.clone(),
            before: (0..m).map(|v| after(v).fold(0, |set, w| set | 1 << w)).collect(),
            symmetric: self.symmetric,
            of: self.of,
            shift: self.shift,
        }
    }
}

impl<C: Cost> Problem<C> {
    /// The normal form of the problem.
    pub(crate) fn normal(&self) -> Result<Normal<C::T>> {
        self.check()?;
        self.look_for_causes()?;
        let shift = self.shift()?;
        let (start, cities) = (self.fixed_start(), self.costs.cities());
        let free = |city: &usize| Some(*city) != start && Some(*city) != self.end;
        // With their room beforehand, since there may be a million problems.
        let mut free_cities = Vec::with_capacity(cities);
        free_cities.extend((0..cities).filter(free));
        let cities = free_cities;

        let cost = |a, b| self.leg(a, b).map_or(C::T::FORBIDDEN, |cost| cost.lowered(shift));
        // Where the ends are free, the first and the last city cost nothing.
        let from = |a: Option<usize>, b| a.map_or(C::T::default(), |a| cost(a, b));
        let to = |a, b: Option<usize>| b.map_or(C::T::default(), |b| cost(a, b));
        let goal = if self.open { self.end } else { start };
        let first: Vec<_> = cities.iter().map(|v| from(start, *v)).collect();
        let last: Vec<_> = cities.iter().map(|v| to(*v, goal)).collect();
        let mut legs = Vec::with_capacity(cities.len() * cities.len());
        cities.iter().for_each(|v| legs.extend(cities.iter().map(|w| cost(*v, *w))));

        let mut before = vec![0; cities.len()];
        for (a, b) in &self.before {
            if let (Ok(a), Ok(b)) = (cities.binary_search(a), cities.binary_search(b)) {
                before[b] |= 1 << a;
            }
        }
        let symmetric = before.iter().all(|before| *before == 0)
            && first == last
            && (1..cities.len()).all(|v| {
                let to = &legs[v * cities.len()..][..v];
                let from = legs[v..].iter().step_by(cities.len());
                to.iter().zip(from).all(|(to, from)| to == from)
            });
        let shift = shift.to_f64();
        let of = self.costs.cities();
        Ok(Normal { cities, first, legs, last, before, symmetric, of, shift })
    }

    /// The tour that an order of the free cities makes.
    pub(crate) fn tour(&self, normal: &Normal<C::T>, found: &Order<C::T>) -> Result<Tour<C>> {
        let start = self.fixed_start();
        let end = self.end.filter(|end| Some(*end) != start);
        let between = found.order.iter().map(|v| normal.cities[*v]);
        let order: Vec<usize> = start.into_iter().chain(between).chain(end).collect();

        let back = start.filter(|_| !self.open);
        let goals = order.iter().copied().skip(1).chain(back);
        let mut cost = C::ZERO;
        let mut size = 0.0;
        let legs = self.legs();
        for (&a, b) in order.iter().zip(goals).take(legs) {
            let leg = self.leg(a, b).ok_or(NoTour::NoOrder)?;
            cost = cost.plus(leg).ok_or(NoTour::NoOrder)?;
            size += leg.to_f64().abs() + normal.shift.abs();
        }
        // Where no city is free there was no table to look into.
        let table = found.cost.to_f64() + normal.shift * legs as f64;
        let apart = (cost.to_f64() - table).abs();
        if normal.m() > 0 && apart > size * C::rounding(legs) {
            let (tour, table) = (cost.to_string(), table.to_string());
            return Err(Error::Disagreement { tour, table });
        }
        Ok(Tour { order, cost })
    }

    /// What each cost is to be lowered by, if all are in bounds.
    fn shift(&self) -> Result<C> {
        let cities = 0..self.costs.cities();
        let mut pairs = cities.clone().flat_map(|a| cities.clone().map(move |b| (a, b)));
        let Some(any) = pairs.clone().find_map(|(a, b)| self.leg(a, b)) else {
            return Ok(C::ZERO);
        };
        let (mut least, mut most) = (any, any);
        for a in cities.clone() {
            for b in cities.clone() {
                let cost = self.leg(a, b).unwrap_or(any);
                least = if cost < least { cost } else { least };
                most = if cost > most { cost } else { most };
            }
        }
        let legs = self.legs();
        let Bounds { shift, smallest, largest } = C::bounds(least, legs);
        let beyond = [least, most].into_iter().find(|cost| !(smallest..=largest).contains(cost));
        let found = beyond.and_then(|cost| {
            let (a, b) = pairs.find(|(a, b)| self.leg(*a, *b) == Some(cost))?;
            Some((a, b, cost))
        });
        match found {
            None => Ok(shift),
            Some((from, to, cost)) => Err(Error::CostTooLarge {
                from,
                to,
                cost: cost.to_string(),
                legs,
                smallest: smallest.to_string(),
                largest: largest.to_string(),
            }),
        }
    }
}
