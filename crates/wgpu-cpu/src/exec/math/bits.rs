//! Bit searches and packed dot products.

/// Index of the highest bit that differs from the sign, -1 where none does.
#[inline(always)]
pub(crate) fn first_leading_i(a: u32) -> u32 {
    let flipped = a ^ ((a as i32 >> 31) as u32);
    31u32.wrapping_sub(flipped.leading_zeros())
}

/// Index of the highest set bit, -1 where none is.
#[inline(always)]
pub(crate) fn first_leading_u(a: u32) -> u32 {
    31u32.wrapping_sub(a.leading_zeros())
}

/// Index of the lowest set bit, -1 where none is.
#[inline(always)]
pub(crate) fn first_trailing(a: u32) -> u32 {
    if a == 0 { !0 } else { a.trailing_zeros() }
}

#[inline(always)]
pub(crate) fn dot4_i(a: u32, b: u32) -> u32 {
    let at = |x: u32, k: u32| ((x << (24 - 8 * k)) as i32) >> 24;
    (0..4).fold(0i32, |sum, k| sum.wrapping_add(at(a, k) * at(b, k))) as u32
}

#[inline(always)]
pub(crate) fn dot4_u(a: u32, b: u32) -> u32 {
    let at = |x: u32, k: u32| (x >> (8 * k)) & 0xFF;
    (0..4).fold(0u32, |sum, k| sum.wrapping_add(at(a, k) * at(b, k)))
}
