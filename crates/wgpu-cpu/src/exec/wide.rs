//! The loops of 64-bit operations, and of conversions from and to them.

use super::narrow::mask;
use super::src::{Src, each1, each2, each2_small};
use crate::program::{Narrow, WideBin, WideCmp, WideUn, Widen};

#[inline(always)]
fn f1(f: impl Fn(f64) -> f64) -> impl Fn(u64) -> u64 {
    move |a| f(f64::from_bits(a)).to_bits()
}

#[inline(always)]
fn f2(f: impl Fn(f64, f64) -> f64) -> impl Fn(u64, u64) -> u64 {
    move |a, b| f(f64::from_bits(a), f64::from_bits(b)).to_bits()
}

/// The sign of a number, 0 for zero and NaN.
fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// Scales into the normal range first, so that the exponent can be read.
fn split(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let small = x.abs() < f64::MIN_POSITIVE;
    let bits = (if small { x * 18_014_398_509_481_984.0 } else { x }).to_bits();
    let e = ((bits >> 52) & 0x7FF) as i32 - 1022 - if small { 54 } else { 0 };
    (f64::from_bits((bits & 0x800F_FFFF_FFFF_FFFF) | (1022 << 52)), e)
}

fn ldexp(x: f64, e: i64) -> f64 {
    let e = e.clamp(-2200, 2200);
    let step = |x: f64, e: i64| x * f64::from_bits(((e.clamp(-1000, 1000) + 1023) as u64) << 52);
    let first = e.clamp(-1000, 1000);
    let second = (e - first).clamp(-1000, 1000);
    step(step(step(x, first), second), e - first - second)
}

fn pow(x: f64, y: f64) -> f64 {
    if x < 0.0 && y != 0.0 { f64::NAN } else { x.powf(y) }
}

#[inline(always)]
pub(crate) fn unary(op: WideUn, d: &mut [u64], a: Src<'_, u64>) {
    match op {
        WideUn::NegI => each1(d, a, |a: u64| a.wrapping_neg()),
        WideUn::Not => each1(d, a, |a: u64| !a),
        WideUn::AbsI => each1(d, a, |a: u64| (a as i64).wrapping_abs() as u64),
        WideUn::SignI => each1(d, a, |a: u64| (a as i64).signum() as u64),
        WideUn::CountOnes => each1(d, a, |a: u64| u64::from(a.count_ones())),
        WideUn::LeadingZeros => each1(d, a, |a: u64| u64::from(a.leading_zeros())),
        WideUn::TrailingZeros => each1(d, a, |a: u64| u64::from(a.trailing_zeros())),
        WideUn::Reverse => each1(d, a, |a: u64| a.reverse_bits()),
        WideUn::FirstLeadingI => each1(d, a, |a: u64| {
            let flipped = a ^ ((a as i64 >> 63) as u64);
            63u64.wrapping_sub(u64::from(flipped.leading_zeros()))
        }),
        WideUn::FirstLeadingU => {
            each1(d, a, |a: u64| 63u64.wrapping_sub(u64::from(a.leading_zeros())));
        }
        WideUn::FirstTrailing => {
            each1(d, a, |a: u64| if a == 0 { !0 } else { u64::from(a.trailing_zeros()) });
        }
        WideUn::NegF => each1(d, a, |a: u64| a ^ (1 << 63)),
        WideUn::AbsF => each1(d, a, |a: u64| a & !(1 << 63)),
        WideUn::SignF => each1(d, a, f1(sign)),
        WideUn::Floor => each1(d, a, f1(f64::floor)),
        WideUn::Ceil => each1(d, a, f1(f64::ceil)),
        WideUn::Trunc => each1(d, a, f1(f64::trunc)),
        WideUn::Round => each1(d, a, f1(f64::round_ties_even)),
        WideUn::Fract => each1(d, a, f1(|a| a - a.floor())),
        WideUn::Saturate => each1(d, a, f1(|a| f64::min(a.max(0.0), 1.0))),
        WideUn::Sqrt => each1(d, a, f1(f64::sqrt)),
        WideUn::InverseSqrt => each1(d, a, f1(|a| 1.0 / a.sqrt())),
        WideUn::Sin => each1(d, a, f1(f64::sin)),
        WideUn::Cos => each1(d, a, f1(f64::cos)),
        WideUn::Tan => each1(d, a, f1(f64::tan)),
        WideUn::Asin => each1(d, a, f1(f64::asin)),
        WideUn::Acos => each1(d, a, f1(f64::acos)),
        WideUn::Atan => each1(d, a, f1(f64::atan)),
        WideUn::Sinh => each1(d, a, f1(f64::sinh)),
        WideUn::Cosh => each1(d, a, f1(f64::cosh)),
        WideUn::Tanh => each1(d, a, f1(f64::tanh)),
        WideUn::Asinh => each1(d, a, f1(f64::asinh)),
        WideUn::Acosh => each1(d, a, f1(f64::acosh)),
        WideUn::Atanh => each1(d, a, f1(f64::atanh)),
        WideUn::Exp => each1(d, a, f1(f64::exp)),
        WideUn::Exp2 => each1(d, a, f1(f64::exp2)),
        WideUn::Log => each1(d, a, f1(f64::ln)),
        WideUn::Log2 => each1(d, a, f1(f64::log2)),
        WideUn::Mantissa => each1(d, a, f1(|a| split(a).0)),
        WideUn::I64ToF64 => each1(d, a, |a: u64| (a as i64 as f64).to_bits()),
        WideUn::U64ToF64 => each1(d, a, |a: u64| (a as f64).to_bits()),
        WideUn::F64ToI64 => each1(d, a, |a: u64| f64::from_bits(a) as i64 as u64),
        WideUn::F64ToU64 => each1(d, a, |a: u64| f64::from_bits(a) as u64),
    }
}

