//! Functions of floats whose accuracy has bounds.

use std::f64::consts::PI;

use crate::rows::Table;
use crate::span::{Span, rounded, ulps, within};

fn span(x: f32) -> Span {
    x.into()
}

fn dot<const N: usize>(a: [Span; N], b: [Span; N]) -> Span {
    a.into_iter().zip(b).map(|(a, b)| a * b).reduce(|a, b| a + b).expect("a component")
}

#[test]
fn trigonometry() {
    let acos = |x: Span| (span(1.0) - x * x).sqrt().atan2(x);
    let asin = |x: Span| x.atan2((span(1.0) - x * x).sqrt());
    Table::<(f32, f32)>::new()
        .row("sin(a)", |(a, _)| span(a).sin())
        .row("cos(a)", |(a, _)| span(a).cos())
        .row("tan(a)", |(a, _)| span(a).sin() / span(a).cos())
        .row("acos(a / 8.0)", move |(a, _)| {
            let x = f64::from(a) / 8.0;
            within(x.acos(), 6.77e-5).or(acos(rounded(x)))
        })
        .row("asin(a / 8.0)", move |(a, _)| {
            let x = f64::from(a) / 8.0;
            within(x.asin(), 6.81e-5).or(asin(rounded(x)))
        })
        .row("atan(a)", |(a, _)| span(a).atan())
        .row("atan2(a, b)", |(a, b)| span(a).atan2(b.into()))
        .row("radians(a)", |(a, _)| span(a) * rounded(PI / 180.0))
        .row("degrees(a)", |(a, _)| span(a) * rounded(180.0 / PI))
        .check();
}

#[test]
fn hyperbolic() {
    let sinh = |x: Span| (x.exp() - (-x).exp()) * span(0.5);
    let cosh = |x: Span| (x.exp() + (-x).exp()) * span(0.5);
    Table::<(f32,)>::new()
        .row("sinh(a)", move |(a,)| sinh(span(a)))
        .row("cosh(a)", move |(a,)| cosh(span(a)))
        .row("tanh(a)", move |(a,)| {
            let inherited = sinh(span(a)) / cosh(span(a));
            inherited.or(within(f64::from(a).tanh(), 1e-5))
        })
        .row("asinh(a)", |(a,)| {
            let x = span(a);
            (x + (x * x + span(1.0)).sqrt()).log()
        })
        .row("acosh(a)", |(a,)| {
            let (x, one) = (span(a), span(1.0));
            (x + (x * x - one).sqrt()).log().or((x + ((x - one) * (x + one)).sqrt()).log())
        })
        .row("atanh(a / 8.0)", |(a,)| {
            let x = rounded(f64::from(a) / 8.0);
            ((span(1.0) + x) / (span(1.0) - x)).log() * span(0.5)
        })
        .check();
}

#[test]
fn powers_and_roots() {
    Table::<(f32, f32)>::new()
        .row("exp(a)", |(a, _)| span(a).exp())
        .row("exp2(a)", |(a, _)| span(a).exp2())
        .row("log(a)", |(a, _)| span(a).log())
        .row("log2(a)", |(a, _)| span(a).log2())
        .row("pow(abs(a), b)", |(a, b)| (span(b) * span(a.abs()).log2()).exp2())
        .row("sqrt(a)", |(a, _)| span(a).sqrt())
        .row("inverseSqrt(a)", |(a, _)| span(a).inverse_sqrt())
        .check();
}

