//! Normal: the one form of problem that host and device solve.

use std::ops::Range;

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
#[derive(Clone, Debug, Default)]
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
#[derive(Clone, Debug, Default, PartialEq)]
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
        let mut normal = Normal::default();
        self.normal_in(&mut normal)?;
        Ok(normal)
    }

    /// As [`normal`](Self::normal), in memory that is used again, since there may be a million
    /// problems.
    pub(crate) fn normal_in(&self, normal: &mut Normal<C::T>) -> Result<()> {
        self.check()?;
        self.look_for_causes()?;
        match self.is_plain() {
            true => self.normal_of(normal, |_, _| true),
            false => self.normal_of(normal, |a, b| self.takes(a, b)),
        }
    }

    /// Of a problem in which tours may take the legs that `takes` tells.
    fn normal_of(
        &self,
        normal: &mut Normal<C::T>,
        takes: impl Fn(usize, usize) -> bool + Copy,
    ) -> Result<()> {
        let shift = self.shift(takes)?;
        let Normal { cities, first, legs, last, before, .. } = normal;
        let (start, goal) = self.fixed_ends();
        let free = self.free_cities();
        cities.clear();
        cities.extend(free.iter().cloned().flatten());

        let lowered = |cost: Option<C>| cost.map_or(C::T::FORBIDDEN, |cost| cost.lowered(shift));
        // Where the ends are free, the first and the last city cost nothing.
        first.clear();
        last.clear();
        legs.clear();
        for v in cities.iter() {
            first.push(start.map_or(C::T::default(), |a| lowered(self.leg(a, *v))));
            last.push(goal.map_or(C::T::default(), |b| lowered(self.leg(*v, b))));
            for to in &free {
                legs.extend(self.legs_from(*v, to.clone(), takes).map(lowered));
            }
        }

        before.clear();
        before.resize(cities.len(), 0);
        for (a, b) in &self.before {
            if let (Ok(a), Ok(b)) = (cities.binary_search(a), cities.binary_search(b)) {
                before[b] |= 1 << a;
            }
        }
        normal.symmetric = !normal.has_precedence() && self.is_symmetric();
        normal.of = self.costs.cities();
        normal.shift = shift.to_f64();
        Ok(())
    }

    /// How many cities are free, and whether every order of them costs as much as its reverse
    /// where none must come before another.
    pub(crate) fn shape(&self) -> (usize, bool) {
        (self.free_cities().iter().map(Range::len).sum(), self.is_symmetric())
    }

    /// Whether some free city must come before another.
    pub(crate) fn has_precedence(&self) -> bool {
        let free = |city| self.free_cities().iter().any(|cities| cities.contains(city));
        self.before.iter().any(|(a, b)| free(a) && free(b))
    }

    /// Where every tour starts and where it ends, or returns to.
    fn fixed_ends(&self) -> (Option<usize>, Option<usize>) {
        let start = self.fixed_start();
        (start, if self.open { self.end } else { start })
    }

    /// Those that have no fixed place, in ascending order.
    fn free_cities(&self) -> [Range<usize>; 3] {
        let cities = self.costs.cities();
        let (start, goal) = self.fixed_ends();
        let (a, b) = (start.unwrap_or(cities), goal.unwrap_or(cities));
        let (a, b) = (a.min(b), a.max(b));
        [0..a, b.min(a + 1)..b, cities.min(b + 1)..cities]
    }

    /// Whether what is free costs the same there and back.
    fn is_symmetric(&self) -> bool {
        if self.is_plain() {
            return self.costs.is_symmetric();
        }
        let same = |a, b, c, d| self.leg(a, b) == self.leg(c, d);
        let mut free = self.free_cities().into_iter().flatten();
        match self.fixed_ends() {
            (None, None) => free.all(|v| (0..v).all(|w| same(v, w, w, v))),
            (Some(start), Some(goal)) => {
                let others =
                    |v: usize| self.free_cities().into_iter().flatten().filter(move |w| *w < v);
                free.all(|v| same(start, v, v, goal) && others(v).all(|w| same(v, w, w, v)))
            }
            _ => false,
        }
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
    fn shift(&self, takes: impl Fn(usize, usize) -> bool + Copy) -> Result<C> {
        let cities = 0..self.costs.cities();
        let rows = cities.clone().map(|a| self.legs_from(a, cities.clone(), takes));
        let Some(any) = rows.clone().flatten().flatten().next() else {
            return Ok(C::ZERO);
        };
        let (mut least, mut most) = (any, any);
        for row in rows {
            for cost in row.map(|cost| cost.unwrap_or(any)) {
                least = if cost < least { cost } else { least };
                most = if cost > most { cost } else { most };
            }
        }
        let legs = self.legs();
        let Bounds { shift, smallest, largest } = C::bounds(least, legs);
        let beyond = [least, most].into_iter().find(|cost| !(smallest..=largest).contains(cost));
        let found = beyond.and_then(|cost| {
            let mut pairs = cities.clone().flat_map(|a| cities.clone().map(move |b| (a, b)));
            let (a, b) = pairs.find(|(a, b)| self.leg(*a, *b) == Some(cost))?;
            Some((a, b, cost))
        });
        match found {
            None => Ok(shift),
            // As `Debug` writes numbers: 1e300 in five letters, not in three hundred.
            Some((from, to, cost)) => Err(Error::CostTooLarge {
                from,
                to,
                cost: format!("{cost:?}"),
                legs,
                smallest: format!("{smallest:?}"),
                largest: format!("{largest:?}"),
            }),
        }
    }
}
