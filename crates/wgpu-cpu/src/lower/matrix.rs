//! Products and functions of matrices, which are columns one after another.

use super::Outcome;
use super::builder::{Builder, Value};
use super::types::{Ty, unsupported};
use crate::program::Reg;
use naga::TypeInner;

/// Columns and rows of a matrix type.
pub(crate) fn size(inner: &TypeInner) -> Option<(usize, usize)> {
    match *inner {
        TypeInner::Matrix { columns, rows, .. } => Some((columns as usize, rows as usize)),
        _ => None,
    }
}

impl<'a> Builder<'a> {
    /// The product of a matrix and a matrix or vector; `None` where components do.
    pub(crate) fn matrix_product(
        &mut self,
        ty: Ty,
        (l, a): (&TypeInner, &Value),
        (r, b): (&TypeInner, &Value),
    ) -> Outcome<Option<Value>> {
        let vector = |t: &TypeInner| matches!(t, TypeInner::Vector { .. });
        let product = match (size(l), size(r)) {
            (Some((inner, rows)), Some((columns, _))) => {
                let mut out = Vec::with_capacity(columns * rows);
                for c in 0..columns {
                    for row in 0..rows {
                        let left: Vec<Reg> = (0..inner).map(|k| a[k * rows + row]).collect();
                        out.push(self.dot(ty, &left, &b[c * inner..(c + 1) * inner])?);
                    }
                }
                out
            }
            (Some((columns, rows)), None) if vector(r) => {
                let mut out = Vec::with_capacity(rows);
                for row in 0..rows {
                    let left: Vec<Reg> = (0..columns).map(|k| a[k * rows + row]).collect();
                    out.push(self.dot(ty, &left, b)?);
                }
                out
            }
            (None, Some((columns, rows))) if vector(l) => {
                let mut out = Vec::with_capacity(columns);
                for c in 0..columns {
                    out.push(self.dot(ty, a, &b[c * rows..(c + 1) * rows])?);
                }
                out
            }
            _ => return Ok(None),
        };
        Ok(Some(product.into()))
    }

    pub(crate) fn dot(&mut self, ty: Ty, a: &[Reg], b: &[Reg]) -> Outcome<Reg> {
        let mut sum = self.mul(ty, a[0], b[0])?;
        for (&x, &y) in a.iter().zip(b).skip(1) {
            let product = self.mul(ty, x, y)?;
            sum = self.add(ty, sum, product)?;
        }
        Ok(sum)
    }

    pub(crate) fn transpose(&self, m: &Value, (columns, rows): (usize, usize)) -> Value {
        (0..rows)
            .flat_map(|r| (0..columns).map(move |c| (c, r)))
            .map(|(c, r)| m[c * rows + r])
            .collect()
    }

    /// The determinant of the matrix whose rows and columns are given, by its first column.
    fn minor(
        &mut self,
        ty: Ty,
        m: &Value,
        n: usize,
        columns: &[usize],
        rows: &[usize],
    ) -> Outcome<Reg> {
        let at = |c: usize, r: usize| m[c * n + r];
        if columns.len() == 1 {
            return Ok(at(columns[0], rows[0]));
        }
        if columns.len() == 2 {
            let x = self.mul(ty, at(columns[0], rows[0]), at(columns[1], rows[1]))?;
            let y = self.mul(ty, at(columns[0], rows[1]), at(columns[1], rows[0]))?;
            return self.sub(ty, x, y);
        }
        let mut sum = None;
        for (k, &row) in rows.iter().enumerate() {
            let others: Vec<usize> = rows.iter().copied().filter(|&r| r != row).collect();
            let minor = self.minor(ty, m, n, &columns[1..], &others)?;
            let term = self.mul(ty, at(columns[0], row), minor)?;
            sum = Some(match sum {
                None => term,
                Some(sum) if k % 2 == 1 => self.sub(ty, sum, term)?,
                Some(sum) => self.add(ty, sum, term)?,
            });
        }
        sum.map_or_else(|| unsupported("an empty matrix"), Ok)
    }

    pub(crate) fn determinant(&mut self, ty: Ty, m: &Value, n: usize) -> Outcome<Reg> {
        let all: Vec<usize> = (0..n).collect();
        self.minor(ty, m, n, &all, &all)
    }

    pub(crate) fn inverse(&mut self, ty: Ty, m: &Value, n: usize) -> Outcome<Value> {
        let determinant = self.determinant(ty, m, n)?;
        let all: Vec<usize> = (0..n).collect();
        let without =
            |k: usize| -> Vec<usize> { all.iter().copied().filter(|&i| i != k).collect() };
        let mut out = Vec::with_capacity(n * n);
        for c in 0..n {
            for r in 0..n {
                // The cofactor of row c, column r: the adjugate is transposed.
                let minor = self.minor(ty, m, n, &without(r), &without(c))?;
                let signed = if (c + r) % 2 == 1 { self.negate(ty, minor) } else { minor };
                out.push(self.div(ty, signed, determinant)?);
            }
        }
        Ok(out.into())
    }
}
