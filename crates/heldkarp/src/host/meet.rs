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
    /// Whether sets with the last city are joined in it alone.
    pub(super) mirrored: bool,
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

/// The least cost of a tour whose first half is in the piece, and the first set that has it.
#[inline(always)]
pub(super) fn meet<T: TableValue>(
    ground: &Ground<'_, T>,
    halves: Halves<'_, T>,
    piece: &Piece,
) -> (T, Option<u64>) {
    let mut found = (T::FORBIDDEN, None);
    let all_high = (1 << ground.m) - (1 << ground.low);
    let mut room = [T::FORBIDDEN; MAX_CITIES];
    for tile in halves.tiling.tiles(piece) {
        let (forward, backward) = halves.tiles(&tile);
        let width = tile.width;
        let mut high = [0; MAX_CITIES];
        let mut high = tile.high_cities(&mut high);
        let in_last = halves.mirrored && tile.high >> (ground.m - 1) == 1;
        let mut ends = forward;
        if in_last {
            ends = &forward[forward.len() - width..];
            high = &high[high.len() - 1..];
        }
        let low_legs = |w| if in_last { &[] } else { ground.low_legs(w, tile.size) };
        let mut cheapest = [T::FORBIDDEN; MAX_WIDTH];
        let mut best = [T::FORBIDDEN; MAX_WIDTH];
        let (cheapest, best) = (&mut cheapest[..width], &mut best[..width]);

        let rows = backward.chunks_exact(width).skip(ground.low - tile.size);
        for (w, rests) in members(all_high & !tile.high).zip(rows) {
            let legs = ground.legs([high, &[]], w, &mut room);
            Paths { width, rows: ends, low: low_legs(w), high: legs }.go_on(best);
            for ((cheapest, cost), rest) in cheapest.iter_mut().zip(&*best).zip(rests.iter().rev())
            {
                *cheapest = cheapest.least(cost.plus(*rest));
            }
        }
        for w in 0..ground.low {
            let legs = ground.legs([high, &[]], w, &mut room);
            Paths { width, rows: ends, low: low_legs(w), high: legs }.go_on(best);
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
            let columns = columns(ground.low, tile.size);
            found = (least, column.map(|column| tile.high | u64::from(columns[column])));
        }
    }
    found
}
