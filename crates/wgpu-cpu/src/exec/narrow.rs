//! The loops of narrow operations.

use super::math::{self, bits, float, int, pack, trig};
use super::src::{Src, each1, each2, each2_small, each3};
use crate::program::{Bin, Un};

/// A comparison's result: all ones or none.
#[inline(always)]
pub(crate) fn mask(yes: bool) -> u32 {
    if yes { !0 } else { 0 }
}

#[inline(always)]
fn f1(f: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |a| f(f32::from_bits(a)).to_bits()
}

#[inline(always)]
pub(super) fn f2(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits()
}

#[inline(always)]
fn p2(f: impl Fn(f32, f32) -> bool) -> impl Fn(u32, u32) -> u32 {
    move |a, b| mask(f(f32::from_bits(a), f32::from_bits(b)))
}

#[inline(always)]
pub(crate) fn unary(op: Un, d: &mut [u32], a: Src<'_>) {
    match op {
        Un::NegI => each1(d, a, |a: u32| a.wrapping_neg()),
        Un::Not => each1(d, a, |a: u32| !a),
        Un::AbsI => each1(d, a, |a: u32| (a as i32).wrapping_abs() as u32),
        Un::SignI => each1(d, a, |a: u32| (a as i32).signum() as u32),
        Un::CountOnes => each1(d, a, |a: u32| a.count_ones()),
        Un::LeadingZeros => each1(d, a, |a: u32| a.leading_zeros()),
        Un::TrailingZeros => each1(d, a, |a: u32| a.trailing_zeros()),
        Un::Reverse => each1(d, a, |a: u32| a.reverse_bits()),
        Un::FirstLeadingI => each1(d, a, bits::first_leading_i),
        Un::FirstLeadingU => each1(d, a, bits::first_leading_u),
        Un::FirstTrailing => each1(d, a, bits::first_trailing),
        Un::NegF => each1(d, a, |a: u32| a ^ 0x8000_0000),
        Un::AbsF => each1(d, a, |a: u32| a & 0x7FFF_FFFF),
        Un::SignF => each1(d, a, f1(float::sign)),
        Un::Floor => each1(d, a, f1(f32::floor)),
        Un::Ceil => each1(d, a, f1(f32::ceil)),
        Un::Trunc => each1(d, a, f1(f32::trunc)),
        Un::Round => each1(d, a, f1(f32::round_ties_even)),
        Un::Fract => each1(d, a, f1(|a| a - a.floor())),
        Un::Saturate => each1(d, a, f1(float::saturate)),
        Un::Sqrt => each1(d, a, f1(f32::sqrt)),
        Un::InverseSqrt => each1(d, a, f1(|a| 1.0 / a.sqrt())),
        Un::Sin => trig::row(d, a, trig::sin, f64::sin),
        Un::Cos => trig::row(d, a, trig::cos, f64::cos),
        Un::Tan => trig::row(d, a, trig::tan, f64::tan),
        Un::Asin => each1(d, a, f1(math::arc::asin)),
        Un::Acos => each1(d, a, f1(math::arc::acos)),
        Un::Atan => each1(d, a, f1(math::arc::atan)),
        Un::Sinh => each1(d, a, f1(math::exp::sinh)),
        Un::Cosh => each1(d, a, f1(math::exp::cosh)),
        Un::Tanh => each1(d, a, f1(math::exp::tanh)),
        Un::Asinh => each1(d, a, f1(math::log::asinh)),
        Un::Acosh => each1(d, a, f1(math::log::acosh)),
        Un::Atanh => each1(d, a, f1(math::log::atanh)),
        Un::Exp => each1(d, a, f1(math::exp::exp)),
        Un::Exp2 => each1(d, a, f1(math::exp::exp2)),
        Un::Log => each1(d, a, f1(math::log::log)),
        Un::Log2 => each1(d, a, f1(math::log::log2)),
        Un::Mantissa => each1(d, a, f1(float::mantissa)),
        Un::Exponent => each1(d, a, |a: u32| float::exponent(f32::from_bits(a)) as u32),
        Un::IsNan => each1(d, a, |a: u32| mask(a & 0x7FFF_FFFF > 0x7F80_0000)),
        Un::IsInf => each1(d, a, |a: u32| mask(a & 0x7FFF_FFFF == 0x7F80_0000)),
        Un::RoundF16 => each1(d, a, f1(float::round_f16)),
        Un::I32ToF32 => each1(d, a, |a: u32| (a as i32 as f32).to_bits()),
        Un::U32ToF32 => each1(d, a, |a: u32| (a as f32).to_bits()),
        Un::F32ToI32 => each1(d, a, |a: u32| f32::from_bits(a) as i32 as u32),
        Un::F32ToU32 => each1(d, a, |a: u32| f32::from_bits(a) as u32),
        Un::BoolToInt => each1(d, a, |a: u32| a & 1),
        Un::BoolToF32 => each1(d, a, |a: u32| a & 1.0f32.to_bits()),
        Un::IntToBool => each1(d, a, |a: u32| mask(a != 0)),
        Un::F32ToBool => each1(d, a, |a: u32| mask(f32::from_bits(a) != 0.0)),
        Un::PackSnorm8 => each1(d, a, |a: u32| pack::snorm(f32::from_bits(a), 127.0) & 0xFF),
        Un::PackUnorm8 => each1(d, a, |a: u32| pack::unorm(f32::from_bits(a), 255.0)),
        Un::PackSnorm16 => each1(d, a, |a: u32| pack::snorm(f32::from_bits(a), 32767.0) & 0xFFFF),
        Un::PackUnorm16 => each1(d, a, |a: u32| pack::unorm(f32::from_bits(a), 65535.0)),
        Un::PackF16 => each1(d, a, |a: u32| pack::half_bits(f32::from_bits(a))),
        Un::UnpackSnorm8 => each1(d, a, |a: u32| pack::from_snorm(a as i8 as f32, 127.0)),
        Un::UnpackUnorm8 => each1(d, a, |a: u32| ((a & 0xFF) as f32 / 255.0).to_bits()),
        Un::UnpackSnorm16 => each1(d, a, |a: u32| pack::from_snorm(a as i16 as f32, 32767.0)),
        Un::UnpackUnorm16 => each1(d, a, |a: u32| ((a & 0xFFFF) as f32 / 65535.0).to_bits()),
        Un::UnpackF16 => each1(d, a, |a: u32| pack::from_half(a).to_bits()),
    }
}

