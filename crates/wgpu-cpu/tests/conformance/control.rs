//! Control flow, where invocations part and where they do not.

use crate::rows::Table;

#[test]
fn branches() {
    Table::<(u32, u32)>::new()
        .row("if a > b { return 1u; } return 2u;", |(a, b)| if a > b { 1 } else { 2u32 })
        .row(
            "var r = 0u; if a % 2u == 0u { r = 1u; if b % 2u == 0u { r = 2u; }
            else if b % 3u == 0u { r = 3u; } }
            else if a % 3u == 0u { r = 4u; } else { if b > a { return 9u; } r = 5u; }
            return r + 10u;",
            |(a, b)| match (a % 2, b % 2, b % 3, a % 3) {
                (0, 0, ..) => 12,
                (0, _, 0, _) => 13,
                (0, ..) => 11u32,
                (.., 0) => 14,
                _ if b > a => 9,
                _ => 15,
            },
        )
        .row(
            "var r = 5u; switch a % 6u { case 0u: { r = 1u; } case 1u, 3u: { r = 2u;
            if b > 9u { break; } r = 3u; }
            case 4u: { return 77u; } default: {} } return r + 10u;",
            |(a, b)| match a % 6 {
                0 => 11u32,
                1 | 3 => 12 + u32::from(b <= 9),
                4 => 77,
                _ => 15,
            },
        )
        .row(
            "switch i32(a) { case -1: { return 1u; } case 7, default: { return 2u; }
            case 1: { return 3u; } }",
            |(a, _)| match a {
                u32::MAX => 1u32,
                1 => 3,
                _ => 2,
            },
        )
        .row("var r = a; switch b { default: { r++; } } return r;", |(a, _)| a.wrapping_add(1))
        .row(
            "var r = 0u; switch a % 3u { case 0u: { switch b % 3u { case 0u: { r = 1u; break; }
            case 1u: { return 9u; } default: { r = 2u; } } r += 10u; }
            default: { r = 3u; } } return r;",
            |(a, b)| match (a % 3, b % 3) {
                (0, 0) => 11u32,
                (0, 1) => 9,
                (0, _) => 12,
                _ => 3,
            },
        )
        .row("var x = a; { let x = b; if x > 5u { var x = 1u; x++; } } x++; return x;", |(a, _)| {
            a.wrapping_add(1)
        })
        .row(
            "let x = a; let y = x + 1u; { let x = y * 2u; { let y = x; if y == b { return 0u; } } }
            return x ^ y;",
            |(a, b)| {
                let y = a.wrapping_add(1);
                if y.wrapping_mul(2) == b { 0 } else { a ^ y }
            },
        )
        .check();
}

#[test]
fn loops() {
    Table::<(u32, u32)>::new()
        .row("var r = 0u; for (var k = 0u; k < a % 9u; k++) { r += k * b; } return r;", |(a, b)| {
            (0..a % 9).fold(0, |r: u32, k| r.wrapping_add(k.wrapping_mul(b)))
        })
        .row(
            "var r = 0u; for (var k = 0u; k < 20u; k++) { if k % 3u == b % 3u { continue; }
            if k > a % 32u { break; } r = r * 3u + k; } return r;",
            |(a, b)| {
                let rounds = (0..20).take_while(|k| k % 3 == b % 3 || *k <= a % 32);
                rounds
                    .filter(|k| k % 3 != b % 3)
                    .fold(0u32, |r, k| r.wrapping_mul(3).wrapping_add(k))
            },
        )
        .row(
            "var x = a; var n = 0u; while x > 1u && n < 99u {
            x = select(3u * x + 1u, x / 2u, x % 2u == 0u); n++; } return n;",
            |(a, _)| {
                let (mut x, mut n) = (a, 0u32);
                while x > 1 && n < 99 {
                    x = if x % 2 == 0 { x / 2 } else { x.wrapping_mul(3).wrapping_add(1) };
                    n += 1;
                }
                n
            },
        )
        .row(
            "var k = 0u; var r = a; loop { r ^= k << 3u; if r % 7u == 0u { break; }
            continuing { k++; break if k > b % 11u; } } return r;",
            |(a, b)| {
                let (mut k, mut r) = (0, a);
                loop {
                    r ^= k << 3;
                    k += 1;
                    if r % 7 == 0 || k > b % 11 {
                        return r;
                    }
                }
            },
        )
        .row(
            "var k = 0u; var r = 0u; loop { if k == 5u { k += 2u; continue; }
            r += a % (k + 1u); continuing { k += 1u + b % 2u; if k > 9u { r++; }
            break if k > 12u; } } return r;",
            |(a, b)| {
                let (mut k, mut r) = (0, 0u32);
                loop {
                    match k {
                        5 => k += 2,
                        _ => r += a % (k + 1),
                    }
                    k += 1 + b % 2;
                    r += u32::from(k > 9);
                    if k > 12 {
                        return r;
                    }
                }
            },
        )
        .row(
            "var k = 0u; loop { if k >= a % 40u { return k * 2u; } k++;
            if k == b % 40u { return k * 2u + 1u; } } return 0u;",
            |(a, b)| {
                let (a, b) = (a % 40, b % 40);
                if 0 < b && b <= a { 2 * b + 1 } else { 2 * a }
            },
        )
        .row(
            "var r = a; var k = 0u; while k < 4u { k++; if 0u >= k { break; } r += 9u; } return r;",
            |(a, _)| a.wrapping_add(36),
        )
        .llvmpipe_differs("Mesa 22.3 asks `0u >= k` of the counter before it grows")
        .row("var r = 0u; for (;;) { r++; if r > a % 10u { break; } } return r;", |(a, _)| {
            a % 10 + 1
        })
        .row("var k = 3u; for (k = 1u; k < a % 17u; k *= 2u) {} return k;", |(a, _)| {
            (a % 17).max(1).next_power_of_two()
        })
        .row("var r = 1u; while false { r = 2u; } loop { break; } return r + a;", |(a, _)| {
            a.wrapping_add(1)
        })
        .check();
}

