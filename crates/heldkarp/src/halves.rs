//! Halves: the order itself, once it is known which cities its first half has.
//!
//! Each half is solved again in a table of all its subsets: half as many cities are quicker solved
//! twice than where they come from is stored. Of several orders that cost the same, the first half
//! ends in the smallest city that it can, the second begins with the smallest, and outwards from
//! there each city is the smallest that it can be. Host and device both read their order here, so
//! they give the same one.

use std::array;

use crate::cost::TableValue;
use crate::host::{simd, threads};
use crate::normal::{Normal, Order};

/// Cities of a half that are solved sooner than another thread has woken up.
const FEW: u32 = 11;

/// Sets that differ only in their first two places; their rows are made together.
const TOGETHER: usize = 4;

/// The cheapest order of at least two cities that begins with those of `set`, in some order.
///
/// For k cities in the larger half time in O(k 2ᵏ) vector additions, memory in O(k 2ᵏ).
pub(crate) fn order<T: TableValue>(normal: &Normal<T>, set: u64) -> Order<T> {
    let mut room = Room::default();
    room.order(normal, set);
    room.found
}

/// Memory for the tables of both halves, to be used again.
#[derive(Debug, Default)]
pub(crate) struct Room<T> {
    tables: [Vec<T>; 2],
    found: Order<T>,
}

impl<T: TableValue> Room<T> {
    /// As [`order()`], in this room.
    pub(crate) fn order(&mut self, normal: &Normal<T>, set: u64) -> &Order<T> {
        simd::halves(normal, set, self);
        &self.found
    }
}

