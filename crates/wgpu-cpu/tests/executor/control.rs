//! Divergent control flow, each construct by itself and in one another.
use crate::common::*;

#[test]
fn ifs() {
    check(
        "",
        "if (x > 1000u) { if (i % 2u == 0u) { r = 1u; } else { r = 2u; } } else if (i % 3u == 0u) { r = 3u; } r += 10u;",
        |i, x| {
            10 + if x > 1000 {
                1 + i % 2
            } else if i % 3 == 0 {
                3
            } else {
                0
            }
        },
    );
}

#[test]
fn loops() {
    check(
        "",
        "var k = x % 50u; while (k > 0u) { k -= 1u; if (k % 3u == 0u) { continue; } if (k == 20u) { break; } r += k; }",
        |_, x| {
            let (mut k, mut r) = (x % 50, 0);
            while k > 0 {
                k -= 1;
                if k % 3 == 0 {
                    continue;
                }
                if k == 20 {
                    break;
                }
                r += k;
            }
            r
        },
    );
    check(
        "",
        "var k = 0u; loop { r += k; if (r > 100u) { break; } continuing { k += 1u; break if k >= x % 20u; } }",
        |_, x| {
            let (mut k, mut r) = (0, 0);
            loop {
                r += k;
                if r > 100 {
                    break;
                }
                k += 1;
                if k >= x % 20 {
                    break;
                }
            }
            r
        },
    );
    check(
        "",
        "var k = 0u; loop { if (k == 7u) { k += 3u; continue; } r += k * k; continuing { k += 1u; break if k > 12u; } }",
        |_, _| {
            let (mut k, mut r) = (0, 0);
            loop {
                if k == 7 {
                    k += 3;
                } else {
                    r += k * k;
                }
                k += 1;
                if k > 12 {
                    break;
                }
            }
            r
        },
    );
    check(
        "",
        "for (var a = 0u; a < x % 7u; a++) { for (var b = a; b < i % 9u; b++) { if (b == 5u) { continue; } if (a + b > 9u) { break; } r += a * 10u + b; } }",
        |i, x| {
            let mut r = 0;
            for a in 0..x % 7 {
                for b in a..(i % 9).max(a) {
                    if b == 5 {
                        continue;
                    }
                    if a + b > 9 {
                        break;
                    }
                    r += a * 10 + b;
                }
            }
            r
        },
    );
    check(
        "",
        "for (var a = 0u; a < 5u; a++) { if (a == 3u) { break; } for (var b = 0u; b < 4u; b++) { if (b == 2u) { continue; } r += a * b + x; } }",
        |_, x| {
            let mut r = 0u32;
            for a in 0..3 {
                for b in [0, 1, 3] {
                    r = r.wrapping_add(a * b).wrapping_add(x);
                }
            }
            r
        },
    );
}

#[test]
fn values_live_across_loops() {
    check(
        "",
        "let y = x * 3u; var z = x; let old = z; for (var k = 0u; k < i % 5u; k++) { z += y; } r = old ^ z ^ y;",
        |i, x| {
            let y = x.wrapping_mul(3);
            let z = x.wrapping_add(y.wrapping_mul(i % 5));
            x ^ z ^ y
        },
    );
    check(
        "",
        "var v = vec2(x, i); v = v.yx; r = v.x * 3u + v.y; let o = v; v.x = 7u; r += o.x + v.x;",
        |i, x| i.wrapping_mul(3).wrapping_add(x).wrapping_add(i).wrapping_add(7),
    );
    check(
        "",
        "var a = x; var b = i; for (var k = 0u; k < 5u; k++) { let t = a; a = b; b = t + b; } r = a ^ b;",
        |i, x| {
            let (mut a, mut b) = (x, i);
            for _ in 0..5 {
                let t = a;
                a = b;
                b = t.wrapping_add(b);
            }
            a ^ b
        },
    );
}

