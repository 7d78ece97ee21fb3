//! Halves: the order itself, once it is known which cities its first half has.
//!
//! A half has at most 17 cities, so its own table of all subsets is small. Where several orders are
//! equally cheap, the first half ends in the smallest city that it can, the second begins with the
//! smallest, and outwards from there each city is the smallest that it can be.

use crate::cost::TableValue;
use crate::normal::{Normal, Order};

/// The cheapest order whose first cities are `set`, in some order.
pub(crate) fn order<T: TableValue>(normal: &Normal<T>, set: &[usize]) -> Order<T> {
    let rest: Vec<usize> = (0..normal.m()).filter(|v| !set.contains(v)).collect();
    let reversed = normal.reversed();
    let (there, back) = (Half::new(normal, set), Half::new(&reversed, &rest));
    let onward = |v: usize| {
        let paths = (0..rest.len()).map(|w| (back.all(w).plus(normal.leg(v, rest[w])), w));
        least(paths).unwrap_or((T::default(), 0))
    };
    let ends = set.iter().enumerate().map(|(v, &city)| (there.all(v).plus(onward(city).0), v));
    let (cost, v) = least(ends).unwrap_or((T::FORBIDDEN, 0));
    let mut order = there.read(v);
    order.reverse();
    if let Some(&city) = set.get(v) {
        order.extend(back.read(onward(city).1));
    }
    Order { order, cost }
}

/// The least cost and the first place that has it.
fn least<T: TableValue>(paths: impl Iterator<Item = (T, usize)>) -> Option<(T, usize)> {
    paths.reduce(|best, path| if path.0 < best.0 { path } else { best })
}

/// The table of all sets of a few cities, by bits of their places.
struct Half<'a, T> {
    normal: &'a Normal<T>,
    cities: &'a [usize],
    table: Vec<T>,
}

impl<'a, T: TableValue> Half<'a, T> {
    fn new(normal: &'a Normal<T>, cities: &'a [usize]) -> Self {
        let k = cities.len();
        let mut half = Self { normal, cities, table: vec![T::FORBIDDEN; k << k] };
        let before: Vec<usize> = cities
            .iter()
            .map(|v| (0..k).filter(|j| normal.before[*v] >> cities[*j] & 1 == 1))
            .map(|places| places.fold(0, |set, j| set | 1 << j))
            .collect();
        // A city outside that must come before one of these never does.
        let within = cities.iter().fold(0u64, |set, city| set | 1 << city);
        for set in 1usize..1 << k {
            for v in bits(set) {
                let rest = set & !(1 << v);
                if before[v] & !rest != 0 || normal.before[cities[v]] & !within != 0 {
                    continue;
                }
                let path = match rest {
                    0 => normal.first[cities[v]],
                    _ => bits(rest)
                        .map(|u| half.step(rest, u, v))
                        .fold(T::FORBIDDEN, |best, path| best.least(path)),
                };
                half.table[set * k + v] = path.least(T::FORBIDDEN);
            }
        }
        half
    }

    /// The best path through `rest` to `u` and on to `v`.
    fn step(&self, rest: usize, u: usize, v: usize) -> T {
        let leg = self.normal.leg(self.cities[u], self.cities[v]);
        self.table[rest * self.cities.len() + u].plus(leg)
    }

    /// The best path through all to `v`.
    fn all(&self, v: usize) -> T {
        let k = self.cities.len();
        self.table[((1 << k) - 1) * k + v]
    }

    /// The cities of the best path through all to `v`, from its end.
    fn read(&self, mut v: usize) -> Vec<usize> {
        let mut rest = (1usize << self.cities.len()) - 1;
        let mut order = vec![self.cities[v]];
        loop {
            rest &= !(1 << v);
            match least(bits(rest).map(|u| (self.step(rest, u, v), u))) {
                Some((_, u)) => v = u,
                None => return order,
            }
            order.push(self.cities[v]);
        }
    }
}

/// The places of the bits of a set, ascending.
fn bits(set: usize) -> impl Iterator<Item = usize> {
    (0..usize::BITS as usize).filter(move |v| set >> v & 1 == 1)
}
