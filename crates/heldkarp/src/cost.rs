//! Cost: the numbers that costs may be, and the numbers that the table holds for them.

use std::fmt::{Debug, Display};

use kernel_engine::Element;

/// What a leg may cost: `i32`, `u32`, `f32` or `f64`.
///
/// Integers are exact. Floats are as exact as their sums: of two tours whose costs differ by less
/// than the rounding of the sums, either may be taken for the better one.
/// `f64` costs are never rounded to `f32`.
pub trait Cost: Arithmetic {}

impl Cost for i32 {}
impl Cost for u32 {}
impl Cost for f32 {}
impl Cost for f64 {}

pub(crate) mod sealed {
    use super::{Debug, Display, TableValue};

    /// What the crate does with costs.
    pub trait Arithmetic: Copy + PartialOrd + Debug + Display + Send + Sync + 'static {
        /// What the table holds for costs of this type.
        type T: TableValue;

        /// No cost.
        const ZERO: Self;

        /// Whether this is no cost at all: NaN, or less than any number.
        fn is_absurd(self) -> bool;

        /// Whether this forbids a leg: infinity.
        fn is_infinite(self) -> bool;

        /// The sum, unless it exceeds the type.
        fn plus(self, other: Self) -> Option<Self>;

        /// What to subtract from each of so many `legs`, of which `least` is the cheapest, so that
        /// none is negative; and the least and the largest cost with which no sum can overflow.
        fn bounds(least: Self, legs: usize) -> Bounds<Self>;

        /// This less `shift`, which is not larger.
        fn lowered(self, shift: Self) -> Self::T;

        /// Whether this, or its distance from another cost, may be a number that a device takes
        /// for 0: a subnormal one.
        fn is_tiny(self) -> bool;

        /// The same number, or the nearest, for checks.
        fn to_f64(self) -> f64;

        /// How far a sum of so many legs may be from the truth, relative to the sum of their
        /// absolute values.
        fn rounding(legs: usize) -> f64;
    }

    /// Between what the costs of a problem must lie.
    #[derive(Clone, Copy, Debug)]
    pub struct Bounds<C> {
        /// What each is lowered by.
        pub shift: C,
        /// The least that one may be.
        pub smallest: C,
        /// The most.
        pub largest: C,
    }
}

use sealed::{Arithmetic, Bounds};

/// What the table holds: costs that are lowered so that none is negative, and [`FORBIDDEN`], which
/// exceeds every path.
///
/// [`FORBIDDEN`]: TableValue::FORBIDDEN
pub trait TableValue: Element + PartialOrd + Debug + Default + 'static {
    /// There is no path. Every path costs less, and twice this is still a number.
    const FORBIDDEN: Self;

    /// Its name on the device.
    const WGSL: &str;

    /// Two of them in a vector.
    type Two: Element + Debug;

    /// Four of them in a vector.
    type Four: Element + Debug;

    /// The sum of two that are at most [`FORBIDDEN`](Self::FORBIDDEN).
    fn plus(self, other: Self) -> Self;

    /// The same number, or the nearest.
    fn to_f64(self) -> f64;

    /// As a table of 16 bits has it.
    fn narrowed(self) -> Self {
        self
    }

    /// The lesser of both.
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

impl TableValue for u32 {
    const FORBIDDEN: Self = i32::MAX as Self;
    const WGSL: &str = "u32";
    type Two = [Self; 2];
    type Four = [Self; 4];

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn to_f64(self) -> f64 {
        self.into()
    }

    fn narrowed(self) -> Self {
        self.min(crate::device::NARROW)
    }
}

macro_rules! integer {
    ($C:ty) => {
        impl Arithmetic for $C {
            type T = u32;
            const ZERO: Self = 0;

            fn is_absurd(self) -> bool {
                false
            }

            fn is_infinite(self) -> bool {
                false
            }

            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }

            fn bounds(least: Self, legs: usize) -> Bounds<Self> {
                let legs = legs.max(1) as Self;
                let spread = (u32::FORBIDDEN - 1) as Self / legs;
                let largest = least.saturating_add(spread).min(Self::MAX / legs);
                Bounds { shift: least, smallest: Self::MIN / legs, largest }
            }

            fn lowered(self, shift: Self) -> u32 {
                // The distance of two costs within bounds fits, also where one is negative.
                self.wrapping_sub(shift) as u32
            }

            fn is_tiny(self) -> bool {
                false
            }

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn rounding(_: usize) -> f64 {
                0.0
            }
        }
    };
}

integer!(i32);
integer!(u32);

macro_rules! float {
    ($C:ty) => {
        impl TableValue for $C {
            const FORBIDDEN: Self = Self::MAX / 4.0;
            const WGSL: &str = stringify!($C);
            type Two = [Self; 2];
            type Four = [Self; 4];

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }

        impl Arithmetic for $C {
            type T = Self;
            const ZERO: Self = 0.0;

            fn is_absurd(self) -> bool {
                self.is_nan() || self == Self::NEG_INFINITY
            }

            fn is_infinite(self) -> bool {
                self == Self::INFINITY
            }

            fn plus(self, other: Self) -> Option<Self> {
                let sum = self + other;
                sum.is_finite().then_some(sum)
            }

            fn bounds(least: Self, legs: usize) -> Bounds<Self> {
                // A shift rounds, so there is one only where it must be.
                let largest = Self::FORBIDDEN / (4 * legs.max(1)) as Self;
                Bounds { shift: least.min(0.0), smallest: -largest, largest }
            }

            fn lowered(self, shift: Self) -> Self {
                self - shift
            }

            fn is_tiny(self) -> bool {
                // Others are multiples of the least normal number, and so are their differences.
                self != 0.0 && self.abs() < Self::MIN_POSITIVE / Self::EPSILON
            }

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn rounding(legs: usize) -> f64 {
                // Once in the table and once along the tour, each leg and its shift.
                (4 * legs + 4) as f64 * f64::from(Self::EPSILON)
            }
        }
    };
}

float!(f32);
float!(f64);

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost, the next smaller one and the one after, and whether costs from there on are apart
    /// by subnormal numbers.
    macro_rules! check {
        ($C:ty) => {
            let least = <$C>::MIN_POSITIVE / <$C>::EPSILON;
            let (before, after) = (least.next_down(), least.next_up());
            assert!((after - least).is_normal() && (before - before.next_down()).is_subnormal());
            assert!(!least.is_tiny() && !(-least).is_tiny() && !(0.0 as $C).is_tiny());
            assert!(!<$C>::INFINITY.is_tiny() && !(-0.0 as $C).is_tiny());
            assert!(before.is_tiny() && (-before).is_tiny() && <$C>::from_bits(1).is_tiny());
        };
    }

    #[test]
    fn costs_that_are_not_tiny_are_not_apart_by_subnormal_numbers() {
        check!(f32);
        check!(f64);
    }
}
