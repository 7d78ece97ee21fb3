//! Ground: the costs of a problem, laid out for the loops over a level.

use super::tiles::{cities_at, low};
use crate::binomials::choose;
use crate::cost::TableValue;
use crate::normal::{MAX_CITIES, Normal};

/// The costs of a problem in one direction.
#[derive(Debug)]
pub(super) struct Ground<'a, T> {
    pub(super) m: usize,
    pub(super) low: usize,
    /// To each city from each, row after row.
    to: Vec<T>,
    /// By the size of sets of low cities, to each city: a row for each place in the set, and a
    /// column for each set, from the city that stands there.
    from_low: Vec<Vec<T>>,
    /// What must come before each city, if anything must.
    pub(super) before: Option<&'a [u64]>,
}

impl<'a, T: TableValue> Ground<'a, T> {
    /// For levels up to k.
    pub(super) fn new(normal: &'a Normal<T>, k: usize) -> Self {
        let m = normal.m();
        let low = low(m);
        let to: Vec<T> = (0..m * m).map(|at| normal.leg(at % m, at / m)).collect();
        let from_low = |size: usize| {
            let mut legs = Vec::with_capacity(m * size * choose(low, size));
            for to in to.chunks_exact(m) {
                for place in 0..size {
                    legs.extend(cities_at(low, size, place).iter().map(|u| to[usize::from(*u)]));
                }
            }
            legs
        };
        let from_low = (0..=low.min(k)).map(from_low).collect();
        let before = normal.before.iter().any(|set| *set != 0).then_some(&normal.before[..]);
        Self { m, low, to, from_low, before }
    }

    /// The legs to `v` from each place of sets of so many low cities.
    #[inline(always)]
    pub(super) fn low_legs(&self, v: usize, size: usize) -> &[T] {
        let each = size * choose(self.low, size);
        &self.from_low[size][v * each..][..each]
    }

    /// The legs to `v` from each of some cities, written to where there is room for them.
    #[inline(always)]
    pub(super) fn legs<'r>(
        &self,
        cities: [&[usize]; 2],
        v: usize,
        room: &'r mut [T; MAX_CITIES],
    ) -> &'r [T] {
        let to = &self.to[v * self.m..][..self.m];
        let mut count = 0;
        for cities in cities {
            for (leg, u) in room[count..].iter_mut().zip(cities) {
                *leg = to[*u];
            }
            count += cities.len();
        }
        &room[..count]
    }

    /// Whether `v` may come after the cities of `set`, and before all others.
    #[inline(always)]
    pub(super) fn allows(&self, v: usize, set: u64) -> bool {
        self.before.is_none_or(|before| before[v] & !set == 0)
    }
}
