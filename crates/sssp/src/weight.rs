//! Weight: what an edge costs, and what costs add up to.

use std::fmt::{Debug, Display};

/// What an edge costs: `u32`, `i32`, `f32`, `f64`, or [`Unit`].
///
/// Distances are of a type in which sums are right: integers add up in 64 bits, which no path
/// overflows, and edges that cost 1 each in 32 bits. Floats add up in their own type from the
/// source onwards, rounded at each edge; where a graph has negative weights they add up exactly
/// and are rounded once (see [`host`](crate::host)).
///
/// A float may be +∞, which makes an edge impassable; NaN and -∞ are no weights.
pub trait Weight: Copy + Debug + Display + PartialEq + Send + Sync + 'static {
    /// What weights add up to.
    type Distance: Distance;

    /// Whether sums of weights are never rounded.
    const EXACT: bool;

    /// The length of an edge of this weight; `None` where the edge is impassable.
    fn length(self) -> Option<Self::Distance>;

    /// The weight as the nearest `f64`, which is the weight itself for all types here.
    fn to_f64(self) -> f64;
}

/// How far a vertex is: `u32`, `u64`, `i64`, `f32` or `f64`.
pub trait Distance: Length + Key + Display + Send + Sync + 'static {
    /// The largest distance that there can be.
    const MOST: f64;

    /// The distance as the nearest `f64`.
    fn to_f64(self) -> f64;

    /// The distance nearest to `value`.
    fn from_f64(value: f64) -> Self;
}

/// What adds up along a path.
pub trait Length: Copy + Debug + PartialOrd {
    /// The length of a path without edges.
    const ZERO: Self;
    /// More than any length: that of a vertex that no path reaches.
    const UNREACHED: Self;

    /// The length of a path and one more edge. It does not wrap.
    fn plus(self, edge: Self) -> Self;
}

/// Lengths of which none is negative, as integers in the same order.
pub trait Key: Length {
    /// The place of this length among all others.
    fn key(self) -> u64;

    /// The length that has this place.
    fn of_key(key: u64) -> Self;
}

/// The weight of an edge that costs 1, as all edges do of a graph without weights. It takes no
/// memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unit;

impl Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("1")
    }
}

impl Weight for Unit {
    type Distance = u32;
    const EXACT: bool = true;

    fn length(self) -> Option<u32> {
        Some(1)
    }

    fn to_f64(self) -> f64 {
        1.0
    }
}

macro_rules! integer {
    ($($weight:ty => $distance:ty;)*) => { $(
        impl Weight for $weight {
            type Distance = $distance;
            const EXACT: bool = true;

            fn length(self) -> Option<$distance> {
                Some(self.into())
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    )* };
}

integer! { u32 => u64; i32 => i64; }

macro_rules! distance {
    ($type:ty, $unreached:expr, |$length:ident| $key:expr, |$place:ident| $of:expr, |$edge:ident| $sum:expr) => {
        impl Length for $type {
            const ZERO: Self = 0 as $type;
            const UNREACHED: Self = $unreached;

            fn plus(self, edge: Self) -> Self {
                let ($length, $edge) = (self, edge);
                $sum
            }
        }

        impl Key for $type {
            fn key(self) -> u64 {
                let $length = self;
                $key
            }

            fn of_key($place: u64) -> Self {
                $of
            }
        }

        impl Distance for $type {
            const MOST: f64 = <$type>::MAX as f64;

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn from_f64(value: f64) -> Self {
                value as $type
            }
        }
    };
}

macro_rules! float {
    ($($float:ty)*) => { $(
        impl Weight for $float {
            type Distance = $float;
            const EXACT: bool = false;

            fn length(self) -> Option<$float> {
                (self < <$float>::INFINITY).then_some(self)
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        // Bits of floats that are not negative are in the order of the floats.
        distance!(
            $float,
            <$float>::INFINITY,
            |float| float.to_bits().into(),
            |key| Self::from_bits(key as _),
            |edge| float + edge
        );
    )* };
}

distance!(u32, u32::MAX, |length| length.into(), |key| key as Self, |edge| length
    .saturating_add(edge));
distance!(u64, u64::MAX, |length| length, |key| key, |edge| length.saturating_add(edge));
distance!(i64, i64::MAX, |length| length as u64, |key| key as Self, |edge| length
    .saturating_add(edge));
float!(f32 f64);
