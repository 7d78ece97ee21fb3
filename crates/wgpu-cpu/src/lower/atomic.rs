//! Atomic operations.

use super::Outcome;
use super::builder::Builder;
use super::frame::{Frame, Slot};
use super::place::Root;
use super::types::{Shape, invalid, unsupported};
use crate::program::{AtomicFun, Op};
use naga::{AtomicFunction, Expression, Handle};

impl<'a> Builder<'a> {
    pub(crate) fn atomic(
        &mut self,
        f: &mut Frame<'a>,
        pointer: Handle<Expression>,
        fun: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Outcome {
        let place = self.place(f, pointer)?;
        let Root::Mem { mem, offset, base } = place.root else {
            return unsupported("an atomic in private memory");
        };
        let Shape::Scalar(ty) = place.shape else { return Err(invalid("an atomic vector")) };
        let a = self.scalar(f, value)?;
        let addr = base.unwrap_or_else(|| self.word(0));
        let mut cmp = None;
        let code = match *fun {
            AtomicFunction::Add => AtomicFun::Add,
            AtomicFunction::Subtract => AtomicFun::Sub,
            AtomicFunction::And => AtomicFun::And,
            AtomicFunction::ExclusiveOr => AtomicFun::Xor,
            AtomicFunction::InclusiveOr => AtomicFun::Or,
            AtomicFunction::Min => AtomicFun::Min,
            AtomicFunction::Max => AtomicFun::Max,
            AtomicFunction::Exchange { compare: None } => AtomicFun::Exchange,
            AtomicFunction::Exchange { compare: Some(e) } => {
                cmp = Some(self.scalar(f, e)?);
                AtomicFun::CompareExchange
            }
        };
        let d = result.map(|_| self.reg(false, ty.is_wide()));
        self.emit(Op::Atomic {
            mem,
            fun: code,
            class: ty.class(),
            d,
            addr,
            off: offset,
            a,
            cmp,
            m: f.mask,
        });
        if let (Some(result), Some(old)) = (result, d) {
            let mut value = vec![old];
            if let Some(cmp) = cmp {
                value.push(self.same_bits(old, cmp));
            }
            self.define(f, result, Slot::Value(value.into()));
        }
        Ok(())
    }
}