/// The operations that loops count with, of one value: a row of one would cost as much as
/// half a row of lanes.
#[inline(always)]
pub(crate) fn quick(op: Bin, a: u32, b: u32) -> Option<u32> {
    Some(match op {
        Bin::AddI => a.wrapping_add(b),
        Bin::SubI => a.wrapping_sub(b),
        Bin::MulI => a.wrapping_mul(b),
        Bin::And => a & b,
        Bin::Or => a | b,
        Bin::Shl => a << (b & 31),
        Bin::ShrU => a >> (b & 31),
        Bin::EqI => mask(a == b),
        Bin::NeI => mask(a != b),
        Bin::LtI => mask((a as i32) < b as i32),
        Bin::LeI => mask(a as i32 <= b as i32),
        Bin::LtU => mask(a < b),
        Bin::LeU => mask(a <= b),
        _ => return None,
    })
}

/// One divisor for all lanes: that, or by how many bits it shifts.
#[inline(always)]
fn divisor(b: Src<'_>) -> Option<Result<int::Divisor, u32>> {
    match b {
        Src::One(b) if b.is_power_of_two() => Some(Err(b.trailing_zeros())),
        Src::One(b) => int::Divisor::new(b).map(Ok),
        Src::Row(_) => None,
    }
}

#[inline(always)]
pub(crate) fn binary(op: Bin, d: &mut [u32], a: Src<'_>, b: Src<'_>) {
    match op {
        Bin::AddI => each2(d, a, b, |a: u32, b: u32| a.wrapping_add(b)),
        Bin::SubI => each2(d, a, b, |a: u32, b: u32| a.wrapping_sub(b)),
        Bin::MulI => each2(d, a, b, |a: u32, b: u32| a.wrapping_mul(b)),
        Bin::DivI => each2(d, a, b, int::div_i),
        Bin::RemI => each2(d, a, b, int::rem_i),
        Bin::DivU => match divisor(b) {
            Some(Err(by)) => each1(d, a, move |a: u32| a >> (by & 31)),
            Some(Ok(by)) => each1(d, a, move |a: u32| by.quotient(a)),
            None => each2(d, a, b, int::div_u),
        },
        Bin::RemU => match divisor(b) {
            Some(Err(by)) => each1(d, a, move |a: u32| a & !(!0 << (by & 31))),
            Some(Ok(by)) => each1(d, a, move |a: u32| by.remainder(a)),
            None => each2(d, a, b, int::rem_u),
        },
        Bin::And => each2(d, a, b, |a: u32, b: u32| a & b),
        Bin::Or => each2(d, a, b, |a: u32, b: u32| a | b),
        Bin::Xor => each2(d, a, b, |a: u32, b: u32| a ^ b),
        Bin::AndNot => each2(d, a, b, |a: u32, b: u32| a & !b),
        Bin::Shl => each2(d, a, b, |a: u32, b: u32| a << (b & 31)),
        Bin::ShrI => each2(d, a, b, |a: u32, b: u32| ((a as i32) >> (b & 31)) as u32),
        Bin::ShrU => each2(d, a, b, |a: u32, b: u32| a >> (b & 31)),
        Bin::ShlFull => each2(d, a, b, |a: u32, b: u32| if b < 32 { a << (b & 31) } else { 0 }),
        Bin::ShrUFull => each2(d, a, b, |a: u32, b: u32| if b < 32 { a >> (b & 31) } else { 0 }),
        Bin::ShrIFull => each2(d, a, b, |a: u32, b: u32| ((a as i32) >> b.min(31)) as u32),
        Bin::MinI => each2(d, a, b, |a: u32, b: u32| (a as i32).min(b as i32) as u32),
        Bin::MaxI => each2(d, a, b, |a: u32, b: u32| (a as i32).max(b as i32) as u32),
        Bin::MinU => each2(d, a, b, |a: u32, b: u32| a.min(b)),
        Bin::MaxU => each2(d, a, b, |a: u32, b: u32| a.max(b)),
        Bin::EqI => each2(d, a, b, |a: u32, b: u32| mask(a == b)),
        Bin::NeI => each2(d, a, b, |a: u32, b: u32| mask(a != b)),
        Bin::LtI => each2(d, a, b, |a: u32, b: u32| mask((a as i32) < b as i32)),
        Bin::LeI => each2(d, a, b, |a: u32, b: u32| mask(a as i32 <= b as i32)),
        Bin::LtU => each2(d, a, b, |a: u32, b: u32| mask(a < b)),
        Bin::LeU => each2(d, a, b, |a: u32, b: u32| mask(a <= b)),
        Bin::AddF => each2(d, a, b, f2(|a, b| a + b)),
        Bin::SubF => each2(d, a, b, f2(|a, b| a - b)),
        Bin::MulF => each2(d, a, b, f2(|a, b| a * b)),
        Bin::DivF => each2(d, a, b, f2(|a, b| a / b)),
        Bin::RemF => each2_small(d, a, b, f2(|a, b| a % b)),
        Bin::MinF => each2(d, a, b, f2(f32::min)),
        Bin::MaxF => each2(d, a, b, f2(f32::max)),
        Bin::EqF => each2(d, a, b, p2(|a, b| a == b)),
        Bin::NeF => each2(d, a, b, p2(|a, b| a != b)),
        Bin::LtF => each2(d, a, b, p2(|a, b| a < b)),
        Bin::LeF => each2(d, a, b, p2(|a, b| a <= b)),
        Bin::Pow => each2(d, a, b, f2(math::exp::pow)),
        Bin::Atan2 => each2(d, a, b, f2(math::arc::atan2)),
        Bin::Ldexp => {
            each2(d, a, b, |a: u32, b: u32| float::ldexp(f32::from_bits(a), b as i32).to_bits())
        }
        Bin::Dot4I => each2(d, a, b, bits::dot4_i),
        Bin::Dot4U => each2(d, a, b, bits::dot4_u),
    }
}

