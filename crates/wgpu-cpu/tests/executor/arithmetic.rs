//! Operators and integer functions on edge values.
#![allow(clippy::manual_clamp, reason = "clamp keeps a NaN")]
use crate::common::*;

fn f(x: u32) -> f32 {
    f32::from_bits(x)
}

/// NaNs compare as one.
fn canon(x: f32) -> u32 {
    if x.is_nan() { 0x7FC0_0000 } else { x.to_bits() }
}

const CANON: &str = "
    fn canon(v: f32) -> u32 {
        let b = bitcast<u32>(v);
        return select(b, 0x7fc00000u, (b & 0x7fffffffu) > 0x7f800000u);
    }";

#[test]
fn unsigned_operators() {
    check("", "r = x / (i % 5u);", |i, x| x.checked_div(i % 5).unwrap_or(x));
    check("", "r = x % (i % 5u);", |i, x| x.checked_rem(i % 5).unwrap_or(0));
    check("", "r = x / 8u + x % 16u;", |_, x| x / 8 + x % 16);
    check("", "r = (x << (i & 31u)) ^ (x >> (i & 31u));", |i, x| (x << (i & 31)) ^ (x >> (i & 31)));
    check("", "r = (x & i) | (x ^ ~i);", |i, x| (x & i) | (x ^ !i));
    check("", "r = x - i * x;", |i, x| x.wrapping_sub(i.wrapping_mul(x)));
    check(
        "",
        "r = u32(x < i) + 2u * u32(x <= i) + 4u * u32(x > i) + 8u * u32(x >= i) + 16u * u32(x == i) + 32u * u32(x != i);",
        |i, x| {
            u32::from(x < i)
                + 2 * u32::from(x <= i)
                + 4 * u32::from(x > i)
                + 8 * u32::from(x >= i)
                + 16 * u32::from(x == i)
                + 32 * u32::from(x != i)
        },
    );
}

#[test]
fn signed_operators() {
    let i32s = |i: u32| (i % 5) as i32 - 2;
    check("", "r = u32(i32(x) / (i32(i % 5u) - 2));", |i, x| {
        let d = i32s(i);
        (if d == 0 { x as i32 } else { (x as i32).wrapping_div(d) }) as u32
    });
    check("", "r = u32(i32(x) % (i32(i % 5u) - 2));", |i, x| {
        let d = i32s(i);
        (if d == 0 { 0 } else { (x as i32).wrapping_rem(d) }) as u32
    });
    check("", "r = u32(i32(x) >> (i & 31u)) ^ u32(-i32(x));", |i, x| {
        ((x as i32) >> (i & 31)) as u32 ^ x.wrapping_neg()
    });
    check("", "r = u32(abs(i32(x))) + u32(sign(i32(x))) * 3u;", |_, x| {
        ((x as i32).wrapping_abs() as u32)
            .wrapping_add(((x as i32).signum() as u32).wrapping_mul(3))
    });
    check("", "r = u32(min(i32(x), i32(i)) ^ max(i32(x), -5) ^ clamp(i32(x), -7, 9));", |i, x| {
        ((x as i32).min(i as i32) ^ (x as i32).max(-5) ^ (x as i32).clamp(-7, 9)) as u32
    });
    check("", "r = select(0u, 1u, i32(x) < i32(i)) + select(0u, 2u, i32(x) >= -3);", |i, x| {
        u32::from((x as i32) < i as i32) + 2 * u32::from(x as i32 >= -3)
    });
}

