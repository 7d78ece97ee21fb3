//! Statements, one by one.

use super::Outcome;
use super::builder::Builder;
use super::frame::{Frame, Slot};
use super::types::unsupported;
use crate::program::Op;
use naga::{Block, Statement};

impl<'a> Builder<'a> {
    /// A list of statements; `tail` where the function ends with it.
    pub(crate) fn block(&mut self, f: &mut Frame<'a>, block: &'a Block, tail: bool) -> Outcome {
        let last = block.len().saturating_sub(1);
        self.deeper()?;
        for (i, (statement, span)) in block.span_iter().enumerate() {
            self.statement(f, statement, *span, tail && i == last)?;
        }
        self.blocks -= 1;
        Ok(())
    }

    fn statement(
        &mut self,
        f: &mut Frame<'a>,
        statement: &'a Statement,
        span: naga::Span,
        tail: bool,
    ) -> Outcome {
        match *statement {
            Statement::Emit(ref range) => {
                for e in range.clone() {
                    let slot = self.expression(f, e)?;
                    self.define(f, e, slot);
                }
                self.check_size()
            }
            Statement::Block(ref inner) => self.block(f, inner, tail),
            Statement::If { condition, ref accept, ref reject } => {
                self.branch(f, condition, accept, reject, tail)
            }
            Statement::Switch { selector, ref cases } => self.switch(f, selector, cases, tail),
            Statement::Loop { ref body, ref continuing, break_if } => {
                self.repeat(f, body, continuing, break_if, span)
            }
            Statement::Break => self.leave(f, super::control::Leave::Break),
            Statement::Continue => self.leave(f, super::control::Leave::Continue),
            Statement::Return { value } => self.give_back(f, value, tail),
            Statement::Store { pointer, value } => {
                let place = self.place(f, pointer)?;
                let value = self.value(f, value)?;
                self.store(f, &place, &value)
            }
            Statement::Atomic { pointer, ref fun, value, result } => {
                self.atomic(f, pointer, fun, value, result)
            }
            Statement::ControlBarrier(_) => {
                let span = self.span(span);
                self.emit(Op::Barrier { m: f.mask, span });
                Ok(())
            }
            // A block is one thread, and other blocks are told nothing in time.
            Statement::MemoryBarrier(_) => Ok(()),
            Statement::WorkGroupUniformLoad { pointer, result } => {
                let span = self.span(span);
                self.emit(Op::Barrier { m: f.mask, span });
                let place = self.place(f, pointer)?;
                let value = self.load(&place)?;
                self.define(f, result, Slot::Value(value));
                Ok(())
            }
            Statement::Call { function, ref arguments, result } => {
                self.call(f, function, arguments, result)
            }
            Statement::SubgroupBallot { result, predicate } => self.ballot(f, result, predicate),
            Statement::SubgroupGather { ref mode, argument, result } => {
                self.gather(f, mode, argument, result)
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collective(f, op, collective_op, argument, result)
            }
            Statement::Kill => unsupported("discard"),
            Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => {
                unsupported("storage textures")
            }
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                unsupported("ray tracing")
            }
            Statement::CooperativeStore { .. } => unsupported("cooperative matrices"),
        }
    }
}
