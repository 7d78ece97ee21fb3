//! Plan: what a search will do and need, before it starts.

use std::ops::{Range, RangeInclusive};

use super::packs::Packing;
use crate::binomials::binomial;
use crate::normal::Normal;

/// The most free cities. One more, and no device has the memory.
pub(crate) const MOST: usize = 33;

/// The levels of a search for the best order of `m` free cities, and who stores them.
///
/// An order is a first half of ⌈m/2⌉ cities and a second half of the others. Entries of the largest
/// halves are made where they are joined, so the table ends one level before: at `top`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    pub(crate) m: usize,
    /// Whether one table serves both halves.
    pub(crate) one_table: bool,
}

impl Shape {
    /// Of the search that a problem asks for.
    pub(crate) fn of<T>(normal: &Normal<T>) -> Self {
        Self { m: normal.cities.len(), one_table: normal.symmetric }
    }

    /// The tables: forward, and backward where that is another.
    pub(crate) fn tables(self) -> usize {
        if self.one_table { 1 } else { 2 }
    }

    /// Cities of the first half.
    pub(crate) fn half(self) -> usize {
        self.m.div_ceil(2)
    }

    /// The last level that is stored.
    pub(crate) fn top(self) -> usize {
        self.half().saturating_sub(1)
    }

    /// The ranks of the sets of `k` cities of which those among the `high` highest are a block's:
    /// its bits say which. Colex order is that of sets as numbers, so they follow one another.
    pub(crate) fn ranks(self, high: usize, block: usize, k: usize) -> Range<u64> {
        let low = self.m.saturating_sub(high);
        let Some(free) = k.checked_sub(block.count_ones() as usize) else { return 0..0 };
        let cities = (low..self.m).filter(|city| block >> (city - low) & 1 == 1);
        let first = cities.zip(free + 1..).map(|(city, place)| binomial(city, place)).sum();
        first..first + binomial(low, free)
    }

    /// The levels of every other kind, up to `last`, with the columns that a block of them has.
    pub(crate) fn every_other(
        self,
        last: usize,
        high: usize,
        block: usize,
    ) -> impl Iterator<Item = (usize, u64)> + Clone {
        let columns = move |k| {
            let ranks = self.ranks(high, block, k);
            (k, ranks.end - ranks.start)
        };
        (1..=last).rev().step_by(2).map(columns)
    }

    /// Bytes of the table for entries of type `T`.
    pub(crate) fn bytes<T>(self, packing: Packing) -> u64 {
        let levels = |last| -> u64 {
            let block = |block| packing.bytes::<T>(self.every_other(last, packing.high, block));
            packing.blocks().map(block).fold(0, u64::saturating_add)
        };
        let (top, below) = (levels(self.top()), levels(self.top() - 1));
        top.saturating_mul(self.tables() as u64).saturating_add(below)
    }

    /// First halves that are joined: all, or those without the last city where each order may be
    /// mirrored.
    pub(crate) fn joins(self) -> u64 {
        binomial(self.m - usize::from(self.one_table), self.half())
    }

    /// Entries compared with each other, all in all.
    pub(crate) fn transitions(self) -> f64 {
        let (m, half) = (self.m, self.half());
        let level = |k: usize| binomial(m, k) as f64 * (k * (k - 1)) as f64;
        let levels: f64 = (2..=self.top()).map(level).sum();
        let (even, rest) = (m % 2 == 0, m - half);
        let made = (half * (half - 1)) + if even { rest * (rest - 1) } else { 0 };
        self.tables() as f64 * levels + self.joins() as f64 * (made + half * rest) as f64
    }

    /// The levels whose kernels write.
    pub(crate) fn levels(self) -> RangeInclusive<usize> {
        2..=self.top()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_problems_fit_large_devices() {
        let bytes = |m| Shape { m, one_table: true }.bytes::<f32>(Packing::APART);
        assert!(bytes(26) < 1 << 30);
        assert!(bytes(31) < 33_000_000_000, "{}", bytes(31));
        assert!(bytes(33) < 149_000_000_000, "{}", bytes(33));
    }

    #[test]
    fn blocks_follow_one_another() {
        for (m, high) in [(9, 0), (9, 1), (9, 3), (5, 4)] {
            let shape = Shape { m, one_table: true };
            for k in 0..=m {
                let blocks = (0..1usize << high).map(|block| (block, shape.ranks(high, block, k)));
                let mut rank = 0;
                for (block, ranks) in blocks.filter(|it| !it.1.is_empty()) {
                    assert_eq!(ranks.start, rank, "{m} {high} {k} {block}");
                    rank = ranks.end;
                    let sets = (0u64..1 << m).filter(|set| set.count_ones() as usize == k);
                    let of_block = sets.filter(|set| (set >> (m - high)) as usize == block);
                    assert_eq!(of_block.count() as u64, ranks.end - ranks.start);
                }
                assert_eq!(rank, binomial(m, k));
            }
        }
    }
}
