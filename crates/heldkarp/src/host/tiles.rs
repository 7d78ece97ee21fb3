//! Tiles: how a level of the table lies in the memory of the host.
//!
//! Level k has an entry for each set S of k free cities and each city of it. Sets are in colex
//! order, which is that of their bits as numbers. Those with the same cities beyond the
//! lowest few follow one another: they are a *tile*. Within it each place of the end in S has a row,
//! and each set a column, so that the sets of a tile are the lanes of a vector.
//!
//! A tile begins where the ranks of its sets do, times k: the rank of c₁ < c₂ < .. is
//! C(c₁, 1) + C(c₂, 2) + .., the combinatorial number system (D. H. Lehmer, *The machine tools of
//! combinatorics*, in E. F. Beckenbach, ed., *Applied combinatorial mathematics*, 1964).

use std::ops::Range;

use crate::binomials::choose;
use crate::normal::MAX_CITIES;

/// The most low cities.
const MAX_LOW: usize = 8;

/// How many of m cities are low.
pub(super) fn low(m: usize) -> usize {
    m.saturating_sub(3).clamp(1, MAX_LOW)
}

/// The sets of low cities, first by size and then in colex order, and where each size begins.
/// Those of fewer low cities are the first of each size.
static SETS: ([u8; 1 << MAX_LOW], [usize; MAX_LOW + 2]) = {
    let (mut sets, mut starts, mut at) = ([0; 1 << MAX_LOW], [0; MAX_LOW + 2], 0);
    let mut size = 0;
    while size <= MAX_LOW {
        let mut set = 0;
        while set < 1 << MAX_LOW {
            if (set as u8).count_ones() as usize == size {
                sets[at] = set as u8;
                at += 1;
            }
            set += 1;
        }
        size += 1;
        starts[size] = at;
    }
    (sets, starts)
};

/// The sets of `size` of the low cities, in the order of the columns of a tile.
#[inline(always)]
pub(super) fn columns(low: usize, size: usize) -> &'static [u8] {
    &SETS.0[SETS.1[size]..][..choose(low, size)]
}

/// The cities in the sets of [`columns`]: for each size and each place in the set a row.
static CITIES: [[[u8; 70]; MAX_LOW]; MAX_LOW + 1] = {
    let mut cities = [[[0; 70]; MAX_LOW]; MAX_LOW + 1];
    let (sets, starts) = &SETS;
    let mut at = 0;
    while at < 1 << MAX_LOW {
        let mut rest = sets[at];
        let size = rest.count_ones() as usize;
        let mut place = 0;
        while rest != 0 {
            cities[size][place][at - starts[size]] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            place += 1;
        }
        at += 1;
    }
    cities
};

/// The cities that stand at a place in the sets of `size` of the low cities.
pub(super) fn cities_at(low: usize, size: usize, place: usize) -> &'static [u8] {
    &CITIES[size][place][..choose(low, size)]
}

/// A set of low cities to which a city is added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addition {
    /// The column of the set without the city.
    pub(super) from: u8,
    /// The column of the set with it.
    pub(super) to: u8,
    /// The place of the city in that set: how many lower ones there are.
    pub(super) place: u8,
}

/// By size and city added: the sets without the city, in the order of columns. Those of fewer low
/// cities are the first.
static ADDITIONS: [[[Addition; 35]; MAX_LOW]; MAX_LOW] = {
    let mut additions = [[[Addition { from: 0, to: 0, place: 0 }; 35]; MAX_LOW]; MAX_LOW];
    let (sets, starts) = &SETS;
    let mut columns = [0; 1 << MAX_LOW];
    let mut at = 0;
    while at < 1 << MAX_LOW {
        let size = sets[at].count_ones() as usize;
        columns[sets[at] as usize] = (at - starts[size]) as u8;
        at += 1;
    }
    let mut counts = [[0; MAX_LOW]; MAX_LOW];
    at = 0;
    while at < (1 << MAX_LOW) - 1 {
        let set = sets[at];
        let size = set.count_ones() as usize;
        let mut city = 0;
        while city < MAX_LOW {
            if set >> city & 1 == 0 {
                let place = (set & ((1 << city) - 1)).count_ones() as u8;
                let to = columns[(set | 1 << city) as usize];
                let from = columns[set as usize];
                additions[size][city][counts[size][city]] = Addition { from, to, place };
                counts[size][city] += 1;
            }
            city += 1;
        }
        at += 1;
    }
    additions
};