/// `c ? a : b` without a branch: `c` is all ones or none.
#[inline(always)]
pub(super) fn pick(c: u32, a: u32, b: u32) -> u32 {
    (a & c) | (b & !c)
}

/// `d = c ? a : b`, where `c` is all ones or none.
#[inline(always)]
pub(crate) fn select(d: &mut [u32], c: Src<'_>, a: Src<'_>, b: Src<'_>) {
    match c {
        Src::One(c) => each1(d, if c != 0 { a } else { b }, |a| a),
        c => each3(d, c, a, b, pick),
    }
}

/// `d = a * b + c`, rounded once.
#[inline(always)]
pub(crate) fn fma(d: &mut [u32], a: Src<'_>, b: Src<'_>, c: Src<'_>) {
    each3(d, a, b, c, |a: u32, b: u32, c: u32| {
        f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)).to_bits()
    });
}

/// `d = a * b + c` of integers.
#[inline(always)]
pub(crate) fn mul_add(d: &mut [u32], a: Src<'_>, b: Src<'_>, c: Src<'_>) {
    each3(d, a, b, c, |a: u32, b: u32, c: u32| a.wrapping_mul(b).wrapping_add(c));
}

/// Components a vector in memory can have, from one element to the next.
pub(crate) const STRIDES: std::ops::RangeInclusive<usize> = 2..=4;

