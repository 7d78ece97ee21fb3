//! Sine, cosine and tangent.
//!
//! The argument is reduced by multiples of pi/2 in three fused steps. The first is
//! exact, since both sides are multiples of 2^-24 and nearly cancel; so the reduced
//! argument is good to its last bit up to [`LIMIT`], also next to a zero. Larger
//! arguments are rare: those lanes alone go to the `f64` function.

use crate::exec::src::Src;

/// Up to here the multiple of pi/2 is found exactly.
const LIMIT: f32 = 1_048_576.0;

/// 1.5 * 2^23: adding it rounds to an integer and leaves that in the low bits.
const MAGIC: f32 = 12_582_912.0;

/// pi/2 in three parts.
const PARTS: [f32; 3] =
    [f32::from_bits(0x3FC9_0FDB), f32::from_bits(0xB33B_BD2E), f32::from_bits(0xA6F7_2CED)];

/// The sine and cosine of the reduced argument, and how many quarters were taken off.
#[inline(always)]
fn reduced(x: f32) -> (f32, f32, u32) {
    let shifted = x.mul_add(std::f32::consts::FRAC_2_PI, MAGIC);
    let k = shifted - MAGIC;
    let r = k.mul_add(-PARTS[0], x);
    let r = k.mul_add(-PARTS[1], r);
    let r = k.mul_add(-PARTS[2], r);
    let z = r * r;
    let s = z.mul_add(-0.000_195_092_08, 0.008_332_327);
    let s = z.mul_add(s, -0.166_666_62);
    let sin = (r * z).mul_add(s, r);
    let c = z.mul_add(2.446_906_7e-5, -0.001_388_788_1);
    let c = z.mul_add(c, 0.041_666_66);
    let cos = z.mul_add(z.mul_add(c, -0.5), 1.0);
    (sin, cos, shifted.to_bits())
}

#[inline(always)]
fn pick(odd: u32, yes: f32, no: f32) -> f32 {
    if odd & 1 != 0 { yes } else { no }
}

/// `x` with its sign flipped where bit 1 of `quarter` is set.
#[inline(always)]
fn signed(x: f32, quarter: u32) -> f32 {
    f32::from_bits(x.to_bits() ^ ((quarter & 2) << 30))
}

#[inline(always)]
pub(crate) fn sin(x: f32) -> f32 {
    let (s, c, k) = reduced(x);
    signed(pick(k, c, s), k)
}

#[inline(always)]
pub(crate) fn cos(x: f32) -> f32 {
    let (s, c, k) = reduced(x);
    signed(pick(k, s, c), k.wrapping_add(1))
}

#[inline(always)]
pub(crate) fn tan(x: f32) -> f32 {
    let (s, c, k) = reduced(x);
    let t = pick(k, c, s) / pick(k, s, c);
    f32::from_bits(t.to_bits() ^ (k << 31))
}

/// A whole row: `fast` for all lanes, then `slow` for those beyond [`LIMIT`].
#[inline(always)]
pub(crate) fn row(d: &mut [u32], a: Src<'_>, fast: impl Fn(f32) -> f32, slow: fn(f64) -> f64) {
    let beyond = |a: u32| a & 0x7FFF_FFFF > LIMIT.to_bits();
    let mut top = 0;
    match a {
        Src::Row(a) => {
            for (d, &a) in d.iter_mut().zip(a) {
                *d = fast(f32::from_bits(a)).to_bits();
                top = (a & 0x7FFF_FFFF).max(top);
            }
        }
        Src::One(a) => {
            d.fill(fast(f32::from_bits(a)).to_bits());
            top = a & 0x7FFF_FFFF;
        }
    }
    if beyond(top) {
        for (lane, d) in d.iter_mut().enumerate() {
            let a = a.at(lane);
            if beyond(a) {
                *d = (slow(f64::from(f32::from_bits(a))) as f32).to_bits();
            }
        }
    }
}
