//! Loads and stores.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::Frame;
use super::place::{Place, Root};
use super::types::Leaf;
use crate::program::{Bin, MaskHow, Op, Reg, Unit};

impl<'a> Builder<'a> {
    pub(crate) fn load(&mut self, place: &Place) -> Outcome<Value> {
        match &place.root {
            Root::Var { var, before, dims } => self.load_var(*var, *before, dims, place.shape),
            Root::Mem { mem, offset, base } => {
                let addr = base.unwrap_or_else(|| self.word(0));
                let leaves = self.types.leaves(place.shape)?;
                let mut value = Vec::with_capacity(leaves.len());
                for run in runs(&leaves) {
                    let unit = run[0].ty.unit();
                    let d: Vec<Reg> = run
                        .iter()
                        .map(|_| self.reg(addr.is_uniform(), unit == Unit::Wide))
                        .collect();
                    value.extend(&d);
                    let off = run.iter().map(|l| offset.saturating_add(l.offset)).collect();
                    self.emit(Op::Load { mem: *mem, unit, d: d.into(), addr, of: None, off });
                }
                Ok(value.into())
            }
        }
    }

    pub(crate) fn store(&mut self, f: &mut Frame<'a>, place: &Place, value: &Value) -> Outcome {
        let Root::Mem { mem, offset, base } = &place.root else {
            return self.store_var(f, place, value);
        };
        let addr = base.unwrap_or_else(|| self.word(0));
        let leaves = self.types.leaves(place.shape)?;
        let mut at = 0;
        for run in runs(&leaves) {
            let a = value[at..at + run.len()].into();
            at += run.len();
            let off = run.iter().map(|l| offset.saturating_add(l.offset)).collect();
            self.emit(Op::Store {
                mem: *mem,
                unit: run[0].ty.unit(),
                a,
                addr,
                of: None,
                off,
                m: f.mask,
            });
        }
        Ok(())
    }

    /// `m & c` as a mask of its own.
    pub(crate) fn mask_of(&mut self, m: Reg, c: Reg) -> Reg {
        let d = self.mask_reg();
        self.emit(Op::Mask { how: MaskHow::Copy, d, a: m });
        self.emit(Op::Mask { how: MaskHow::And, d, a: c });
        d
    }

    /// Are two registers alike, bit by bit?
    pub(crate) fn same_bits(&mut self, a: Reg, b: Reg) -> Reg {
        if a.is_wide() {
            self.compare(crate::program::WideCmp::EqI, a, b)
        } else {
            self.bin(Bin::EqI, a, b)
        }
    }
}

/// Neighbouring components that are accessed alike.
fn runs(leaves: &[Leaf]) -> impl Iterator<Item = &[Leaf]> {
    leaves.chunk_by(|a, b| a.ty.unit() == b.ty.unit())
}
