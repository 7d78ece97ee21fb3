//! Pure operations: look the registers up, call the loop.

use super::split::take;
use super::{Active, Lanes, narrow};
use crate::program::{Op, Reg};

impl Lanes<'_> {
    /// Runs one pure operation; false where it is not one.
    #[inline]
    pub(super) fn pure(&mut self, op: &Op) -> bool {
        let k = self.kernels;
        macro_rules! narrow {
            ($d:expr) => {{
                let range = self.range($d);
                take(&mut self.arena.narrow, range, self.window)
            }};
        }
        macro_rules! wide {
            ($d:expr) => {{
                let range = self.range($d);
                take(&mut self.arena.wide, range, self.window)
            }};
        }
        match *op {
            Op::Unary { op, d, a } => {
                let (out, rest) = narrow!(d);
                (k.unary)(op, out, rest.source(a));
            }
            Op::Binary { op, d, a, b }
                if d.is_uniform()
                    && let Some(value) = narrow::quick(op, self.uniform(a), self.uniform(b)) =>
            {
                self.arena.narrow[d.index()] = value;
            }
            Op::Binary { op, d, a, b } => {
                let (out, rest) = narrow!(d);
                (k.binary)(op, out, rest.source(a), rest.source(b));
            }
            Op::Select { d, c, a, b } if d.is_wide() => {
                let (out, rest) = wide!(d);
                let c = super::source_in(&self.arena.narrow, c, self.window);
                (k.wide_select)(out, c, rest.source(a), rest.source(b));
            }
            Op::Select { d, c, a, b } => {
                let (out, rest) = narrow!(d);
                (k.select)(out, rest.source(c), rest.source(a), rest.source(b));
            }
            Op::Fma { d, a, b, c } if d.is_wide() => {
                let (out, rest) = wide!(d);
                (k.wide_fma)(out, rest.source(a), rest.source(b), rest.source(c));
            }
            Op::Fma { d, a, b, c } => {
                let (out, rest) = narrow!(d);
                (k.fma)(out, rest.source(a), rest.source(b), rest.source(c));
            }
            Op::MulAdd { d, a, b, c } => {
                let (out, rest) = narrow!(d);
                (k.mul_add)(out, rest.source(a), rest.source(b), rest.source(c));
            }
            Op::Update { op, d, b, m } => {
                let state = m.map_or(Active::All, |m| self.state(m));
                let (out, rest) = narrow!(d);
                match (state, m) {
                    (Active::None, _) => {}
                    (Active::Some, Some(m)) => {
                        (k.update_masked)(op, out, rest.source(b), rest.row(m));
                    }
                    _ => (k.update)(op, out, rest.source(b)),
                }
            }
            Op::WideUnary { op, d, a } => {
                let (out, rest) = wide!(d);
                (k.wide_unary)(op, out, rest.source(a));
            }
            Op::WideBinary { op, d, a, b } => {
                let (out, rest) = wide!(d);
                (k.wide_binary)(op, out, rest.source(a), rest.source(b));
            }
            Op::WideCompare { op, d, a, b } => {
                let range = self.range(d);
                let a = super::source_in(&self.arena.wide, a, self.window);
                let b = super::source_in(&self.arena.wide, b, self.window);
                (k.wide_compare)(op, &mut self.arena.narrow[range], a, b);
            }
            Op::Widen { op, d, a } => {
                let range = self.range(d);
                let a = super::source_in(&self.arena.narrow, a, self.window);
                (k.widen)(op, &mut self.arena.wide[range], a);
            }
            Op::Narrow { op, d, a } => {
                let range = self.range(d);
                let a = super::source_in(&self.arena.wide, a, self.window);
                (k.narrow)(op, &mut self.arena.narrow[range], a);
            }
            Op::Move { d, a } => self.copy(d, a),
            Op::MoveMasked { d, a, m } => match self.state(m) {
                Active::None => {}
                Active::All => self.copy(d, a),
                Active::Some if d.is_wide() => {
                    let (out, rest) = wide!(d);
                    let m =
                        &self.arena.narrow[m.index() + self.window.0..m.index() + self.window.1];
                    (k.wide_blend)(out, rest.source(a), m);
                }
                Active::Some => {
                    let (out, rest) = narrow!(d);
                    (k.blend)(out, rest.source(a), rest.row(m));
                }
            },
            Op::Index { d, base, i, stride, len } => {
                let len = self.uniform(len);
                let (out, rest) = narrow!(d);
                (k.index)(out, rest.source(base), rest.source(i), stride, len);
            }
            _ => return false,
        }
        true
    }

    fn copy(&mut self, d: Reg, a: Reg) {
        let (to, from) = (self.range(d), self.range(a));
        match (d.is_wide(), a.is_uniform()) {
            (false, false) => self.arena.narrow.copy_within(from, to.start),
            (true, false) => self.arena.wide.copy_within(from, to.start),
            (false, true) => {
                let value = self.arena.narrow[from.start];
                self.arena.narrow[to].fill(value);
            }
            (true, true) => {
                let value = self.arena.wide[from.start];
                self.arena.wide[to].fill(value);
            }
        }
    }
}
