//! `f16`, which WGSL has where a device has it, and the 64-bit types, which are wgpu's own.

use half::f16;
use wgpu::Features;

use crate::devices::{Gpu, note};
use crate::rows::{OneOf, Table};

fn has(feature: Features) -> impl Fn(&Gpu) -> bool {
    move |gpu| {
        let has = gpu.features.contains(feature);
        if !has {
            note(&format!("{} has no {feature:?}", gpu.name));
        }
        has
    }
}

#[test]
fn halves() {
    // Small integers and quarters, of which nothing here is rounded.
    let header = "
        enable f16;
        fn h(x: u32) -> f16 { return f16(i32(x % 64u) - 32) / 4h; }
        struct S { a: f16, v: vec3<f16>, m: mat2x2<f16> }";
    let h = |x: u32| ((x % 64) as i32 - 32) as f32 / 4.0;
    Table::<(u32, u32)>::with(header)
        .row("f32(h(a) + h(b))", move |(a, b)| h(a) + h(b))
        .row("f32(h(a) * h(b) - 1h)", move |(a, b)| h(a) * h(b) - 1.0)
        .row("vec3(f32(-h(a)), f32(abs(h(b))), f32(floor(h(a))))", move |(a, b)| {
            [-h(a), h(b).abs(), h(a).floor()]
        })
        .row("vec2<f32>(min(vec2(h(a)), vec2(h(b), 0h)))", move |(a, b)| {
            [h(a).min(h(b)), h(a).min(0.0)]
        })
        .row("vec3(h(a) < h(b), h(a) == h(b), h(a) >= 1h)", move |(a, b)| {
            [h(a) < h(b), h(a) == h(b), h(a) >= 1.0]
        })
        .row("i32(h(a)) + i32(f16(b % 100u))", move |(a, b)| h(a) as i32 + (b % 100) as i32)
        .row("f32(fma(h(a), 2h, h(b)))", move |(a, b)| h(a) * 2.0 + h(b))
        .row("f32(dot(vec2(h(a), 1h), vec2(2h, h(b))))", move |(a, b)| h(a) * 2.0 + h(b))
        .row("f32(select(h(a), h(b), a > b))", move |(a, b)| if a > b { h(b) } else { h(a) })
        .row("f32((mat2x2(h(a), 0h, 1h, 2h) * vec2(2h, h(b))).x)", move |(a, b)| h(a) * 2.0 + h(b))
        .row(
            "var s: S; s.v.y = h(a); s.m[1].x = 2h; return f32(s.v.y * s.m[1].x + s.a);",
            move |(a, _)| h(a) * 2.0,
        )
        .row("f32(f16(f32(a % 100000u) * 0.01))", |(a, _)| {
            let exact = (a % 100_000) as f32 * 0.01;
            let near = f16::from_f32(exact).to_bits();
            let around = [near.saturating_sub(1), near, near + 1];
            OneOf(around.map(|bits| f16::from_bits(bits).to_f32()).to_vec())
        })
        .check_where(has(Features::SHADER_F16));
}

#[test]
fn long_integers() {
    let header = "
        fn w(a: u32, b: u32) -> u64 { return (u64(a) << 32u) | u64(b); }
        fn s(a: u32, b: u32) -> i64 { return i64(w(a, b)); }
        fn o(x: u64) -> vec2<u32> { return vec2(u32(x >> 32u), u32(x & 0xfffffffflu)); }";
    let w = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
    let o = |x: u64| [(x >> 32) as u32, x as u32];
    type W = (u32, u32, u32, u32);
    Table::<W>::with(header)
        .row("o(w(a, b) + w(c, d))", move |(a, b, c, d)| o(w(a, b).wrapping_add(w(c, d))))
        .row("o(w(a, b) - w(c, d))", move |(a, b, c, d)| o(w(a, b).wrapping_sub(w(c, d))))
        .row("o(w(a, b) * w(c, d))", move |(a, b, c, d)| o(w(a, b).wrapping_mul(w(c, d))))
        .row("o(w(a, b) / max(w(c, d), 1lu))", move |(a, b, c, d)| o(w(a, b) / w(c, d).max(1)))
        .row("o(w(a, b) % max(w(c, d), 1lu))", move |(a, b, c, d)| o(w(a, b) % w(c, d).max(1)))
        .row("o(u64(s(a, b) / max(s(c, d), 1li)))", move |(a, b, c, d)| {
            o((w(a, b) as i64 / (w(c, d) as i64).max(1)) as u64)
        })
        .row("o((w(a, b) ^ w(c, d)) | ~w(c, a) & 7lu)", move |(a, b, c, d)| {
            o((w(a, b) ^ w(c, d)) | (!w(c, a) & 7))
        })
        .row("o(w(a, b) << (c % 64u))", move |(a, b, c, _)| o(w(a, b) << (c % 64)))
        .row("o(w(a, b) >> (c % 64u))", move |(a, b, c, _)| o(w(a, b) >> (c % 64)))
        .row("o(u64(s(a, b) >> (c % 64u)))", move |(a, b, c, _)| {
            o((w(a, b) as i64 >> (c % 64)) as u64)
        })
        .row(
            "vec4(w(a, b) < w(c, d), s(a, b) < s(c, d), w(a, b) == w(c, d), s(a, b) >= 0li)",
            move |(a, b, c, d)| {
                let (x, y) = (w(a, b), w(c, d));
                [x < y, (x as i64) < y as i64, x == y, x as i64 >= 0]
            },
        )
        .row(
            "o(u64(abs(s(a, b)) + min(s(a, b), s(c, d)) - max(s(c, d), 5li)))",
            move |(a, b, c, d)| {
                let (x, y) = (w(a, b) as i64, w(c, d) as i64);
                o(x.wrapping_abs().wrapping_add(x.min(y)).wrapping_sub(y.max(5)) as u64)
            },
        )
        .row("o(u64(i64(i32(a)) * -3li))", move |(a, ..)| o((i64::from(a as i32) * -3) as u64))
        .check_where(has(Features::SHADER_INT64));
}

#[test]
fn doubles() {
    // Products of two `f32` are exact, so is what is made of their parts.
    Table::<(i32, i32)>::with(
        "fn o(x: f64) -> vec2<f32> { let high = f32(x); return vec2(high, f32(x - f64(high))); }",
    )
    .row("o(f64(a) * f64(b))", |(a, b)| {
        let x = f64::from(a) * f64::from(b);
        [x as f32, (x - f64::from(x as f32)) as f32]
    })
    .row("o(f64(a) + f64(b) * 0.25lf)", |(a, b)| {
        let x = f64::from(a) + f64::from(b) * 0.25;
        [x as f32, (x - f64::from(x as f32)) as f32]
    })
    .row("o(floor(f64(a) / 3.0lf))", |(a, _)| {
        let x = (f64::from(a) / 3.0).floor();
        [x as f32, (x - f64::from(x as f32)) as f32]
    })
    .row("i32(f64(a) * 0.5lf)", |(a, _)| a / 2)
    .row("vec2(f64(a) < f64(b), f64(a) == f64(b))", |(a, b)| [a < b, a == b])
    .row("f32(sqrt(f64(a) * f64(a)))", |(a, _)| (f64::from(a).abs()) as f32)
    .check_where(has(Features::SHADER_F64));
}
