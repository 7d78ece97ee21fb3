//! A kernel as plain Rust: one invocation after the other, from barrier to barrier.

use super::Run;
use super::operations::{ATOMICS, OPERATIONS};
use super::program::{ELEMENTS, Expr, Loop, Program, Statement, Step, TYPES, Ty, VARIABLES};

/// The most statements that a kernel may execute.
const FUEL: u32 = 400_000;

/// The variables of an invocation, or of a call.
#[derive(Clone)]
struct Frame {
    variables: [[u32; VARIABLES]; 4],
    list: [u32; ELEMENTS as usize],
    counters: Vec<u32>,
    group: u32,
    lane: u32,
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(u32),
}

struct Machine<'a> {
    program: &'a Program,
    run: &'a mut Run,
    shares: Vec<u32>,
    counts: [u32; ELEMENTS as usize],
    fuel: u32,
}

impl Program {
    /// False where it computes too much.
    pub(super) fn run(&self, run: &mut Run) -> bool {
        let mut fuel = FUEL;
        for group in 0..self.groups {
            let shares = vec![0; self.size as usize];
            let mut machine =
                Machine { program: self, run, shares, counts: Default::default(), fuel };
            let mut lanes: Vec<Frame> =
                (0..self.size).map(|lane| machine.frame(group, lane)).collect();
            machine.steps(&self.steps, &mut lanes);
            for frame in &mut lanes {
                let out = match machine.block(&self.last, frame) {
                    Flow::Return(x) => x,
                    _ => machine.digest(frame),
                };
                let at = machine.at(frame);
                machine.run.output[at] = out;
            }
            fuel = machine.fuel;
        }
        fuel > 0
    }
}

