//! Division and remainder, defined everywhere: `x / 0 = x`, `x % 0 = 0`, and the
//! smallest integer over -1 is itself.
//!
//! Processors have no vector division of integers. An `f64` quotient of 32-bit
//! integers is off an integer by at least one part in 2^32 when it is none, far
//! more than its rounding, so truncating it is exact.

/// 1.5 * 2^52: adding it leaves an integer in the low bits.
const MAGIC: f64 = 6_755_399_441_055_744.0;

#[inline(always)]
fn quotient_i(a: u32, b: u32) -> u32 {
    let q = (a as i32 as f64 / b as i32 as f64).trunc();
    (q + MAGIC).to_bits() as u32
}

#[inline(always)]
fn quotient_u(a: u32, b: u32) -> u32 {
    let q = (a as f64 / b as f64).trunc();
    (q + MAGIC).to_bits() as u32
}

#[inline(always)]
pub(crate) fn div_i(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { quotient_i(a, b) }
}

#[inline(always)]
pub(crate) fn rem_i(a: u32, b: u32) -> u32 {
    if b == 0 { 0 } else { a.wrapping_sub(quotient_i(a, b).wrapping_mul(b)) }
}

#[inline(always)]
pub(crate) fn div_u(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { quotient_u(a, b) }
}

#[inline(always)]
pub(crate) fn rem_u(a: u32, b: u32) -> u32 {
    if b == 0 { 0 } else { a.wrapping_sub(quotient_u(a, b).wrapping_mul(b)) }
}