/// The sets of `size` of the low cities without `city`, in the order of columns.
#[inline(always)]
pub(super) fn additions(low: usize, size: usize, city: usize) -> &'static [Addition] {
    match size < low {
        true => &ADDITIONS[size][city][..choose(low - 1, size)],
        false => &[],
    }
}

/// The members of a set in ascending order.
#[inline(always)]
pub(super) fn members(set: u64) -> impl Iterator<Item = usize> + Clone {
    let without_lowest = |rest: &u64| Some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), without_lowest)
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

/// The sets of one level that have the same high cities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    /// The cities beyond the low ones that each of the sets has.
    pub(super) high: u64,
    /// How many low cities each has.
    pub(super) size: usize,
    /// How many sets there are.
    pub(super) width: usize,
    /// The rank of the first.
    pub(super) rank: usize,
}

impl Tile {
    /// The high cities in ascending order, written to where there is room for them.
    #[inline(always)]
    pub(super) fn high_cities<'r>(&self, room: &'r mut [usize; MAX_CITIES]) -> &'r [usize] {
        let mut count = 0;
        for (place, city) in room.iter_mut().zip(members(self.high)) {
            *place = city;
            count += 1;
        }
        &room[..count]
    }
}

/// Tiles that follow one another: a share of the work on a level.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The numbers of their high cities.
    highs: Range<u64>,
    /// The ranks of their sets.
    pub(super) ranks: Range<usize>,
}

/// Of which tiles a level is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiling {
    /// How many cities there are.
    pub(super) m: usize,
    /// How many of them are low.
    pub(super) low: usize,
    /// The level.
    pub(super) k: usize,
}

impl Tiling {
    /// How many sets the level has.
    pub(super) fn sets(self) -> usize {
        choose(self.m, self.k)
    }

    /// How many entries: each set has one for each of its cities.
    pub(super) fn entries(self) -> usize {
        self.k * self.sets()
    }

    /// The sets of ranks below `end`, in about so many pieces. `end` begins a tile.
    pub(super) fn pieces(self, end: usize, count: usize) -> Vec<Piece> {
        let cuts = (1..count).map(|piece| self.tile_at(end / count * piece));
        let all = 1 << (self.m - self.low);
        let cuts = std::iter::once((0, 0)).chain(cuts).chain([(all, end)]);
        let cuts: Vec<(u64, usize)> = cuts.collect();
        let pieces = cuts
            .windows(2)
            .map(|cut| Piece { highs: cut[0].0..cut[1].0, ranks: cut[0].1..cut[1].1 });
        pieces.filter(|piece| !piece.ranks.is_empty()).collect()
    }

    /// The number of the high cities of the set of that rank, and the rank of its tile.
    fn tile_at(self, rank: usize) -> (u64, usize) {
        let (mut high, mut rest, mut left) = (0, rank, self.k);
        for city in (self.low..self.m).rev() {
            let below = choose(city, left);
            if left > 0 && below <= rest {
                high |= 1 << (city - self.low);
                rest -= below;
                left -= 1;
            }
        }
        (high, rank - rest)
    }

    /// The tiles of a piece.
    #[inline(always)]
    pub(super) fn tiles(self, piece: &Piece) -> impl Iterator<Item = Tile> {
        let mut rank = piece.ranks.start;
        let sized = move |number: u64| {
            let size = self.k.checked_sub(number.count_ones() as usize)?;
            let width = choose(self.low, size.min(self.low + 1));
            Some(Tile { high: number << self.low, size, width, rank: 0 }).filter(|_| width > 0)
        };
        let end = piece.ranks.end;
        piece
            .highs
            .clone()
            .filter_map(sized)
            .map(move |tile| {
                let tile = Tile { rank, ..tile };
                rank += tile.width;
                tile
            })
            .take_while(move |tile| tile.rank < end)
    }
}
