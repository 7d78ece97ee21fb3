//! Lanes: the innermost loops, over the sets of a tile.

use crate::cost::TableValue;

/// The most sets of a tile.
pub(super) const MAX_WIDTH: usize = 70;

/// Rows of a tile, of so many entries, for each place of the last city; and the legs to go on by:
/// from the low cities likewise, and from the high cities one each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paths<'a, T> {
    pub(super) width: usize,
    pub(super) rows: &'a [T],
    pub(super) low: &'a [T],
    pub(super) high: &'a [T],
}

impl<T: TableValue> Paths<'_, T> {
    /// The least cost of going on to one city from each set.
    #[inline(always)]
    pub(super) fn go_on(self, best: &mut [T]) {
        match self.width {
            32.. => self.by_lanes::<32>(best),
            16.. => self.by_lanes::<16>(best),
            8.. => self.by_lanes::<8>(best),
            4.. => self.by_lanes::<4>(best),
            _ => self.by_lanes::<1>(best),
        }
    }

    /// `N` lanes at a time, which stay in registers. The last may be some of those before once
    /// more.
    #[inline(always)]
    fn by_lanes<const N: usize>(self, best: &mut [T]) {
        let Self { width, rows, low, high } = self;
        let (low_rows, high_rows) = rows.split_at(low.len());
        for at in (0..width).step_by(N).map(|at| at.min(width - N)) {
            let mut least = [T::FORBIDDEN; N];
            let mut from = at;
            while let (Some(row), Some(legs)) =
                (low_rows.get(from..from + N), low.get(from..from + N))
            {
                for i in 0..N {
                    least[i] = least[i].least(row[i].plus(legs[i]));
                }
                from += width;
            }
            let mut from = at;
            for leg in high {
                let Some(row) = high_rows.get(from..from + N) else { break };
                for i in 0..N {
                    least[i] = least[i].least(row[i].plus(*leg));
                }
                from += width;
            }
            if let Some(best) = best[at..].first_chunk_mut() {
                *best = least;
            }
        }
    }
}
