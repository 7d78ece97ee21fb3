//! Control flow: which operations run, and for which lanes.

use super::{Active, Lanes, Stop, split::take};
use crate::program::op::{Case, Jump, LoopMask};
use crate::program::{MaskHow, Op, Reg};

/// How a list of operations ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Jump(Jump),
}

impl Lanes<'_> {
    pub(super) fn run(&mut self, ops: &[Op]) -> Result<Flow, Stop> {
        for op in ops {
            if self.pure(op) {
                continue;
            }
            let flow = match op {
                Op::Load { mem, unit, d, addr, of, off } => {
                    self.load(*mem, *unit, d, (*addr, *of), off);
                    Flow::Next
                }
                Op::Store { mem, unit, a, addr, of, off, m } => {
                    self.store(*mem, *unit, a, (*addr, *of), off, *m);
                    Flow::Next
                }
                Op::Exit { m } => {
                    if self.state(*m) == Active::None {
                        return Ok(Flow::Next);
                    }
                    Flow::Next
                }
                Op::Jump(jump) => Flow::Jump(*jump),
                Op::Mask { how, d, a } => {
                    self.mask(*how, *d, *a);
                    Flow::Next
                }
                Op::If { .. } => {
                    if self.part(op)? {
                        return Ok(Flow::Next);
                    }
                    Flow::Next
                }
                Op::Branch { c, then, other } => {
                    self.run(if self.uniform(*c) != 0 { then } else { other })?
                }
                Op::Guard { m, body } => {
                    self.guarded(*m, body)?;
                    Flow::Next
                }
                Op::Switch { c, cases, default } => {
                    self.switch(self.uniform(*c), cases, *default)?
                }
                Op::Loop { mask, body, next, until, span } => match mask {
                    Some(mask) => {
                        self.parted_loop(*mask, body, next, *until, *span)?;
                        Flow::Next
                    }
                    None => self.plain_loop(body, next, *until, *span)?,
                },
                Op::Scope { body } => {
                    self.run(body)?;
                    Flow::Next
                }
                Op::Barrier { m, span } => {
                    self.barrier(*m, *span)?;
                    Flow::Next
                }
                other => {
                    self.special(other);
                    Flow::Next
                }
            };
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    /// Operations that are neither pure nor control: lanes, atomics, subgroups.
    fn special(&mut self, op: &Op) {
        match *op {
            Op::LaneLoad { d, group, count, i } => self.lane_load(d, group, count, i),
            Op::LaneStore { group, count, i, a, m } => self.lane_store(group, count, i, a, m),
            Op::Atomic { mem, fun, class, d, addr, off, a, cmp, m } => {
                self.atomic((mem, off), fun, class, d, addr, (a, cmp), m);
            }
            Op::SubgroupReduce { fun, class, d, a, m } => self.reduce(fun, class, d, a, m),
            Op::SubgroupScan { fun, class, inclusive, d, a, m } => {
                self.scan(fun, class, inclusive, d, a, m);
            }
            Op::SubgroupBallot { d, a, m } => self.ballot(d, a, m),
            Op::SubgroupGather { how, d, a, i, m } => self.shuffle(how, d, a, i, m),
            _ => {}
        }
    }

    pub(super) fn mask(&mut self, how: MaskHow, d: Reg, a: Reg) {
        let range = self.range(d);
        if how == MaskHow::Clear {
            self.arena.narrow[range].fill(0);
            self.set_state(d, 0);
            return;
        }
        let (out, rest) = take(&mut self.arena.narrow, range, self.window);
        let n = (self.kernels.change)(how, out, rest.source(a));
        self.set_state(d, n);
    }

    /// Runs `body` for the lanes of `m`, if there are any, in a window of their own.
    fn guarded(&mut self, m: Reg, body: &[Op]) -> Result<Flow, Stop> {
        let state = self.state(m);
        if state == Active::None || body.is_empty() {
            return Ok(Flow::Next);
        }
        let window = self.window;
        if state == Active::Some {
            self.narrow_to(m);
        }
        let flow = self.run(body);
        self.window = window;
        flow
    }

    /// `d = m & c`, or `m & !c`.
    fn side(&mut self, d: Reg, m: Reg, c: Reg, wanted: bool) -> Active {
        let range = self.range(d);
        let (out, rest) = take(&mut self.arena.narrow, range, self.window);
        let n = (self.kernels.side)(out, rest.row(m), rest.source(c), wanted);
        self.set_state(d, n)
    }

    /// Runs both sides of an `If`, and gives back whether `m` is empty after it.
    fn part(&mut self, op: &Op) -> Result<bool, Stop> {
        let Op::If { c, m, yes, no, then, other, join } = op else { return Ok(false) };
        let any = self.side(*yes, *m, *c, true);
        if other.is_empty() && (any == Active::None || !*join) {
            self.guarded(*yes, then)?;
            return Ok(false);
        }
        self.side(*no, *m, *c, false);
        self.guarded(*yes, then)?;
        self.guarded(*no, other)?;
        if *join {
            self.mask(MaskHow::Copy, *m, *yes);
            self.mask(MaskHow::Or, *m, *no);
        }
        Ok(*join && self.state(*m) == Active::None)
    }

    fn switch(&mut self, value: u32, cases: &[Case], default: usize) -> Result<Flow, Stop> {
        let first = cases.iter().position(|c| c.values.contains(&value)).unwrap_or(default);
        for case in &cases[first.min(cases.len())..] {
            match self.run(&case.body)? {
                Flow::Next if case.fall => {}
                Flow::Next | Flow::Jump(Jump::Break) => break,
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    /// All lanes go round together.
    fn plain_loop(
        &mut self,
        body: &[Op],
        next: &[Op],
        until: Option<Reg>,
        span: u32,
    ) -> Result<Flow, Stop> {
        loop {
            self.spend(span)?;
            match self.run(body)? {
                Flow::Next | Flow::Jump(Jump::Continue) => {}
                Flow::Jump(Jump::Break) => return Ok(Flow::Next),
                other => return Ok(other),
            }
            self.run(next)?;
            if until.is_some_and(|c| self.uniform(c) != 0) {
                return Ok(Flow::Next);
            }
        }
    }

    /// Lanes leave at different times.
    fn parted_loop(
        &mut self,
        mask: LoopMask,
        body: &[Op],
        next: &[Op],
        until: Option<Reg>,
        span: u32,
    ) -> Result<(), Stop> {
        let LoopMask { enter, live, wait } = mask;
        let window = self.window;
        self.mask(MaskHow::Copy, live, enter);
        let result = loop {
            match self.state(live) {
                Active::None => break Ok(()),
                Active::Some => self.narrow_to(live),
                Active::All => {}
            }
            if let Err(stop) = self.spend(span) {
                break Err(stop);
            }
            if let Some(wait) = wait {
                self.mask(MaskHow::Clear, wait, wait);
            }
            if let Err(stop) = self.run(body) {
                break Err(stop);
            }
            if let Some(wait) = wait {
                self.mask(MaskHow::Or, live, wait);
            }
            if self.state(live) == Active::None {
                break Ok(());
            }
            if let Err(stop) = self.run(next) {
                break Err(stop);
            }
            if let Some(c) = until {
                self.mask(MaskHow::AndNot, live, c);
            }
        };
        self.window = window;
        result
    }

    fn barrier(&self, m: Reg, span: u32) -> Result<(), Stop> {
        if m == Reg::BASE {
            return Ok(());
        }
        let at = |r: Reg| &self.arena.narrow[r.index()..r.index() + self.lanes];
        let inside = self.window.0..self.window.1;
        let together = (0..self.lanes).all(|lane| {
            let here = inside.contains(&lane) && at(m)[lane] != 0;
            here == (at(Reg::BASE)[lane] != 0)
        });
        if together { Ok(()) } else { Err(Stop::Barrier(span)) }
    }
}