#[test]
fn bits() {
    check(
        "",
        "r = countOneBits(x) + 100u * countLeadingZeros(x) + 10000u * countTrailingZeros(x);",
        |_, x| x.count_ones() + 100 * x.leading_zeros() + 10000 * x.trailing_zeros(),
    );
    check("", "r = reverseBits(x);", |_, x| x.reverse_bits());
    check("", "r = firstLeadingBit(x) ^ (firstTrailingBit(x) << 8u);", |_, x| {
        let high = if x == 0 { !0 } else { 31 - x.leading_zeros() };
        let low = if x == 0 { !0 } else { x.trailing_zeros() };
        high ^ (low << 8)
    });
    check("", "r = u32(firstLeadingBit(i32(x)));", |_, x| {
        let y = if (x as i32) < 0 { !x } else { x };
        if y == 0 { !0 } else { 31 - y.leading_zeros() }
    });
    let extract = |x: u64, i: u32| {
        let offset = (i % 40).min(32);
        let count = (i / 3 % 40).min(32 - offset);
        (x >> offset) & ((1u64 << count) - 1)
    };
    check("", "r = extractBits(x, i % 40u, i / 3u % 40u);", |i, x| extract(x.into(), i) as u32);
    check("", "r = u32(extractBits(i32(x), i % 40u, i / 3u % 40u));", |i, x| {
        let offset = (i % 40).min(32);
        let count = (i / 3 % 40).min(32 - offset);
        if count == 0 {
            return 0;
        }
        (((u64::from(x) >> offset) << (64 - count)) as i64 >> (64 - count)) as u32
    });
    check("", "r = insertBits(x, i * 77u, i % 40u, i / 3u % 40u);", |i, x| {
        let offset = (i % 40).min(32);
        let count = (i / 3 % 40).min(32 - offset);
        let mask = (((1u64 << count) - 1) << offset) as u32;
        (x & !mask) | (((u64::from(i * 77) << offset) as u32) & mask)
    });
    check(
        "",
        "r = dot4U8Packed(x, i * 0x1030507u) ^ u32(dot4I8Packed(x, i * 0x1030507u));",
        |i, x| {
            let y = i.wrapping_mul(0x0103_0507);
            let (a, b) = (x.to_le_bytes(), y.to_le_bytes());
            let u: u32 = (0..4).map(|k| u32::from(a[k]) * u32::from(b[k])).sum();
            let s: i32 = (0..4).map(|k| i32::from(a[k] as i8) * i32::from(b[k] as i8)).sum();
            u ^ s as u32
        },
    );
}

#[test]
fn floats_are_those_of_rust() {
    let header = CANON;
    check(
        header,
        "let y = bitcast<f32>(i * 0x1234567u); r = canon(bitcast<f32>(x) * y + 1.5 - y / bitcast<f32>(x));",
        |i, x| {
            let y = f(i.wrapping_mul(0x0123_4567));
            canon(f(x) * y + 1.5 - y / f(x))
        },
    );
    check(header, "r = canon(bitcast<f32>(x) % 3.0);", |_, x| canon(f(x) % 3.0));
    check(
        header,
        "let v = bitcast<f32>(x); r = canon(floor(v)) ^ canon(ceil(v)) ^ canon(trunc(v)) ^ canon(round(v)) ^ canon(sqrt(v));",
        |_, x| {
            let v = f(x);
            canon(v.floor())
                ^ canon(v.ceil())
                ^ canon(v.trunc())
                ^ canon(v.round_ties_even())
                ^ canon(v.sqrt())
        },
    );
    check(
        header,
        "let v = bitcast<f32>(x); r = canon(fma(v, v, -1.0)) ^ canon(abs(v)) ^ canon(-v);",
        |_, x| {
            let v = f(x);
            canon(v.mul_add(v, -1.0)) ^ canon(v.abs()) ^ canon(-v)
        },
    );
    check(
        header,
        "let v = bitcast<f32>(x); let w = bitcast<f32>(i << 20u); r = u32(v < w) + 2u * u32(v <= w) + 4u * u32(v > w) + 8u * u32(v >= w) + 16u * u32(v == w) + 32u * u32(v != w);",
        |i, x| {
            let (v, w) = (f(x), f(i << 20));
            u32::from(v < w)
                + 2 * u32::from(v <= w)
                + 4 * u32::from(v > w)
                + 8 * u32::from(v >= w)
                + 16 * u32::from(v == w)
                + 32 * u32::from(v != w)
        },
    );
    check(
        header,
        "let v = bitcast<f32>(x); r = canon(min(v, 2.0)) ^ canon(max(v, 1.0)) ^ canon(clamp(v, -1.0, 1.0)) ^ canon(saturate(v)) ^ canon(sign(v)) ^ canon(step(0.5, v));",
        |_, x| {
            let v = f(x);
            let sign = if v > 0.0 {
                1.0
            } else if v < 0.0 {
                -1.0
            } else {
                0.0
            };
            canon(v.min(2.0))
                ^ canon(v.max(1.0))
                ^ canon(v.max(-1.0).min(1.0))
                ^ canon(v.max(0.0).min(1.0))
                ^ canon(sign)
                ^ canon(if 0.5 <= v { 1.0 } else { 0.0 })
        },
    );
}