#[test]
fn loops_in_loops_and_switches() {
    Table::<(u32, u32)>::new()
        .row(
            "var r = 0u; for (var i = 0u; i < a % 6u; i++) { for (var j = i; j < b % 7u; j++) {
            if j == 4u { continue; } if i + j > 7u { break; } r = r * 5u + i + j; }
            if r > 100000u { break; } } return r;",
            |(a, b)| {
                let mut r = 0u32;
                for i in 0..a % 6 {
                    for j in (i..b % 7).filter(|j| *j != 4).take_while(|j| i + j <= 7) {
                        r = r.wrapping_mul(5).wrapping_add(i + j);
                    }
                    if r > 100_000 {
                        break;
                    }
                }
                r
            },
        )
        .row(
            "var r = 0u; for (var k = 0u; k < 9u; k++) { switch (k + a) % 5u { case 0u: {
            continue; } case 1u: { r += 100u; break; } case 2u: { if b % 2u == 1u { break; }
            r += 9u; } case 3u: { return r; } default: { r += k; } } r++; } return r;",
            |(a, b)| {
                let mut r = 0u32;
                for k in 0..9u32 {
                    match k.wrapping_add(a) % 5 {
                        0 => continue,
                        1 => r += 100,
                        2 => r += if b % 2 == 1 { 0 } else { 9 },
                        3 => return r,
                        _ => r += k,
                    }
                    r += 1;
                }
                r
            },
        )
        .row(
            "var r = 0u; loop { var k = 0u; loop { if k > r % 4u { break; } k++; r++; }
            switch r % 3u { case 1u: { r += b % 3u; } default: { r += 2u; } }
            if r > a % 50u { break; } } return r;",
            |(a, b)| {
                let mut r = 0;
                while r <= a % 50 {
                    let mut k = 0;
                    while k <= r % 4 {
                        k += 1;
                        r += 1;
                    }
                    r += if r % 3 == 1 { b % 3 } else { 2 };
                }
                r
            },
        )
        // Values from before, within and after a loop stay apart.
        .row(
            "var x = a; let before = x; var seen = 0u;
            for (var k = 0u; k < b % 5u; k++) { let now = x; x = x * 3u + k; seen ^= now; }
            return vec3(before, x, seen);",
            |(a, b)| {
                let (mut x, mut seen) = (a, 0);
                for k in 0..b % 5 {
                    seen ^= x;
                    x = x.wrapping_mul(3).wrapping_add(k);
                }
                [a, x, seen]
            },
        )
        // A variable without a value is zero again in each round.
        .row(
            "var r = 0u; for (var k = 0u; k < 4u; k++) { var fresh: u32; fresh += a;
            r = r * 2u + fresh; } return r;",
            |(a, _)| a.wrapping_mul(15),
        )
        .check();
}
