//! The lane loops, compiled for several processors and chosen at run time.
//!
//! Each loop is an ordinary generic Rust function, inlined here into functions
//! that may use more of the processor. All versions give the same bits: nothing
//! is fused or reordered, and `mul_add` is exact everywhere.

use crate::exec::{narrow, src::Src, update, wide};
use crate::program::{Bin, MaskHow, Narrow, Un, WideBin, WideCmp, WideUn, Widen};
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

macro_rules! versions {
    ($($name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)? = $body:path;)*) => {
        /// The loops for one processor.
        pub(crate) struct Kernels {
            /// The widest instructions that they are made of.
            pub(crate) vectors: &'static str,
            $(pub(crate) $name: fn($($ty),*) $(-> $ret)?,)*
        }

        mod portable {
            use super::*;
            $(pub(super) fn $name($($arg: $ty),*) $(-> $ret)? { $body($($arg),*) })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(pub(super) fn $name($($arg: $ty),*) $(-> $ret)? {
                #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c")]
                fn inner($($arg: $ty),*) $(-> $ret)? { $body($($arg),*) }
                // SAFETY: this version is chosen only where `level` saw the features.
                unsafe { inner($($arg),*) }
            })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::*;
            $(pub(super) fn $name($($arg: $ty),*) $(-> $ret)? {
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,fma,bmi1,bmi2,lzcnt,popcnt,f16c"
                )]
                fn inner($($arg: $ty),*) $(-> $ret)? { $body($($arg),*) }
                // SAFETY: this version is chosen only where `level` saw the features.
                unsafe { inner($($arg),*) }
            })*
        }

        static PORTABLE: Kernels = Kernels { vectors: BASE, $($name: portable::$name,)* };
        #[cfg(target_arch = "x86_64")]
        static AVX2: Kernels = Kernels { vectors: "AVX2", $($name: avx2::$name,)* };
        #[cfg(target_arch = "x86_64")]
        static AVX512: Kernels = Kernels { vectors: "AVX-512", $($name: avx512::$name,)* };
    };
}

