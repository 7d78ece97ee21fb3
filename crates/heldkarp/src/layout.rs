//! Layout: where in a level of the table the entry of a set and an end stands.

use crate::binomials::Binomials;

/// Where in a level the entry of a set of cities and an end stands.
///
/// Level k has an entry for every set of k cities besides the start, and every city of that set
/// as the end. It has a row for each place that the end can take among the cities of the set in
/// ascending order, and a column for each set, by its rank in colexicographic order: sets compare
/// by their largest cities first. With m cities besides the start that makes k rows of C(m, k).
///
/// The rank of a set of cities c₁ < c₂ < .. is C(c₁ - 1, 1) + C(c₂ - 1, 2) + .., the combinatorial
/// number system (D. H. Lehmer, *The machine tools of combinatorics*, in E. F. Beckenbach, ed.,
/// *Applied combinatorial mathematics*, 1964).
/// So the sets need no table of their own, and neighbours in a level read neighbours in the one
/// before it.
#[derive(Clone, Debug)]
pub struct Layout {
    binomials: Binomials,
    m: usize,
    k: usize,
}

impl Layout {
    /// The layout of the level of sets of `k` among `m` cities.
    pub(crate) fn new(m: usize, k: usize) -> Self {
        Self { binomials: Binomials::new(m), m, k }
    }

    /// How many cities each set has: the number of the level.
    pub fn k(&self) -> usize {
        self.k
    }

    /// How many sets there are: C(m, k), the columns.
    pub fn sets(&self) -> usize {
        self.binomials.choose(self.m, self.k)
    }

    /// How many entries the level has: k C(m, k).
    pub fn entries(&self) -> usize {
        self.k * self.sets()
    }

    /// The index of the entry for a set of cities, in any order, and an end.
    /// `None` when the level has none: for a set of another size, with the start, a city twice or
    /// a city that is not there, or without the end.
    pub fn index(&self, set: &[usize], end: usize) -> Option<usize> {
        let mut set = set.to_vec();
        set.sort_unstable();
        let within = |city: &usize| (1..=self.m).contains(city);
        let distinct = set.windows(2).all(|pair| pair[0] != pair[1]);
        if set.len() != self.k || !set.iter().all(within) || !distinct {
            return None;
        }
        let place = set.iter().position(|city| *city == end)?;
        Some(place * self.sets() + self.rank(&set))
    }

    /// The set, in ascending order, and the end of the entry at `index`.
    /// `None` beyond the last entry.
    pub fn entry(&self, index: usize) -> Option<(Vec<usize>, usize)> {
        let set = self.set(index % self.sets());
        let end = *set.get(index / self.sets())?;
        Some((set, end))
    }

    /// The rank of a set in ascending order.
    fn rank(&self, set: &[usize]) -> usize {
        (1..).zip(set).map(|(j, city)| self.binomials.choose(city - 1, j)).sum()
    }

    /// The set of that rank, in ascending order: its largest city is the largest whose term of
    /// the rank does not exceed it, and so on with what is left.
    fn set(&self, rank: usize) -> Vec<usize> {
        let mut rest = rank;
        let mut set = Vec::new();
        for city in (1..=self.m).rev() {
            let left = self.k - set.len();
            let term = self.binomials.choose(city - 1, left);
            if left > 0 && term <= rest {
                rest -= term;
                set.push(city);
            }
        }
        set.reverse();
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets in colex order are numbers in ascending order, when bit c is city c + 1.
    fn sets_by_counting(m: usize, k: usize) -> Vec<Vec<usize>> {
        let bits = |n: u32| (0..m).filter(|s| n >> s & 1 == 1).map(|s| s + 1).collect::<Vec<_>>();
        (0..1 << m).map(bits).filter(|set| set.len() == k).collect()
    }

    #[test]
    fn ranks_follow_colex_order() {
        for m in 1..=9 {
            for k in 1..=m {
                let layout = Layout::new(m, k);
                let sets = sets_by_counting(m, k);
                assert_eq!(layout.sets(), sets.len());
                for (rank, set) in sets.iter().enumerate() {
                    assert_eq!(layout.rank(set), rank);
                    assert_eq!(&layout.set(rank), set);
                }
            }
        }
    }

    #[test]
    fn every_entry_has_its_index() {
        let layout = Layout::new(6, 3);
        for index in 0..layout.entries() {
            let (mut set, end) = layout.entry(index).unwrap();
            set.reverse();
            assert_eq!(layout.index(&set, end), Some(index));
        }
        assert_eq!(layout.entry(layout.entries()), None);
    }

    #[test]
    fn what_is_not_in_the_level_has_no_index() {
        let layout = Layout::new(4, 2);
        assert_eq!(layout.index(&[1, 2], 2), Some(6));
        for (set, end) in
            [(&[1, 2][..], 3), (&[1], 1), (&[0, 1], 1), (&[1, 5], 1), (&[2, 2], 2), (&[], 0)]
        {
            assert_eq!(layout.index(set, end), None, "{set:?} ending in {end}");
        }
    }

    #[test]
    fn the_largest_level_has_an_index_for_each_entry() {
        let most = (1..=30).map(|k| Layout::new(30, k).entries()).max();
        assert!(most.is_some_and(|most| u32::try_from(most).is_ok()));
        let layout = Layout::new(30, 15);
        let last = layout.entries() - 1;
        let (set, end) = layout.entry(last).unwrap();
        assert_eq!((set.first(), end), (Some(&16), 30));
        assert_eq!(layout.index(&set, end), Some(last));
    }
}