impl Machine<'_> {
    fn frame(&self, group: u32, lane: u32) -> Frame {
        Frame {
            variables: Default::default(),
            list: Default::default(),
            counters: vec![0; self.program.counters],
            group,
            lane,
        }
    }

    fn at(&self, frame: &Frame) -> usize {
        (frame.group * self.program.size + frame.lane) as usize
    }

    fn digest(&self, frame: &Frame) -> u32 {
        let mut d = self.run.memory[self.at(frame) * ELEMENTS as usize];
        let mut add = |x| d = d.wrapping_mul(31).wrapping_add(x);
        for ty in TYPES {
            for x in frame.variables[ty as usize] {
                add(if ty == Ty::F { (f32::from_bits(x) * 2.0) as i32 as u32 } else { x });
            }
        }
        for (element, count) in frame.list.iter().zip(self.counts) {
            add(element.wrapping_add(count));
        }
        if !self.program.alone {
            add(self.shares[(frame.lane as usize + 1) % self.shares.len()]);
        }
        d
    }

    fn steps(&mut self, steps: &[Step], lanes: &mut [Frame]) {
        for step in steps {
            match step {
                Step::Lanes(body) => lanes.iter_mut().for_each(|frame| {
                    self.block(body, frame);
                }),
                Step::If(condition, yes, no) => {
                    let holds = self.eval(condition, &mut lanes[0]) != 0;
                    self.steps(if holds { yes } else { no }, lanes);
                }
                Step::Loop { counter, rounds, body } => {
                    for round in 0..*rounds {
                        lanes.iter_mut().for_each(|frame| frame.counters[*counter] = round);
                        self.steps(body, lanes);
                    }
                }
                Step::Load(to, at) => {
                    let at = self.eval(at, &mut lanes[0]) % self.program.size;
                    let value = self.shares[at as usize];
                    lanes.iter_mut().for_each(|frame| frame.variables[Ty::U as usize][*to] = value);
                }
            }
        }
    }

    fn block(&mut self, list: &[Statement], frame: &mut Frame) -> Flow {
        for statement in list {
            if self.fuel == 0 {
                return Flow::Return(0);
            }
            self.fuel -= 1;
            match self.statement(statement, frame) {
                Flow::Next => {}
                other => return other,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &Statement, frame: &mut Frame) -> Flow {
        const U: usize = Ty::U as usize;
        match statement {
            Statement::Assign(ty, k, e) => frame.variables[*ty as usize][*k] = self.eval(e, frame),
            Statement::Increase(k, e) => {
                let by = self.eval(e, frame);
                frame.variables[U][*k] = frame.variables[U][*k].wrapping_add(by);
            }
            Statement::SetElement(at, e) => {
                let (at, value) = (self.element(at, frame), self.eval(e, frame));
                if let Some(element) = frame.list.get_mut(at) {
                    *element = value;
                }
            }
            Statement::SetMemory(at, e) => {
                let (at, value) = (self.memory(at, frame), self.eval(e, frame));
                self.run.memory[at] = value;
            }
            Statement::SetOwn(e) => self.shares[frame.lane as usize] = self.eval(e, frame),
            Statement::Atomic(at, e) => {
                let at = (self.eval(at, frame) % ELEMENTS) as usize;
                let value = self.eval(e, frame);
                self.counts[at] = ATOMICS[self.program.atomics[at]].1(self.counts[at], value);
            }
            Statement::Bump(k, e) => {
                let by = self.eval(e, frame);
                let x = &mut frame.variables[U][*k];
                *x = if by % 3 == 1 {
                    x.wrapping_add(by)
                } else {
                    x.wrapping_mul(2).wrapping_add(1)
                };
            }
            Statement::If(condition, yes, no) => {
                let holds = self.eval(condition, frame) != 0;
                return self.block(if holds { yes } else { no }, frame);
            }
            Statement::Loop { kind, counter, rounds, stop, body } => {
                return self.repeat((*kind, *counter, *rounds), stop, body, frame);
            }
            Statement::Switch(value, cases) => {
                let case = match self.eval(value, frame) % 5 {
                    0 => 0,
                    1 | 3 => 1,
                    _ => 2,
                };
                return match self.block(&cases[case], frame) {
                    Flow::Break => Flow::Next,
                    other => other,
                };
            }
            Statement::Break => return Flow::Break,
            Statement::Continue => return Flow::Continue,
            Statement::Return(e) => return Flow::Return(self.eval(e, frame)),
        }
        Flow::Next
    }

    fn repeat(
        &mut self,
        (kind, counter, rounds): (Loop, usize, u32),
        stop: &Expr,
        body: &[Statement],
        frame: &mut Frame,
    ) -> Flow {
        frame.counters[counter] = 0;
        loop {
            match kind {
                Loop::For | Loop::While if frame.counters[counter] >= rounds => return Flow::Next,
                Loop::While => frame.counters[counter] += 1,
                Loop::For | Loop::Continuing => {}
            }
            if !matches!(kind, Loop::Continuing) && self.eval(stop, frame) != 0 {
                return Flow::Next;
            }
            match self.block(body, frame) {
                Flow::Break => return Flow::Next,
                Flow::Return(x) => return Flow::Return(x),
                Flow::Next | Flow::Continue => {}
            }
            if !matches!(kind, Loop::While) {
                frame.counters[counter] += 1;
            }
            if matches!(kind, Loop::Continuing)
                && (frame.counters[counter] >= rounds || self.eval(stop, frame) != 0)
            {
                return Flow::Next;
            }
        }
    }

    fn element(&mut self, at: &Expr, frame: &mut Frame) -> usize {
        (self.eval(at, frame) % (ELEMENTS + u32::from(self.program.wild))) as usize
    }

    fn memory(&mut self, at: &Expr, frame: &mut Frame) -> usize {
        self.at(frame) * ELEMENTS as usize + (self.eval(at, frame) % ELEMENTS) as usize
    }

    fn eval(&mut self, e: &Expr, frame: &mut Frame) -> u32 {
        match e {
            Expr::Literal(_, bits) => *bits,
            Expr::Variable(ty, k) => frame.variables[*ty as usize][*k],
            Expr::Counter(k) => frame.counters[*k],
            Expr::Input => self.run.input[self.at(frame)],
            Expr::Lane => frame.lane,
            Expr::Group => frame.group,
            Expr::Element(at) => {
                let at = self.element(at, frame);
                frame.list.get(at).copied().unwrap_or(0)
            }
            Expr::Memory(at) => {
                let at = self.memory(at, frame);
                self.run.memory[at]
            }
            Expr::Own => self.shares[frame.lane as usize],
            Expr::Shared(at) => {
                let at = self.eval(at, frame) % self.program.size;
                self.shares[at as usize]
            }
            Expr::Count(at) => self.counts[(self.eval(at, frame) % ELEMENTS) as usize],
            Expr::Apply(k, operands) => {
                let values: Vec<u32> = operands.iter().map(|e| self.eval(e, frame)).collect();
                (OPERATIONS[*k].rust)(&values)
            }
            Expr::Call(k, x, y) => {
                let (x, y) = (self.eval(x, frame), self.eval(y, frame));
                let mut inner = self.frame(frame.group, frame.lane);
                inner.variables[Ty::U as usize][..2].copy_from_slice(&[x, y]);
                inner.variables[Ty::I as usize][0] = x;
                match self.block(&self.program.functions[*k], &mut inner) {
                    Flow::Return(x) => x,
                    _ => inner.variables[Ty::U as usize][0] ^ inner.variables[Ty::U as usize][1],
                }
            }
        }
    }
}
