//! Matrices of every shape, as arrays of columns of small integers, so that nothing is rounded.

use crate::rows::Table;
use crate::span::within;
use crate::value::Whole;

/// A matrix of `C` columns with `R` rows.
type Matrix<const R: usize, const C: usize> = [[Whole; R]; C];

fn plain<const R: usize, const C: usize>(m: Matrix<R, C>) -> [[f32; R]; C] {
    m.map(|column| column.map(|x| x.0))
}

fn product<const R: usize, const K: usize, const C: usize>(
    a: [[f32; R]; K],
    b: [[f32; K]; C],
) -> [[f32; R]; C] {
    b.map(|column| std::array::from_fn(|r| (0..K).map(|k| a[k][r] * column[k]).sum()))
}

fn transposed<const R: usize, const C: usize>(m: [[f32; R]; C]) -> [[f32; C]; R] {
    std::array::from_fn(|r| m.map(|column| column[r]))
}

fn shape<const R: usize, const C: usize>() {
    Table::<(Matrix<R, C>, [Whole; C], [Whole; R], u32)>::new()
        .row("a * b", |(a, b, ..)| product(plain(a), plain([b]))[0])
        .row("c * a", |(a, _, c, _)| transposed(product(transposed(plain([c])), plain(a)))[0])
        .row("a * transpose(a)", |(a, ..)| product(plain(a), transposed(plain(a))))
        .row("transpose(a) * a", |(a, ..)| product(transposed(plain(a)), plain(a)))
        .row("transpose(a)", |(a, ..)| transposed(plain(a)))
        .row("a + a", |(a, ..)| plain(a).map(|column| column.map(|x| x + x)))
        .row("a - a * 0.5", |(a, ..)| plain(a).map(|column| column.map(|x| x * 0.5)))
        .row("b.x * a", |(a, b, ..)| plain(a).map(|column| column.map(|x| x * b[0].0)))
        .row("a[d % 2u]", |(a, .., d)| plain(a)[d as usize % 2])
        .row("var m = a; return m[d % 2u][d / 2u % 2u];", |(a, .., d)| {
            plain(a)[d as usize % 2][d as usize / 2 % 2]
        })
        .row("var m = a; m[d % 2u] = c; m[1][d / 2u % 2u] += 7.0; return m;", |(a, _, c, d)| {
            let mut m = plain(a);
            m[d as usize % 2] = c.map(|x| x.0);
            m[1][d as usize / 2 % 2] += 7.0;
            m
        })
        .check();
}

#[test]
fn every_shape() {
    let shapes: [fn(); 9] = [
        shape::<2, 2>,
        shape::<3, 2>,
        shape::<4, 2>,
        shape::<2, 3>,
        shape::<3, 3>,
        shape::<4, 3>,
        shape::<2, 4>,
        shape::<3, 4>,
        shape::<4, 4>,
    ];
    shapes.into_iter().for_each(|check| check());
}

#[test]
fn square_ones() {
    // WGSL gives a determinant no bound; of small integers it is near.
    Table::<(Matrix<2, 2>, Matrix<3, 3>, Matrix<4, 4>)>::new()
        .row("a * a + a", |(a, ..)| -> [[f32; 2]; 2] {
            let (a, square) = (plain(a), product(plain(a), plain(a)));
            std::array::from_fn(|c| std::array::from_fn(|r| square[c][r] + a[c][r]))
        })
        .row("var m = c; m *= c; m -= c; return m[1];", |(.., c)| -> [f32; 4] {
            let (c, square) = (plain(c), product(plain(c), plain(c)));
            std::array::from_fn(|r| square[1][r] - c[1][r])
        })
        .row("determinant(a)", |(a, ..)| within(determinant(&plain(a)), 1e-2))
        .row("determinant(b)", |(_, b, _)| within(determinant(&plain(b)), 1e-2))
        .row("determinant(c)", |(.., c)| within(determinant(&plain(c)), 1e-2))
        .check();
}

/// Along the first column.
fn determinant<const N: usize>(m: &[[f32; N]]) -> f64 {
    fn minor(columns: &[Vec<f64>]) -> f64 {
        let Some((first, rest)) = columns.split_first() else { return 1.0 };
        let without = |row: usize| -> Vec<Vec<f64>> {
            let keep = |c: &Vec<f64>| [&c[..row], &c[row + 1..]].concat();
            rest.iter().map(keep).collect()
        };
        let term = |(row, x): (usize, &f64)| {
            let sign = if row % 2 == 0 { 1.0 } else { -1.0 };
            sign * x * minor(&without(row))
        };
        first.iter().enumerate().map(term).sum()
    }
    let columns: Vec<Vec<f64>> = m.iter().map(|c| c.map(f64::from).to_vec()).collect();
    minor(&columns)
}

#[test]
fn matrices_are_made() {
    Table::<([f32; 2], [f32; 3], Matrix<2, 3>)>::new()
        .row("mat2x2(a, a.yx)", |(a, ..)| [a, [a[1], a[0]]])
        .row("mat2x2(1.0, a.x, 3.0, a.y)", |(a, ..)| [[1.0, a[0]], [3.0, a[1]]])
        .row("mat2x3(b, b.zyx)", |(_, b, _)| [b, [b[2], b[1], b[0]]])
        .row("mat3x2<f32>()", |_| [[0f32; 2]; 3])
        .row("mat3x2<f32>(c)", |(.., c)| plain(c))
        .row("mat4x3(b, b, b, vec3<f32>())[3]", |_| [0f32; 3])
        .row("array(c, mat3x2<f32>())[1][2]", |_| [0f32; 2])
        .check();
}
