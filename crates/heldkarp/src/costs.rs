//! CostMatrix: what it costs to go from each city to each other.

use std::ops::Index;

use crate::cost::Cost;
use crate::error::{Error, Result};

/// The cost of going from each city to each other, in any unit.
///
/// Cities are numbered from 0. The costs may differ there and back, may be negative, and need not
/// obey the triangle inequality; infinity forbids a leg. What stands on the diagonal is not used.
///
/// ```
/// use heldkarp::{CostMatrix, metric};
///
/// let rows = CostMatrix::from_rows(&[[0, 2, 9], [1, 0, 6], [15, 7, 0]])?;
/// let points = CostMatrix::from_points(&[[0.0, 0.0], [3.0, 4.0]], metric::euclidean)?;
/// let ring = CostMatrix::from_fn(5, |a, b| ((b + 5 - a) % 5) as u32)?;
/// assert_eq!((rows[(0, 2)], points[(0, 1)], ring[(4, 1)]), (9, 5.0, 2));
/// # Ok::<(), heldkarp::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CostMatrix<C> {
    cities: usize,
    /// Row after row: from a city to all.
    costs: Vec<C>,
}

impl<C: Cost> CostMatrix<C> {
    /// A matrix of rows: `rows[a][b]` is the cost of going from city `a` to city `b`.
    ///
    /// # Errors
    ///
    /// - [`Error::NotSquare`] when a row is not as long as there are rows;
    /// - [`Error::NotACost`] when a cost is NaN or minus infinity.
    pub fn from_rows(rows: &[impl AsRef<[C]>]) -> Result<Self> {
        let cities = rows.len();
        for (row, costs) in rows.iter().enumerate() {
            let found = costs.as_ref().len();
            if found != cities {
                return Err(Error::NotSquare { row, found, cities });
            }
        }
        Self::from_fn(cities, |from, to| rows[from].as_ref()[to])
    }

    /// The matrix of so many cities in which going from city `a` to city `b` costs `cost(a, b)`.
    ///
    /// # Errors
    ///
    /// [`Error::NotACost`] when a cost is NaN or minus infinity.
    pub fn from_fn(cities: usize, mut cost: impl FnMut(usize, usize) -> C) -> Result<Self> {
        let mut costs = Vec::with_capacity(cities * cities);
        for from in 0..cities {
            for to in 0..cities {
                let found = if from == to { C::ZERO } else { cost(from, to) };
                if found.is_absurd() {
                    let cost = found.to_string();
                    return Err(Error::NotACost { row: from, column: to, cost });
                }
                costs.push(found);
            }
        }
        Ok(Self { cities, costs })
    }

    /// The distances of points by a metric: one of [`metric`](crate::metric), or any function.
    ///
    /// # Errors
    ///
    /// [`Error::NotACost`] when a distance is NaN or minus infinity.
    pub fn from_points<P>(points: &[P], metric: impl Fn(&P, &P) -> C) -> Result<Self> {
        Self::from_fn(points.len(), |from, to| metric(&points[from], &points[to]))
    }

    /// From a city to all.
    #[inline]
    pub(crate) fn from(&self, city: usize) -> &[C] {
        &self.costs[city * self.cities..][..self.cities]
    }

    /// Whether all legs cost the same there and back.
    pub(crate) fn is_symmetric(&self) -> bool {
        (1..self.cities).all(|a| {
            let back = self.costs[a..].iter().step_by(self.cities);
            self.from(a)[..a].iter().zip(back).fold(true, |same, (to, back)| same & (to == back))
        })
    }

    /// Whether there are costs that a device may take for 0.
    pub(crate) fn are_tiny(&self) -> bool {
        self.costs.iter().fold(false, |tiny, cost| tiny | cost.is_tiny())
    }

    /// How many cities there are.
    pub fn cities(&self) -> usize {
        self.cities
    }
}

/// `costs[(a, b)]` is the cost of going from city `a` to city `b`.
impl<C> Index<(usize, usize)> for CostMatrix<C> {
    type Output = C;

    fn index(&self, (from, to): (usize, usize)) -> &C {
        &self.costs[from * self.cities..][..self.cities][to]
    }
}
