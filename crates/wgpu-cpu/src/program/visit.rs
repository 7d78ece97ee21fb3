//! One place that knows which registers an operation reads and writes.

use super::op::Element;
use super::{Op, Reg};

/// What an operation does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Read,
    /// Written in full.
    Write,
    /// Written in part, so that the old value lives on.
    Update,
}

impl Op {
    /// Calls `f` for each register of this operation, not of nested ones.
    pub(crate) fn regs(&mut self, f: &mut impl FnMut(&mut Reg, Role)) {
        use Role::{Read, Update, Write};
        match self {
            Op::Unary { d, a, .. }
            | Op::WideUnary { d, a, .. }
            | Op::Widen { d, a, .. }
            | Op::Narrow { d, a, .. }
            | Op::Move { d, a } => {
                f(a, Read);
                f(d, Write);
            }
            Op::Binary { d, a, b, .. }
            | Op::WideBinary { d, a, b, .. }
            | Op::WideCompare { d, a, b, .. } => {
                f(a, Read);
                f(b, Read);
                f(d, Write);
            }
            Op::Select { d, c, a, b } | Op::Fma { d, a, b, c } | Op::MulAdd { d, a, b, c } => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
                f(d, Write);
            }
            Op::MoveMasked { d, a, m } => {
                f(a, Read);
                f(m, Read);
                f(d, Update);
            }
            Op::Index { d, base, i, len, .. } => {
                f(base, Read);
                f(i, Read);
                f(len, Read);
                f(d, Write);
            }
            Op::Update { d, b, m, .. } => {
                f(b, Read);
                m.iter_mut().for_each(|m| f(m, Read));
                f(d, Update);
            }
            Op::Load { d, addr, of, .. } => {
                f(addr, Read);
                element(of, f);
                d.iter_mut().for_each(|d| f(d, Write));
            }
            Op::Store { a, addr, of, m, .. } => {
                a.iter_mut().for_each(|a| f(a, Read));
                f(addr, Read);
                element(of, f);
                f(m, Read);
            }
            Op::LaneLoad { d, group, i, .. } => {
                f(group, Read);
                f(i, Read);
                f(d, Write);
            }
            Op::LaneStore { group, i, a, m, .. } => {
                f(i, Read);
                f(a, Read);
                f(m, Read);
                f(group, Update);
            }
            Op::Atomic { d, addr, a, cmp, m, .. } => {
                f(addr, Read);
                f(a, Read);
                f(m, Read);
                cmp.iter_mut().for_each(|c| f(c, Read));
                d.iter_mut().for_each(|d| f(d, Write));
            }
            Op::Barrier { m, .. } | Op::Exit { m } => f(m, Read),
            Op::SubgroupReduce { d, a, m, .. } | Op::SubgroupScan { d, a, m, .. } => {
                f(a, Read);
                f(m, Read);
                f(d, Write);
            }
            Op::SubgroupBallot { d, a, m } => {
                f(a, Read);
                f(m, Read);
                d.iter_mut().for_each(|d| f(d, Write));
            }
            Op::SubgroupGather { d, a, i, m, .. } => {
                f(a, Read);
                f(i, Read);
                f(m, Read);
                f(d, Write);
            }
            Op::Mask { how, d, a } => {
                f(a, Read);
                let whole = matches!(how, super::MaskHow::Copy | super::MaskHow::Clear);
                f(d, if whole { Write } else { Update });
            }
            Op::If { c, m, yes, no, join, .. } => {
                f(c, Read);
                f(m, if *join { Update } else { Read });
                f(yes, Write);
                f(no, Write);
            }
            Op::Branch { c, .. } | Op::Switch { c, .. } => f(c, Read),
            Op::Guard { m, .. } => f(m, Read),
            Op::Loop { mask, until, .. } => {
                until.iter_mut().for_each(|c| f(c, Read));
                if let Some(mask) = mask {
                    f(&mut mask.enter, Read);
                    f(&mut mask.live, Write);
                    mask.wait.iter_mut().for_each(|w| f(w, Write));
                }
            }
            Op::Scope { .. } | Op::Jump(_) => {}
        }
    }

    /// The registers that are looked at once more after the nested operations ran.
    pub(crate) fn after(&self) -> Vec<Reg> {
        match self {
            Op::If { m, yes, no, join: true, .. } => vec![*m, *yes, *no],
            Op::Loop { mask, until, .. } => {
                let masks = mask.iter().flat_map(|m| [Some(m.live), m.wait, Some(m.enter)]);
                until.iter().copied().chain(masks.flatten()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The lists of operations inside this one, in the order they run.
    pub(crate) fn blocks(&mut self) -> Vec<&mut Vec<Op>> {
        match self {
            Op::If { then, other, .. } | Op::Branch { then, other, .. } => vec![then, other],
            Op::Guard { body, .. } | Op::Scope { body } => vec![body],
            Op::Switch { cases, .. } => cases.iter_mut().map(|c| &mut c.body).collect(),
            Op::Loop { body, next, .. } => vec![body, next],
            _ => Vec::new(),
        }
    }

    /// May it be dropped when nothing reads what it writes?
    pub(crate) fn is_pure(&self) -> bool {
        matches!(
            self,
            Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Select { .. }
                | Op::Fma { .. }
                | Op::MulAdd { .. }
                | Op::Update { .. }
                | Op::WideUnary { .. }
                | Op::WideBinary { .. }
                | Op::WideCompare { .. }
                | Op::Widen { .. }
                | Op::Narrow { .. }
                | Op::Move { .. }
                | Op::MoveMasked { .. }
                | Op::Index { .. }
                | Op::Load { .. }
                | Op::LaneLoad { .. }
        )
    }
}

fn element(of: &mut Option<Element>, f: &mut impl FnMut(&mut Reg, Role)) {
    if let Some(of) = of {
        f(&mut of.base, Role::Read);
        f(&mut of.len, Role::Read);
    }
}
