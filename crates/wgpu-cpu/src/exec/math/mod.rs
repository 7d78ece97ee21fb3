//! Scalar functions that the lane loops repeat; all of them vectorise.
//!
//! `f32` results come from polynomials evaluated with fused steps or in `f64`;
//! tests hold each one to its bound against `f64`.

pub(crate) mod arc;
pub(crate) mod bits;
pub(crate) mod exp;
pub(crate) mod float;
pub(crate) mod int;
pub(crate) mod log;
pub(crate) mod pack;
pub(crate) mod trig;

/// `c[0] + c[1] x + c[2] x^2 ...`
#[inline(always)]
pub(crate) fn poly<const N: usize>(x: f64, c: [f64; N]) -> f64 {
    let mut sum = c[N - 1];
    for k in (0..N - 1).rev() {
        sum = sum * x + c[k];
    }
    sum
}