#[test]
fn switches() {
    let body = "switch (x % 7u) { case 0u: { r = 10u; } case 1u, 2u: { r = 20u; if (i % 2u == 0u) { break; } r += 1u; } case 3u: { return; } default: { r = 40u; } case 5u: { r = 50u; } } r += 1u;";
    for size in SIZES {
        let inputs = edges(300);
        let got = map("", body, &inputs, size);
        for (i, (&x, &got)) in inputs.iter().zip(&got).enumerate() {
            let want = match x % 7 {
                0 => 11,
                1 | 2 => {
                    if i % 2 == 0 {
                        21
                    } else {
                        22
                    }
                }
                3 => 0xDEAD,
                5 => 51,
                _ => 41,
            };
            assert_eq!(got, want, "lane {i} size {size}");
        }
    }
    check(
        "",
        "for (var k = 0u; k < 9u; k++) { switch (k) { case 2u: { continue; } case 4u: { r += 100u; break; } case 7u: { r += 5u; } default: { r += k; } } r += 1u; }",
        |_, _| {
            let mut r = 0;
            for k in 0..9 {
                match k {
                    2 => continue,
                    4 => r += 100,
                    7 => r += 5,
                    _ => r += k,
                }
                r += 1;
            }
            r
        },
    );
    check(
        "",
        "for (var k = 0u; k < 9u; k++) { switch (k + x % 3u) { case 2u: { continue; } case 4u: { r += 100u; if (i % 2u == 1u) { break; } r += 9u; } case 7u: { r += 5u; } default: { r += k; } } r += 1u; if (r > 130u) { break; } }",
        |i, x| {
            let mut r = 0;
            for k in 0..9 {
                match k + x % 3 {
                    2 => continue,
                    4 => {
                        r += 100;
                        if i % 2 != 1 {
                            r += 9;
                        }
                    }
                    7 => r += 5,
                    _ => r += k,
                }
                r += 1;
                if r > 130 {
                    break;
                }
            }
            r
        },
    );
    check(
        "",
        "switch (arrayLength(&src) % 2u) { case 0u: { r = 5u; } default: { if (x > 100u) { break; } r = 6u; } } r += 0u * x; r = r / 5u * 0u;",
        |_, _| 0,
    );
}

#[test]
fn functions() {
    let header = "
        fn collatz(n: u32) -> u32 {
            var x = n; var k = 0u;
            loop {
                if (x <= 1u) { return k; }
                if (k >= 60u) { return 99u; }
                if (x % 2u == 0u) { x = x / 2u; } else { x = 3u * x + 1u; }
                k++;
            }
            return 0u;
        }
        fn early(a: u32, b: u32) -> vec2<u32> {
            if (a > b) { return vec2(a - b, 1u); }
            switch (a % 3u) { case 0u: { return vec2(b - a, 2u); } case 1u: { return vec2(b, 3u); } default: {} }
            return vec2(0u, 4u);
        }
        fn bump(p: ptr<function, u32>, by: u32) { *p += by; if (by > 5u) { return; } *p *= 2u; }
        fn element(p: ptr<function, array<u32, 4>>, k: u32) -> u32 { (*p)[k % 4u] += 1u; return (*p)[(k + 1u) % 4u]; }
        var<private> state: u32;
        fn next() -> u32 { state = state * 1664525u + 1013904223u; return state; }";
    fn collatz(n: u32) -> u32 {
        let (mut x, mut k) = (n, 0);
        while x > 1 {
            if k >= 60 {
                return 99;
            }
            x = if x % 2 == 0 { x / 2 } else { x.wrapping_mul(3).wrapping_add(1) };
            k += 1;
        }
        k
    }
    check(
        header,
        "r = collatz(x % 1000u); if (i % 2u == 0u) { r += 1000u * collatz(i); }",
        |i, x| collatz(x % 1000) + if i % 2 == 0 { 1000 * collatz(i) } else { 0 },
    );
    check(header, "let e = early(x, i); r = e.x * 10u + e.y;", |i, x| {
        let (v, k) = if x > i {
            (x - i, 1)
        } else {
            match x % 3 {
                0 => (i - x, 2),
                1 => (i, 3),
                _ => (0, 4),
            }
        };
        v.wrapping_mul(10).wrapping_add(k)
    });
    check(
        header,
        "var v = x; bump(&v, i % 10u); if (x % 2u == 0u) { bump(&v, 3u); } r = v;",
        |i, x| {
            let bump = |v: u32, by: u32| {
                let v = v.wrapping_add(by);
                if by > 5 { v } else { v.wrapping_mul(2) }
            };
            let v = bump(x, i % 10);
            if x % 2 == 0 { bump(v, 3) } else { v }
        },
    );
    check(
        header,
        "var a = array(x, i, 3u, 4u); r = element(&a, x); r += element(&a, i) * 3u + a[0] * 5u + a[x % 4u];",
        |i, x| {
            let mut a = [x, i, 3, 4];
            let mut element = |k: u32| {
                let e = &mut a[(k % 4) as usize];
                *e = e.wrapping_add(1);
                a[((k.wrapping_add(1)) % 4) as usize]
            };
            let r = element(x).wrapping_add(element(i).wrapping_mul(3));
            r.wrapping_add(a[0].wrapping_mul(5)).wrapping_add(a[(x % 4) as usize])
        },
    );
    check(
        header,
        "state = x; let a = next(); let b = next(); if (a > b) { r = next(); } r ^= a ^ (b << 1u) ^ state;",
        |_, x| {
            let next = |s: u32| s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let a = next(x);
            let b = next(a);
            let (mut s, mut r) = (b, 0);
            if a > b {
                s = next(b);
                r = s;
            }
            r ^ a ^ (b << 1) ^ s
        },
    );
    check(
        "fn dot3(a: vec3<u32>) -> u32 { return a.x + 2u * a.y + 3u * a.z; }
           fn twice(a: u32) -> u32 { return dot3(vec3(a, a, 1u)) + dot3(vec3(1u, a, a)); }",
        "for (var k = 0u; k < i % 4u; k++) { r += twice(x + k); }",
        |i, x| {
            (0..i % 4)
                .map(|k| {
                    let a = x.wrapping_add(k);
                    a.wrapping_mul(8).wrapping_add(4)
                })
                .fold(0, u32::wrapping_add)
        },
    );
}

