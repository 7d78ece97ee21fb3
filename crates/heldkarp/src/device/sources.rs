//! Sources: what a kernel reads of a table, and which block of it in a run.
//!
//! The last `high` places of a set may be those of high cities. Without the city at one of them a set
//! is in its own block of the level below, or in the one without that city: which it is depends on
//! the block alone. So each of these places has storages of its own, and the others share theirs.

use super::kernels::{Kind, Task};

/// What a kernel reads of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// Its storages are `name0`, `name1`, .., and the rank of its first column is `name_base`.
    pub(crate) name: String,
    /// Whether it is about the cities of the second half.
    pub(crate) back: bool,
    /// Which of the last `high` places the sets are without; of the others it does not matter.
    without: Option<usize>,
}

impl Source {
    /// Sets as they are.
    fn whole(name: char) -> Self {
        Self { name: name.into(), back: name != 'p', without: None }
    }

    /// Sets of `k` cities without the one at a place.
    pub(crate) fn without(name: char, high: usize, k: usize, place: usize) -> Self {
        match (place + high).checked_sub(k) {
            None => Self::whole(name),
            Some(at) => {
                let letter = char::from(b'a' + at as u8);
                Self { name: format!("{name}{letter}"), without: Some(at), ..Self::whole(name) }
            }
        }
    }

    /// The block that has them, where the sets are in `block`.
    pub(crate) fn block(&self, high: usize, block: usize) -> usize {
        let low = high - block.count_ones() as usize;
        let Some(at) = self.without.and_then(|at| at.checked_sub(low)) else { return block };
        let city = (0..high).filter(|city| block >> city & 1 == 1).nth(at);
        city.map_or(block, |city| block & !(1 << city))
    }
}

impl Kind {
    /// What the kernel reads of tables, all of it of the level [`below`](Self::below).
    pub(crate) fn sources(self) -> Vec<Source> {
        let high = self.packing.high;
        let without = |name| {
            let mut sources: Vec<Source> =
                (0..self.k).map(|place| Source::without(name, high, self.k, place)).collect();
            sources.dedup();
            sources
        };
        let (there, back) = match self.task {
            Task::Pick | Task::Batch => return Vec::new(),
            Task::Level => return without('p'),
            Task::Even => (without('p'), without(self.back())),
            Task::Odd => (without('p'), vec![Source::whole(self.back())]),
            Task::Cross => (vec![Source::whole('p')], vec![Source::whole(self.back())]),
        };
        let shared = self.back() == 'p';
        there.into_iter().chain(back.into_iter().filter(|_| !shared)).collect()
    }

    /// How the table of the second half is called: as that of the first, where both read one.
    pub(crate) fn back(self) -> char {
        if self.one_table && self.packing.high == 0 { 'p' } else { 'b' }
    }

    /// The level that is read.
    pub(crate) fn below(self) -> usize {
        if self.task == Task::Cross { self.k } else { self.k - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_city_a_set_is_in_the_block_that_is_read() {
        let (m, high) = (8, 3);
        for set in 1_usize..1 << m {
            let cities: Vec<usize> = (0..m).filter(|city| set >> city & 1 == 1).collect();
            for (place, city) in cities.iter().enumerate() {
                let source = Source::without('p', high, cities.len(), place);
                let without = set & !(1 << city);
                assert_eq!(source.block(high, set >> (m - high)), without >> (m - high));
            }
        }
    }
}
