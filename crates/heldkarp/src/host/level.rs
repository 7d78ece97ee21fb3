//! Level: one level of the table from the one before.

use super::ground::Ground;
use super::lanes::{MAX_WIDTH, Paths};
use super::tiles::{Addition, Piece, Tile, Tiling, additions, columns};
use crate::binomials::choose;
use crate::cost::TableValue;
use crate::normal::MAX_CITIES;

/// Computes the entries of a piece of a level from the level before.
#[inline(always)]
pub(super) fn advance<T: TableValue>(
    ground: &Ground<'_, T>,
    tiling: Tiling,
    piece: &Piece,
    previous: &[T],
    mut entries: &mut [T],
) {
    let mut room = [T::FORBIDDEN; MAX_CITIES];
    for tile in tiling.tiles(piece) {
        let (rows, rest) = entries.split_at_mut(tiling.k * tile.width);
        entries = rest;
        let mut high = [0; MAX_CITIES];
        let high = tile.high_cities(&mut high);
        // The tile of the level before that has one low city less: there all high cities have
        // moved down by one place.
        let moved = high.iter().enumerate().map(|(place, city)| choose(*city, tile.size + place));
        let mut rank = moved.sum();
        let before = |rank: usize, width: usize| {
            &previous[(tiling.k - 1) * rank..][..(tiling.k - 1) * width]
        };
        if tile.size > 0 {
            let source = before(rank, choose(ground.low, tile.size - 1));
            to_low_cities(ground, &tile, high, source, rows);
        }
        for (place, &v) in high.iter().enumerate() {
            // Without v those below it keep their places.
            rank -= choose(v, tile.size + place);
            let source = before(rank, tile.width);
            rank += choose(v, tile.size + place + 1);
            let row = &mut rows[(tile.size + place) * tile.width..][..tile.width];
            let others = [&high[..place], &high[place + 1..]];
            let legs = ground.legs(others, v, &mut room);
            let low = ground.low_legs(v, tile.size);
            Paths { width: tile.width, rows: source, low, high: legs }.go_on(row);
            if ground.before.is_some() {
                for (entry, set) in row.iter_mut().zip(columns(ground.low, tile.size)) {
                    if !ground.allows(v, tile.high & !(1 << v) | u64::from(*set)) {
                        *entry = T::FORBIDDEN;
                    }
                }
            }
        }
    }
}

/// The rows of the low cities: each set of the tile that has one low city less goes on to it.
#[inline(always)]
fn to_low_cities<T: TableValue>(
    ground: &Ground<'_, T>,
    tile: &Tile,
    high: &[usize],
    source: &[T],
    rows: &mut [T],
) {
    let size = tile.size - 1;
    let sets = columns(ground.low, size);
    let mut room = [T::FORBIDDEN; MAX_CITIES];
    let mut best = [T::FORBIDDEN; MAX_WIDTH];
    let best = &mut best[..sets.len()];
    for v in 0..ground.low {
        let legs = ground.legs([high, &[]], v, &mut room);
        let low = ground.low_legs(v, size);
        Paths { width: sets.len(), rows: source, low, high: legs }.go_on(best);
        if ground.before.is_some() {
            for (entry, set) in best.iter_mut().zip(sets) {
                if !ground.allows(v, tile.high | u64::from(*set)) {
                    *entry = T::FORBIDDEN;
                }
            }
        }
        for Addition { from, to, place } in additions(ground.low, size, v) {
            rows[usize::from(*place) * tile.width + usize::from(*to)] = best[usize::from(*from)];
        }
    }
}
