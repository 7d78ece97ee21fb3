//! Control flow: uniform where all lanes agree, by masks where they part.

use super::Outcome;
use super::builder::Builder;
use super::frame::{Frame, Kind, Target};
use super::types::invalid;
use crate::program::op::{Case, Jump, LoopMask};
use crate::program::{Bin, MaskHow, Op, Reg, Un};
use naga::{Block, Expression, Handle, SwitchCase, SwitchValue};

/// A jump in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Break,
    Continue,
    Return,
}

impl<'a> Builder<'a> {
    pub(crate) fn branch(
        &mut self,
        f: &mut Frame<'a>,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
        tail: bool,
    ) -> Outcome {
        let c = self.scalar(f, condition)?;
        self.keep(f, |_| true);
        let before = f.jumped.take();
        let m = f.mask;
        let masks = (!c.is_uniform()).then(|| (self.mask_reg(), self.mask_reg()));
        self.begin();
        f.mask = masks.map_or(m, |(yes, _)| yes);
        self.block(f, accept, tail)?;
        let then = self.end();
        self.begin();
        f.mask = masks.map_or(m, |(_, no)| no);
        self.block(f, reject, tail)?;
        let other = self.end();
        f.mask = m;
        let join = f.jumped.is_some();
        match masks {
            Some((yes, no)) => self.emit(Op::If { c, m, yes, no, then, other, join }),
            None => {
                self.emit(Op::Branch { c, then, other });
                if join {
                    self.emit(Op::Exit { m });
                }
            }
        }
        f.jumped = outermost(before, f.jumped);
        Ok(())
    }

    pub(crate) fn repeat(
        &mut self,
        f: &mut Frame<'a>,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
        span: naga::Span,
    ) -> Outcome {
        self.keep(f, |_| true);
        let span = self.span(span);
        let id = self.id();
        let parted = self.facts.parted.contains(&id);
        let enter = f.mask;
        let mask =
            parted.then(|| LoopMask { enter, live: self.mask_reg(), wait: Some(self.mask_reg()) });
        if let Some(mask) = mask {
            f.mask = mask.live;
        }
        let left = mask.and_then(|m| m.wait).unwrap_or(enter);
        f.targets.push(Target { id, kind: Kind::Loop, mask: f.mask, parted, left });
        let before = f.jumped.take();
        self.begin();
        self.block(f, body, false)?;
        let body = self.end();
        self.begin();
        self.block(f, continuing, false)?;
        let until = match break_if {
            Some(c) => Some(self.scalar(f, c)?),
            None => None,
        };
        let next = self.end();
        if !parted && until.is_some_and(|c| !c.is_uniform()) {
            self.facts.parted.insert(id);
        }
        self.emit(Op::Loop { mask, body, next, until, span });
        f.mask = enter;
        self.landed(f, before);
        Ok(())
    }

    /// After a loop or switch: takes out the lanes that jumped further.
    fn landed(&mut self, f: &mut Frame<'a>, before: Option<usize>) {
        f.targets.pop();
        let beyond = f.jumped.filter(|&t| t < f.targets.len());
        if let Some(outermost) = beyond {
            // Lanes that go on with an enclosing loop, or that returned.
            for t in outermost..f.targets.len() {
                let Target { kind, parted, left, .. } = f.targets[t];
                if parted && kind != Kind::Switch {
                    self.emit(Op::Mask { how: MaskHow::AndNot, d: f.mask, a: left });
                }
            }
            self.emit(Op::Exit { m: f.mask });
        }
        f.jumped = outermost(before, beyond);
    }

    pub(crate) fn switch(
        &mut self,
        f: &mut Frame<'a>,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
        tail: bool,
    ) -> Outcome {
        let c = self.scalar(f, selector)?;
        self.keep(f, |_| true);
        let id = self.id();
        if !c.is_uniform() {
            self.facts.parted.insert(id);
        }
        let parted = self.facts.parted.contains(&id);
        let enter = f.mask;
        f.targets.push(Target { id, kind: Kind::Switch, mask: enter, parted, left: enter });
        let before = f.jumped.take();
        if parted {
            self.parted_cases(f, c, cases, tail)?;
        } else {
            self.uniform_cases(f, c, cases, tail)?;
        }
        f.mask = enter;
        self.landed(f, before);
        Ok(())
    }