#[inline(always)]
pub(crate) fn binary(op: WideBin, d: &mut [u64], a: Src<'_, u64>, b: Src<'_, u64>) {
    match op {
        WideBin::AddI => each2(d, a, b, |a: u64, b: u64| a.wrapping_add(b)),
        WideBin::SubI => each2(d, a, b, |a: u64, b: u64| a.wrapping_sub(b)),
        WideBin::MulI => each2(d, a, b, |a: u64, b: u64| a.wrapping_mul(b)),
        WideBin::DivI => each2_small(d, a, b, |a: u64, b: u64| match b {
            0 => a,
            b => (a as i64).wrapping_div(b as i64) as u64,
        }),
        WideBin::RemI => each2_small(d, a, b, |a: u64, b: u64| match b {
            0 => 0,
            b => (a as i64).wrapping_rem(b as i64) as u64,
        }),
        WideBin::DivU => each2_small(d, a, b, |a: u64, b: u64| a.checked_div(b).unwrap_or(a)),
        WideBin::RemU => each2_small(d, a, b, |a: u64, b: u64| a.checked_rem(b).unwrap_or(0)),
        WideBin::And => each2(d, a, b, |a: u64, b: u64| a & b),
        WideBin::Or => each2(d, a, b, |a: u64, b: u64| a | b),
        WideBin::Xor => each2(d, a, b, |a: u64, b: u64| a ^ b),
        WideBin::Shl => each2(d, a, b, |a: u64, b: u64| a << (b & 63)),
        WideBin::ShrI => each2(d, a, b, |a: u64, b: u64| ((a as i64) >> (b & 63)) as u64),
        WideBin::ShrU => each2(d, a, b, |a: u64, b: u64| a >> (b & 63)),
        WideBin::MinI => each2(d, a, b, |a: u64, b: u64| (a as i64).min(b as i64) as u64),
        WideBin::MaxI => each2(d, a, b, |a: u64, b: u64| (a as i64).max(b as i64) as u64),
        WideBin::MinU => each2(d, a, b, |a: u64, b: u64| a.min(b)),
        WideBin::MaxU => each2(d, a, b, |a: u64, b: u64| a.max(b)),
        WideBin::AddF => each2(d, a, b, f2(|a, b| a + b)),
        WideBin::SubF => each2(d, a, b, f2(|a, b| a - b)),
        WideBin::MulF => each2(d, a, b, f2(|a, b| a * b)),
        WideBin::DivF => each2(d, a, b, f2(|a, b| a / b)),
        WideBin::RemF => each2_small(d, a, b, f2(|a, b| a % b)),
        WideBin::MinF => each2(d, a, b, f2(f64::min)),
        WideBin::MaxF => each2(d, a, b, f2(f64::max)),
        WideBin::Pow => each2_small(d, a, b, f2(pow)),
        WideBin::Atan2 => each2_small(d, a, b, f2(f64::atan2)),
        WideBin::Ldexp => {
            each2_small(d, a, b, |a: u64, b: u64| ldexp(f64::from_bits(a), b as i64).to_bits())
        }
    }
}

