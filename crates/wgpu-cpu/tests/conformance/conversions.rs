//! Conversions between types, and bits read as another type.

use crate::rows::{OneOf, Table};
use crate::span::rounded;

#[test]
fn integers_become_others() {
    Table::<(u32, i32, bool)>::new()
        .row("i32(a)", |(a, _, _)| a as i32)
        .row("u32(b)", |(_, b, _)| b as u32)
        .row("f32(a)", |(a, _, _)| rounded(a.into()))
        .row("f32(b)", |(_, b, _)| rounded(b.into()))
        .row("bool(a)", |(a, _, _)| a != 0)
        .row("bool(b)", |(_, b, _)| b != 0)
        .row("u32(c)", |(_, _, c)| u32::from(c))
        .row("i32(c)", |(_, _, c)| i32::from(c))
        .row("f32(c)", |(_, _, c)| f32::from(u8::from(c)))
        .row("vec2<i32>(vec2(a, 5u))", |(a, _, _)| [a as i32, 5])
        .row("vec3<u32>(vec3(c, true, !c))", |(_, _, c)| [u32::from(c), 1, u32::from(!c)])
        .row("bitcast<i32>(a)", |(a, _, _)| a as i32)
        .row("bitcast<vec2<u32>>(vec2(b, -1))", |(_, b, _)| [b as u32, u32::MAX])
        .row("bitcast<u32>(f32(a & 0xffffu))", |(a, _, _)| ((a & 0xFFFF) as f32).to_bits())
        .row("bitcast<f32>((a & 0x7fffffu) | 0x3f800000u)", |(a, _, _)| {
            f32::from_bits(a & 0x7F_FFFF | 0x3F80_0000)
        })
        .check();
}

#[test]
fn floats_are_cut_and_kept_in_range() {
    // The largest value may be that of the integers, or the largest float among them.
    let signed = |x: f32| match x as i32 {
        i32::MAX => OneOf(vec![i32::MAX, 0x7FFF_FF80]),
        x => OneOf(vec![x]),
    };
    let unsigned = |x: f32| match x as u32 {
        u32::MAX => OneOf(vec![u32::MAX, 0xFFFF_FF00]),
        x => OneOf(vec![x]),
    };
    Table::<(f32,)>::new()
        .row("i32(a)", move |(a,)| signed(a))
        .row("u32(a)", move |(a,)| unsigned(a))
        .row("vec2<i32>(vec2(a, -a))", move |(a,)| [signed(a), signed(-a)])
        .row("vec3<u32>(vec3(a, a + 1.0, 7.9)).z", |_| 7u32)
        .row("bool(a)", |(a,)| a != 0.0)
        .row("f32(i32(clamp(a, -1000.0, 1000.0)))", |(a,)| a.clamp(-1000.0, 1000.0).trunc())
        .row("bitcast<u32>(a + 0.0) == bitcast<u32>(a)", |(a,)| match a == 0.0 {
            true => OneOf(vec![true, false]),
            false => OneOf(vec![true]),
        })
        .check();
}
