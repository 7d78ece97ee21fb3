//! Exact: sums of floats without rounding, for weights below 0.
//!
//! Rounded sums of positive floats never shrink along a path, so whatever rounding does, shortest
//! paths end. With weights below 0 it may make each turn round a cycle of total 0 a little shorter
//! than the last, for ever, or give two neighbours each other for a predecessor. So there lengths
//! are integers: multiples of the lowest bit of any weight, with as many words as the sum of any
//! path needs. One or two suffice for most graphs; all of `f64` may need 34.

use crate::graph::{Arcs, Graph};
use crate::weight::{Length, Weight};

/// An integer of `N` words in two's complement, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// `mantissa` with so many zero bits below it. What is beyond N words is lost.
    fn shifted(mantissa: i64, shift: u32) -> Self {
        let (word, bit) = ((shift / 64) as usize, shift % 64);
        let bits = u128::from(mantissa.unsigned_abs()) << bit;
        let mut words = [0; N];
        for (place, part) in words.iter_mut().skip(word).zip([bits as u64, (bits >> 64) as u64]) {
            *place = part;
        }
        let magnitude = Self(words);
        if mantissa < 0 { magnitude.negated() } else { magnitude }
    }

    fn negated(self) -> Self {
        let mut carry = true;
        Self(self.0.map(|word| {
            let (word, over) = (!word).overflowing_add(carry.into());
            carry = over;
            word
        }))
    }

    fn is_negative(&self) -> bool {
        (self.0[N - 1] as i64) < 0
    }

    /// The nearest `f64` to this many units of 2^`unit`.
    fn to_f64(self, unit: i32) -> f64 {
        let magnitude = if self.is_negative() { self.negated() } else { self };
        let Some(top) = magnitude.0.iter().rposition(|word| *word != 0) else { return 0.0 };
        let below = if top == 0 { 0 } else { magnitude.0[top - 1] };
        let both = u128::from(magnitude.0[top]) << 64 | u128::from(below);
        let leading = both.leading_zeros();
        let normal = both << leading;
        // The lowest bit stands for all that are not there, which decides ties only.
        let rest =
            normal as u64 != 0 || magnitude.0.iter().take(top.saturating_sub(1)).any(|w| *w != 0);
        let rounded = ((normal >> 64) as u64 | u64::from(rest)) as f64;
        let exponent = unit + 64 * top as i32 - leading as i32;
        let value = times_power_of_two(rounded, exponent);
        if self.is_negative() { -value } else { value }
    }
}

/// A product with 2^`exponent`, which is exact where it is no power of two too large.
fn times_power_of_two(mut value: f64, mut exponent: i32) -> f64 {
    while exponent != 0 {
        let step = exponent.clamp(-1000, 1000);
        value *= f64::from_bits(((1023 + step) as u64) << 52);
        exponent -= step;
    }
    value
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        let negative = other.is_negative().cmp(&self.is_negative());
        Some(negative.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())))
    }
}

impl<const N: usize> Length for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const UNREACHED: Self = {
        let mut words = [u64::MAX; N];
        words[N - 1] = u64::MAX >> 1;
        Self(words)
    };

    fn plus(self, edge: Self) -> Self {
        let mut carry = false;
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(edge.0) {
            let (sum, over) = word.overflowing_add(other);
            let (sum, more) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, over | more);
        }
        Self(words)
    }
}

/// How the weights of a graph become integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Units {
    /// The exponent of two of what 1 stands for.
    pub(crate) unit: i32,
    /// How many words the sums need.
    pub(crate) words: usize,
}

impl Units {
    pub(crate) fn of<W: Weight>(graph: &Graph<W>) -> Self {
        let parts = graph.weight().iter().filter_map(|weight| decode(weight.to_f64()));
        let (lowest, top) =
            parts.fold((i32::MAX, i32::MIN), |(lowest, top), (mantissa, exponent)| {
                let bits = (64 - mantissa.unsigned_abs().leading_zeros()) as i32;
                (lowest.min(exponent), top.max(exponent + bits))
            });
        if lowest > top {
            return Self { unit: 0, words: 1 };
        }
        // Between two looks for a cycle, a length grows by no more than V weights beyond a path of
        // V - 1. One bit is the sign, and one more keeps all below what stands for no path.
        let vertices = (32 - graph.vertices().leading_zeros()) as i32;
        let bits = (top - lowest) + vertices + 3;
        Self { unit: lowest, words: (bits as usize).div_ceil(64) }
    }
}

