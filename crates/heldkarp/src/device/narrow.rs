//! Narrow: tables of 16 bits, two entries a word, for whole costs that are small.
//!
//! An entry is then at most [`MOST`], whatever the path costs. No leg costs less than nothing, so no
//! part of a tour costs more than all of it. Where any tour is cheaper than [`MOST`], so is each
//! part of a cheapest one, whose entries are what they would be; a dearer tour seems cheaper than it
//! is only down to [`MOST`], and never is the least.

use crate::cost::TableValue;
use crate::normal::Normal;

/// The largest entry.
pub(crate) const MOST: u32 = 0xffff;

/// Whether entries of 16 bits are enough, because there is a tour that cheap: from some city always
/// on to the nearest.
pub(super) fn is_enough<T: TableValue>(normal: &Normal<T>) -> bool {
    let cheap = |first| nearest_first(normal, first).is_some_and(|cost| cost < MOST.into());
    T::WGSL == "u32" && (0..normal.m()).any(cheap)
}

/// What it costs to start with a city and go on to the nearest that may come next, if that leads to
/// the end.
fn nearest_first<T: TableValue>(normal: &Normal<T>, first: usize) -> Option<f64> {
    let mut cost = 0.0;
    let mut add = |leg: T| {
        cost += leg.to_f64();
        (leg < T::FORBIDDEN).then_some(())
    };
    let (mut at, mut visited) = (first, 1 << first);
    let may = |city: usize, visited: u64| normal.before[city] & !visited == 0;
    may(first, 0).then_some(())?;
    add(normal.first[first])?;
    for _ in 1..normal.m() {
        let left = (0..normal.m()).filter(|city| visited >> city & 1 == 0 && may(*city, visited));
        let nearer = |a: usize, b: usize| if normal.leg(at, b) < normal.leg(at, a) { b } else { a };
        let next = left.reduce(nearer)?;
        add(normal.leg(at, next))?;
        (at, visited) = (next, visited | 1 << next);
    }
    add(normal.last[at])?;
    Some(cost)
}
