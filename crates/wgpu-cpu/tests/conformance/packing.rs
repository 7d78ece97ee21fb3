//! Numbers packed into words, and taken out of them.

use half::f16;

use crate::rows::{OneOf, Table};
use crate::span::{Span, ulps};

/// The integer next to `x` below its half; both where rounding in `f32` may decide.
fn nearest(x: f64) -> OneOf<i32> {
    let near = |by: f64| (x + 0.5 + by).floor() as i32;
    OneOf(vec![near(-0.01), near(0.01)])
}

/// Either of the two next to `x` among the `f16`; what has none is open, the tiny may be zero.
fn half(x: f32) -> OneOf<f32> {
    let near = f16::from_f32(x);
    let bits = near.to_bits();
    let towards =
        if near.to_f32().abs() > x.abs() { bits.wrapping_sub(1) } else { bits.wrapping_add(1) };
    let other = if near.to_f32() == x { near } else { f16::from_bits(towards) };
    let small = x.abs() < f16::MIN_POSITIVE.to_f32();
    let (near, other) = (near.to_f32(), other.to_f32());
    let open = !(near.is_finite() && other.is_finite());
    OneOf(vec![near, if open { f32::INFINITY } else { other }, if small { 0.0 } else { near }])
}

#[test]
fn bytes_are_packed() {
    let pack = u32::from_le_bytes;
    Table::<([u32; 4], [i32; 4])>::new()
        .row("pack4xU8(a)", move |(a, _)| pack(a.map(|x| x as u8)))
        .row("pack4xI8(b)", move |(_, b)| pack(b.map(|x| x as u8)))
        .row("pack4xU8Clamp(a)", move |(a, _)| pack(a.map(|x| x.min(255) as u8)))
        .row("pack4xI8Clamp(b)", move |(_, b)| pack(b.map(|x| x.clamp(-128, 127) as u8)))
        .check();
}

#[test]
fn words_are_unpacked() {
    let unit = |x: u32, most: f64| ulps(f64::from(x) / most, 3.0);
    let signed = |x: i32, most: f64| ulps((f64::from(x) / most).max(-1.0), 3.0);
    let halves = |a: u32| [a & 0xFFFF, a >> 16];
    Table::<(u32,)>::new()
        .row("unpack4xU8(a)", |(a,)| a.to_le_bytes().map(u32::from))
        .row("unpack4xI8(a)", |(a,)| a.to_le_bytes().map(|x| i32::from(x as i8)))
        .row("unpack4x8unorm(a)", move |(a,)| a.to_le_bytes().map(|x| unit(x.into(), 255.0)))
        .row("unpack4x8snorm(a)", move |(a,)| {
            a.to_le_bytes().map(|x| signed((x as i8).into(), 127.0))
        })
        .row("unpack2x16unorm(a)", move |(a,)| halves(a).map(|x| unit(x, 65535.0)))
        .row("unpack2x16snorm(a)", move |(a,)| {
            halves(a).map(|x| signed((x as i16).into(), 32767.0))
        })
        .row("unpack2x16float(a)", move |(a,)| {
            halves(a).map(|x| half(f16::from_bits(x as u16).to_f32()))
        })
        .check();
}

#[test]
fn floats_are_packed() {
    let scaled = |x: f32, low: f64, most: f64| nearest(most * f64::from(x).clamp(low, 1.0));
    Table::<([f32; 4],)>::new()
        .row("vec4<i32>(unpack4xU8(pack4x8unorm(a)))", move |(a,)| a.map(|x| scaled(x, 0.0, 255.0)))
        .row("unpack4xI8(pack4x8snorm(a))", move |(a,)| a.map(|x| scaled(x, -1.0, 127.0)))
        .row(
            "let p = pack2x16unorm(a.xy); return vec2(i32(p & 0xffffu), i32(p >> 16u));",
            move |(a,)| [a[0], a[1]].map(|x| scaled(x, 0.0, 65535.0)),
        )
        .row(
            "let p = i32(pack2x16snorm(a.xy)); return vec2(p << 16u >> 16u, p >> 16u);",
            move |(a,)| [a[0], a[1]].map(|x| scaled(x, -1.0, 32767.0)),
        )
        .row("unpack2x16float(pack2x16float(a.zw))", |(a,)| [half(a[2]), half(a[3])])
        .row("quantizeToF16(a)", |(a,)| a.map(half))
        .check();
}

#[test]
fn what_is_unpacked_packs_again() {
    let fixed = |a: u32| a.to_le_bytes().map(|x| if x == 0x80 { 0x81 } else { x });
    Table::<(u32,)>::new()
        .row("pack4x8unorm(unpack4x8unorm(a))", |(a,)| a)
        .row("pack2x16unorm(unpack2x16unorm(a))", |(a,)| a)
        .row("pack4x8snorm(unpack4x8snorm(a))", move |(a,)| u32::from_le_bytes(fixed(a)))
        .row("pack4xI8(unpack4xI8(a))", |(a,)| a)
        .row("unpack4x8unorm(a).x * 0.0", |_| Span::from(0.0))
        .check();
}
