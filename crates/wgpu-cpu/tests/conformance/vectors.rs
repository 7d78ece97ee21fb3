//! Vectors and matrices, and what is true of them.

use crate::rows::Table;
use crate::span::Span;

#[test]
fn vectors_of_integers() {
    type V = [u32; 4];
    let each = |f: fn(u32, u32) -> u32| move |a: V, b: V| std::array::from_fn(|k| f(a[k], b[k]));
    let (add, mul, div) = (
        each(u32::wrapping_add),
        each(u32::wrapping_mul),
        each(|a, b| a.checked_div(b).unwrap_or(a)),
    );
    Table::<(V, V, u32)>::new()
        .row("a + b", move |(a, b, _)| -> V { add(a, b) })
        .row("a * c", move |(a, _, c)| -> V { mul(a, [c; 4]) })
        .row("c - a", |(a, _, c)| a.map(|x| c.wrapping_sub(x)))
        .row("a / b", move |(a, b, _)| -> V { div(a, b) })
        .row("a % vec4(c)", |(a, _, c)| a.map(|x| x.checked_rem(c).unwrap_or(0)))
        .row("(a ^ b) | ~a", |(a, b, _)| -> V { std::array::from_fn(|k| a[k] ^ b[k] | !a[k]) })
        .row("a << b", |(a, b, _)| -> V { std::array::from_fn(|k| a[k] << (b[k] & 31)) })
        .row("vec4<i32>(a) >> b", |(a, b, _)| -> [i32; 4] {
            std::array::from_fn(|k| a[k] as i32 >> (b[k] & 31))
        })
        .row("-vec3<i32>(a.xyz)", |(a, _, _)| [a[0], a[1], a[2]].map(|x| (x as i32).wrapping_neg()))
        .row("a < b", |(a, b, _)| -> [bool; 4] { std::array::from_fn(|k| a[k] < b[k]) })
        .row("a.xy == b.xy", |(a, b, _)| [a[0] == b[0], a[1] == b[1]])
        .row("a.xyz != b.zyx", |(a, b, _)| [a[0] != b[2], a[1] != b[1], a[2] != b[0]])
        .row("select(a, b, a > b)", |(a, b, _)| -> V { std::array::from_fn(|k| a[k].min(b[k])) })
        .row("select(a, b, c > 9u)", |(a, b, c)| if c > 9 { b } else { a })
        .check();
}

#[test]
fn components_are_taken_and_set() {
    Table::<([u32; 4], u32)>::new()
        .row("a.wzyx", |(a, _)| [a[3], a[2], a[1], a[0]])
        .row("a.rrg", |(a, _)| [a[0], a[0], a[1]])
        .row("a.zyxw.xy.yx", |(a, _)| [a[1], a[2]])
        .row("a.w + a[1] + a.b", |(a, _)| a[3].wrapping_add(a[1]).wrapping_add(a[2]))
        .row("a[b % 4u]", |(a, b)| a[b as usize % 4])
        .row("vec4(a.xy, a[b % 4u], b)", |(a, b)| [a[0], a[1], a[b as usize % 4], b])
        .row("vec3(b, a.zw)", |(a, b)| [b, a[2], a[3]])
        .row("vec2(b)", |(_, b)| [b; 2])
        .row("vec3<u32>()", |_| [0u32; 3])
        .row("var v = a; v.y = b; v[2] += 1u; return v;", |(a, b)| {
            [a[0], b, a[2].wrapping_add(1), a[3]]
        })
        .row("var v = a; v[b % 4u] = 7u; v[(b + 1u) % 4u]++; return v;", |(mut a, b)| {
            a[b as usize % 4] = 7;
            let next = &mut a[b.wrapping_add(1) as usize % 4];
            *next = next.wrapping_add(1);
            a
        })
        .row("var v = a; v = v.yxwz; let o = v; v.x = b; return o - v;", |(a, b)| {
            [a[1].wrapping_sub(b), 0, 0, 0]
        })
        .check();
}

#[test]
fn logic() {
    Table::<([bool; 3], bool, bool)>::new()
        .row("!b", |(_, b, _)| !b)
        .row("b && c", |(_, b, c)| b && c)
        .row("b || c", |(_, b, c)| b || c)
        .row("b & c", |(_, b, c)| b & c)
        .row("b | c", |(_, b, c)| b | c)
        .row("b == c", |(_, b, c)| b == c)
        .row("b != c", |(_, b, c)| b != c)
        .row("!a", |(a, _, _)| a.map(|x| !x))
        .row("a & vec3(b)", |(a, b, _)| a.map(|x| x & b))
        .row("a | vec3(b, c, false)", |(a, b, c)| [a[0] | b, a[1] | c, a[2]])
        .row("all(a)", |(a, _, _)| a.iter().all(|x| *x))
        .row("any(a)", |(a, _, _)| a.iter().any(|x| *x))
        .row("all(b) && any(c)", |(_, b, c)| b && c)
        .row("select(1.5, -1.0, b)", |(_, b, _)| if b { -1.0f32 } else { 1.5 })
        .row("select(vec3(1u), vec3(2u), a)", |(a, _, _)| a.map(|x| 1 + u32::from(x)))
        .check();
}

