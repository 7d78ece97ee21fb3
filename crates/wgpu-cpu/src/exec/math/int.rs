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

/// Division by one divisor, as a multiplication and shifts (Granlund and Montgomery, 1994).
#[derive(Clone, Copy)]
pub(crate) struct Divisor {
    by: u32,
    /// The low 32 bits of 2^(32 + `bits`) / `by`, rounded up; bit 32 is always set.
    reciprocal: u32,
    /// The bits of `by - 1`.
    bits: u32,
}

impl Divisor {
    /// For a divisor of two or more.
    pub(crate) fn new(by: u32) -> Option<Self> {
        let bits = 32 - by.checked_sub(1).filter(|&less| less > 0)?.leading_zeros();
        let excess = ((1u64 << bits) - u64::from(by)) << 32;
        Some(Divisor { by, reciprocal: (excess / u64::from(by) + 1) as u32, bits })
    }

    #[inline(always)]
    pub(crate) fn quotient(self, a: u32) -> u32 {
        let high = ((u64::from(a) * u64::from(self.reciprocal)) >> 32) as u32;
        (high.wrapping_add((a - high) >> 1)) >> (self.bits - 1)
    }

    #[inline(always)]
    pub(crate) fn remainder(self, a: u32) -> u32 {
        a.wrapping_sub(self.quotient(a).wrapping_mul(self.by))
    }
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

#[cfg(test)]
mod tests {
    use super::Divisor;

    #[test]
    fn divisors_divide() {
        assert!(Divisor::new(0).is_none() && Divisor::new(1).is_none());
        let powers = (1..32).map(|k| 1u32 << k);
        let near = powers.flat_map(|p| [p - 1, p, p + 1]).chain([10, 641, 0xAAAA_AAAB, !1, !0]);
        let numbers: Vec<u32> = near.collect();
        for &by in numbers.iter().filter(|&&by| by > 1) {
            let divisor = Divisor::new(by).expect("two or more");
            let multiples = (0..40).flat_map(|k| {
                let m = by.wrapping_mul(u32::MAX / by - k % (u32::MAX / by));
                [m, m.wrapping_sub(1), m.wrapping_add(1)]
            });
            for a in numbers.iter().copied().chain([0, 1]).chain(multiples) {
                assert_eq!(divisor.quotient(a), a / by, "{a} / {by}");
                assert_eq!(divisor.remainder(a), a % by, "{a} % {by}");
            }
        }
    }
}
