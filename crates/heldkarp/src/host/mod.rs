//! The solver in plain Rust, on all cores of the host.
//!
//! It is the twin of the one on a device: the same method, the same sums, and of several cheapest
//! tours the same. For few cities it is the faster one.
//!
//! Level k of the table has, for each set S of k free cities and each v of them, the least cost of
//! a path from the start through S that ends in v. Levels are made up to the middle only, two at a
//! time. A tour is such a path, a leg from v to w, and a path from the end backwards through all
//! other cities to w; where costs are symmetric both are in one table. No parents are stored: once
//! S is known, each half is a problem so small that it is solved again to read its path.
//!
//! The sets are ranked, not hashed, and those that differ only in the lowest eight cities are the
//! lanes of vectors: `tiles` has the layout, `level` and `meet` the loops.

mod tiles;

mod ground;

mod level;

mod lanes;

mod meet;

mod memory;

#[allow(unsafe_code, reason = "code for a processor that is found at run time")]
pub(crate) mod simd;

pub(crate) mod threads;

use ground::Ground;
use meet::Halves;
use tiles::Tiling;

use crate::binomials::choose;
use crate::cost::{Cost, TableValue};
#[cfg(doc)]
use crate::error::Error;
use crate::error::{NoTour, Result};
use crate::halves;
use crate::normal::{Normal, Order};
use crate::problem::Problem;
use crate::tour::Tour;

/// The cheapest tour, found on the host.
///
/// With m free cities time is in O(2ᵐ m²), memory in O(2ᵐ √m): 24 cities take 0.1 GB and 26
/// take 0.5 GB where costs are symmetric and of 32 bits, and each city more doubles that. Of
/// several cheapest tours it is always the same one. Few cities are solved on the calling thread.
///
/// # Errors
///
/// - [`Error::NoTour`], with its cause where that is simple to see;
/// - [`Error::CostTooLarge`] where sums could overflow;
/// - [`Error::UnknownCity`] and [`Error::SameEnds`] for options that can mean nothing;
/// - [`Error::TooManyCities`] and [`Error::TooLarge`] when the table fits no memory, or not this.
pub fn solve<C: Cost>(problem: &Problem<C>) -> Result<Tour<C>> {
    let normal = problem.normal()?;
    problem.tour(&normal, &search(&normal)?)
}

/// The cheapest order of the free cities.
pub(crate) fn search<T: TableValue>(normal: &Normal<T>) -> Result<Order<T>> {
    memory::check(normal)?;
    let order = match normal.m() {
        0 => Some(Order { order: Vec::new(), cost: T::default() }),
        1 => Some(Order { order: vec![0], cost: normal.first[0].plus(normal.last[0]) }),
        _ => join(normal),
    };
    Ok(order.filter(|order| order.cost < T::FORBIDDEN).ok_or(NoTour::NoOrder)?)
}

/// The cheapest order of at least two cities.
fn join<T: TableValue>(normal: &Normal<T>) -> Option<Order<T>> {
    let m = normal.m();
    let (k1, k2) = (m.div_ceil(2), m / 2);
    let ground = Ground::new(normal, k1);
    let (forward, previous) = table(&ground, &normal.first, k1);
    let reversed = (!normal.symmetric).then(|| normal.reversed());
    let backward = match &reversed {
        Some(reversed) => table(&Ground::new(reversed, k2), &reversed.first, k2).0,
        None => previous,
    };
    let alike = normal.symmetric && k1 == k2;
    let backward = if alike { &forward } else { &backward };
    let tiling = Tiling { m, low: ground.low, k: k1 };
    let mirrored = normal.symmetric && !alike;
    let halves = Halves { tiling, forward: &forward, backward, mirrored };

    // Where each order costs as much as its reverse, one of the two is enough. The last city is
    // then in the second half or, where there is one, in the middle; and with it there, the last
    // but one is in the second half.
    let end = match normal.symmetric {
        true if mirrored => choose(m - 1, k1) + choose(m - 2, k1 - 1),
        true => choose(m - 1, k1),
        false => choose(m, k1),
    };
    let pieces = tiling.pieces(end, threads::pieces(tiling.entries() * k2));
    let found = threads::map(pieces, |piece| simd::meet(&ground, halves, &piece));
    let (_, set) = found.into_iter().reduce(|a, b| if b.0 < a.0 { b } else { a })?;
    Some(halves::order(normal, set?))
}

/// Level k of the table, and the one before.
fn table<T: TableValue>(ground: &Ground<'_, T>, first: &[T], k: usize) -> (Vec<T>, Vec<T>) {
    let tiling = |k| Tiling { m: ground.m, low: ground.low, k };
    let room = |k| vec![T::default(); tiling(k).entries().max(ground.m)];
    let (mut level, mut previous) = (room(k), room(k - 1));
    // The last is to come out in its own room.
    if k.is_multiple_of(2) {
        std::mem::swap(&mut level, &mut previous);
    }
    for (v, entry) in level.iter_mut().enumerate().take(ground.m) {
        *entry = if ground.allows(v, 0) { first[v] } else { T::FORBIDDEN };
    }
    for k in 2..=k {
        std::mem::swap(&mut level, &mut previous);
        let tiling = tiling(k);
        let pieces = tiling.pieces(tiling.sets(), threads::pieces((k - 1) * tiling.entries()));
        let mut rest = &mut level[..tiling.entries()];
        let shares = pieces.into_iter().map(|piece| {
            let entries = k * piece.ranks.len();
            let (share, others) = std::mem::take(&mut rest).split_at_mut(entries);
            rest = others;
            (piece, share)
        });
        threads::map(shares.collect(), |(piece, share)| {
            simd::advance(ground, tiling, &piece, &previous, share);
        });
    }
    (level, previous)
}

#[cfg(test)]
mod tests;
