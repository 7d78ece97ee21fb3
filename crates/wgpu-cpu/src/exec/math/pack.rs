//! Normalised and half-precision numbers in bits.
#![allow(clippy::manual_clamp, reason = "clamp keeps a NaN, which is to give 0")]

use half::f16;

/// `round(clamp(x, -1, 1) * scale)` as a two's complement word.
#[inline(always)]
pub(crate) fn snorm(x: f32, scale: f32) -> u32 {
    (0.5 + scale * x.clamp(-1.0, 1.0)).floor() as i32 as u32
}

/// `round(clamp(x, 0, 1) * scale)`; NaN gives 0.
#[inline(always)]
pub(crate) fn unorm(x: f32, scale: f32) -> u32 {
    (0.5 + scale * x.max(0.0).min(1.0)).floor() as u32
}

#[inline(always)]
pub(crate) fn from_snorm(x: f32, scale: f32) -> u32 {
    (x / scale).max(-1.0).to_bits()
}

#[inline(always)]
pub(crate) fn half_bits(x: f32) -> u32 {
    u32::from(f16::from_f32(x).to_bits())
}

#[inline(always)]
pub(crate) fn from_half(x: u32) -> f32 {
    f16::from_bits(x as u16).to_f32()
}
