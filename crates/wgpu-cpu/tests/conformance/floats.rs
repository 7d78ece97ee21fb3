//! Floats: operators, and functions that are exact or correctly rounded.

use crate::rows::{OneOf, Table};
use crate::span::{Span, rounded, within};

#[test]
fn operators() {
    let span = Span::from;
    Table::<(f32, f32)>::new()
        .row("a + b", move |(a, b)| span(a) + span(b))
        .row("a - b", move |(a, b)| span(a) - span(b))
        .row("a * b", move |(a, b)| span(a) * span(b))
        .row("a / b", move |(a, b)| span(a) / span(b))
        .row("-a", |(a, _)| -a)
        .row("clamp(a, -1e3, 1e3) % 0.75", |(a, _)| {
            // Inherited from a - 0.75 * trunc(a / 0.75): a quotient near an integer may be cut
            // to either side of it.
            let rest = a.clamp(-1e3, 1e3) % 0.75;
            let near = rest.abs() < 1e-4 || rest.abs() > 0.7499;
            let steps: &[f32] = if near { &[0.0, -0.75, 0.75] } else { &[0.0] };
            OneOf(steps.iter().map(|step| within((rest + step).into(), 1e-4)).collect())
        })
        .row("a < b", |(a, b)| a < b)
        .row("a <= b", |(a, b)| a <= b)
        .row("a > b", |(a, b)| a > b)
        .row("a >= b", |(a, b)| a >= b)
        .row("a == b", |(a, b)| a == b)
        .row("a != b", |(a, b)| a != b)
        .row("var r = a; r += b; r -= 1.0; return r;", move |(a, b)| span(a) + span(b) - span(1.0))
        .row("var r = a; r *= b; r /= 3.0; return r;", move |(a, b)| span(a) * span(b) / span(3.0))
        .check();
}

#[test]
fn exact_functions() {
    let fraction = |a: f32| Span::from(a) - Span::from(a.floor());
    Table::<(f32, f32)>::new()
        .row("abs(a)", |(a, _)| a.abs())
        .row("ceil(a)", |(a, _)| a.ceil())
        .row("floor(a)", |(a, _)| a.floor())
        .row("trunc(a)", |(a, _)| a.trunc())
        .row("round(a)", |(a, _)| a.round_ties_even())
        .row("round(floor(a) + 0.5)", |(a, _)| match a.abs() < 1e6 {
            true => (a.floor() + 0.5).round_ties_even(),
            false => f32::NAN,
        })
        .row("fract(a)", move |(a, _)| fraction(a))
        .row("sign(a)", |(a, _)| if a == 0.0 { 0.0 } else { a.signum() })
        .row("min(a, b)", |(a, b)| a.min(b))
        .row("max(a, b)", |(a, b)| a.max(b))
        .row("clamp(a, min(b, 3.0), max(b, 3.0))", |(a, b)| a.clamp(b.min(3.0), b.max(3.0)))
        .row("saturate(a)", |(a, _)| a.clamp(0.0, 1.0))
        .row("step(a, b)", |(a, b)| f32::from(a <= b))
        .row("select(a, b, a < b)", |(a, b)| if a < b { b } else { a })
        .row("modf(a).whole", |(a, _)| a.trunc())
        .row("modf(a).fract", |(a, _)| a - a.trunc())
        .row("let m = modf(vec2(a, b)); return m.fract + m.whole;", |(a, b)| [a, b])
        .row("fma(a, b, 1.5)", |(a, b)| {
            let inherited = Span::from(a) * Span::from(b) + Span::from(1.5);
            inherited.or(rounded(f64::from(a).mul_add(b.into(), 1.5)))
        })
        .check();
}

/// Fraction in [0.5, 1) and exponent.
fn parts(x: f32) -> (f32, i32) {
    if x == 0.0 {
        return (x, 0);
    }
    let exponent = (x.to_bits() >> 23 & 0xFF) as i32 - 126;
    (f32::from_bits(x.to_bits() & 0x807F_FFFF | 126 << 23), exponent)
}

#[test]
fn fraction_and_exponent() {
    Table::<(f32, i32)>::new()
        .row("frexp(a).fract", |(a, _)| parts(a).0)
        .row("frexp(a).exp", |(a, _)| parts(a).1)
        .row("let p = frexp(vec2(a, 6.0)); return p.exp;", |(a, _)| [parts(a).1, 3])
        .row("let p = frexp(a); return ldexp(p.fract, p.exp);", |(a, _)| a)
        .row("ldexp(a, b % 20)", |(a, b)| rounded(f64::from(a) * 2f64.powi(b % 20)))
        .row("ldexp(a, clamp(b, -300, 128))", |(a, b)| {
            rounded(f64::from(a) * 2f64.powi(b.clamp(-300, 128)))
        })
        .row("ldexp(vec2(a, 1.0), vec2(b % 9, 5))", |(a, b)| {
            [rounded(f64::from(a) * 2f64.powi(b % 9)), Span::from(32.0)]
        })
        .check();
}