/// Finds the order in lanes for the larger half.
#[inline(always)]
pub(crate) fn find<T: TableValue>(normal: &Normal<T>, set: u64, room: &mut Room<T>) {
    let size = set.count_ones().max(normal.m() as u32 - set.count_ones());
    match size {
        0..=8 => in_lanes::<T, 8>(normal, set, room),
        9..=16 => in_lanes::<T, 16>(normal, set, room),
        _ => in_lanes::<T, 24>(normal, set, room),
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

#[inline(always)]
fn in_lanes<T: TableValue, const N: usize>(normal: &Normal<T>, set: u64, room: &mut Room<T>) {
    let rest = ((1 << normal.m()) - 1) & !set;
    let mut there = Half::<T, N>::new(normal, set, false);
    let mut back = Half::<T, N>::new(normal, rest, true);
    let [first, second] = &mut room.tables;
    if set.count_ones() < FEW {
        there.fill(normal, first);
        back.fill(normal, second);
    } else {
        let both = vec![(&mut there, first), (&mut back, second)];
        threads::map(both, |(half, table)| half.fill(normal, table));
    }
    let [first, second] = room.tables.each_ref().map(|table| table.as_chunks::<N>().0);
    let ends = ends(normal, set);
    let mut best = (T::FORBIDDEN, None);
    for (v, &city) in there.cities().iter().enumerate().filter(|it| ends >> it.1 & 1 == 1) {
        let path = there.all(first, v);
        for (w, &next) in back.cities().iter().enumerate() {
            let leg = normal.leg(city, next);
            let cost = path.plus(leg).least(T::FORBIDDEN).plus(back.all(second, w));
            if cost < best.0 {
                best = (cost, Some((v, w)));
            }
        }
    }
    let Order { order, cost } = &mut room.found;
    order.clear();
    *cost = best.0;
    if let Some((v, w)) = best.1 {
        there.read(first, v, order);
        order.reverse();
        back.read(second, w, order);
    }
}

/// A few cities, and what it costs to go through all of a set of them and on to each other one.
///
/// A set is the bits of places among the cities; a row of its table has a lane for each place.
struct Half<T, const N: usize> {
    count: usize,
    cities: [usize; N],
    /// From the start to each city, or from the end backwards.
    first: [T; N],
    /// From each city to all.
    legs: [[T; N]; N],
    reversed: bool,
}

impl<T: TableValue, const N: usize> Half<T, N> {
    /// From the start through `cities`, or from the end backwards.
    #[inline(always)]
    fn new(normal: &Normal<T>, mut cities: u64, reversed: bool) -> Self {
        let count = cities.count_ones() as usize;
        let cities = array::from_fn(|_| {
            let city = cities.trailing_zeros() as usize;
            cities &= cities.saturating_sub(1);
            city
        });
        let (mut first, mut legs) = ([T::FORBIDDEN; N], [[T::FORBIDDEN; N]; N]);
        let ends = if reversed { &normal.last } else { &normal.first };
        for (u, &city) in cities.iter().enumerate().take(count) {
            first[u] = ends[city];
            for (v, &other) in cities.iter().enumerate().take(count) {
                let (a, b) = if reversed { (other, city) } else { (city, other) };
                legs[u][v] = normal.leg(a, b);
            }
        }
        Self { count, cities, first, legs, reversed }
    }

    fn cities(&self) -> &[usize] {
        &self.cities[..self.count]
    }

    /// Makes the table.
    #[inline(always)]
    fn fill(&self, normal: &Normal<T>, table: &mut Vec<T>) {
        let waits = waits(normal, self.cities(), self.reversed);
        let bar = |set: usize, row: &mut [T; N]| {
            let waits = waits.iter().flatten().zip(row);
            waits
                .filter(|(waits, _)| **waits & !(set as u32) != 0)
                .for_each(|it| *it.1 = T::FORBIDDEN);
        };
        let sets = 1 << self.count;
        table.resize(N * sets.max(TOGETHER), T::FORBIDDEN);
        let table = table.as_chunks_mut::<N>().0;
        for set in (0..sets).step_by(TOGETHER) {
            let mut rows = [[T::FORBIDDEN; N]; TOGETHER];
            if set == 0 {
                rows[0] = self.first;
            }
            let mut rest = set;
            while rest != 0 {
                let u = rest.trailing_zeros() as usize % N;
                rest &= rest - 1;
                let earlier = &table[set & !(1 << u)..][..TOGETHER];
                for (row, earlier) in rows.iter_mut().zip(earlier) {
                    self.extend(row, earlier, u);
                }
            }
            let [mut neither, mut first, mut second, mut both] = rows;
            bar(set, &mut neither);
            self.extend(&mut first, &neither, 0);
            bar(set + 1, &mut first);
            self.extend(&mut second, &neither, 1);
            bar(set + 2, &mut second);
            self.extend(&mut both, &second, 0);
            self.extend(&mut both, &first, 1);
            bar(set + 3, &mut both);
            (table[set], table[set + 1]) = (neither, first);
            (table[set + 2], table[set + 3]) = (second, both);
        }
    }

    /// Lets the paths of `earlier` that end at place `u` go on from there.
    #[inline(always)]
    fn extend(&self, row: &mut [T; N], earlier: &[T; N], u: usize) {
        for (cost, leg) in row.iter_mut().zip(&self.legs[u]) {
            *cost = cost.least(earlier[u].plus(*leg));
        }
    }

    /// All places but `v`.
    fn others(&self, v: usize) -> usize {
        ((1 << self.count) - 1) & !(1 << v)
    }

    /// The cost of the best path through all that ends at place `v`.
    fn all(&self, table: &[[T; N]], v: usize) -> T {
        table[self.others(v)][v]
    }

    /// Appends the cities of that path, from its end.
    #[inline(always)]
    fn read(&self, table: &[[T; N]], mut v: usize, order: &mut Vec<usize>) {
        let mut rest = self.others(v);
        order.push(self.cities[v]);
        while rest != 0 {
            let path = |u: usize| table[rest & !(1 << u)][u].plus(self.legs[u][v]);
            let mut nearest = rest.trailing_zeros() as usize;
            let mut others = rest & (rest - 1);
            while others != 0 {
                let u = others.trailing_zeros() as usize;
                others &= others - 1;
                nearest = if path(u) < path(nearest) { u } else { nearest };
            }
            v = nearest;
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