    fn uniform_cases(
        &mut self,
        f: &mut Frame<'a>,
        c: Reg,
        cases: &'a [SwitchCase],
        tail: bool,
    ) -> Outcome {
        let mut list = Vec::with_capacity(cases.len());
        let mut default = cases.len();
        for (k, case) in cases.iter().enumerate() {
            let values = match case.value {
                SwitchValue::I32(v) => vec![v as u32],
                SwitchValue::U32(v) => vec![v],
                SwitchValue::Default => {
                    default = k;
                    Vec::new()
                }
            };
            self.begin();
            self.block(f, &case.body, tail && !case.fall_through)?;
            list.push(Case { values, body: self.end(), fall: case.fall_through });
        }
        self.emit(Op::Switch { c, cases: list, default });
        Ok(())
    }

    fn parted_cases(
        &mut self,
        f: &mut Frame<'a>,
        c: Reg,
        cases: &'a [SwitchCase],
        tail: bool,
    ) -> Outcome {
        let enter = f.mask;
        let mut chosen = Vec::with_capacity(cases.len());
        let mut any = self.word(0);
        for case in cases {
            let value = match case.value {
                SwitchValue::I32(v) => v as u32,
                SwitchValue::U32(v) => v,
                SwitchValue::Default => {
                    chosen.push(None);
                    continue;
                }
            };
            let value = self.word(value);
            let here = self.bin(Bin::EqI, c, value);
            any = self.bin(Bin::Or, any, here);
            chosen.push(Some(here));
        }
        let none = self.un(Un::Not, any);
        // All masks first: a case may jump out of the mask they come from.
        let masks: Vec<Reg> =
            chosen.iter().map(|here| self.mask_of(enter, here.unwrap_or(none))).collect();
        for (k, case) in cases.iter().enumerate() {
            let m = masks[k];
            if k > 0 && cases[k - 1].fall_through {
                self.emit(Op::Mask { how: MaskHow::Or, d: m, a: masks[k - 1] });
            }
            f.mask = m;
            self.begin();
            self.block(f, &case.body, tail && !case.fall_through)?;
            let body = self.end();
            if !body.is_empty() {
                self.emit(Op::Guard { m, body });
            }
        }
        Ok(())
    }

    /// A jump, for the lanes that are here.
    pub(crate) fn leave(&mut self, f: &mut Frame<'a>, leave: Leave) -> Outcome {
        let wanted = |kind| match leave {
            Leave::Break => kind != Kind::Function,
            Leave::Continue => kind == Kind::Loop,
            Leave::Return => kind == Kind::Function,
        };
        let at = f.targets.iter().rposition(|t| wanted(t.kind));
        let at = at.ok_or_else(|| invalid("a jump that leads nowhere"))?;
        let target = f.targets[at];
        if !target.parted && f.mask == target.mask {
            self.emit(Op::Jump(match leave {
                Leave::Break => Jump::Break,
                Leave::Continue => Jump::Continue,
                Leave::Return => Jump::Return,
            }));
            return Ok(());
        }
        // Lanes leave one by one: everything between must know.
        self.facts.parted.extend(f.targets[at..].iter().map(|t| t.id));
        if leave != Leave::Break && target.parted {
            self.emit(Op::Mask { how: MaskHow::Or, d: target.left, a: f.mask });
        }
        self.emit(Op::Mask { how: MaskHow::Clear, d: f.mask, a: f.mask });
        f.jumped = outermost(f.jumped, Some(at));
        Ok(())
    }

    pub(crate) fn give_back(
        &mut self,
        f: &mut Frame<'a>,
        value: Option<Handle<Expression>>,
        tail: bool,
    ) -> Outcome {
        if let Some(e) = value {
            let value = self.value(f, e)?;
            match f.result {
                Some(var) => {
                    let homes = self.vars[var].regs.clone();
                    for (&d, &a) in homes.iter().zip(value.iter()) {
                        self.assign(f, var, d, a);
                    }
                }
                None => f.direct = Some(value),
            }
        }
        if tail { Ok(()) } else { self.leave(f, Leave::Return) }
    }
}

/// The outer one of two jumps' targets.
fn outermost(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
