//! Calls: returns from anywhere, order of effects, what is shared and what is not.

use crate::rows::Table;

const HEADER: &str = "
    var<private> n: u32;
    fn tick(r: bool) -> bool { n = n * 2u + 1u; return r; }
    fn next() -> u32 { n = n * 1664525u + 1013904223u; return n; }
    fn next_and(x: u32) { if x > 5u { _ = next(); return; } n = next(); }
    fn early(a: u32, b: u32) -> u32 {
        for (var k = 0u; k < 9u; k++) {
            switch (a + k) % 4u { case 0u: { if b % 2u == 0u { return k; } }
                case 1u: { continue; } default: { if k == b % 9u { return 100u + k; } } }
            loop { if k + a > b { return 200u + k; } break; }
        }
        return 300u;
    }
    fn nothing(p: ptr<function, u32>) { if *p > 9u { return; } *p += 1u; }
    fn deep1(a: u32) -> u32 { if a > 9u { return deep2(a) + 1u; } return 1u; }
    fn deep2(a: u32) -> u32 { var r = deep3(a); if r > 5u { r = deep3(r); } return r; }
    fn deep3(a: u32) -> u32 { var r = a; nothing(&r); while r > 6u { r /= 2u; } return r; }
    fn parts(v: vec3<u32>, m: mat2x2<f32>) -> vec4<u32> { return vec4(v.zyx, u32(abs(m[1].y))); }";

fn early(a: u32, b: u32) -> u32 {
    for k in 0..9 {
        match a.wrapping_add(k) % 4 {
            0 if b.is_multiple_of(2) => return k,
            1 => continue,
            2 | 3 if k == b % 9 => return 100 + k,
            _ => {}
        }
        if a.wrapping_add(k) > b {
            return 200 + k;
        }
    }
    300
}

fn deep3(a: u32) -> u32 {
    let mut r = if a > 9 { a } else { a + 1 };
    while r > 6 {
        r /= 2;
    }
    r
}

#[test]
fn functions() {
    let next = |n: u32| n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    Table::<(u32, u32)>::with(HEADER)
        .row("early(a, b)", |(a, b)| early(a, b))
        .row(
            "var r = early(a, b); if r < 250u { r += early(b, a) * 1000u; } return r;",
            |(a, b)| {
                let r = early(a, b);
                if r < 250 { r + early(b, a) * 1000 } else { r }
            },
        )
        .row("deep1(a)", |(a, _)| match a {
            0..=9 => 1,
            _ => Some(deep3(a)).map_or(0, |r| if r > 5 { deep3(r) } else { r }) + 1,
        })
        .row("var x = a; nothing(&x); nothing(&x); return x;", |(a, _)| match a {
            0..=8 => a + 2,
            9 => 10,
            _ => a,
        })
        .row("parts(vec3(a, b, 1u), mat2x2<f32>(1, 2, 3, -4))", |(a, b)| [1, b, a, 4])
        .row("n = a; let x = next(); let y = next(); return vec3(x, y, n);", move |(a, _)| {
            [next(a), next(next(a)), next(next(a))]
        })
        .row(
            "n = a; var r = 0u; for (var k = 0u; k < b % 5u; k++) { r ^= next(); } return r;",
            move |(a, b)| {
                std::iter::successors(Some(next(a)), |n| Some(next(*n)))
                    .take(b as usize % 5)
                    .fold(0, |r, n| r ^ n)
            },
        )
        .check();
}

#[test]
fn operands_are_evaluated_in_order_and_logic_is_short() {
    let next = |n: u32| n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    Table::<(u32, u32)>::with(HEADER)
        .row("n = 0u; let c = a > 9u && tick(true); return n;", |(a, _)| u32::from(a > 9))
        .row("n = 0u; let c = a > 9u || tick(false); return n;", |(a, _)| u32::from(a <= 9))
        .row(
            "n = 0u; if (a > 9u && tick(b > 9u)) || (tick(a % 2u == 0u) && tick(true)) {
            n += 100u; } return n;",
            |(a, b)| match (a > 9, b > 9, a % 2 == 0) {
                (true, true, _) => 101u32,
                (true, false, true) => 107,
                (true, false, false) => 3,
                (false, _, true) => 103,
                (false, _, false) => 1,
            },
        )
        .row("n = 0u; let c = (a > 9u) & tick(true); return n;", |_| 1u32)
        .row("n = 0u; while tick(n < a % 100u) {} return n;", |(a, _)| {
            (a % 100 + 1).next_power_of_two() * 2 - 1
        })
        .row("n = a; _ = next(); next_and(n); return n;", move |(a, _)| next(next(a)))
        .row("n = a; return next() - next();", move |(a, _)| next(a).wrapping_sub(next(next(a))))
        .row("n = a; let v = vec2(next(), next()); return v;", move |(a, _)| {
            [next(a), next(next(a))]
        })
        .row("n = a; var x = 5u; x += next(); return x + n;", move |(a, _)| {
            next(a).wrapping_mul(2).wrapping_add(5)
        })
        .check();
}
