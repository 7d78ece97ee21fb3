//! Integers: operators and functions, where they overflow too.

use crate::rows::Table;

#[test]
fn unsigned_operators_wrap_and_are_defined_for_zero() {
    Table::<(u32, u32)>::new()
        .row("a + b", |(a, b)| a.wrapping_add(b))
        .row("a - b", |(a, b)| a.wrapping_sub(b))
        .row("a * b", |(a, b)| a.wrapping_mul(b))
        .row("a / b", |(a, b)| a.checked_div(b).unwrap_or(a))
        .row("a % b", |(a, b)| a.checked_rem(b).unwrap_or(0))
        .row("a / 7u + a % 7u", |(a, _)| a / 7 + a % 7)
        .row("1000u / a + 1000u % a", |(a, _)| match a {
            0 => 1000,
            a => 1000 / a + 1000 % a,
        })
        .row("a & b", |(a, b)| a & b)
        .row("a | b", |(a, b)| a | b)
        .row("a ^ b", |(a, b)| a ^ b)
        .row("~a", |(a, _)| !a)
        .row("a << b", |(a, b)| a << (b & 31))
        .row("a >> b", |(a, b)| a >> (b & 31))
        .row("a << 31u", |(a, _)| a << 31)
        .row("a >> 9u", |(a, _)| a >> 9)
        .row("a < b", |(a, b)| a < b)
        .row("a <= b", |(a, b)| a <= b)
        .row("a > b", |(a, b)| a > b)
        .row("a >= b", |(a, b)| a >= b)
        .row("a == b", |(a, b)| a == b)
        .row("a != b", |(a, b)| a != b)
        .row(
            "var r = a; r += b; r *= 3u; r -= a; r ^= b; r |= 5u; r &= ~9u; return r;",
            |(a, b)| {
                let r = a.wrapping_add(b).wrapping_mul(3).wrapping_sub(a);
                ((r ^ b) | 5) & !9
            },
        )
        .row("var r = a; r <<= b; r >>= 3u; r /= b; r %= 1000u; return r;", |(a, b)| {
            let r = (a << (b & 31)) >> 3;
            r.checked_div(b).unwrap_or(r) % 1000
        })
        .row("var r = a; r++; r--; r--; return r;", |(a, _)| a.wrapping_sub(1))
        .check();
}

#[test]
fn signed_operators_wrap_and_are_defined_for_zero() {
    let div = |a: i32, b: i32| if b == 0 { a } else { a.wrapping_div(b) };
    let rem = |a: i32, b: i32| if b == 0 { 0 } else { a.wrapping_rem(b) };
    Table::<(i32, i32)>::new()
        .row("a + b", |(a, b)| a.wrapping_add(b))
        .row("a - b", |(a, b)| a.wrapping_sub(b))
        .row("a * b", |(a, b)| a.wrapping_mul(b))
        .row("-a", |(a, _)| a.wrapping_neg())
        .row("a / b", move |(a, b)| div(a, b))
        .row("a % b", move |(a, b)| rem(a, b))
        .row("a / -1", |(a, _)| a.wrapping_neg())
        .row("a % -7", |(a, _)| a % -7)
        .row("i32(-2147483648) / a", move |(a, _)| div(i32::MIN, a))
        .row("i32(-2147483648) % a", move |(a, _)| rem(i32::MIN, a))
        .row("a & b", |(a, b)| a & b)
        .row("a | b", |(a, b)| a | b)
        .row("a ^ ~b", |(a, b)| a ^ !b)
        .row("a << u32(b)", |(a, b)| a << (b & 31))
        .row("a >> u32(b)", |(a, b)| a >> (b & 31))
        .row("a < b", |(a, b)| a < b)
        .row("a <= b", |(a, b)| a <= b)
        .row("a > b", |(a, b)| a > b)
        .row("a >= b", |(a, b)| a >= b)
        .row("a == b", |(a, b)| a == b)
        .row("a != b", |(a, b)| a != b)
        .row("var r = a; r += b; r *= 3; r /= b; r %= 100; r--; return r;", move |(a, b)| {
            div(a.wrapping_add(b).wrapping_mul(3), b) % 100 - 1
        })
        .check();
}

