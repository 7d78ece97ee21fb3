//! Inverse trigonometric functions, all through one arc tangent of a quotient.

use super::poly;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// tan(pi/8): beyond it the quotient is turned by pi/4.
const TURN: f64 = 0.414_213_562_373_095_03;

/// The angle of (`x`, `y`) where both are at least zero.
#[inline(always)]
fn quadrant(y: f64, x: f64) -> f64 {
    let steep = y > x;
    let (low, high) = if steep { (x, y) } else { (y, x) };
    let turned = low > TURN * high;
    let (n, d) = if turned { (low - high, low + high) } else { (low, high) };
    let t = if d == 0.0 { 0.0 } else { n / d };
    let z = t * t;
    let p = poly(
        z,
        [
            -0.333_333_333_314_406_57,
            0.199_999_989_172_537_33,
            -0.142_856_125_086_998_6,
            0.111_074_950_609_861_72,
            -0.090_289_825_714_641_88,
            0.071_353_198_491_742_39,
            -0.040_432_136_857_257_786,
        ],
    );
    let angle = t + t * z * p + if turned { FRAC_PI_4 } else { 0.0 };
    if steep { FRAC_PI_2 - angle } else { angle }
}

#[inline(always)]
pub(crate) fn atan(x: f32) -> f32 {
    // Past 2^60 the angle is a right one; infinity would make no quotient.
    let a = f64::from(x.abs()).min(1.2e18);
    let angle = (quadrant(a, 1.0) as f32).copysign(x);
    if x.is_nan() { x } else { angle }
}

#[inline(always)]
pub(crate) fn atan2(y: f32, x: f32) -> f32 {
    // Two infinities are as far as each other; anything finite is near beside one.
    let (a, b) = (f64::from(y.abs()).min(1.0e300), f64::from(x.abs()).min(1.0e300));
    let angle = quadrant(a, b);
    let angle = if x.is_sign_negative() { PI - angle } else { angle };
    let angle = (angle as f32).copysign(y);
    if x.is_nan() || y.is_nan() { f32::NAN } else { angle }
}

#[inline(always)]
pub(crate) fn asin(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let other = ((1.0 - a) * (1.0 + a)).max(0.0).sqrt();
    let angle = (quadrant(a, other) as f32).copysign(x);
    if x.abs() <= 1.0 { angle } else { f32::NAN }
}

#[inline(always)]
pub(crate) fn acos(x: f32) -> f32 {
    let a = f64::from(x.abs());
    let other = ((1.0 - a) * (1.0 + a)).max(0.0).sqrt();
    let angle = quadrant(other, a);
    let angle = if x < 0.0 { PI - angle } else { angle };
    if x.abs() <= 1.0 { angle as f32 } else { f32::NAN }
}