#[test]
fn interpolation() {
    Table::<(f32, f32, f32)>::new()
        .row("mix(a, b, c)", |(a, b, c)| {
            let (a, b, c) = (span(a), span(b), span(c));
            (a * (span(1.0) - c) + b * c).or(a + (b - a) * c)
        })
        .row("mix(vec2(a), vec2(b), 0.25)", |(a, b, _)| {
            let (a, b) = (span(a), span(b));
            [(a * span(0.75) + b * span(0.25)).or(a + (b - a) * span(0.25)); 2]
        })
        .row("mix(vec2(a, b), vec2(c), vec2(0.0, 1.0))", |(a, b, c)| {
            let (from, to) = (span(a), span(c));
            let ends = from.or(from + (to - from) * span(0.0));
            [ends, to.or(span(b) + (to - span(b)))]
        })
        .row("smoothstep(min(a, b), max(a, b), c)", |(a, b, c)| {
            let (low, high) = (a.min(b), a.max(b));
            let t = ((span(c) - span(low)) / (span(high) - span(low))).clamp(0.0, 1.0);
            t * t * (span(3.0) - span(2.0) * t)
        })
        .check();
}

#[test]
fn geometry() {
    let spans = |v: [f32; 3]| v.map(span);
    let length = move |v: [Span; 3]| dot(v, v).sqrt();
    let cross = |a: [Span; 3], b: [Span; 3]| {
        [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
    };
    Table::<([f32; 3], [f32; 3], f32)>::new()
        .row("dot(a, b)", move |(a, b, _)| sums(a, b))
        .row("length(a)", move |(a, _, _)| length(spans(a)))
        .row("length(c)", |(_, _, c)| (span(c) * span(c)).sqrt().or(span(c.abs())))
        .row("distance(a, b)", move |(a, b, _)| {
            length(std::array::from_fn(|k| span(a[k]) - span(b[k])))
        })
        .row("distance(c, a.x)", |(a, _, c)| {
            let d = span(c) - span(a[0]);
            (d * d).sqrt().or(d).or(-d)
        })
        .row("normalize(a)", move |(a, _, _)| spans(a).map(|x| x / length(spans(a))))
        .row("cross(a, b)", move |(a, b, _)| cross(spans(a), spans(b)))
        .row("faceForward(a, vec3(1.0, 0.0, 0.0), b)", |(a, b, _)| match b[0] < 0.0 {
            true => a,
            false => a.map(|x| -x),
        })
        .row("reflect(a, b)", move |(a, b, _)| {
            let along = sums(a, b);
            std::array::from_fn::<_, 3, _>(|k| span(a[k]) - span(2.0) * along * span(b[k]))
        })
        .row(
            "refract(normalize(vec2(3.0, -4.0)), vec2(0.0, 1.0), clamp(c, 0.0, 1.5))",
            |(_, _, c)| {
                // The sine of what comes in is 0.6, so some of it is reflected and gives zero.
                let eta = f64::from(c.clamp(0.0, 1.5));
                let k = 1.0 - eta * eta * (1.0 - 0.64);
                let y = within(-k.max(0.0).sqrt(), 1e-3);
                [within(0.6 * eta, 1e-3), y]
            },
        )
        .check();
}

/// A dot product, whatever its order.
fn sums(a: [f32; 3], b: [f32; 3]) -> Span {
    let p: [Span; 3] = std::array::from_fn(|k| span(a[k]) * span(b[k]));
    (p[0] + p[1] + p[2]).or(p[1] + p[2] + p[0]).or(p[2] + p[0] + p[1])
}

#[test]
fn functions_take_vectors_by_component() {
    Table::<([f32; 4],)>::new()
        .row("sin(a)", |(a,)| a.map(|x| span(x).sin()))
        .row("exp2(a.xy)", |(a,)| [a[0], a[1]].map(|x| span(x).exp2()))
        .row("floor(a.wzy)", |(a,)| [a[3], a[2], a[1]].map(f32::floor))
        .row("sqrt(abs(a))", |(a,)| a.map(|x| span(x.abs()).sqrt()))
        .row("log2(vec3(1.0, 8.0, 0.25)) + a.xyz * 0.0", |(a,)| {
            let open = a.map(|x| span(x) * span(0.0));
            [
                within(0.0, 2f64.powi(-21)) + open[0],
                ulps(3.0, 3.0) + open[1],
                ulps(-2.0, 3.0) + open[2],
            ]
        })
        .check();
}
