//! Meet: where both halves of a tour fit together best.

use super::ground::Ground;
use super::lanes::{MAX_WIDTH, Paths};
use super::tiles::{Piece, Tile, Tiling, additions, columns, members};
use crate::cost::TableValue;
use crate::normal::MAX_CITIES;

/// The tables of both halves: `forward` leads from the start through k cities, `backward` from the
/// end through all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halves<'a, T> {
    pub(super) tiling: Tiling,
    pub(super) forward: &'a [T],
    pub(super) backward: &'a [T],
}

impl<'a, T: TableValue> Halves<'a, T> {
    /// The entries of a tile, and those of the tile of the complements, whose columns stand in
    /// reverse order.
    #[inline(always)]
    fn tiles(self, tile: &Tile) -> (&'a [T], &'a [T]) {
        let Tiling { m, k, .. } = self.tiling;
        let complement = self.tiling.sets() - tile.rank - tile.width;
        let forward = &self.forward[k * tile.rank..][..k * tile.width];
        let backward = &self.backward[(m - k) * complement..][..(m - k) * tile.width];
        (forward, backward)
    }
}

/// Where both halves of a tour meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    tile: Tile,
    column: usize,
}

/// The least cost of a tour whose first half is in the piece, and the first set that has it.
#[inline(always)]
pub(super) fn meet<T: TableValue>(
    ground: &Ground<'_, T>,
    halves: Halves<'_, T>,
    piece: &Piece,
) -> (T, Option<Meeting>) {
    let mut found = (T::FORBIDDEN, None);
    let all_high = (1 << ground.m) - (1 << ground.low);
    let mut room = [T::FORBIDDEN; MAX_CITIES];
    for tile in halves.tiling.tiles(piece) {
        let (forward, backward) = halves.tiles(&tile);
        let width = tile.width;
        let mut high = [0; MAX_CITIES];
        let high = tile.high_cities(&mut high);
        let mut cheapest = [T::FORBIDDEN; MAX_WIDTH];
        let mut best = [T::FORBIDDEN; MAX_WIDTH];
        let (cheapest, best) = (&mut cheapest[..width], &mut best[..width]);

        let rows = backward.chunks_exact(width).skip(ground.low - tile.size);
        for (w, rests) in members(all_high & !tile.high).zip(rows) {
            let legs = ground.legs([high, &[]], w, &mut room);
            let low = ground.low_legs(w, tile.size);
            Paths { width, rows: forward, low, high: legs }.go_on(best);
            for ((cheapest, cost), rest) in cheapest.iter_mut().zip(&*best).zip(rests.iter().rev())
            {
                *cheapest = cheapest.least(cost.plus(*rest));
            }
        }
        for w in 0..ground.low {
            let legs = ground.legs([high, &[]], w, &mut room);
            let low = ground.low_legs(w, tile.size);
            Paths { width, rows: forward, low, high: legs }.go_on(best);
            for addition in additions(ground.low, tile.size, w) {
                // Of the cities below w those that the set has not are in the complement.
                let place = w - usize::from(addition.place);
                let at = usize::from(addition.from);
                let rest = backward[place * width + width - 1 - at];
                cheapest[at] = cheapest[at].least(best[at].plus(rest));
            }
        }
        let least = cheapest.iter().fold(T::FORBIDDEN, |least, cost| least.least(*cost));
        if least < found.0 {
            let column = cheapest.iter().position(|cost| *cost == least);
            found = (least, column.map(|column| Meeting { tile, column }));
        }
    }
    found
}

/// How a tour of that cost goes where both halves meet: the set, the first end v in it, and the
/// first city w beyond it to which to go on.
pub(super) fn locate<T: TableValue>(
    ground: &Ground<'_, T>,
    halves: Halves<'_, T>,
    Meeting { tile, column }: Meeting,
    cost: T,
) -> Option<(u64, usize, usize)> {
    let (forward, backward) = halves.tiles(&tile);
    let set = tile.high | u64::from(columns(ground.low, tile.size)[column]);
    let others = ((1 << ground.m) - 1) & !set;
    let mut ends = members(set).zip(forward[column..].iter().step_by(tile.width));
    ends.find_map(|(v, entry)| {
        let rests = backward[tile.width - 1 - column..].iter().step_by(tile.width);
        let meets = |(w, rest): &(usize, &T)| {
            entry.plus(ground.leg(v, *w)).least(T::FORBIDDEN).plus(**rest) == cost
        };
        members(others).zip(rests).find(meets).map(|(w, _)| (set, v, w))
    })
}
