//! Operation: what is computed, on which numbers, and when a result is right.
//!
//! Results are judged by what defines them, not by running the operation once more: a sorted array
//! ascends and holds each pair of the input once, a scan differs from one element to the next by
//! the input, a map is near the formula in f64.

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use rayon::prelude::*;

use crate::contest::{Line, Role};
use crate::report::{Column, Part, Row};

/// What is told of each: bytes a second, had it moved no more than it must, and that as a part of
/// the bound's.
const COLUMNS: &[Column] = &[
    Column { head: "GB/s", key: "bytes_per_second", scale: 1e-9, unit: "" },
    Column { head: "of bound", key: "part_of_bound", scale: 100.0, unit: " %" },
];

/// What is measured. What stands above a name is told in tables and in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Operation {
    /// x + tan(cos(sin(x * x))) of each f32, from one resident array to another
    Map,
    /// a * x + y of each two f32, from two resident arrays to a third
    Saxpy,
    /// the sum of u32, which wraps, of a resident array
    Reduce,
    /// inclusive sums of u32, which wrap, from one resident array to another
    Scan,
    /// the u32 below 2^31, half of all, in their order, from one resident array to another
    Filter,
    /// u32 in ascending order, all 32 bits, from one resident array to another
    Sort,
    /// u32 keys in ascending order, each with a u32 value, stable, resident
    SortPairs,
    /// the map, from an array on the host to a fresh array on the host
    RoundTrip,
}

/// The number of saxpy.
pub(crate) const A: f32 = 2.5;

/// A filter keeps what is below: half of all.
pub(crate) const HALF: u32 = 1 << 31;

/// The formula of the page of 2017.
pub(crate) fn formula(x: f32) -> f32 {
    x + (x * x).sin().cos().tan()
}

/// The numbers that all compute with, the same for each contestant, every time.
pub(crate) struct Data {
    /// Any 32 bits.
    pub(crate) words: Vec<u32>,
    /// 0, 1, 2 and so on: the values that go with the words when pairs are sorted.
    pub(crate) places: Vec<u32>,
    /// In [0, 10).
    pub(crate) x: Vec<f32>,
    pub(crate) y: Vec<f32>,
}

/// What comes out.
pub(crate) enum Output {
    Floats(Vec<f32>),
    Words(Vec<u32>),
    Pairs(Vec<u32>, Vec<u32>),
    /// The words, copied.
    Copy(Vec<u32>),
    /// It was checked where it is, as `python/contestant.py` does.
    Checked,
}

impl Data {
    pub(crate) fn new(elements: usize) -> Self {
        let places: Vec<u32> = (0..elements as u32).collect();
        let float = |place: u32| (scramble(place) >> 8) as f32 * (10.0 / (1 << 24) as f32);
        Self {
            words: places.par_iter().map(|place| scramble(*place)).collect(),
            x: places.par_iter().map(|place| float(*place)).collect(),
            y: places.par_iter().map(|place| float(!place)).collect(),
            places,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }
}

/// A number as good as random; `python/contestant.py` has the same.
fn scramble(place: u32) -> u32 {
    let mut word = place.wrapping_add(1).wrapping_mul(0x9e37_79b1);
    word = (word ^ (word >> 15)).wrapping_mul(0x85eb_ca77);
    word = (word ^ (word >> 13)).wrapping_mul(0xc2b2_ae3d);
    word ^ (word >> 16)
}

impl Operation {
    /// The operation in a report.
    pub(crate) fn part(self) -> Part {
        Part::of(&self, "elements", COLUMNS)
    }

    /// A contest in a report: an operation reads its input and writes its result once at least.
    pub(crate) fn rows(self, elements: usize, lines: Vec<Line>) -> Vec<Row> {
        let halves = match self {
            Self::Reduce => 2,
            Self::Filter => 3,
            Self::Map | Self::Scan | Self::Sort | Self::RoundTrip => 4,
            Self::Saxpy => 6,
            Self::SortPairs => 8,
        };
        let rate = |line: &Line| {
            let halves = if line.role == Role::Bound { 4 } else { halves };
            Some((2 * halves * elements) as f64 / line.time.as_ref().ok()?.best())
        };
        let bound = lines.iter().find(|line| line.role == Role::Bound).and_then(rate);
        let row = |line| {
            let rate = rate(&line);
            Row { line, cells: vec![rate, rate.zip(bound).map(|(rate, bound)| rate / bound)] }
        };
        lines.into_iter().map(row).collect()
    }

