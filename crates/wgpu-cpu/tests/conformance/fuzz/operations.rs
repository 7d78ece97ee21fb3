//! Operations: their types, their WGSL with a `#` for each operand, and the same in Rust.

use super::program::Ty;

pub(super) struct Operation {
    pub(super) takes: &'static [Ty],
    pub(super) gives: Ty,
    pub(super) text: &'static str,
    pub(super) rust: fn(&[u32]) -> u32,
    /// Whether WGSL refuses some literals, which are hidden then.
    pub(super) strict: bool,
}

const fn op(
    takes: &'static [Ty],
    gives: Ty,
    text: &'static str,
    rust: fn(&[u32]) -> u32,
) -> Operation {
    Operation { takes, gives, text, rust, strict: false }
}

const fn strict(operation: Operation) -> Operation {
    Operation { strict: true, ..operation }
}

fn f(x: u32) -> f32 {
    f32::from_bits(x)
}

/// Kept where all multiples of a half are floats.
fn held(x: f32) -> u32 {
    x.clamp(-65536.0, 65536.0).to_bits()
}

fn field(x: &[u32]) -> (u32, u32) {
    let offset = x[0].min(32);
    (offset, x[1].min(32 - offset))
}

use Ty::{B, F, I, U};

pub(super) const OPERATIONS: &[Operation] = &[
    // Unsigned.
    op(&[U, U], U, "(# + #)", |x| x[0].wrapping_add(x[1])),
    op(&[U, U], U, "(# - #)", |x| x[0].wrapping_sub(x[1])),
    op(&[U, U], U, "(# * #)", |x| x[0].wrapping_mul(x[1])),
    strict(op(&[U, U], U, "(# / #)", |x| x[0].checked_div(x[1]).unwrap_or(x[0]))),
    strict(op(&[U, U], U, "(# % #)", |x| x[0].checked_rem(x[1]).unwrap_or(0))),
    op(&[U, U], U, "(# & #)", |x| x[0] & x[1]),
    op(&[U, U], U, "(# | #)", |x| x[0] | x[1]),
    op(&[U, U], U, "(# ^ #)", |x| x[0] ^ x[1]),
    op(&[U], U, "(~#)", |x| !x[0]),
    strict(op(&[U, U], U, "(# << #)", |x| x[0] << (x[1] & 31))),
    strict(op(&[U, U], U, "(# >> #)", |x| x[0] >> (x[1] & 31))),
    op(&[U, U], U, "min(#, #)", |x| x[0].min(x[1])),
    op(&[U, U], U, "max(#, #)", |x| x[0].max(x[1])),
    op(&[U], U, "countOneBits(#)", |x| x[0].count_ones()),
    op(&[U], U, "countLeadingZeros(#)", |x| x[0].leading_zeros()),
    op(&[U], U, "firstTrailingBit(#)", |x| if x[0] == 0 { !0 } else { x[0].trailing_zeros() }),
    op(&[U], U, "reverseBits(#)", |x| x[0].reverse_bits()),
    strict(op(&[U, U, U], U, "extractBits(#, #, #)", |x| {
        let (offset, count) = field(&x[1..]);
        (u64::from(x[0]) >> offset & ((1 << count) - 1)) as u32
    })),
    strict(op(&[U, U, U, U], U, "insertBits(#, #, #, #)", |x| {
        let (offset, count) = field(&x[2..]);
        let mask = ((1u64 << count) - 1) << offset;
        x[0] & !mask as u32 | (u64::from(x[1]) << offset & mask) as u32
    })),
    op(&[U, U], U, "dot4U8Packed(#, #)", |x| {
        let bytes = x[0].to_le_bytes().into_iter().zip(x[1].to_le_bytes());
        bytes.map(|(a, b)| u32::from(a) * u32::from(b)).sum()
    }),
    op(&[U, U, B], U, "select(#, #, #)", |x| if x[2] != 0 { x[1] } else { x[0] }),
    op(&[I], U, "u32(#)", |x| x[0]),
    op(&[F], U, "u32(#)", |x| f(x[0]) as u32),
    op(&[B], U, "u32(#)", |x| x[0]),
    op(&[U, U, U], U, "vec3(#, #, 7u).zxy[# % 3u]", |x| [7, x[0], x[1]][x[2] as usize % 3]),
    op(&[U, U, U], U, "array(#, 9u, #)[# % 3u]", |x| [x[0], 9, x[1]][x[2] as usize % 3]),
    op(&[U, U, U], U, "dot(vec2(#, 3u), vec2(#, #))", |x| {
        x[0].wrapping_mul(x[1]).wrapping_add(x[2].wrapping_mul(3))
    }),
    op(&[U, U, U], U, "Pair(#, vec2(#, #)).v.y", |x| x[2]),
    // Signed.
    op(&[I, I], I, "(# + #)", |x| x[0].wrapping_add(x[1])),
    op(&[I, I], I, "(# - #)", |x| x[0].wrapping_sub(x[1])),
    op(&[I, I], I, "(# * #)", |x| x[0].wrapping_mul(x[1])),
    strict(op(&[I, I], I, "(# / #)", |x| match x[1] {
        0 => x[0],
        by => (x[0] as i32).wrapping_div(by as i32) as u32,
    })),
    strict(op(&[I, I], I, "(# % #)", |x| match x[1] {
        0 => 0,
        by => (x[0] as i32).wrapping_rem(by as i32) as u32,
    })),
    op(&[I], I, "(-#)", |x| x[0].wrapping_neg()),
    strict(op(&[I, U], I, "(# >> #)", |x| (x[0] as i32 >> (x[1] & 31)) as u32)),
    strict(op(&[I, U], I, "(# << #)", |x| x[0] << (x[1] & 31))),
    op(&[I], I, "abs(#)", |x| (x[0] as i32).wrapping_abs() as u32),
    op(&[I], I, "sign(#)", |x| (x[0] as i32).signum() as u32),
    op(&[I, I], I, "min(#, #)", |x| (x[0] as i32).min(x[1] as i32) as u32),
    op(&[I, I], I, "max(#, #)", |x| (x[0] as i32).max(x[1] as i32) as u32),
    op(&[I], I, "clamp(#, -9, 1000)", |x| (x[0] as i32).clamp(-9, 1000) as u32),
    op(&[I], I, "firstLeadingBit(#)", |x| {
        let x = if (x[0] as i32) < 0 { !x[0] } else { x[0] };
        if x == 0 { !0 } else { 31 - x.leading_zeros() }
    }),
    op(&[U], I, "bitcast<i32>(#)", |x| x[0]),
    op(&[F], I, "i32(#)", |x| f(x[0]) as i32 as u32),
    op(&[I, I, B], I, "select(#, #, #)", |x| if x[2] != 0 { x[1] } else { x[0] }),
    op(&[U], I, "unpack4xI8(#).z", |x| x[0].to_le_bytes()[2] as i8 as i32 as u32),
    // Floats that stay exact.
    op(&[F, F], F, "clamp(# + #, -65536.0, 65536.0)", |x| held(f(x[0]) + f(x[1]))),
    op(&[F, F], F, "clamp(# - #, -65536.0, 65536.0)", |x| held(f(x[0]) - f(x[1]))),
    op(&[F, F], F, "floor(clamp(# * #, -65536.0, 65536.0))", |x| {
        f(held(f(x[0]) * f(x[1]))).floor().to_bits()
    }),
    op(&[F], F, "(floor(#) * 0.5)", |x| (f(x[0]).floor() * 0.5).to_bits()),
    op(&[F], F, "floor(#)", |x| f(x[0]).floor().to_bits()),
    op(&[F], F, "ceil(#)", |x| f(x[0]).ceil().to_bits()),
    op(&[F], F, "trunc(#)", |x| f(x[0]).trunc().to_bits()),
    op(&[F], F, "round(#)", |x| f(x[0]).round_ties_even().to_bits()),
    op(&[F], F, "fract(#)", |x| (f(x[0]) - f(x[0]).floor()).to_bits()),
    op(&[F], F, "abs(#)", |x| f(x[0]).abs().to_bits()),
    op(&[F], F, "(-#)", |x| (-f(x[0])).to_bits()),
    op(&[F], F, "sign(#)", |x| if f(x[0]) == 0.0 { 0 } else { f(x[0]).signum().to_bits() }),
    op(&[F, F], F, "min(#, #)", |x| f(x[0]).min(f(x[1])).to_bits()),
    op(&[F, F], F, "max(#, #)", |x| f(x[0]).max(f(x[1])).to_bits()),
    op(&[F, F], F, "step(#, #)", |x| f32::from(f(x[0]) <= f(x[1])).to_bits()),
    op(&[F, F, B], F, "select(#, #, #)", |x| if x[2] != 0 { x[1] } else { x[0] }),
    op(&[U], F, "f32(# & 0xffffu)", |x| ((x[0] & 0xFFFF) as f32).to_bits()),
    op(&[I], F, "f32(# % 1000)", |x| ((x[0] as i32 % 1000) as f32).to_bits()),
    op(&[F, F, U], F, "mat2x2(#, 1.0, #, 2.0)[# % 2u].x", |x| x[x[2] as usize % 2]),
    // Conditions.
    op(&[U, U], B, "(# < #)", |x| (x[0] < x[1]).into()),
    op(&[U, U], B, "(# >= #)", |x| (x[0] >= x[1]).into()),
    op(&[U, U], B, "(# % 3u == # % 3u)", |x| (x[0] % 3 == x[1] % 3).into()),
    op(&[I, I], B, "(# < #)", |x| ((x[0] as i32) < x[1] as i32).into()),
    op(&[I, I], B, "(# != #)", |x| (x[0] != x[1]).into()),
    op(&[F, F], B, "(# <= #)", |x| (f(x[0]) <= f(x[1])).into()),
    op(&[F, F], B, "(# == #)", |x| (f(x[0]) == f(x[1])).into()),
    op(&[B, B], B, "(# && #)", |x| x[0] & x[1]),
    op(&[B, B], B, "(# || #)", |x| x[0] | x[1]),
    op(&[B, B], B, "(# != #)", |x| x[0] ^ x[1]),
    op(&[B], B, "(!#)", |x| 1 - x[0]),
    op(&[U, U, B], B, "all(vec3(# > 5u, # < 9u, #))", |x| u32::from(x[0] > 5 && x[1] < 9) & x[2]),
];

/// Functions of atomics that give the same in any order.
pub(super) const ATOMICS: [(&str, fn(u32, u32) -> u32); 6] = [
    ("atomicAdd", u32::wrapping_add),
    ("atomicSub", u32::wrapping_sub),
    ("atomicMax", u32::max),
    ("atomicMin", u32::min),
    ("atomicOr", |a, b| a | b),
    ("atomicXor", |a, b| a ^ b),
];