#[inline(always)]
pub(crate) fn compare(op: WideCmp, d: &mut [u32], a: Src<'_, u64>, b: Src<'_, u64>) {
    let f = |a: u64, b: u64| (f64::from_bits(a), f64::from_bits(b));
    match op {
        WideCmp::EqI => each2(d, a, b, |a: u64, b: u64| mask(a == b)),
        WideCmp::NeI => each2(d, a, b, |a: u64, b: u64| mask(a != b)),
        WideCmp::LtI => each2(d, a, b, |a: u64, b: u64| mask((a as i64) < b as i64)),
        WideCmp::LeI => each2(d, a, b, |a: u64, b: u64| mask(a as i64 <= b as i64)),
        WideCmp::LtU => each2(d, a, b, |a: u64, b: u64| mask(a < b)),
        WideCmp::LeU => each2(d, a, b, |a: u64, b: u64| mask(a <= b)),
        WideCmp::EqF => each2(d, a, b, |a, b| mask(f(a, b).0 == f(a, b).1)),
        WideCmp::NeF => each2(d, a, b, |a, b| mask(f(a, b).0 != f(a, b).1)),
        WideCmp::LtF => each2(d, a, b, |a, b| mask(f(a, b).0 < f(a, b).1)),
        WideCmp::LeF => each2(d, a, b, |a, b| mask(f(a, b).0 <= f(a, b).1)),
    }
}

#[inline(always)]
pub(crate) fn select(d: &mut [u64], c: Src<'_>, a: Src<'_, u64>, b: Src<'_, u64>) {
    for (lane, d) in d.iter_mut().enumerate() {
        let c = i64::from(c.at(lane) as i32) as u64;
        *d = (a.at(lane) & c) | (b.at(lane) & !c);
    }
}

#[inline(always)]
pub(crate) fn fma(d: &mut [u64], a: Src<'_, u64>, b: Src<'_, u64>, c: Src<'_, u64>) {
    for (lane, d) in d.iter_mut().enumerate() {
        let [a, b, c] = [a, b, c].map(|x| f64::from_bits(x.at(lane)));
        *d = a.mul_add(b, c).to_bits();
    }
}

#[inline(always)]
pub(crate) fn blend(d: &mut [u64], a: Src<'_, u64>, m: &[u32]) {
    for ((lane, d), &m) in d.iter_mut().enumerate().zip(m) {
        let m = i64::from(m as i32) as u64;
        *d = (a.at(lane) & m) | (*d & !m);
    }
}

#[inline(always)]
pub(crate) fn widen(op: Widen, d: &mut [u64], a: Src<'_>) {
    match op {
        Widen::Zero => each1(d, a, |a: u32| u64::from(a)),
        Widen::Sign => each1(d, a, |a: u32| i64::from(a as i32) as u64),
        Widen::BoolToInt => each1(d, a, |a: u32| u64::from(a & 1)),
        Widen::I32ToF64 => each1(d, a, |a: u32| f64::from(a as i32).to_bits()),
        Widen::U32ToF64 => each1(d, a, |a: u32| f64::from(a).to_bits()),
        Widen::F32ToF64 => each1(d, a, |a: u32| f64::from(f32::from_bits(a)).to_bits()),
        Widen::BoolToF64 => each1(d, a, |a: u32| f64::from(a & 1).to_bits()),
        Widen::F32ToI64 => each1(d, a, |a: u32| f32::from_bits(a) as i64 as u64),
        Widen::F32ToU64 => each1(d, a, |a: u32| f32::from_bits(a) as u64),
    }
}

#[inline(always)]
pub(crate) fn narrow(op: Narrow, d: &mut [u32], a: Src<'_, u64>) {
    match op {
        Narrow::Low => each1(d, a, |a: u64| a as u32),
        Narrow::IntToBool => each1(d, a, |a: u64| mask(a != 0)),
        Narrow::F64ToF32 => each1(d, a, |a: u64| (f64::from_bits(a) as f32).to_bits()),
        Narrow::F64ToI32 => each1(d, a, |a: u64| f64::from_bits(a) as i32 as u32),
        Narrow::F64ToU32 => each1(d, a, |a: u64| f64::from_bits(a) as u32),
        Narrow::F64ToBool => each1(d, a, |a: u64| mask(f64::from_bits(a) != 0.0)),
        Narrow::I64ToF32 => each1(d, a, |a: u64| (a as i64 as f32).to_bits()),
        Narrow::U64ToF32 => each1(d, a, |a: u64| (a as f32).to_bits()),
        Narrow::IsNan => each1(d, a, |a: u64| mask(f64::from_bits(a).is_nan())),
        Narrow::IsInf => each1(d, a, |a: u64| mask(f64::from_bits(a).is_infinite())),
        Narrow::Exponent => each1(d, a, |a: u64| split(f64::from_bits(a)).1 as u32),
    }
}
