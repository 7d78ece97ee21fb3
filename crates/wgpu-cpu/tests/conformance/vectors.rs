//! Vectors, and what is true of them.

use crate::rows::Table;

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
