//! Which of several cheapest tours it is, and that pieces and processors make no difference.

use super::ground::Ground;
use super::tiles::{Tiling, members};
use super::{level, search, simd, table};
use crate::costs::CostMatrix;
use crate::normal::Normal;
use crate::problem::Problem;

/// Costs of few values, so that many tours are equal.
fn normal(n: usize, seed: usize, symmetric: bool, options: usize) -> Normal<u32> {
    let mix = |a: usize, b: usize| ((a * 7 + b * 13 + a * b * 5 + seed * 3) / 2 % 4) as u32;
    let cost = |a: usize, b: usize| if symmetric { mix(a.min(b), a.max(b)) } else { mix(a, b) };
    let problem = Problem::new(CostMatrix::from_fn(n, cost).unwrap());
    let problem = if options & 1 == 1 { problem.open() } else { problem };
    let problem = if options & 2 == 2 { problem.before(n - 1, 2).before(1, 3) } else { problem };
    problem.normal().unwrap()
}

/// The least cost of a path from the start through `set` to `v`, by its definition.
fn path(normal: &Normal<u32>, set: u64, v: usize) -> u32 {
    let rest = set & !(1 << v);
    let forbidden = i32::MAX as u32;
    if normal.before[v] & !rest != 0 {
        return forbidden;
    }
    let ways = members(rest).map(|u| path(normal, rest, u) + normal.leg(u, v));
    if rest == 0 { normal.first[v] } else { ways.min().unwrap().min(forbidden) }
}

/// The path itself: of equal last cities the smallest.
fn walk(normal: &Normal<u32>, set: u64, v: usize) -> Vec<usize> {
    let rest = set & !(1 << v);
    let cost = |u: &usize| path(normal, rest, *u) + normal.leg(*u, v);
    let last = members(rest).min_by_key(cost);
    last.into_iter().flat_map(|u| walk(normal, rest, u)).chain([v]).collect()
}

#[test]
fn of_equal_tours_the_first_set_end_and_next_city_decide() {
    for case in 0..96 {
        let normal = normal(4 + case % 4, case / 8, case / 4 % 2 == 0, case / 24);
        let reversed = normal.reversed();
        let m = normal.m();
        let all = (1_u64 << m) - 1;
        let sets = (0..=all).filter(|set| set.count_ones() as usize == m.div_ceil(2));
        let meetings = sets.flat_map(|set| {
            members(set).flat_map(move |v| members(all & !set).map(move |w| (set, v, w)))
        });
        let cost = |&(set, v, w): &(u64, usize, usize)| {
            let on = (path(&normal, set, v) + normal.leg(v, w)).min(i32::MAX as u32);
            on + path(&reversed, all & !set, w)
        };
        let first = meetings.min_by_key(cost).unwrap();
        let (set, v, w) = first;
        let mut order = walk(&normal, set, v);
        order.extend(walk(&reversed, all & !set, w).iter().rev());
        let found = search(&normal).unwrap();
        assert_eq!((found.order, found.cost), (order, cost(&first)), "case {case}");
    }
}

#[test]
fn pieces_and_processors_make_no_difference() {
    for (n, options) in [(4, 0), (9, 2), (12, 0), (15, 1), (16, 2)] {
        let normal = normal(n, 5, false, options);
        let (m, k) = (normal.m(), normal.m().div_ceil(2));
        let ground = Ground::new(&normal, k);
        let mut previous = table(&ground, &normal.first, 1).0;
        for k in 2..=k {
            let tiling = Tiling { m, low: ground.low, k };
            let made = |count, portable| {
                let mut entries = vec![0; tiling.entries()];
                let mut rest = &mut entries[..];
                for piece in tiling.pieces(tiling.sets(), count) {
                    let (share, others) = rest.split_at_mut(k * piece.ranks.len());
                    rest = others;
                    match portable {
                        true => level::advance(&ground, tiling, &piece, &previous, share),
                        false => simd::advance(&ground, tiling, &piece, &previous, share),
                    }
                }
                assert!(rest.is_empty());
                entries
            };
            let whole = made(1, true);
            assert_eq!(whole, made(7, true), "{n} cities, level {k}");
            assert_eq!(whole, made(1, false), "{n} cities, level {k}");
            assert_eq!(whole, made(100, false), "{n} cities, level {k}");
            previous = whole;
        }
        assert_eq!(table(&ground, &normal.first, k).0, previous);
    }
}
