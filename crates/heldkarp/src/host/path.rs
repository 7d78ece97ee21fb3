//! Path: the cheapest path through a few cities, read from a table of them alone.

use super::tiles::members;
use crate::cost::TableValue;
use crate::normal::Normal;

/// The cheapest path from the start through all cities of `set` to `end`, which is one of them;
/// from the end backwards. Where several cost the same, each city is the smallest possible, those
/// nearer to the end first.
///
/// For s cities time in O(2ˢ s²), memory in O(2ˢ s).
pub(crate) fn path<T: TableValue>(normal: &Normal<T>, set: u64, end: usize) -> Vec<usize> {
    let cities: Vec<usize> = members(set & !(1 << end)).collect();
    let s = cities.len();
    let leg = |u: usize, v: usize| normal.leg(cities[u], v);
    let before: Vec<usize> = cities.iter().map(|v| among(&cities, normal.before[*v])).collect();

    // For each set of these cities, as bits, and for each of them the least cost of a path to it.
    let mut table = vec![T::FORBIDDEN; s << s];
    for set in 1_usize..1 << s {
        for v in members(set as u64) {
            let rest = set & !(1 << v);
            if before[v] & !rest != 0 {
                continue;
            }
            let mut best = if rest == 0 { normal.first[cities[v]] } else { T::FORBIDDEN };
            for u in members(rest as u64) {
                best = best.least(table[rest * s + u].plus(leg(u, cities[v])));
            }
            table[set * s + v] = best;
        }
    }

    let mut path = vec![end];
    let (mut set, mut v) = ((1_usize << s) - 1, end);
    while set != 0 {
        let cost = |u: usize| table[set * s + u].plus(leg(u, v));
        let cheapest =
            members(set as u64).reduce(|best, u| if cost(u) < cost(best) { u } else { best });
        let u = cheapest.unwrap_or_default();
        set &= !(1 << u);
        v = cities[u];
        path.push(v);
    }
    path
}

/// Which of some cities are in a set, as bits.
fn among(cities: &[usize], set: u64) -> usize {
    (0..cities.len()).filter(|at| set >> cities[*at] & 1 == 1).fold(0, |bits, at| bits | 1 << at)
}