    /// Whether `output` is the right result for `data`.
    pub(crate) fn check(self, data: &Data, output: Output) -> Result<()> {
        match (self, output) {
            (_, Output::Checked) => Ok(()),
            (_, Output::Copy(out)) => check_equal(out.into_iter(), &data.words, "the element"),
            (Self::Map | Self::RoundTrip, Output::Floats(out)) => check_map(&data.x, &out),
            (Self::Saxpy, Output::Floats(out)) => check_saxpy(data, &out),
            (Self::Reduce, Output::Words(out)) => {
                let sum = data.words.par_iter().map(|word| u64::from(*word)).sum::<u64>() as u32;
                ensure!(out == [sum], "the sum is {out:?} and should be {sum}");
                Ok(())
            }
            (Self::Scan, Output::Words(out)) => {
                let before = |place: usize| place.checked_sub(1).map_or(0, |place| out[place]);
                let step = |place: usize| out[place].wrapping_sub(before(place));
                check_equal((0..out.len()).map(step), &data.words, "the step from the one before")
            }
            (Self::Filter, Output::Words(out)) => {
                let kept = data.words.iter().copied().filter(|word| *word < HALF);
                let kept: Vec<u32> = kept.collect();
                check_equal(out.into_iter(), &kept, "the element")
            }
            (Self::Sort, Output::Words(out)) => check_sorted(&data.words, &out),
            (Self::SortPairs, Output::Pairs(keys, values)) => {
                check_pairs(&data.words, &keys, &values)
            }
            (operation, _) => bail!("{operation:?} gives something else"),
        }
    }
}

fn check_equal(found: impl ExactSizeIterator<Item = u32>, right: &[u32], what: &str) -> Result<()> {
    ensure!(found.len() == right.len(), "it has {} elements, not {}", found.len(), right.len());
    for (place, (found, right)) in found.zip(right).enumerate() {
        ensure!(found == *right, "at {place}, {what} is {found} and should be {right}");
    }
    Ok(())
}

/// How far a sine may be from exact: WGSL promises 2^-11 for those of drivers, which `tan` makes
/// about 2^-8; then there is what the square is rounded by.
fn check_map(x: &[f32], out: &[f32]) -> Result<()> {
    check_floats(x.len(), out, |place| {
        let x = f64::from(x[place]);
        let allowed = 2f64.powi(-7) + x * x * 2f64.powi(-18);
        (x + (x * x).sin().cos().tan(), allowed)
    })
}

/// Two roundings at most, or one where both are fused.
fn check_saxpy(Data { x, y, .. }: &Data, out: &[f32]) -> Result<()> {
    check_floats(x.len(), out, |place| {
        let exact = f64::from(A) * f64::from(x[place]) + f64::from(y[place]);
        (exact, exact * 2f64.powi(-23))
    })
}

/// `exact` gives the right value and how far off one may be.
fn check_floats(len: usize, out: &[f32], exact: impl Fn(usize) -> (f64, f64) + Sync) -> Result<()> {
    ensure!(out.len() == len, "it has {} elements, not {len}", out.len());
    out.par_iter().enumerate().try_for_each(|(place, found)| {
        let (exact, allowed) = exact(place);
        // A NaN is not near.
        let near = (f64::from(*found) - exact).abs() <= allowed;
        ensure!(near, "the element at {place} is {found} and should be {exact}");
        Ok(())
    })
}

/// It ascends, and has the elements of the input: as many, and with the same sum of a hash.
fn check_sorted(words: &[u32], out: &[u32]) -> Result<()> {
    ensure!(out.len() == words.len(), "it has {} elements, not {}", out.len(), words.len());
    let descent = out.windows(2).position(|pair| pair[0] > pair[1]);
    ensure!(descent.is_none(), "it descends after element {}", descent.unwrap_or_default());
    let hash = |word: &u32| {
        let word = (u64::from(*word) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let sum = |words: &[u32]| words.iter().map(hash).fold(0u64, u64::wrapping_add);
    ensure!(sum(out) == sum(words), "it has other elements than the input");
    Ok(())
}

/// The values are places of the input. Pairs that ascend strictly are all different, so when each
/// value is the place of its key, each place of the input is there once.
fn check_pairs(words: &[u32], keys: &[u32], values: &[u32]) -> Result<()> {
    ensure!(keys.len() == words.len(), "it has {} keys, not {}", keys.len(), words.len());
    let own = values.iter().map(|place| words.get(*place as usize).copied().unwrap_or_default());
    check_equal(own, keys, "the key that belongs to the value")?;
    let pairs = || keys.iter().zip(values);
    let descent = pairs().zip(pairs().skip(1)).position(|(before, after)| before >= after);
    ensure!(
        descent.is_none(),
        "pairs {} and the next are not in order",
        descent.unwrap_or_default()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Time;

    #[test]
    fn rates_are_of_what_must_be_moved() {
        let line = |role, wall| {
            let time = Ok(Time { wall, device: None });
            Line { name: String::new(), role, time }
        };
        // A sum reads 4 bytes of each element, a copy reads and writes them.
        let lines = vec![line(Role::Ours, 2.0), line(Role::Bound, 4.0)];
        let rows = Operation::Reduce.rows(100, lines);
        let cells: Vec<_> = rows.into_iter().flat_map(|row| row.cells).collect();
        assert_eq!(cells, [200.0, 1.0, 200.0, 1.0].map(Some));
    }

    #[test]
    fn results_are_judged() {
        let data =
            Data { words: vec![3, 1 << 31, 1, 3], places: vec![], x: vec![1.0], y: vec![2.0] };
        let right = formula(1.0);
        use Operation as Op;
        use Output::{Floats, Pairs, Words};
        let rows = [
            (Op::Map, Floats(vec![right]), true),
            (Op::Map, Floats(vec![right + 0.01]), false),
            (Op::Map, Floats(vec![f32::NAN]), false),
            (Op::Map, Floats(vec![]), false),
            (Op::Saxpy, Floats(vec![4.5]), true),
            (Op::Saxpy, Floats(vec![4.500_001]), false),
            (Op::Reduce, Words(vec![(1 << 31) + 7]), true),
            (Op::Reduce, Words(vec![7]), false),
            (Op::Scan, Words(vec![3, (1 << 31) + 3, (1 << 31) + 4, (1 << 31) + 7]), true),
            (Op::Scan, Words(vec![0, 3, (1 << 31) + 3, (1 << 31) + 4]), false),
            (Op::Filter, Words(vec![3, 1, 3]), true),
            (Op::Filter, Words(vec![1, 3, 3]), false),
            (Op::Filter, Words(vec![3, 1]), false),
            (Op::Sort, Words(vec![1, 3, 3, 1 << 31]), true),
            (Op::Sort, Words(vec![1, 3, 1 << 31, 3]), false),
            (Op::Sort, Words(vec![1, 1, 3, 1 << 31]), false),
            (Op::SortPairs, Pairs(vec![1, 3, 3, 1 << 31], vec![2, 0, 3, 1]), true),
            (Op::SortPairs, Pairs(vec![1, 3, 3, 1 << 31], vec![2, 3, 0, 1]), false),
            (Op::SortPairs, Pairs(vec![1, 3, 3, 1 << 31], vec![2, 0, 0, 1]), false),
            (Op::Sort, Floats(vec![1.0]), false),
        ];
        for (row, (operation, output, good)) in rows.into_iter().enumerate() {
            let verdict = operation.check(&data, output);
            assert_eq!(verdict.is_ok(), good, "row {row}, {operation:?}: {verdict:?}");
        }
    }

    #[test]
    fn numbers_are_well_mixed() {
        let data = Data::new(1 << 16);
        let kept = data.words.iter().filter(|word| **word < HALF).count();
        assert!(kept.abs_diff(1 << 15) < 1 << 10, "{kept}");
        assert!(data.x.iter().chain(&data.y).all(|x| (0.0..10.0).contains(x)));
        let mut words = data.words;
        words.sort_unstable();
        words.dedup();
        assert!(words.len() > (1 << 16) - 16, "{}", words.len());
    }
}
