//! Logarithms and inverse hyperbolic functions, in `f64` inside.

use super::poly;
use std::f64::consts::{LN_2, LOG2_E};

const ROOT_HALF: u64 = 0x3FE6_A09E_667F_3BCD;
const ONE: u64 = 0x3FF0_0000_0000_0000;

/// The exponent `e` and `ln(m)` of `x = m * 2^e`, for normal `x` above zero.
#[inline(always)]
fn parts(x: f64) -> (f64, f64) {
    let bits = x.to_bits().wrapping_add(ONE - ROOT_HALF);
    // The biased exponent becomes a float by lying in the low bits of 2^52.
    let e =
        f64::from_bits((bits >> 52) | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    let m = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF).wrapping_add(ROOT_HALF));
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let p = poly(z, [1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0]);
    (e, 2.0 * s + 2.0 * s * z * p)
}

/// log2 for finite `x` above zero.
#[inline(always)]
pub(crate) fn log2_wide(x: f64) -> f64 {
    let (e, ln) = parts(x);
    e + ln * LOG2_E
}

#[inline(always)]
fn ln_wide(x: f64) -> f64 {
    let (e, ln) = parts(x);
    e * LN_2 + ln
}

/// What a logarithm gives outside its open range.
#[inline(always)]
fn guarded(x: f32, log: f32) -> f32 {
    let log = if x == 0.0 { f32::NEG_INFINITY } else { log };
    let log = if x == f32::INFINITY { x } else { log };
    if x < 0.0 || x.is_nan() { f32::NAN } else { log }
}

#[inline(always)]
pub(crate) fn log(x: f32) -> f32 {
    guarded(x, ln_wide(f64::from(x)) as f32)
}

#[inline(always)]
pub(crate) fn log2(x: f32) -> f32 {
    guarded(x, log2_wide(f64::from(x)) as f32)
}

#[inline(always)]
pub(crate) fn asinh(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let large = ln_wide(a + (a * a + 1.0).sqrt());
    let small = a - a * a * a / 6.0;
    let r = (if a < 1.0e-4 { small } else { large }) as f32;
    let r = if x.abs() == f32::INFINITY { f32::INFINITY } else { r };
    if x.is_nan() { x } else { r.copysign(x) }
}

#[inline(always)]
pub(crate) fn acosh(x: f32) -> f32 {
    let a = f64::from(x);
    let r = ln_wide(a + ((a - 1.0) * (a + 1.0)).max(0.0).sqrt()) as f32;
    let r = if x == f32::INFINITY { x } else { r };
    if x >= 1.0 { r } else { f32::NAN }
}

#[inline(always)]
pub(crate) fn atanh(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let large = 0.5 * ln_wide((1.0 + a) / (1.0 - a));
    let small = a + a * a * a / 3.0;
    let r = (if a < 1.0e-4 { small } else { large }) as f32;
    let r = if a == 1.0 { f32::INFINITY } else { r };
    if a <= 1.0 { r.copysign(x) } else { f32::NAN }
}
