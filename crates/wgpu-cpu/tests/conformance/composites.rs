//! Arrays, structs, pointers into them, and constants.

use crate::rows::Table;

#[test]
fn arrays() {
    Table::<(u32, u32)>::with("const TABLE = array(3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u);")
        .row("let l = array(a, b, 7u); return l[b % 3u];", |(a, b)| [a, b, 7][b as usize % 3])
        .row("TABLE[a % 8u]", |(a, _)| [3u32, 1, 4, 1, 5, 9, 2, 6][a as usize % 8])
        .row("var l: array<u32, 4>; l[a % 4u] = b; return l[0] + l[1] + l[2] * l[3];", |(a, b)| {
            if a % 4 < 2 { b } else { 0 }
        })
        .row(
            "var l = array(1u, 2u, 3u, 4u); var m = l; m[a % 4u] = b; l[b % 4u] += m[a % 4u];
            return vec4(l[0], l[1], l[2], l[3]);",
            |(_, b)| {
                let mut l = [1, 2, 3, 4u32];
                let at = b as usize % 4;
                l[at] = l[at].wrapping_add(b);
                l
            },
        )
        .row(
            "var l: array<array<vec2<u32>, 3>, 2>; l[a % 2u][b % 3u] = vec2(a, b);
            l[a % 2u][b % 3u].y++;
            let c = l[1]; return c[0] + c[1] + c[2];",
            |(a, b)| if a % 2 == 1 { [a, b.wrapping_add(1)] } else { [0, 0] },
        )
        .row("array(vec2(a, 1u), vec2(b, 2u))[a % 2u]", |(a, b)| [[a, 1], [b, 2]][a as usize % 2])
        .row(
            "var l = array<u32, 40>(); for (var k = 0u; k < 40u; k++) { l[k] = k * a; }
            var r = 0u; for (var k = 0u; k < 40u; k += 3u) { r ^= l[(k + b) % 40u]; } return r;",
            |(a, b)| {
                (0..40).step_by(3).fold(0, |r, k: u32| r ^ (k.wrapping_add(b) % 40).wrapping_mul(a))
            },
        )
        .row("let l = array(a == b, a < b, true); return vec3(l[0], l[1], l[a % 3u]);", |(a, b)| {
            [a == b, a < b, [a == b, a < b, true][a as usize % 3]]
        })
        .check();
}

#[test]
fn structs() {
    let header = "
        struct Inner { a: vec3<u32>, b: f32 }
        struct Outer { n: i32, inner: array<Inner, 2>, flag: bool, m: mat2x2<f32> }
        fn make(a: u32) -> Outer {
            return Outer(i32(a), array(Inner(vec3(a), 1.5), Inner()), a > 5u, mat2x2<f32>(1, 2,
                3, 4));
        }
        fn change(o: Outer) -> Outer { var p = o; p.inner[1].a.y = 9u; p.m[0].x -= 0.5;
            return p; }";
    Table::<(u32, u32)>::with(header)
        .row("make(a).inner[b % 2u].a", |(a, b)| if b % 2 == 0 { [a; 3] } else { [0; 3] })
        .row("make(a).flag", |(a, _)| a > 5)
        .row("change(make(a)).m", |_| [[0.5f32, 2.0], [3.0, 4.0]])
        .row("change(make(a)).inner[1].a.y + make(b).inner[1].a.y", |_| 9u32)
        .row("var o = make(a); let p = o; o.n++; return o.n - p.n;", |_| 1i32)
        .row("var o: Outer; o.inner[a % 2u].a[b % 3u] = a; return o.inner[1].a;", |(a, b)| {
            let mut v = [0; 3];
            v[b as usize % 3] = if a % 2 == 1 { a } else { 0 };
            v
        })
        .row("var o = make(a); o.inner[0] = o.inner[1]; return o.inner[0].b;", |_| 0f32)
        .check();
}