/// A finite float other than 0, as an odd integer and a power of two.
fn decode(value: f64) -> Option<(i64, i32)> {
    if value == 0.0 || !value.is_finite() {
        return None;
    }
    let bits = value.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    let zeros = mantissa.trailing_zeros();
    let odd = (mantissa >> zeros) as i64;
    Some((if value < 0.0 { -odd } else { odd }, exponent + zeros as i32))
}

/// A graph whose lengths add up exactly, in `N` words.
pub(crate) struct Exact<'a, W, const N: usize> {
    pub(crate) graph: &'a Graph<W>,
    pub(crate) unit: i32,
}

impl<W: Weight, const N: usize> Exact<'_, W, N> {
    /// A length in the unit of the weights.
    pub(crate) fn to_f64(&self, length: Wide<N>) -> f64 {
        length.to_f64(self.unit)
    }
}

impl<W: Weight, const N: usize> Arcs for Exact<'_, W, N> {
    type Length = Wide<N>;

    fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    fn passable(&self, vertex: u32) -> impl Iterator<Item = (u32, Wide<N>)> {
        let unit = self.unit;
        let length = move |weight: W| match decode(weight.to_f64()) {
            Some((mantissa, exponent)) => Some(Wide::shifted(mantissa, (exponent - unit) as u32)),
            None => (weight.to_f64() == 0.0).then_some(Wide::ZERO),
        };
        self.graph.leaving(vertex).filter_map(move |(head, weight)| Some((head, length(weight)?)))
    }
}

/// Runs `$body` with `$exact` an [`Exact`] of as few words as suffice.
macro_rules! exactly {
    ($graph:expr, |$exact:ident| $body:expr) => {{
        let units = $crate::exact::Units::of($graph);
        let (graph, unit) = ($graph, units.unit);
        match units.words {
            ..=1 => exactly!(graph, unit, 1, |$exact| $body),
            2 => exactly!(graph, unit, 2, |$exact| $body),
            3..=8 => exactly!(graph, unit, 8, |$exact| $body),
            _ => exactly!(graph, unit, 36, |$exact| $body),
        }
    }};
    ($graph:ident, $unit:ident, $words:literal, |$exact:ident| $body:expr) => {{
        let $exact = $crate::exact::Exact::<_, $words> { graph: $graph, unit: $unit };
        $body
    }};
}
pub(crate) use exactly;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_many_words_are_integers() {
        let values = [0, 1, -1, 5, -7, i64::MAX / 4, i64::MIN / 4];
        for a in values {
            for b in values {
                for shift in [0, 1, 63, 64, 100] {
                    let wide = |x| Wide::<4>::shifted(x, shift);
                    assert_eq!(wide(a).plus(wide(b)), wide(a + b), "{a} {b} {shift}");
                    assert_eq!(wide(a) < wide(b), a < b, "{a} {b} {shift}");
                    let back = wide(a).to_f64(-(shift as i32));
                    assert_eq!(back, a as f64, "{a} {shift}");
                }
            }
            assert!(Wide::<4>::shifted(a, 100) < Wide::UNREACHED);
        }
    }

    #[test]
    fn floats_go_there_and_back() {
        let tiny = f64::from_bits(1);
        for value in [1.0, -0.1, 1e300, -1e-300, tiny, -tiny * 3.0, f64::MIN_POSITIVE, f64::MAX] {
            let (mantissa, exponent) = decode(value).unwrap();
            let wide = Wide::<36>::shifted(mantissa, (exponent + 1074) as u32);
            assert_eq!(wide.to_f64(-1074), value);
        }
        // 2^53 + 1 lies between two floats, a little more is nearer to the upper one.
        let tie = Wide::<2>::shifted((1 << 53) + 1, 64);
        assert_eq!(tie.to_f64(-64), 2f64.powi(53));
        assert_eq!(tie.plus(Wide::shifted(1, 0)).to_f64(-64), 2f64.powi(53) + 2.0);
    }

    #[test]
    fn words_are_as_few_as_suffice() {
        let words = |weights: &[f64]| {
            let edges: Vec<_> = weights.iter().map(|weight| (0, 0, *weight)).collect();
            Units::of(&Graph::from_edges(1, &edges).unwrap()).words
        };
        let rows: [(&[f64], usize); 6] = [
            (&[], 1),
            (&[0.0, f64::INFINITY], 1),
            (&[1.0, -3.0], 1),
            (&[0.1, 6.8, -6.8], 1),
            (&[1e8, -1e-3], 2),
            (&[1e300, -1e-300], 33),
        ];
        for (weights, expected) in rows {
            assert_eq!(words(weights), expected, "{weights:?}");
        }
        assert!(words(&[f64::MAX, -f64::from_bits(1)]) <= 36);
        assert!(words(&[f32::MAX.into(), (-f32::from_bits(1)).into()]) <= 8);
    }
}