/// Small integers, of which no product here is rounded.
fn small<const R: usize, const C: usize>(m: [[f32; R]; C]) -> [[f32; R]; C] {
    m.map(|column| column.map(|x| x.to_bits() as f32 / 268_435_456.0).map(f32::floor))
}

fn product<const R: usize, const K: usize, const C: usize>(
    a: [[f32; R]; K],
    b: [[f32; K]; C],
) -> [[f32; R]; C] {
    b.map(|column| std::array::from_fn(|r| (0..K).map(|k| a[k][r] * column[k]).sum()))
}

const SMALL: &str = "
    fn s2(v: vec2<f32>) -> vec2<f32> {
        return floor(vec2<f32>(bitcast<vec2<u32>>(v)) / 268435456.0); }
    fn s3(v: vec3<f32>) -> vec3<f32> {
        return floor(vec3<f32>(bitcast<vec3<u32>>(v)) / 268435456.0); }
    fn s4(v: vec4<f32>) -> vec4<f32> {
        return floor(vec4<f32>(bitcast<vec4<u32>>(v)) / 268435456.0); }
    fn m23(m: mat2x3<f32>) -> mat2x3<f32> { return mat2x3(s3(m[0]), s3(m[1])); }
    fn m32(m: mat3x2<f32>) -> mat3x2<f32> { return mat3x2(s2(m[0]), s2(m[1]), s2(m[2])); }
    fn m44(m: mat4x4<f32>) -> mat4x4<f32> {
        return mat4x4(s4(m[0]), s4(m[1]), s4(m[2]), s4(m[3])); }";

#[test]
fn matrices() {
    type A = [[f32; 3]; 2];
    type B = [[f32; 2]; 3];
    let column = |v: [f32; 3]| [v];
    Table::<(A, B, f32)>::with(SMALL)
        .row("m23(a) * m32(b)", |(a, b, _)| product(small(a), small(b)))
        .row("m32(b) * m23(a)", |(a, b, _)| product(small(b), small(a)))
        .row("m32(b) * s3(a[1])", move |(a, b, _)| product(small(b), column(small(a)[1]))[0])
        .row("s3(a[0]) * m23(a)", |(a, ..)| {
            let a = small(a);
            a.map(|c| c.iter().zip(a[0]).map(|(x, y)| x * y).sum::<f32>())
        })
        .row("m23(a) * 2.0", |(a, ..)| small(a).map(|c| c.map(|x| x * 2.0)))
        .row("0.5 * m32(b)", |(_, b, _)| small(b).map(|c| c.map(|x| x * 0.5)))
        .row("m23(a) + m23(a)", |(a, ..)| small(a).map(|c| c.map(|x| x + x)))
        .row("m32(b) - transpose(m23(a))", |(a, b, _)| -> B {
            let (a, b) = (small(a), small(b));
            std::array::from_fn(|c| std::array::from_fn(|r| b[c][r] - a[r][c]))
        })
        .row("transpose(a)", |(a, ..)| -> B { std::array::from_fn(|c| [a[0][c], a[1][c]]) })
        .row("a[1].z", |(a, ..)| a[1][2])
        .row("a[u32(abs(c)) % 2u][u32(abs(c)) % 3u]", |(a, _, c)| {
            let k = c.abs() as u32;
            // Where the conversion is cut, it may be cut to two values.
            if c.abs() > 4e9 { f32::NAN } else { a[k as usize % 2][k as usize % 3] }
        })
        .row("var m = b; m[1] = vec2(c, 1.0); m[2].x = 5.0; return m;", |(_, b, c)| {
            [b[0], [c, 1.0], [5.0, b[2][1]]]
        })
        .row("mat2x2(1.0, 2.0, 3.0, c)", |(.., c)| [[1.0, 2.0], [3.0, c]])
        .row("mat3x2<f32>()", |_| [[0.0f32; 2]; 3])
        .row("mat2x3<f32>(a)", |(a, ..)| a)
        .check();
}

#[test]
fn square_matrices() {
    type M = [[f32; 4]; 4];
    Table::<(M, [f32; 4])>::with(SMALL)
        .row("m44(a) * m44(a)", |(a, _)| product(small(a), small(a)))
        .row("m44(a) * s4(b)", |(a, b)| product(small(a), small([b]))[0])
        .row("transpose(a)", |(a, _)| -> M { std::array::from_fn(|c| a.map(|column| column[c])) })
        .row("var m = m44(a); m *= m44(a); m += m; return m;", |(a, _)| {
            product(small(a), small(a)).map(|c| c.map(|x| x + x))
        })
        .row("determinant(mat2x2(s4(b).xy, s4(b).zw))", |(_, b)| {
            let [b] = small([b]);
            b[0] * b[3] - b[1] * b[2]
        })
        .row(
            "determinant(mat3x3(s4(b).xyz, vec3(1.0, 2.0, 0.0), vec3(0.0, 1.0, 3.0)))",
            |(_, b)| {
                // WGSL gives a determinant no bound; of small integers it is near.
                let [b] = small([b]);
                let exact = b[0] * 6.0 - b[1] * 3.0 + b[2];
                crate::span::within(exact.into(), 1e-3)
            },
        )
        .row("mat4x4(b, b, b, b)[2].wzyx + vec4<f32>()", |(_, b)| {
            [b[3], b[2], b[1], b[0]].map(Span::from)
        })
        .check();
}