#[test]
fn logic_is_short() {
    check(
        "var<private> n: u32; fn touch(b: bool) -> bool { n += 1u; return b; }",
        "n = 0u; let c = (x > 10u) && touch(i > 5u) || touch(x == 3u); r = n * 2u + u32(c);",
        |i, x| {
            let mut n = 0;
            let mut touch = |b| {
                n += 1;
                b
            };
            let c = (x > 10) && touch(i > 5) || touch(x == 3);
            n * 2 + u32::from(c)
        },
    );
}

#[test]
fn deep_nests_run() {
    let body = format!("{} r = x; {}", "if (x >= i % 3u) { ".repeat(100), "}".repeat(100));
    check("", &body, |i, x| if x >= i % 3 { x } else { 0 });
}

/// Short conditions are computed for all lanes, early exits take lanes from a mask, and
/// variables change in place: none of that may be seen.
#[test]
fn conditions_and_variables() {
    check("", "if x > 3u && x < 100u { r = 1u; } else { r = 2u; }", |_, x| {
        if x > 3 && x < 100 { 1 } else { 2 }
    });
    check("", "let both = i > 5u && 60u / (i - 5u) > x; r = select(7u, 8u, both);", |i, x| {
        if i > 5 && 60 / (i - 5) > x { 8 } else { 7 }
    });
    check("", "r = 9u; if i % 3u == 0u { let b = x == 0u || i > 6u; if b { r = 1u; } }", |i, x| {
        if i % 3 == 0 && (x == 0 || i > 6) { 1 } else { 9 }
    });
    check(
        "",
        "var n = x % 40u; loop { if n == 0u { break; } if n % 7u == 3u { continue; } r += n;
            continuing { n -= 1u; } }",
        |_, x| (1..=x % 40).filter(|n| n % 7 != 3).sum::<u32>(),
    );
    check(
        "",
        "var a = x; var b = i + 1u; for (var k = 0u; k < 5u; k++) {
            let t = a; a = b - a; b = t * b; if (a & 1u) == 0u { a |= 1u; a = b ^ a; } else { b = a * 3u + b; } }
            r = a ^ b;",
        |i, x| {
            let (mut a, mut b) = (x, i + 1);
            for _ in 0..5 {
                (a, b) = (b.wrapping_sub(a), a.wrapping_mul(b));
                if a & 1 == 0 {
                    a = b ^ (a | 1);
                } else {
                    b = a.wrapping_mul(3).wrapping_add(b);
                }
            }
            a ^ b
        },
    );
}
