//! Text: the kernels as WGSL, one for each size of sets.
//!
//! A kernel is written for sets of k cities, with k and every place in them spelled out: cities,
//! ranks and entries are variables of their own and never arrays that are indexed at run time, so
//! a compiler can keep them in registers. How many cities there are is a parameter: the kernels of
//! one Solver serve problems of every size.

use std::fmt::Write as _;

use super::narrow::MOST;
use super::packs::Packing;
use super::sources::Source;
use crate::binomials::binomial;

/// Cities of a row of the matrix of legs; an odd number, so that legs to neighbouring cities, and
/// legs from them, lie in different banks of a workgroup's memory.
pub(crate) const STRIDE: usize = 33;

/// Numbers in a row of binomials: C(c, j) for c from 0 to 33.
pub(crate) const ROW: usize = 34;

/// Rows of binomials: j from 0 to 17.
pub(crate) const ROWS: usize = 18;

/// Which way a half of the order is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the start: a leg leads to the end of the path.
    Forward,
    /// From the end: a leg leads from the end of the path.
    Backward,
}

/// Where a kernel finds the entries of levels.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// In storages, laid out so.
    Storages(Packing),
    /// In arrays of the workgroup, row after row; for so many cities.
    Workgroup(usize),
}

/// A kernel's snippet under construction.
#[derive(Debug)]
pub(crate) struct Text {
    place: Place,
    /// Cities of a row of the matrix of legs, and numbers in a row of binomials.
    stride: usize,
    row: usize,
    precedence: bool,
    out: String,
}

impl Text {
    /// The start of every snippet: what is shared goes to the workgroup's memory.
    pub(crate) fn new(packing: Packing, precedence: bool, size: u32) -> Self {
        let mut out = format!(
            "for (var j = local; j < {}u; j += {size}u) {{ choose[j] = binomials(j); }}\n\
             for (var j = local; j < {STRIDE}u * m; j += {size}u) {{ cost[j] = costs(j); }}\n",
            ROW * ROWS
        );
        if precedence {
            let all = 4 * STRIDE;
            let _ = writeln!(
                out,
                "for (var j = local; j < {all}u; j += {size}u) {{ mask[j] = masks(j); }}"
            );
        }
        out.push_str("workgroupBarrier();\n");
        Self { place: Place::Storages(packing), stride: STRIDE, row: ROW, precedence, out }
    }

