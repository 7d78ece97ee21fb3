//! The loops that change a row where it stands: variables, and masks.

use super::narrow::{f2, mask, pick};
use super::src::Src;
use crate::program::{Bin, MaskHow};

/// Runs `$each` with the function of each operation that may write over its first operand.
macro_rules! updating {
    ($op:expr, $each:ident) => {
        match $op {
            Bin::AddI => $each!(|d: u32, b: u32| d.wrapping_add(b)),
            Bin::SubI => $each!(|d: u32, b: u32| d.wrapping_sub(b)),
            Bin::MulI => $each!(|d: u32, b: u32| d.wrapping_mul(b)),
            Bin::And => $each!(|d: u32, b: u32| d & b),
            Bin::Or => $each!(|d: u32, b: u32| d | b),
            Bin::Xor => $each!(|d: u32, b: u32| d ^ b),
            Bin::AndNot => $each!(|d: u32, b: u32| d & !b),
            Bin::Shl => $each!(|d: u32, b: u32| d << (b & 31)),
            Bin::ShrU => $each!(|d: u32, b: u32| d >> (b & 31)),
            Bin::MinI => $each!(|d: u32, b: u32| (d as i32).min(b as i32) as u32),
            Bin::MaxI => $each!(|d: u32, b: u32| (d as i32).max(b as i32) as u32),
            Bin::MinU => $each!(|d: u32, b: u32| d.min(b)),
            Bin::MaxU => $each!(|d: u32, b: u32| d.max(b)),
            Bin::AddF => $each!(f2(|d, b| d + b)),
            Bin::SubF => $each!(f2(|d, b| d - b)),
            Bin::MulF => $each!(f2(|d, b| d * b)),
            Bin::DivF => $each!(f2(|d, b| d / b)),
            // `Bin::updates` knows no others.
            _ => {}
        }
    };
}

/// `d = d op b`.
#[inline(always)]
pub(crate) fn update(op: Bin, d: &mut [u32], b: Src<'_>) {
    macro_rules! each {
        ($f:expr) => {{
            let f = $f;
            match b {
                Src::Row(b) => {
                    for (d, &b) in d.iter_mut().zip(b) {
                        *d = f(*d, b);
                    }
                }
                Src::One(b) => {
                    for d in d {
                        *d = f(*d, b);
                    }
                }
            }
        }};
    }
    updating!(op, each);
}

/// The same for the lanes of `m`.
#[inline(always)]
pub(crate) fn update_masked(op: Bin, d: &mut [u32], b: Src<'_>, m: &[u32]) {
    macro_rules! each {
        ($f:expr) => {{
            let f = $f;
            match b {
                Src::Row(b) => {
                    for ((d, &b), &m) in d.iter_mut().zip(b).zip(m) {
                        *d = pick(m, f(*d, b), *d);
                    }
                }
                Src::One(b) => {
                    for (d, &m) in d.iter_mut().zip(m) {
                        *d = pick(m, f(*d, b), *d);
                    }
                }
            }
        }};
    }
    updating!(op, each);
}

/// `d = a` for the lanes of `m`.
#[inline(always)]
pub(crate) fn blend(d: &mut [u32], a: Src<'_>, m: &[u32]) {
    match a {
        Src::Row(a) => {
            for ((d, &a), &m) in d.iter_mut().zip(a).zip(m) {
                *d = pick(m, a, *d);
            }
        }
        Src::One(a) => {
            for (d, &m) in d.iter_mut().zip(m) {
                *d = pick(m, a, *d);
            }
        }
    }
}

/// The lanes of `m` where `c` is as wanted, and how many they are.
#[inline(always)]
pub(crate) fn side(d: &mut [u32], m: &[u32], c: Src<'_>, wanted: bool) -> usize {
    let turn = mask(!wanted);
    let mut n = 0u32;
    match c {
        Src::Row(c) => {
            for ((d, &m), &c) in d.iter_mut().zip(m).zip(c) {
                *d = m & (c ^ turn);
                n += *d & 1;
            }
        }
        Src::One(c) => {
            for (d, &m) in d.iter_mut().zip(m) {
                *d = m & (c ^ turn);
                n += *d & 1;
            }
        }
    }
    n as usize
}

/// Changes the mask `d` by `a`, and gives back how many lanes it holds.
#[inline(always)]
pub(crate) fn change(how: MaskHow, d: &mut [u32], a: Src<'_>) -> usize {
    macro_rules! each {
        ($f:expr) => {{
            let f: fn(u32, u32) -> u32 = $f;
            let mut n = 0;
            match a {
                Src::Row(a) => {
                    for (d, &a) in d.iter_mut().zip(a) {
                        *d = f(*d, a);
                        n += *d & 1;
                    }
                }
                Src::One(a) => {
                    for d in d {
                        *d = f(*d, a);
                        n += *d & 1;
                    }
                }
            }
            n as usize
        }};
    }
    match how {
        MaskHow::Copy => each!(|_, a| a),
        MaskHow::And => each!(|d, a| d & a),
        MaskHow::AndNot => each!(|d, a| d & !a),
        MaskHow::Or => each!(|d, a| d | a),
        MaskHow::Clear => each!(|_, _| 0),
    }
}

/// How many lanes a mask holds.
#[inline(always)]
pub(crate) fn count(m: &[u32]) -> usize {
    let mut n = 0u32;
    for m in m {
        n += m & 1;
    }
    n as usize
}
