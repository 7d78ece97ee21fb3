//! Query: a question of the method of 2017, and the pixel that holds it.

use std::fmt;

/// What does it cost at least to go from city 0 to the city `end`, through all the cities of
/// `through` in whatever order?
///
/// A query packs into a pixel: red is the end, green has a bit for each of the cities 0 to 7 to go
/// through, blue one for each of 8 to 15, and alpha is 255. Hence sixteen cities.
///
/// ```
/// let query = heldkarp::classic::Query::new(15, &[1, 4, 6, 7, 10, 11, 13, 14]);
/// assert_eq!(query.pixel(), [15, 210, 108, 255]);
/// assert_eq!(query.to_string(), "0 to 15, through 1, 4, 6, 7, 10, 11, 13 and 14");
/// ```
// Ordered as the numbers are that a kernel compares: by the cities to go through, then by the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Query {
    through: u16,
    end: u8,
}

impl Query {
    /// The query for an end and cities to go through, all below 16; those beyond are left out.
    pub fn new(end: usize, through: &[usize]) -> Self {
        let set = through.iter().filter(|city| **city < 16).fold(0, |set, city| set | 1 << city);
        Self { through: set, end: (end & 15) as u8 }
    }

    /// The city to end in.
    pub fn end(self) -> usize {
        self.end.into()
    }

    /// The cities to go through, in ascending order.
    pub fn through(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |city| self.through >> city & 1 == 1)
    }

    /// Red, green, blue and alpha.
    pub fn pixel(self) -> [u8; 4] {
        let [green, blue] = self.through.to_le_bytes();
        [self.end, green, blue, 255]
    }

    /// The query of a pixel; `None` for one that is transparent or names no city.
    pub fn from_pixel([end, green, blue, alpha]: [u8; 4]) -> Option<Self> {
        let query = Self { through: u16::from_le_bytes([green, blue]), end };
        (alpha == 255 && end < 16).then_some(query)
    }

    /// The query that a path to this one's end through `last` answers on its way.
    pub(super) fn before(self, last: usize) -> Self {
        Self { through: self.through & !(1 << last), end: last as u8 }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0 to {}", self.end)?;
        let mut cities: Vec<String> = self.through().map(|city| city.to_string()).collect();
        match cities.pop() {
            None => f.write_str(", straight"),
            Some(last) if cities.is_empty() => write!(f, ", through {last}"),
            Some(last) => write!(f, ", through {} and {last}", cities.join(", ")),
        }
    }
}

/// All queries for so many cities, up to 16: level k has those that go through k cities, and the
/// last level has one, which comes home through all others. They depend on no costs.
pub fn queries(cities: usize) -> Vec<Vec<Query>> {
    let cities = cities.min(16);
    let others = ((1_usize << cities) - 1) & !1;
    let mut levels = vec![Vec::new(); cities];
    for through in (0..=others).filter(|set| cities > 0 && set & !others == 0) {
        let level = &mut levels[through.count_ones() as usize];
        let ends = (1..cities).filter(|end| through >> end & 1 == 0);
        let home = (through == others).then_some(0);
        level.extend(ends.chain(home).map(|end| Query { through: through as u16, end: end as u8 }));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_is_the_query_that_it_was_made_of() {
        for cities in 0..=16 {
            let levels = queries(cities);
            assert_eq!(levels.len(), cities);
            let pixels: Vec<[u8; 4]> = levels.iter().flatten().map(|it| it.pixel()).collect();
            let read = pixels.iter().filter_map(|pixel| Query::from_pixel(*pixel));
            assert!(read.eq(levels.iter().flatten().copied()));
            assert!(levels.iter().all(|level| level.is_sorted()));
        }
        let level = &queries(4)[2];
        let told: Vec<String> = level.iter().map(Query::to_string).collect();
        assert_eq!(
            told,
            ["0 to 3, through 1 and 2", "0 to 2, through 1 and 3", "0 to 1, through 2 and 3"]
        );
        assert_eq!(Query::from_pixel([1, 0, 0, 0]), None);
        assert_eq!(Query::from_pixel([16, 0, 0, 255]), None);
    }
}