versions! {
    unary(op: Un, d: &mut [u32], a: Src<'_>) = narrow::unary;
    binary(op: Bin, d: &mut [u32], a: Src<'_>, b: Src<'_>) = narrow::binary;
    select(d: &mut [u32], c: Src<'_>, a: Src<'_>, b: Src<'_>) = narrow::select;
    fma(d: &mut [u32], a: Src<'_>, b: Src<'_>, c: Src<'_>) = narrow::fma;
    mul_add(d: &mut [u32], a: Src<'_>, b: Src<'_>, c: Src<'_>) = narrow::mul_add;
    update(op: Bin, d: &mut [u32], b: Src<'_>) = update::update;
    update_masked(op: Bin, d: &mut [u32], b: Src<'_>, m: &[u32]) = update::update_masked;
    blend(d: &mut [u32], a: Src<'_>, m: &[u32]) = update::blend;
    deal(to: &mut [u32], from: &[u32], stride: usize) = narrow::deal;
    collect(to: &mut [u32], from: &[&[u32]]) = narrow::collect;
    index(d: &mut [u32], base: Src<'_>, i: Src<'_>, stride: u32, len: u32) = narrow::index;
    side(d: &mut [u32], m: &[u32], c: Src<'_>, wanted: bool) -> usize = update::side;
    change(how: MaskHow, d: &mut [u32], a: Src<'_>) -> usize = update::change;
    count(m: &[u32]) -> usize = update::count;
    is_run(addr: &[u32], step: u32) -> bool = narrow::is_run;
    wide_unary(op: WideUn, d: &mut [u64], a: Src<'_, u64>) = wide::unary;
    wide_binary(op: WideBin, d: &mut [u64], a: Src<'_, u64>, b: Src<'_, u64>) = wide::binary;
    wide_compare(op: WideCmp, d: &mut [u32], a: Src<'_, u64>, b: Src<'_, u64>) = wide::compare;
    wide_select(d: &mut [u64], c: Src<'_>, a: Src<'_, u64>, b: Src<'_, u64>) = wide::select;
    wide_fma(d: &mut [u64], a: Src<'_, u64>, b: Src<'_, u64>, c: Src<'_, u64>) = wide::fma;
    wide_blend(d: &mut [u64], a: Src<'_, u64>, m: &[u32]) = wide::blend;
    widen(op: Widen, d: &mut [u64], a: Src<'_>) = wide::widen;
    narrow(op: Narrow, d: &mut [u32], a: Src<'_, u64>) = wide::narrow;
}

/// What every processor of this kind has.
const BASE: &str = match () {
    () if cfg!(target_arch = "x86_64") => "SSE2",
    () if cfg!(target_arch = "aarch64") => "NEON",
    () => "no vectors",
};

/// How wide this processor's vectors are.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Base,
    Avx2,
    Avx512,
}

/// What this processor has, unless `WGPU_CPU_SIMD` asks for less.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn level() -> Level {
    static LEVEL: LazyLock<Level> = LazyLock::new(|| {
        use std::arch::is_x86_feature_detected as has;
        let wanted = std::env::var("WGPU_CPU_SIMD").unwrap_or_default();
        let avx2 = has!("avx2")
            && has!("fma")
            && has!("bmi1")
            && has!("bmi2")
            && has!("lzcnt")
            && has!("popcnt")
            && has!("f16c");
        let avx512 = avx2
            && has!("avx512f")
            && has!("avx512bw")
            && has!("avx512dq")
            && has!("avx512vl")
            && has!("avx512cd");
        match wanted.as_str() {
            "portable" => Level::Base,
            _ if avx512 && wanted != "avx2" => Level::Avx512,
            _ if avx2 => Level::Avx2,
            _ => Level::Base,
        }
    });
    *LEVEL
}

/// The best version for this processor.
pub(crate) fn kernels() -> &'static Kernels {
    #[cfg(target_arch = "x86_64")]
    match level() {
        Level::Avx512 => return &AVX512,
        Level::Avx2 => return &AVX2,
        Level::Base => {}
    }
    &PORTABLE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every version this processor can run.
    fn all() -> Vec<&'static Kernels> {
        let mut versions = vec![&PORTABLE, kernels()];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("fma")
            && std::arch::is_x86_feature_detected!("f16c")
        {
            versions.push(&AVX2);
        }
        versions
    }

    /// NaNs may differ in their payload.
    fn same(a: u32, b: u32) -> bool {
        a == b || (f32::from_bits(a).is_nan() && f32::from_bits(b).is_nan())
    }

    fn words(seed: u32, n: usize) -> Vec<u32> {
        let mut state = seed;
        let edges = [0, 1, 0x8000_0000, !0, 0x7F80_0000, 0x7FC0_0000, 0x3F80_0000, 0x0040_0000];
        let mut next = |k: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if k.is_multiple_of(7) {
                edges[(state >> 28) as usize % 8]
            } else {
                state ^ (state >> 15)
            }
        };
        (0..n).map(&mut next).collect()
    }

    #[test]
    #[rustfmt::skip]
    fn versions_agree() {
        use crate::program::{Bin as B, Un as U};
        let unary = [
            U::NegI, U::AbsI, U::SignI, U::CountOnes, U::LeadingZeros, U::TrailingZeros, U::Reverse,
            U::FirstLeadingI, U::FirstLeadingU, U::FirstTrailing, U::SignF, U::Floor, U::Ceil,
            U::Trunc, U::Round, U::Fract, U::Saturate, U::Sqrt, U::InverseSqrt, U::Sin, U::Cos,
            U::Tan, U::Asin, U::Acos, U::Atan, U::Sinh, U::Cosh, U::Tanh, U::Asinh, U::Acosh,
            U::Atanh, U::Exp, U::Exp2, U::Log, U::Log2, U::Mantissa, U::Exponent, U::RoundF16,
            U::I32ToF32, U::U32ToF32, U::F32ToI32, U::F32ToU32, U::PackSnorm8, U::PackF16,
        ];
        let binary = [
            B::AddI, B::MulI, B::DivI, B::DivU, B::RemI, B::RemU, B::Shl, B::ShrI, B::ShlFull,
            B::MinI, B::MaxU, B::LtI, B::LeU, B::AddF, B::SubF, B::MulF, B::DivF, B::RemF, B::MinF,
            B::MaxF, B::LtF, B::LeF, B::Pow, B::Atan2, B::Ldexp, B::Dot4I, B::Dot4U,
        ];
        let n = 997;
        let (a, b) = (words(1, n), words(2, n));
        let (a_row, b_row) = (Src::Row(&a[..]), Src::Row(&b[..]));
        let m: Vec<u32> = (0..n).map(|k| if k % 3 == 1 { 0 } else { !0 }).collect();
        for version in all() {
            for op in binary.into_iter().filter(|op| op.updates()) {
                for b in [b_row, Src::One(b[5])] {
                    let results = [&PORTABLE, version].map(|version| {
                        let (mut x, mut y) = (a.clone(), a.clone());
                        (version.update)(op, &mut x, b);
                        (version.update_masked)(op, &mut y, b, &m);
                        [x, y].concat()
                    });
                    let mut plain = vec![0; n];
                    (PORTABLE.binary)(op, &mut plain, a_row, b);
                    let kept = |k: usize| if m[k] != 0 { plain[k] } else { a[k] };
                    for k in 0..n {
                        for result in &results {
                            assert!(same(result[k], plain[k]), "{op:?} of {:#x}, {:#x}", a[k], b.at(k));
                            assert!(same(result[n + k], kept(k)), "{op:?} masked, lane {k}");
                        }
                    }
                }
            }
            for how in [MaskHow::Copy, MaskHow::And, MaskHow::AndNot, MaskHow::Or] {
                let (mut x, mut y) = (m.clone(), m.clone());
                y.rotate_left(1);
                let c = y.clone();
                let counted = (version.change)(how, &mut x, Src::Row(&y));
                let expected: Vec<u32> = (0..n).map(|k| match how {
                    MaskHow::And => m[k] & c[k],
                    MaskHow::AndNot => m[k] & !c[k],
                    MaskHow::Or => m[k] | c[k],
                    _ => c[k],
                }).collect();
                assert_eq!(x, expected, "{how:?}");
                assert_eq!(counted, expected.iter().filter(|&&m| m != 0).count(), "{how:?}");
            }
            for stride in narrow::STRIDES {
                let rows: Vec<Vec<u32>> = (0..stride as u32).map(|k| words(k + 3, 61)).collect();
                let borrowed: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
                let mut together = vec![0; 61 * stride];
                (version.collect)(&mut together, &borrowed);
                for (k, row) in rows.iter().enumerate() {
                    let mut apart = vec![0; 61];
                    // The last element may end here.
                    (version.deal)(&mut apart, &together[k..60 * stride + k + 1], stride);
                    assert_eq!(&apart, row, "component {k} of {stride}");
                }
            }
            for op in unary {
                let (mut x, mut y) = (vec![0; n], vec![0; n]);
                (PORTABLE.unary)(op, &mut x, a_row);
                (version.unary)(op, &mut y, a_row);
                for k in 0..n {
                    assert!(same(x[k], y[k]), "{op:?} of {:#x}: {:#x}, {:#x}", a[k], x[k], y[k]);
                }
            }
            for op in binary {
                for (p, q) in [(a_row, b_row), (a_row, Src::One(b[5])), (Src::One(a[9]), b_row)] {
                    let (mut x, mut y) = (vec![0; n], vec![0; n]);
                    (PORTABLE.binary)(op, &mut x, p, q);
                    (version.binary)(op, &mut y, p, q);
                    for k in 0..n {
                        assert!(same(x[k], y[k]), "{op:?} of {:#x}, {:#x}", p.at(k), q.at(k));
                    }
                }
            }
        }
    }
}