#[test]
fn conversions() {
    check("", "r = u32(bitcast<f32>(x));", |_, x| f(x) as u32);
    check("", "r = u32(i32(bitcast<f32>(x)));", |_, x| f(x) as i32 as u32);
    check("", "r = bitcast<u32>(f32(x)) ^ bitcast<u32>(f32(i32(x)));", |_, x| {
        (x as f32).to_bits() ^ (x as i32 as f32).to_bits()
    });
    check(
        "",
        "r = u32(bool(x)) + 2u * u32(bool(bitcast<f32>(x))) + bitcast<u32>(f32(x > i));",
        |i, x| {
            (u32::from(x != 0) + 2 * u32::from(f(x) != 0.0))
                .wrapping_add((if x > i { 1.0f32 } else { 0.0 }).to_bits())
        },
    );
}

#[test]
fn packing() {
    check(
        "",
        "r = pack4xU8(vec4(x, x >> 8u, i, 5u)) ^ pack4xU8Clamp(vec4(x, i, 300u, 7u));",
        |i, x| {
            let pack = |v: [u32; 4]| u32::from_le_bytes(v.map(|b| b as u8));
            pack([x, x >> 8, i, 5]) ^ pack([x.min(255), i.min(255), 255, 7])
        },
    );
    check("", "r = pack4xI8Clamp(vec4(i32(x), -300, i32(i), 7));", |i, x| {
        u32::from_le_bytes([x as i32, -300, i as i32, 7].map(|v| v.clamp(-128, 127) as u8))
    });
    check(
        "",
        "let u = unpack4xI8(x); let v = unpack4xU8(x); r = u32(u.x + u.y * 3 + u.z * 5 + u.w * 7) ^ (v.x + v.y * 3u + v.z * 5u + v.w * 7u);",
        |_, x| {
            let b = x.to_le_bytes();
            let s = b.map(|b| i32::from(b as i8));
            let u = b.map(u32::from);
            (s[0] + s[1] * 3 + s[2] * 5 + s[3] * 7) as u32 ^ (u[0] + u[1] * 3 + u[2] * 5 + u[3] * 7)
        },
    );
    check("", "r = pack4x8unorm(unpack4x8unorm(x)) ^ pack2x16unorm(unpack2x16unorm(x));", |_, _| 0);
    check(
        "",
        "r = pack4x8snorm(unpack4x8snorm(x)) ^ pack2x16snorm(unpack2x16snorm(x));",
        |_, x| {
            let a = x.to_le_bytes().map(|b| if b == 0x80 { 0x81 } else { b });
            let h = |v: u32| if v == 0x8000 { 0x8001 } else { v };
            u32::from_le_bytes(a) ^ (h(x & 0xFFFF) | (h(x >> 16) << 16))
        },
    );
    check(
        CANON,
        "let v = unpack2x16float(x); r = canon(v.x) ^ canon(v.y) ^ canon(quantizeToF16(bitcast<f32>(x)));",
        |_, x| {
            let h = |b: u32| half::f16::from_bits(b as u16).to_f32();
            canon(h(x & 0xFFFF)) ^ canon(h(x >> 16)) ^ canon(half::f16::from_f32(f(x)).to_f32())
        },
    );
    check("", "r = pack2x16float(vec2(f32(i) * 0.37, f32(x)));", |i, x| {
        let h = |v: f32| u32::from(half::f16::from_f32(v).to_bits());
        h(i as f32 * 0.37) | (h(x as f32) << 16)
    });
    check(
        CANON,
        "let v = modf(bitcast<f32>(x)); let w = frexp(bitcast<f32>(x)); r = canon(v.whole) ^ canon(w.fract) ^ u32(w.exp); if (abs(bitcast<f32>(x)) < 1e30) { r ^= canon(v.fract) ^ canon(ldexp(w.fract, w.exp)); }",
        |_, x| {
            let v = f(x);
            let (m, e) = if v == 0.0 || !v.is_finite() {
                (v, 0)
            } else {
                let d = f64::from(v).to_bits();
                (
                    f64::from_bits((d & 0x800F_FFFF_FFFF_FFFF) | (1022 << 52)) as f32,
                    ((d >> 52) & 0x7FF) as i32 - 1022,
                )
            };
            let mut r = canon(v.trunc()) ^ canon(m) ^ e as u32;
            if v.abs() < 1e30 {
                r ^= canon(v - v.trunc()) ^ canon(v);
            }
            r
        },
    );
}
