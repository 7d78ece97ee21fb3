//! Problem: costs, and what a tour must obey.

use std::ops::Range;

use crate::cost::Cost;
use crate::costs::CostMatrix;
use crate::error::{Error, Result};
use crate::normal::MAX_CITIES;

/// What to solve: costs, and what the tour must obey.
///
/// Without options it is the closed tour that starts in city 0. Options are combined at will:
///
/// ```
/// # use heldkarp::{CostMatrix, Problem, host};
/// let costs = CostMatrix::from_rows(&[[0, 1, 9, 4], [1, 0, 6, 4], [9, 7, 0, 1], [4, 3, 1, 0]])?;
/// let path = Problem::new(costs).open().start(1).before(3, 2).forbid(1, 0);
/// let tour = host::solve(&path)?;
/// assert_eq!((tour.order, tour.cost), (vec![1, 3, 2, 0], 14));
/// # Ok::<(), heldkarp::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem<C> {
    pub(crate) costs: CostMatrix<C>,
    pub(crate) open: bool,
    pub(crate) start: Option<usize>,
    pub(crate) end: Option<usize>,
    pub(crate) before: Vec<(usize, usize)>,
    pub(crate) forbidden: Vec<(usize, usize)>,
}

impl<C: Cost> Problem<C> {
    /// The closed tour with these costs.
    pub fn new(costs: CostMatrix<C>) -> Self {
        let (before, forbidden) = (Vec::new(), Vec::new());
        Self { costs, open: false, start: None, end: None, before, forbidden }
    }

    /// A path that does not return. It starts and ends anywhere, unless its
    /// [`start`](Self::start) or [`end`](Self::end) is chosen.
    #[must_use]
    pub fn open(self) -> Self {
        Self { open: true, ..self }
    }

    /// Starts in `city`.
    #[must_use]
    pub fn start(self, city: usize) -> Self {
        Self { start: Some(city), ..self }
    }

    /// Ends in `city` and does not return: the problem is [`open`](Self::open).
    #[must_use]
    pub fn end(self, city: usize) -> Self {
        Self { open: true, end: Some(city), ..self }
    }

    /// Visits city `a` some time before city `b`. The start comes before all others.
    #[must_use]
    pub fn before(mut self, a: usize, b: usize) -> Self {
        self.before.push((a, b));
        self
    }

    /// Never goes from city `a` straight to city `b`.
    #[must_use]
    pub fn forbid(mut self, a: usize, b: usize) -> Self {
        self.forbidden.push((a, b));
        self
    }

    /// Whether it does not return.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The costs.
    pub fn costs(&self) -> &CostMatrix<C> {
        &self.costs
    }

    /// The city in which every tour starts, if there is one.
    pub(crate) fn fixed_start(&self) -> Option<usize> {
        self.start.or((!self.open && self.costs.cities() > 0).then_some(0))
    }

    /// How many legs a tour has.
    pub(crate) fn legs(&self) -> usize {
        match self.costs.cities() {
            0 | 1 => 0,
            cities => cities - usize::from(self.open),
        }
    }

    /// What the leg from `a` to `b` costs, where a tour may take it.
    #[inline]
    pub(crate) fn leg(&self, a: usize, b: usize) -> Option<C> {
        let cost = self.costs[(a, b)];
        let there = a != b && !cost.is_infinite();
        (there && (self.is_plain() || self.takes(a, b))).then_some(cost)
    }

    /// What the legs from `a` to each of some cities cost, where `takes` says that tours may take
    /// them.
    #[inline]
    pub(crate) fn legs_from(
        &self,
        a: usize,
        to: Range<usize>,
        takes: impl Fn(usize, usize) -> bool + Copy,
    ) -> impl ExactSizeIterator<Item = Option<C>> + Clone {
        let costs = self.costs.from(a)[to.clone()].iter().enumerate();
        costs.map(move |(place, cost)| {
            let b = to.start + place;
            (a != b && !cost.is_infinite() && takes(a, b)).then_some(*cost)
        })
    }

    /// Whether the tour is closed and may take all legs that there are.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        !self.open && self.end.is_none() && self.forbidden.is_empty()
    }

    /// Whether the options let a tour take the leg from `a` to `b`.
    pub(crate) fn takes(&self, a: usize, b: usize) -> bool {
        let (a_city, b_city) = (Some(a), Some(b));
        let leaves_the_end = a_city == self.end && self.end.is_some();
        let returns_early = self.open && b_city == self.start;
        let takes_all = self.costs.cities() == 2 || !self.open;
        let skips_all = !takes_all && a_city == self.start && b_city == self.end;
        let forbidden = self.forbidden.contains(&(a, b));
        !forbidden && !leaves_the_end && !returns_early && !skips_all
    }

    /// Refuses what can mean nothing.
    pub(crate) fn check(&self) -> Result<()> {
        let cities = self.costs.cities();
        let of = |option, pairs: &[(usize, usize)]| {
            let named = pairs.iter().flat_map(|(a, b)| [*a, *b]);
            named.map(|city| (option, city)).find(|(_, city)| *city >= cities)
        };
        let ends = [("start", self.start), ("end", self.end)];
        let mut ends = ends.into_iter().filter_map(|(option, city)| Some((option, city?)));
        let pairs = || of("before", &self.before).or_else(|| of("forbid", &self.forbidden));
        let unknown = ends.find(|(_, city)| *city >= cities).or_else(pairs);
        if let Some((option, city)) = unknown {
            return Err(Error::UnknownCity { option, city, cities });
        }
        if cities > MAX_CITIES {
            return Err(Error::TooManyCities { cities });
        }
        match (self.start, self.end) {
            (Some(start), Some(end)) if start == end && cities > 1 => {
                Err(Error::SameEnds { city: start })
            }
            _ => Ok(()),
        }
    }
}
