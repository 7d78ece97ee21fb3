//! Halves: the order itself, once it is known which cities its first half has.
//!
//! Each half is solved again in a table of all its subsets: half as many cities are quicker solved
//! twice than where they come from is stored. Of several orders that cost the same, the first half
//! ends in the smallest city that it can, the second begins with the smallest, and outwards from
//! there each city is the smallest that it can be. Host and device both read their order here, so
//! they give the same one.

use crate::cost::TableValue;
use crate::host::threads;
use crate::normal::{Normal, Order};

/// Cities of a half that are solved sooner than another thread has woken up.
const FEW: u32 = 11;

/// The cheapest order of at least two cities that begins with those of `set`, in some order.
///
/// For k cities in the larger half time in O(k 2ᵏ) vector additions, memory in O(k 2ᵏ).
pub(crate) fn order<T: TableValue>(normal: &Normal<T>, set: u64) -> Order<T> {
    let size = set.count_ones().max(normal.m() as u32 - set.count_ones());
    match size {
        0..=8 => in_lanes::<T, 8>(normal, set),
        9..=16 => in_lanes::<T, 16>(normal, set),
        _ => in_lanes::<T, 24>(normal, set),
    }
}

/// In which cities a first half may end.
///
/// Where every order costs as much as its reverse, only one of the two is looked for. Of an odd
/// number of cities the last is then in the second half, or in the middle.
fn ends<T: TableValue>(normal: &Normal<T>, set: u64) -> u64 {
    let last = 1 << (normal.m() - 1);
    let in_the_middle = normal.symmetric && !normal.m().is_multiple_of(2) && set & last != 0;
    if in_the_middle { last } else { set }
}

fn in_lanes<T: TableValue, const N: usize>(normal: &Normal<T>, set: u64) -> Order<T> {
    let rest = ((1 << normal.m()) - 1) & !set;
    let both = [(set, false), (rest, true)];
    let solve = |(cities, reversed)| Half::<T, N>::new(normal, cities, reversed);
    let halves = match set.count_ones() < FEW {
        true => both.map(solve).into(),
        false => threads::map(both.into(), solve),
    };
    let (there, back) = (&halves[0], &halves[1]);
    let ends = ends(normal, set);
    let mut best = (T::FORBIDDEN, None);
    for (v, &city) in there.cities.iter().enumerate().filter(|it| ends >> it.1 & 1 == 1) {
        let path = there.all(v);
        for (w, &next) in back.cities.iter().enumerate() {
            let cost = path.plus(normal.leg(city, next)).least(T::FORBIDDEN).plus(back.all(w));
            if cost < best.0 {
                best = (cost, Some((v, w)));
            }
        }
    }
    let mut order = Vec::with_capacity(normal.m());
    if let Some((v, w)) = best.1 {
        there.read(v, &mut order);
        order.reverse();
        back.read(w, &mut order);
    }
    Order { order, cost: best.0 }
}

/// The table of a few cities: what it costs to go through all of a set and on to each other city.
///
/// A set is the bits of places among the cities; a row has a lane for each place.
struct Half<T, const N: usize> {
    cities: Vec<usize>,
    /// From each city to all.
    legs: [[T; N]; N],
    table: Vec<[T; N]>,
}

impl<T: TableValue, const N: usize> Half<T, N> {
    /// From the start through `cities`, or from the end backwards.
    fn new(normal: &Normal<T>, cities: u64, reversed: bool) -> Self {
        let m = normal.m();
        let cities: Vec<usize> = (0..m).filter(|v| cities >> v & 1 == 1).collect();
        let (mut first, mut legs) = ([T::FORBIDDEN; N], [[T::FORBIDDEN; N]; N]);
        let ends = if reversed { &normal.last } else { &normal.first };
        for (u, &city) in cities.iter().enumerate() {
            first[u] = ends[city];
            for (v, &other) in cities.iter().enumerate() {
                let (a, b) = if reversed { (other, city) } else { (city, other) };
                legs[u][v] = normal.leg(a, b);
            }
        }
        let waits = waits(normal, &cities, reversed);
        let bar = |set: u32, row: &mut [T; N]| {
            let waits = waits.iter().flatten().zip(row);
            waits.filter(|(waits, _)| **waits & !set != 0).for_each(|it| *it.1 = T::FORBIDDEN);
        };

        let mut table = Vec::with_capacity(1 << cities.len());
        bar(0, &mut first);
        table.push(first);
        for set in 1_usize..1 << cities.len() {
            let mut row = [T::FORBIDDEN; N];
            let mut rest = set;
            while rest != 0 {
                let u = rest.trailing_zeros() as usize % N;
                rest &= rest - 1;
                let path = table[set & !(1 << u)][u];
                for (cost, leg) in row.iter_mut().zip(&legs[u]) {
                    *cost = cost.least(path.plus(*leg));
                }
            }
            bar(set as u32, &mut row);
            table.push(row);
        }
        Self { cities, legs, table }
    }

    /// The cost of the best path through all that ends at place `v`.
    fn all(&self, v: usize) -> T {
        self.table[(self.table.len() - 1) & !(1 << v)][v]
    }

    /// Appends the cities of that path, from its end.
    fn read(&self, mut v: usize, order: &mut Vec<usize>) {
        let mut rest = (self.table.len() - 1) & !(1 << v);
        order.push(self.cities[v]);
        while rest != 0 {
            let others = (0..self.cities.len()).filter(|u| rest >> u & 1 == 1);
            let path = |u: usize| self.table[rest & !(1 << u)][u].plus(self.legs[u][v]);
            let nearest = others.reduce(|best, u| if path(u) < path(best) { u } else { best });
            v = nearest.unwrap_or_default();
            rest &= !(1 << v);
            order.push(self.cities[v]);
        }
    }
}

/// For each of the cities the places of those that must come before it, if any must. One that waits
/// for a city of the other half never comes: it waits for a place that there is not.
fn waits<T: TableValue>(normal: &Normal<T>, cities: &[usize], reversed: bool) -> Option<Vec<u32>> {
    if !normal.has_precedence() {
        return None;
    }
    let earlier = |v: usize, u: usize| {
        let (a, b) = if reversed { (v, u) } else { (u, v) };
        normal.before[b] >> a & 1 == 1
    };
    let waits = |v: &usize| {
        let earlier = (0..normal.m()).filter(|u| earlier(*v, *u));
        earlier.fold(0, |set, u| set | 1 << cities.binary_search(&u).unwrap_or(31))
    };
    Some(cities.iter().map(waits).collect())
}
