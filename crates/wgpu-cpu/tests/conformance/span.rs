//! The bounds of WGSL's section on the accuracy of floats, as arithmetic on intervals.
//!
//! A function that inherits its accuracy is written as the expression it inherits it from.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::rows::Answer;

/// All that an expression may give, ends included. What WGSL leaves open has no ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span(f64, f64);

const OPEN: Span = Span(f64::NEG_INFINITY, f64::INFINITY);
const SMALLEST: f64 = f32::MIN_POSITIVE as f64;

/// One number, or the two `f32` beside it. What is below the normal ones may count as zero.
pub(crate) fn rounded(x: f64) -> Span {
    Span(x, x).rounded()
}

/// The distance of the two `f32` about `x`.
fn ulp(x: f64) -> f64 {
    let x = x.abs().max(SMALLEST);
    let near = x as f32;
    let above = if f64::from(near) < x { near.next_up() } else { near };
    f64::from(above) - f64::from(above.next_down())
}

pub(crate) fn ulps(x: f64, n: f64) -> Span {
    let by = n * ulp(x);
    Span(x - by, x + by).rounded()
}

pub(crate) fn within(x: f64, error: f64) -> Span {
    Span(x - error, x + error).rounded()
}

impl Span {
    fn of(ends: &[f64]) -> Self {
        match ends.iter().any(|x| x.is_nan()) {
            true => OPEN,
            false => Self(
                ends.iter().copied().fold(f64::INFINITY, f64::min),
                ends.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ),
        }
    }

    fn has(self, x: f64) -> bool {
        self.0 <= x && x <= self.1
    }

    fn is_open(self) -> bool {
        let finite = |x: f64| x.abs() <= f64::from(f32::MAX);
        !(finite(self.0) && finite(self.1))
    }

    /// Out to the next `f32`.
    fn rounded(self) -> Self {
        if self.is_open() {
            return OPEN;
        }
        let (mut low, mut high) = (self.0 as f32, self.1 as f32);
        if f64::from(low) > self.0 {
            low = low.next_down();
        }
        if f64::from(high) < self.1 {
            high = high.next_up();
        }
        let (low, high) = (f64::from(low), f64::from(high));
        let low = if low > 0.0 && low < SMALLEST { 0.0 } else { low };
        let high = if high < 0.0 && high > -SMALLEST { 0.0 } else { high };
        Self(low, high)
    }

    /// Either of the two.
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.max(other.1))
    }

    /// A function that grows or falls all the way, with its own error.
    fn monotone(self, f: impl Fn(f64) -> Self) -> Self {
        if self.is_open() {
            return OPEN;
        }
        let (low, high) = (f(self.0), f(self.1));
        match low.is_open() || high.is_open() {
            true => OPEN,
            false => low.or(high),
        }
    }

    pub(crate) fn clamp(self, low: f64, high: f64) -> Self {
        match self.is_open() {
            true => OPEN,
            false => Self(self.0.clamp(low, high), self.1.clamp(low, high)),
        }
    }

    pub(crate) fn exp(self) -> Self {
        self.monotone(|x| ulps(x.exp(), 3.0 + 2.0 * x.abs()))
    }

    pub(crate) fn exp2(self) -> Self {
        self.monotone(|x| ulps(x.exp2(), 3.0 + 2.0 * x.abs()))
    }

    pub(crate) fn log(self) -> Self {
        self.logarithm(f64::ln)
    }

    pub(crate) fn log2(self) -> Self {
        self.logarithm(f64::log2)
    }

    fn logarithm(self, f: fn(f64) -> f64) -> Self {
        if self.0 < SMALLEST {
            return OPEN;
        }
        self.monotone(|x| match (0.5..=2.0).contains(&x) {
            true => within(f(x), 2f64.powi(-21)),
            false => ulps(f(x), 3.0),
        })
    }

    pub(crate) fn inverse_sqrt(self) -> Self {
        match self.0 < SMALLEST {
            true => OPEN,
            false => self.monotone(|x| ulps(1.0 / x.sqrt(), 2.0)),
        }
    }

    /// The root of zero inherits one over infinity, of which nothing is said; it is zero.
    pub(crate) fn sqrt(self) -> Self {
        match (self.0, self.1) {
            (0.0, 0.0) => self,
            (0.0, high) => rounded(0.0).or(rounded(1.0) / Span(high, high).inverse_sqrt()),
            _ => rounded(1.0) / self.inverse_sqrt(),
        }
    }

    pub(crate) fn sin(self) -> Self {
        self.wave(f64::sin)
    }

    pub(crate) fn cos(self) -> Self {
        self.wave(f64::cos)
    }

    /// Of one number: its error is known from -pi to pi only.
    fn wave(self, f: fn(f64) -> f64) -> Self {
        match self.0.abs() > f64::from(std::f32::consts::PI) || self.0 != self.1 {
            true => OPEN,
            false => within(f(self.0), 2f64.powi(-11)),
        }
    }

    pub(crate) fn atan(self) -> Self {
        self.monotone(|x| ulps(x.atan(), 4096.0))
    }

    pub(crate) fn atan2(self, x: Self) -> Self {
        let size = |v: f64| v.abs() >= SMALLEST && v.abs() < 2f64.powi(126);
        if self.is_open() || x.is_open() || !(size(x.0) && size(x.1)) || x.has(0.0) {
            return OPEN;
        }
        // The angle jumps where it passes the negative axis.
        if self.has(0.0) && x.0 < 0.0 {
            return OPEN;
        }
        let corners = [(self.0, x.0), (self.0, x.1), (self.1, x.0), (self.1, x.1)];
        let angles = corners.map(|(y, x)| ulps(y.atan2(x), 4096.0));
        angles.into_iter().reduce(Self::or).expect("four")
    }

    fn corners(self, other: Self, f: fn(f64, f64) -> f64) -> Self {
        if self.is_open() || other.is_open() {
            return OPEN;
        }
        let (a, b) = (self, other);
        Self::of(&[f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)])
    }
}

impl From<f32> for Span {
    fn from(x: f32) -> Self {
        rounded(x.into())
    }
}

impl Add for Span {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.corners(other, |a, b| a + b).rounded()
    }
}

impl Sub for Span {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.corners(other, |a, b| a - b).rounded()
    }
}

impl Mul for Span {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.corners(other, |a, b| a * b).rounded()
    }
}

/// Within 2.5 units for divisors of a middle size.
impl Div for Span {
    type Output = Self;

    fn div(self, by: Self) -> Self {
        let size = |v: f64| (SMALLEST..=2f64.powi(126)).contains(&v.abs());
        if by.has(0.0) || !(size(by.0) && size(by.1)) {
            return OPEN;
        }
        let Self(low, high) = self.corners(by, |a, b| a / b);
        match low.is_infinite() {
            true => OPEN,
            false => ulps(low, 2.5).or(ulps(high, 2.5)),
        }
    }
}

impl Neg for Span {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.1, -self.0)
    }
}

impl Answer for Span {
    type Value = f32;

    fn allows(&self, got: f32) -> bool {
        self.is_open() || self.has(got.into())
    }
}
