//! Exponentials, powers and hyperbolic functions, in `f64` inside.

use super::log::log2_wide;
use super::poly;
use std::f64::consts::LOG2_E;

/// 1.5 * 2^52: adding it rounds to an integer and leaves that in the low bits.
const MAGIC: f64 = 6_755_399_441_055_744.0;

/// 2^y for -1000 < y < 1000.
#[inline(always)]
fn exp2_wide(y: f64) -> f64 {
    let shifted = y + MAGIC;
    let r = y - (shifted - MAGIC);
    let p = poly(
        r,
        [
            1.0,
            0.693_147_206_702_832_6,
            0.240_226_509_222_887_57,
            0.055_503_272_266_702_98,
            0.009_618_056_678_524_637,
            0.001_340_042_817_761_583_8,
            0.000_154_614_446_987_146_3,
        ],
    );
    f64::from_bits(p.to_bits().wrapping_add(shifted.to_bits() << 52))
}

/// Past these powers an `f32` is infinite or zero. A NaN stays one.
#[inline(always)]
fn bounded(y: f64) -> f64 {
    let y = if y > 200.0 { 200.0 } else { y };
    if y < -200.0 { -200.0 } else { y }
}

#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    exp2_wide(bounded(f64::from(x) * LOG2_E)) as f32
}

#[inline(always)]
pub(crate) fn exp2(x: f32) -> f32 {
    exp2_wide(bounded(f64::from(x))) as f32
}

/// `x` to the `y` as `exp2(y * log2(x))`, so NaN for negative `x`; 1 where `y` is 0.
#[inline(always)]
pub(crate) fn pow(x: f32, y: f32) -> f32 {
    let power = exp2_wide(bounded(f64::from(y) * log2_wide(f64::from(x)))) as f32;
    let power = if x == 0.0 { if y > 0.0 { 0.0 } else { f32::INFINITY } } else { power };
    let infinite = if y > 0.0 { f32::INFINITY } else { 0.0 };
    let power = if x == f32::INFINITY { infinite } else { power };
    let power = if x < 0.0 || x.is_nan() || y.is_nan() { f32::NAN } else { power };
    if y == 0.0 { 1.0 } else { power }
}

/// sinh for |x| < 1, where two exponentials would cancel.
#[inline(always)]
fn sinh_small(x: f64) -> f64 {
    let z = x * x;
    let p = poly(z, [1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0, 1.0 / 39_916_800.0]);
    x + x * z * p
}

/// sinh and cosh.
#[inline(always)]
fn both(x: f64) -> (f64, f64) {
    let up = exp2_wide(bounded(x * LOG2_E));
    let down = 1.0 / up;
    let sinh = if x.abs() < 1.0 { sinh_small(x) } else { 0.5 * (up - down) };
    (sinh, 0.5 * (up + down))
}

#[inline(always)]
pub(crate) fn sinh(x: f32) -> f32 {
    both(f64::from(x)).0 as f32
}

#[inline(always)]
pub(crate) fn cosh(x: f32) -> f32 {
    both(f64::from(x)).1 as f32
}

#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    let (sinh, cosh) = both(f64::from(x));
    (sinh / cosh) as f32
}