#[test]
fn pointers() {
    let header = "
        struct S { list: array<u32, 4>, v: vec4<u32> }
        var<private> shared_one: S;
        fn add(p: ptr<function, u32>, by: u32) -> u32 { let old = *p; *p += by; return old; }
        fn turn(p: ptr<function, vec4<u32>>) { *p = (*p).wxyz; (*p).x = 1u; p.y = 2u; }
        fn swap(p: ptr<function, array<u32, 4>>, i: u32, j: u32) {
            let old = (*p)[i % 4u]; p[i % 4u] = p[j % 4u]; (*p)[j % 4u] = old;
        }
        fn fill(p: ptr<private, S>, a: u32) { (*p).list[a % 4u] = a; p.v = vec4(a); }
        fn twice(p: ptr<function, S>) { add_to(p, 1u); add_to(p, 2u); }
        fn add_to(p: ptr<function, S>, by: u32) { (*p).list[by] += by; }";
    Table::<(u32, u32)>::with(header)
        .row("var x = a; let p = &x; *p += b; return x;", |(a, b)| a.wrapping_add(b))
        .row("var x = a; let old = add(&x, b); return vec2(old, x);", |(a, b)| {
            [a, a.wrapping_add(b)]
        })
        .row("var v = vec4(a, b, 3u, 4u); turn(&v); return v;", |(_, b)| [1, 2, b, 3])
        .row(
            "var l = array(a, b, 3u, 4u); swap(&l, a, b); return vec4(l[0], l[1], l[2], l[3]);",
            |(a, b)| {
                let mut l = [a, b, 3, 4];
                l.swap(a as usize % 4, b as usize % 4);
                l
            },
        )
        .row(
            "var l = array(vec2(a, b), vec2(1u, 2u)); let p = &l[a % 2u]; (*p).y = 9u; p.x++;
            return l[0] * 3u + l[1];",
            |(a, b)| {
                let mut l = [[a, b], [1, 2]];
                let p = &mut l[a as usize % 2];
                *p = [p[0].wrapping_add(1), 9];
                [0, 1].map(|k| l[0][k].wrapping_mul(3).wrapping_add(l[1][k]))
            },
        )
        .row(
            "var s: array<S, 2>; let p = &s[a % 2u].list; let q = &(*p)[b % 4u];
            *q = 5u; (*p)[3] += 1u;
            return s[1].list[3];",
            |(a, b)| if a % 2 == 1 { 1 + if b % 4 == 3 { 5 } else { 0 } } else { 0u32 },
        )
        .row(
            "shared_one = S(); fill(&shared_one, b);
            return shared_one.v + shared_one.list[b % 4u];",
            |(_, b)| [b.wrapping_add(b); 4],
        )
        .row("var s = S(); s.list[2] = a; twice(&s); return s.list[1] + s.list[2];", |(a, _)| {
            a.wrapping_add(3)
        })
        // The index of a pointer is that of the time it was made.
        .row(
            "var l = array(1u, 2u); var k = a % 2u; let p = &l[k]; k = 1u - k; return *p;",
            |(a, _)| 1 + a % 2,
        )
        .check();
}

#[test]
fn constants() {
    let header = "
        const N = 3; const M = N * 2u + 1u; const F = 1.5 * N; const V = vec3(N, 2, 1).zyx;
        const L = array<vec2<u32>, N>(vec2(1u), vec2(2u, 3u), vec2<u32>());
        alias Word = u32;
        const_assert N < 4;
        override size: u32 = 5u * M; override scale = 2.0; override on: bool = true;";
    Table::<(u32,)>::with(header)
        .row("a + M", |(a,)| a.wrapping_add(7))
        .row("F", |_| 4.5f32)
        .row("V + vec3<i32>(i32(a))", |(a,)| [1, 2, 3].map(|x| (a as i32).wrapping_add(x)))
        .row("L[a % 3u]", |(a,)| [[1u32, 1], [2, 3], [0, 0]][a as usize % 3])
        .row("Word(size) * Word(a)", |(a,)| a.wrapping_mul(35))
        .row("scale * 0.5 + f32(on)", |_| 2f32)
        .row("const K = N << 2u; let k: i32 = K; return k;", |_| 12i32)
        .check();
}