#[test]
fn functions_of_one_integer() {
    let low = |x: u32| if x == 0 { !0 } else { x.trailing_zeros() };
    let high = |x: u32| if x == 0 { !0 } else { 31 - x.leading_zeros() };
    Table::<(u32, i32)>::new()
        .row("abs(a)", |(a, _)| a)
        .row("abs(b)", |(_, b)| b.wrapping_abs())
        .row("sign(b)", |(_, b)| b.signum())
        .row("countLeadingZeros(a)", |(a, _)| a.leading_zeros())
        .row("countTrailingZeros(a)", |(a, _)| a.trailing_zeros())
        .row("countOneBits(a)", |(a, _)| a.count_ones())
        .row("reverseBits(a)", |(a, _)| a.reverse_bits())
        .row("firstLeadingBit(a)", move |(a, _)| high(a))
        .row("firstTrailingBit(a)", move |(a, _)| low(a))
        .row("countLeadingZeros(b)", |(_, b)| b.leading_zeros() as i32)
        .row("countTrailingZeros(b)", |(_, b)| b.trailing_zeros() as i32)
        .row("countOneBits(b)", |(_, b)| b.count_ones() as i32)
        .row("reverseBits(b)", |(_, b)| b.reverse_bits())
        .row("firstLeadingBit(b)", move |(_, b)| high((if b < 0 { !b } else { b }) as u32) as i32)
        .row("firstTrailingBit(b)", move |(_, b)| low(b as u32) as i32)
        .row("countOneBits(vec3(a, ~a, 7u))", |(a, _)| [a.count_ones(), a.count_zeros(), 3])
        .check();
}

#[test]
fn least_and_most() {
    Table::<(u32, u32, u32)>::new()
        .row("min(a, b)", |(a, b, _)| a.min(b))
        .row("max(a, b)", |(a, b, _)| a.max(b))
        .row("clamp(a, min(b, c), max(b, c))", |(a, b, c)| a.clamp(b.min(c), b.max(c)))
        .row("min(vec2(a, b), vec2(c))", |(a, b, c)| [a.min(c), b.min(c)])
        .check();
    Table::<(i32, i32, i32)>::new()
        .row("min(a, b)", |(a, b, _)| a.min(b))
        .row("max(a, b)", |(a, b, _)| a.max(b))
        .row("clamp(a, b, c)", |(a, b, c)| a.max(b).min(c))
        .row("max(vec4(a, b, c, 0), vec4(-1))", |(a, b, c)| [a.max(-1), b.max(-1), c.max(-1), 0])
        .check();
}

/// The part of a field of `count` bits from `offset` on that is in the word.
fn field(offset: u32, count: u32) -> (u32, u32) {
    let offset = offset.min(32);
    (offset, count.min(32 - offset))
}

#[test]
fn fields_of_bits_end_with_the_word() {
    Table::<(u32, i32, u32, u32)>::new()
        .row("extractBits(a, c % 40u, d % 40u)", |(a, _, c, d)| {
            let (offset, count) = field(c % 40, d % 40);
            (u64::from(a) >> offset & ((1 << count) - 1)) as u32
        })
        .row("extractBits(b, c % 40u, d % 40u)", |(_, b, c, d)| match field(c % 40, d % 40) {
            (_, 0) => 0,
            (offset, count) => (i64::from(b) << (64 - offset - count) >> (64 - count)) as i32,
        })
        .row("extractBits(a, c, d)", |(a, _, c, d)| {
            let (offset, count) = field(c, d);
            (u64::from(a) >> offset & ((1 << count) - 1)) as u32
        })
        .row("insertBits(a, u32(b), c % 40u, d % 40u)", |(a, b, c, d)| {
            let (offset, count) = field(c % 40, d % 40);
            let mask = ((1u64 << count) - 1) << offset;
            a & !mask as u32 | (u64::from(b as u32) << offset & mask) as u32
        })
        .row("insertBits(b, i32(a), c, d)", |(a, b, c, d)| {
            let (offset, count) = field(c, d);
            let mask = ((1u64 << count) - 1) << offset;
            b & !mask as i32 | (u64::from(a) << offset & mask) as i32
        })
        .check();
}

#[test]
fn dot_products_wrap() {
    let bytes = |x: u32| x.to_le_bytes();
    Table::<(u32, u32)>::new()
        .row("dot4U8Packed(a, b)", move |(a, b)| {
            bytes(a).iter().zip(bytes(b)).map(|(x, y)| u32::from(*x) * u32::from(y)).sum::<u32>()
        })
        .row("dot4I8Packed(a, b)", move |(a, b)| {
            let products = bytes(a).map(|x| i32::from(x as i8)).into_iter().zip(bytes(b));
            products.map(|(x, y)| x * i32::from(y as i8)).sum::<i32>()
        })
        .row("dot(vec2(a, b), vec2(b, 3u))", |(a, b)| {
            a.wrapping_mul(b).wrapping_add(b.wrapping_mul(3))
        })
        .row("dot(vec3(i32(a), -2, i32(b)), vec3(i32(b), 9, 1))", |(a, b)| {
            (a.wrapping_mul(b).wrapping_add(b) as i32).wrapping_sub(18)
        })
        .check();
}
