//! Subgroup operations.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::{Frame, Slot};
use crate::program::{Gather, Op, ScalarClass, SubgroupFun};
use naga::{CollectiveOperation, Direction, Expression, GatherMode, Handle, SubgroupOperation};

impl<'a> Builder<'a> {
    pub(crate) fn ballot(
        &mut self,
        f: &mut Frame<'a>,
        result: Handle<Expression>,
        predicate: Option<Handle<Expression>>,
    ) -> Outcome {
        let a = match predicate {
            Some(e) => self.scalar(f, e)?,
            None => self.word(!0),
        };
        let d = [(); 4].map(|()| self.reg(false, false));
        self.emit(Op::SubgroupBallot { d, a, m: f.mask });
        self.define(f, result, Slot::Value(d.into()));
        Ok(())
    }

    pub(crate) fn gather(
        &mut self,
        f: &mut Frame<'a>,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Outcome {
        let value = self.value(f, argument)?;
        let (how, i) = match *mode {
            GatherMode::BroadcastFirst => (Gather::First, self.word(0)),
            GatherMode::Broadcast(e) | GatherMode::Shuffle(e) => (Gather::Lane, self.scalar(f, e)?),
            GatherMode::ShuffleDown(e) => (Gather::Down, self.scalar(f, e)?),
            GatherMode::ShuffleUp(e) => (Gather::Up, self.scalar(f, e)?),
            GatherMode::ShuffleXor(e) => (Gather::Xor, self.scalar(f, e)?),
            GatherMode::QuadBroadcast(e) => (Gather::Quad, self.scalar(f, e)?),
            GatherMode::QuadSwap(direction) => {
                let bits = match direction {
                    Direction::X => 1,
                    Direction::Y => 2,
                    Direction::Diagonal => 3,
                };
                (Gather::Xor, self.word(bits))
            }
        };
        let m = f.mask;
        let mut out = Vec::with_capacity(value.len());
        for &a in value.iter() {
            let d = self.reg(false, a.is_wide());
            self.emit(Op::SubgroupGather { how, d, a, i, m });
            out.push(d);
        }
        self.define(f, result, Slot::Value(out.into()));
        Ok(())
    }

    pub(crate) fn collective(
        &mut self,
        f: &mut Frame<'a>,
        op: SubgroupOperation,
        how: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Outcome {
        let ty = self.scalar_type(f, argument)?;
        let value = self.value(f, argument)?;
        let m = f.mask;
        let class = ty.class();
        let fun = match op {
            SubgroupOperation::All | SubgroupOperation::And => SubgroupFun::And,
            SubgroupOperation::Any | SubgroupOperation::Or => SubgroupFun::Or,
            SubgroupOperation::Add => SubgroupFun::Add,
            SubgroupOperation::Mul => SubgroupFun::Mul,
            SubgroupOperation::Min => SubgroupFun::Min,
            SubgroupOperation::Max => SubgroupFun::Max,
            SubgroupOperation::Xor => SubgroupFun::Xor,
        };
        let mut out = Vec::with_capacity(value.len());
        for &a in value.iter() {
            let d = self.reg(false, a.is_wide());
            self.emit(match how {
                CollectiveOperation::Reduce => Op::SubgroupReduce { fun, class, d, a, m },
                CollectiveOperation::InclusiveScan => {
                    Op::SubgroupScan { fun, class, inclusive: true, d, a, m }
                }
                CollectiveOperation::ExclusiveScan => {
                    Op::SubgroupScan { fun, class, inclusive: false, d, a, m }
                }
            });
            out.push(if class == ScalarClass::Float { self.rounded(ty, d) } else { d });
        }
        let value: Value = out.into();
        self.define(f, result, Slot::Value(value));
        Ok(())
    }
}