/// One component of each element: `to[i] = from[i * stride]`.
#[inline(always)]
pub(crate) fn deal(to: &mut [u32], from: &[u32], stride: usize) {
    #[inline(always)]
    fn by<const N: usize>(to: &mut [u32], from: &[u32]) {
        let last = from.chunks(N).nth(to.len().wrapping_sub(1));
        for (d, element) in to.iter_mut().zip(from.chunks_exact(N)) {
            *d = element[0];
        }
        // The last element may end with the component.
        if let (Some(d), Some(element)) = (to.last_mut(), last) {
            *d = element[0];
        }
    }
    match stride {
        2 => by::<2>(to, from),
        3 => by::<3>(to, from),
        _ => by::<4>(to, from),
    }
}

/// The same the other way, for all components: `to[i * n + k] = from[k][i]`.
#[inline(always)]
pub(crate) fn collect(to: &mut [u32], from: &[&[u32]]) {
    match *from {
        [a, b] => {
            for ((to, &a), &b) in to.chunks_exact_mut(2).zip(a).zip(b) {
                to.copy_from_slice(&[a, b]);
            }
        }
        [a, b, c] => {
            for (((to, &a), &b), &c) in to.chunks_exact_mut(3).zip(a).zip(b).zip(c) {
                to.copy_from_slice(&[a, b, c]);
            }
        }
        [a, b, c, e] => {
            for ((((to, &a), &b), &c), &e) in to.chunks_exact_mut(4).zip(a).zip(b).zip(c).zip(e) {
                to.copy_from_slice(&[a, b, c, e]);
            }
        }
        _ => {}
    }
}

/// An address that is outside of every memory, and stays so.
pub(crate) const OUTSIDE: u32 = !0;

/// The address of element `i`, or [`OUTSIDE`].
#[inline(always)]
pub(crate) fn index(d: &mut [u32], base: Src<'_>, i: Src<'_>, stride: u32, len: u32) {
    each2(d, base, i, move |base: u32, i: u32| {
        let at = base.wrapping_add(i.wrapping_mul(stride));
        if i < len && base != OUTSIDE { at } else { OUTSIDE }
    });
}

/// Are these addresses a run, each `step` after the one before?
#[inline(always)]
pub(crate) fn is_run(addr: &[u32], step: u32) -> bool {
    let Some(&first) = addr.first() else { return true };
    let mut expected = first;
    for part in addr.chunks(64) {
        let mut wrong = 0;
        for (lane, &a) in part.iter().enumerate() {
            wrong |= a ^ expected.wrapping_add(lane as u32 * step);
        }
        if wrong != 0 {
            return false;
        }
        expected = expected.wrapping_add(part.len() as u32 * step);
    }
    // A run that wraps around is not one, and `OUTSIDE` starts none.
    first.checked_add((addr.len() as u32).saturating_mul(step)).is_some()
}