    /// A snippet without a start, for problems of `m` cities whose levels stay in the workgroup.
    pub(crate) fn small(m: usize) -> Self {
        let (place, out) = (Place::Workgroup(m), String::new());
        Self { place, stride: m | 1, row: m + 1, precedence: false, out }
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// Cities of a row of the matrix of legs.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    pub(crate) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// The cities of the set of bits `bits`, ascending: `s0`, `s1`, .. for `s`.
    pub(crate) fn cities(&mut self, s: char, bits: &str, k: usize) {
        let _ = writeln!(self.out, "var {s}_rest = {bits};");
        for j in 0..k {
            let _ = writeln!(
                self.out,
                "let {s}{j} = countTrailingZeros({s}_rest); {s}_rest &= {s}_rest - 1u;"
            );
        }
    }

    /// The entries of the set of cities `s`, by their places: `e0`, `e1`, .. for `e`. They are made
    /// of the level before, in the storages `p`.
    ///
    /// The rank of a set s₀ < s₁ < .. is C(s₀, 1) + C(s₁, 2) + .., so without the city at place i
    /// it is the sum of C(sⱼ, j + 1) below i and of C(sⱼ, j) above: from one i to the next two
    /// terms change.
    pub(crate) fn entries(
        &mut self,
        (s, bits, e, p): (char, &str, char, char),
        k: usize,
        direction: Direction,
    ) {
        let row = self.row;
        let choose = |j: usize, c: usize| format!("choose[{}u + {s}{c}]", row * j);
        let above: Vec<String> = (1..k).map(|j| choose(j, j)).collect();
        let _ = writeln!(self.out, "var {s}_rank = {};", above.join(" + "));
        for i in 0..k {
            if i > 0 {
                let (more, less) = (choose(i, i - 1), choose(i, i));
                let _ = writeln!(self.out, "{s}_rank += {more} - {less};");
            }
            let high = self.high();
            let source = Source::without(p, high, k, i).name;
            let column = match high {
                0 => format!("{s}_rank"),
                _ => format!("({s}_rank - {source}_base)"),
            };
            let terms = self.column(&format!("{e}{i}"), &source, k - 1, &column);
            let others = (0..k).filter(|j| *j != i);
            let terms: Vec<String> = terms
                .into_iter()
                .zip(others)
                .map(|(path, j)| format!("{path} + {}", self.leg(direction, (s, j), (s, i))))
                .collect();
            let e = format!("{e}{i}");
            if self.precedence {
                self.least(&format!("{e}_free"), &terms);
                self.barred(&e, s, bits, i, k, direction);
            } else {
                self.least(&e, &terms);
            }
        }
    }

    /// What may come last, or first in the second half, only with others in the set.
    fn barred(&mut self, e: &str, s: char, bits: &str, i: usize, k: usize, direction: Direction) {
        let at = if direction == Direction::Forward { 0 } else { 2 * STRIDE };
        let (low, high) = (at, at + STRIDE);
        let last = k - 1;
        let _ = writeln!(
            self.out,
            "let {e} = select({e}_free, forbidden, (mask[{low}u + {s}{i}] & ~{bits}) != 0u \
             || (mask[{high}u + {s}{i}] != 0u && {s}{last} != 32u));"
        );
    }

    /// By how many cities columns are cut.
    fn high(&self) -> usize {
        match self.place {
            Place::Storages(packing) => packing.high,
            Place::Workgroup(_) => 0,
        }
    }

    /// The entries of a column of level `k`, which `p` holds, as expressions.
    pub(crate) fn column(&mut self, name: &str, p: &str, k: usize, column: &str) -> Vec<String> {
        let packing = match self.place {
            Place::Storages(packing) => packing,
            Place::Workgroup(m) => {
                let columns = binomial(m, k);
                let entry = |row: usize| format!("{p}[{}u + {column}]", row as u64 * columns);
                return (0..k).map(entry).collect();
            }
        };
        let mut entries = Vec::new();
        for (at, pack) in packing.packs(k).into_iter().enumerate() {
            let vector = format!("{name}{p}{at}");
            let _ = match packing.joined {
                true => writeln!(self.out, "let {vector} = {p}0({at}u * {p}_columns + {column});"),
                false => writeln!(self.out, "let {vector} = {p}{at}({column});"),
            };
            let lane = |lane: usize| match pack.lanes {
                1 => vector.clone(),
                _ => format!("{vector}.{}", ["x", "y", "z", "w"][lane % 4]),
            };
            for word in (0..pack.lanes).map(lane) {
                match packing.narrow {
                    true => {
                        entries.extend([format!("({word} & 0xffffu)"), format!("({word} >> 16u)")])
                    }
                    false => entries.push(word),
                }
            }
        }
        entries.truncate(k);
        entries
    }

    /// `name` becomes the least of the terms, and no more than what is forbidden.
    pub(crate) fn least(&mut self, name: &str, terms: &[String]) {
        let mut before = "forbidden".to_owned();
        for (j, term) in terms.iter().enumerate() {
            let now = if j + 1 == terms.len() { name.to_owned() } else { format!("{name}_{j}") };
            let _ = writeln!(self.out, "let {now} = min({before}, {term});");
            before = now;
        }
    }

    /// Writes the entries `e0`, `e1`, .. to a column of level `k` in `q`.
    pub(crate) fn store(&mut self, e: char, q: char, k: usize, column: &str, value: &str) {
        let packing = match self.place {
            Place::Storages(packing) => packing,
            Place::Workgroup(m) => {
                for row in 0..k {
                    let at = row as u64 * binomial(m, k);
                    let _ = writeln!(self.out, "{q}[{at}u + {column}] = {e}{row};");
                }
                return;
            }
        };
        let mut row = 0;
        for (at, pack) in packing.packs(k).into_iter().enumerate() {
            let rows = row..row + pack.lanes;
            let entry = |row: usize| if row < k { format!("{e}{row}") } else { "forbidden".into() };
            let half = |row| format!("min({}, {MOST}u)", entry(row));
            let lane = |row: usize| match packing.narrow {
                true => format!("({} | ({} << 16u))", half(2 * row), half(2 * row + 1)),
                false => entry(row),
            };
            let lanes: Vec<String> = rows.map(lane).collect();
            let value = match pack.lanes {
                1 => lanes.join(""),
                lanes_here => format!("vec{lanes_here}<{value}>({})", lanes.join(", ")),
            };
            let _ = match packing.joined {
                true => {
                    writeln!(self.out, "{q}0_set({at}u * {q}_columns + {column}, {value});")
                }
                false => writeln!(self.out, "{q}{at}_set({column}, {value});"),
            };
            row += pack.lanes;
        }
    }

    /// The leg between a path's last city but one, at a place of a set, and its last.
    pub(crate) fn leg(
        &self,
        direction: Direction,
        (s, j): (char, usize),
        (t, i): (char, usize),
    ) -> String {
        let stride = self.stride;
        match direction {
            Direction::Forward => format!("cost[{stride}u * {s}{j} + {t}{i}]"),
            Direction::Backward => format!("cost[{stride}u * {t}{i} + {s}{j}]"),
        }
    }
}
