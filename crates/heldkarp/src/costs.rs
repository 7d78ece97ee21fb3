//! CostMatrix: what it costs to go from each city to each other.

use std::ops::Index;

use crate::error::{Error, Result};

/// The most cities of a [`CostMatrix`]. With one more, the largest level of the table would have
/// more entries than 32 bits count.
pub const MAX_CITIES: usize = 31;

/// The cost of going from each city to each other, in any unit, as a square of `u32`.
///
/// Cities are numbered from 0, and city 0 is the start.
/// The costs may differ there and back, and need not obey the triangle inequality.
/// What stands on the diagonal is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostMatrix {
    cities: usize,
    /// Row after row: from a city to all.
    costs: Vec<u32>,
}

impl CostMatrix {
    /// A matrix of rows: `rows[a][b]` is the cost of going from city `a` to city `b`.
    ///
    /// # Errors
    ///
    /// - [`Error::Cities`] unless there are from 2 to [`MAX_CITIES`] rows;
    /// - [`Error::NotSquare`] when a row is not as long as there are rows;
    /// - [`Error::CostTooLarge`] when a cost exceeds [`largest_cost`](Self::largest_cost).
    pub fn from_rows(rows: &[impl AsRef<[u32]>]) -> Result<Self> {
        let cities = rows.len();
        if !(2..=MAX_CITIES).contains(&cities) {
            return Err(Error::Cities { cities });
        }
        let largest = Self::largest_cost(cities);
        let mut costs = Vec::with_capacity(cities * cities);
        for (from, row) in rows.iter().map(AsRef::as_ref).enumerate() {
            if row.len() != cities {
                return Err(Error::NotSquare { row: from, found: row.len(), cities });
            }
            let too_large = |&(to, cost): &(usize, &u32)| to != from && *cost > largest;
            if let Some((to, cost)) = row.iter().enumerate().find(too_large) {
                return Err(Error::CostTooLarge { from, to, cost: *cost, cities, largest });
            }
            costs.extend_from_slice(row);
        }
        Ok(Self { cities, costs })
    }

    /// The largest cost that a matrix of so many cities may hold: a tour of that many steps still
    /// fits 32 bits, so that no sum in the table can overflow.
    pub fn largest_cost(cities: usize) -> u32 {
        u32::try_from(cities).map_or(0, |cities| u32::MAX / cities.max(1))
    }

    /// How many cities there are, the start among them.
    pub fn cities(&self) -> usize {
        self.cities
    }

    /// The costs of going from a city to each.
    pub(crate) fn row(&self, from: usize) -> &[u32] {
        &self.costs[from * self.cities..][..self.cities]
    }

    /// All rows, one after another.
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.costs
    }
}

/// `costs[(a, b)]` is the cost of going from city `a` to city `b`.
impl Index<(usize, usize)> for CostMatrix {
    type Output = u32;

    fn index(&self, (from, to): (usize, usize)) -> &u32 {
        &self.row(from)[to]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_squares_of_some_cities_are_matrices() {
        let refused = |rows: &[Vec<u32>]| CostMatrix::from_rows(rows).unwrap_err().to_string();
        assert_eq!(refused(&[]), "the number of cities is 0, and it must be from 2 to 31");
        assert_eq!(refused(&[vec![0]]), "the number of cities is 1, and it must be from 2 to 31");
        assert!(matches!(
            CostMatrix::from_rows(&vec![vec![0; 32]; 32]),
            Err(Error::Cities { cities: 32 })
        ));
        assert_eq!(
            refused(&[vec![0, 1], vec![1]]),
            "row 1 of the cost matrix has 1 costs, and one for each of 2 cities is needed"
        );
        assert!(CostMatrix::from_rows(&vec![vec![1; 31]; 31]).is_ok());
    }

    #[test]
    fn a_tour_always_fits_32_bits() {
        for cities in 2..=MAX_CITIES {
            let largest = CostMatrix::largest_cost(cities);
            assert!(largest.checked_mul(cities as u32).is_some());
            assert!((largest + 1).checked_mul(cities as u32).is_none());
        }
        let error = CostMatrix::from_rows(&[[0, 1, 2], [1, 0, 1_431_655_766], [1, 1, 0]]);
        assert_eq!(
            error.unwrap_err().to_string(),
            "the cost from city 1 to city 2 is 1431655766, and with 3 cities the largest allowed \
             is 1431655765, so that every tour fits 32 bits: scale the costs down"
        );
    }

    #[test]
    fn the_diagonal_may_hold_anything() {
        let costs = CostMatrix::from_rows(&[[u32::MAX, 1], [2, u32::MAX]]).unwrap();
        assert_eq!((costs[(0, 1)], costs[(1, 0)]), (1, 2));
    }
}
