//! Throwing dice for a kernel.

use super::operations::{ATOMICS, OPERATIONS};
use super::program::{ELEMENTS, Expr, Loop, Program, Statement, Step, TYPES, Ty, VARIABLES};
use crate::dice::Dice;
use crate::value::Value;

/// What a place allows.
#[derive(Clone)]
struct Scope {
    /// Whether values must be the same for a workgroup.
    uniform: bool,
    /// Whether what belongs to the invocation can be named.
    main: bool,
    shared: Shared,
    /// Functions that may be called.
    functions: usize,
    counters: Vec<usize>,
    breaks: bool,
    continues: bool,
    returns: bool,
}

/// What may be done with what a workgroup shares. One who writes may not read what is of others,
/// since nobody knows who is first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shared {
    Untouched,
    Read,
    Written,
}

struct Maker<'a> {
    dice: &'a mut Dice,
    counters: usize,
}

impl Program {
    pub(super) fn generate(dice: &mut Dice) -> Self {
        let size = dice.one_of(&[1, 2, 3, 8, 32, 64, 100, 256]);
        let (alone, private, wild) = (dice.roll(3) == 0, dice.roll(3) == 0, dice.roll(8) == 0);
        let groups = 1 + dice.roll(if size > 64 { 3 } else { 6 });
        // Some are large, most are soon compiled.
        let depth = if dice.roll(16) == 0 { 3 } else { 2 };
        let atomics = std::array::from_fn(|_| dice.roll(ATOMICS.len() as u32) as usize);
        let mut maker = Maker { dice, counters: 0 };
        let scope = Scope {
            uniform: false,
            main: false,
            shared: Shared::Untouched,
            functions: 0,
            counters: Vec::new(),
            breaks: false,
            continues: false,
            returns: true,
        };
        let function = |k| maker.block(depth - 1, &Scope { functions: k, ..scope.clone() });
        let functions: Vec<_> = (0..2).map(function).collect();
        let main = Scope { main: true, functions: functions.len(), ..scope };
        let (steps, shared) = match alone {
            true => (Vec::new(), Shared::Untouched),
            false => (maker.steps(2, depth, &main), Shared::Read),
        };
        let last = maker.block(depth, &Scope { shared, ..main });
        let counters = maker.counters;
        Self { size, groups, counters, atomics, functions, steps, last, alone, private, wild }
    }
}

impl Maker<'_> {
    fn roll(&mut self, n: u32) -> u32 {
        self.dice.roll(n)
    }

    fn counter(&mut self) -> usize {
        self.counters += 1;
        self.counters - 1
    }

    fn steps(&mut self, nested: u32, depth: u32, scope: &Scope) -> Vec<Step> {
        let uniform = Scope { uniform: true, ..scope.clone() };
        let count = 1 + self.roll(2);
        let step = |_| match self.roll(if nested == 0 { 5 } else { 8 }) {
            5 => {
                let condition = self.expr(Ty::B, 2, &uniform);
                let mut steps = || self.steps(nested - 1, depth, scope);
                Step::If(condition, steps(), steps())
            }
            6 => {
                let counter = self.counter();
                let mut scope = scope.clone();
                scope.counters.push(counter);
                let body = self.steps(nested - 1, depth, &scope);
                Step::Loop { counter, rounds: 1 + self.roll(3), body }
            }
            7 => Step::Load(self.variable(), self.expr(Ty::U, 1, &uniform)),
            k => {
                let shared = if k % 2 == 0 { Shared::Written } else { Shared::Read };
                let scope = Scope { shared, returns: false, ..scope.clone() };
                Step::Lanes(self.block(depth, &scope))
            }
        };
        (0..count).map(step).collect()
    }

    fn block(&mut self, depth: u32, scope: &Scope) -> Vec<Statement> {
        (0..1 + self.roll(3)).map(|_| self.statement(depth, scope)).collect()
    }

    fn statement(&mut self, depth: u32, scope: &Scope) -> Statement {
        let written = scope.shared == Shared::Written;
        match self.roll(if depth == 0 { 12 } else { 20 }) {
            0..5 => {
                let ty = self.dice.one_of(&TYPES);
                let depth = 2 + self.roll(2);
                Statement::Assign(ty, self.variable(), self.expr(ty, depth, scope))
            }
            5 => Statement::SetElement(self.expr(Ty::U, 1, scope), self.expr(Ty::U, 2, scope)),
            6 if scope.main => {
                Statement::SetMemory(self.expr(Ty::U, 1, scope), self.expr(Ty::U, 2, scope))
            }
            7 => Statement::Bump(self.variable(), self.expr(Ty::U, 2, scope)),
            8 if written => Statement::SetOwn(self.expr(Ty::U, 2, scope)),
            9 if written => {
                Statement::Atomic(self.expr(Ty::U, 1, scope), self.expr(Ty::U, 2, scope))
            }
            10 => {
                let jump = match self.roll(6) {
                    0..3 if scope.breaks => Statement::Break,
                    3..5 if scope.continues => Statement::Continue,
                    _ if scope.returns => Statement::Return(self.expr(Ty::U, 2, scope)),
                    _ => return Statement::Increase(self.variable(), self.expr(Ty::U, 2, scope)),
                };
                Statement::If(self.expr(Ty::B, 2, scope), vec![jump], Vec::new())
            }
            12..15 => {
                let condition = self.expr(Ty::B, 2, scope);
                let yes = self.block(depth - 1, scope);
                let no = if self.roll(2) == 0 { Vec::new() } else { self.block(depth - 1, scope) };
                Statement::If(condition, yes, no)
            }
            15..18 => {
                let counter = self.counter();
                let kind = self.dice.one_of(&[Loop::For, Loop::While, Loop::Continuing]);
                let mut scope = Scope { breaks: true, continues: true, ..scope.clone() };
                scope.counters.push(counter);
                let stop = self.expr(Ty::B, 2, &scope);
                let body = self.block(depth - 1, &scope);
                Statement::Loop { kind, counter, rounds: 1 + self.roll(5), stop, body }
            }
            18..20 => {
                let scope = Scope { breaks: true, ..scope.clone() };
                let value = self.expr(Ty::U, 2, &scope);
                Statement::Switch(value, (0..3).map(|_| self.block(depth - 1, &scope)).collect())
            }
            _ => Statement::Increase(self.variable(), self.expr(Ty::U, 2, scope)),
        }
    }

    fn variable(&mut self) -> usize {
        self.roll(VARIABLES as u32) as usize
    }

    fn expr(&mut self, ty: Ty, depth: u32, scope: &Scope) -> Expr {
        if depth == 0 || self.roll(4) == 0 {
            return self.leaf(ty, scope);
        }
        if ty == Ty::U && scope.functions > 0 && self.roll(12) == 0 {
            let function = self.roll(scope.functions as u32) as usize;
            let mut argument = || Box::new(self.expr(Ty::U, depth - 1, scope));
            return Expr::Call(function, argument(), argument());
        }
        let fitting: Vec<usize> =
            (0..OPERATIONS.len()).filter(|k| OPERATIONS[*k].gives == ty).collect();
        let chosen = self.dice.one_of(&fitting);
        let operands = OPERATIONS[chosen].takes.iter();
        Expr::Apply(chosen, operands.map(|ty| self.expr(*ty, depth - 1, scope)).collect())
    }

    fn leaf(&mut self, ty: Ty, scope: &Scope) -> Expr {
        let kind = self.roll(10);
        if ty == Ty::U && kind < 6 {
            let at = |maker: &mut Self| Box::new(maker.expr(Ty::U, 1, scope));
            let shared = scope.shared;
            match (self.roll(10), scope.counters.len() as u32) {
                (0 | 1, n @ 1..) => return Expr::Counter(scope.counters[self.roll(n) as usize]),
                (2, _) if scope.main => return Expr::Group,
                _ if scope.uniform => {}
                (3, _) => return Expr::Element(at(self)),
                _ if !scope.main => {}
                (4, _) => return Expr::Input,
                (5, _) => return Expr::Lane,
                (6, _) => return Expr::Memory(at(self)),
                (7, _) if shared != Shared::Untouched => return Expr::Own,
                (8, _) if shared == Shared::Read => return Expr::Shared(at(self)),
                (9, _) if shared == Shared::Read => return Expr::Count(at(self)),
                _ => {}
            }
        }
        if kind < 7 && !scope.uniform {
            return Expr::Variable(ty, self.variable());
        }
        let bits = match ty {
            Ty::U if self.roll(2) == 0 => u32::pick(self.dice),
            Ty::U => self.roll(ELEMENTS * 3),
            Ty::I if self.roll(2) == 0 => u32::pick(self.dice),
            Ty::I => self.roll(13).wrapping_sub(6),
            Ty::F => (self.roll(41) as f32 / 2.0 - 10.0).to_bits(),
            Ty::B => self.roll(2),
        };
        Expr::Literal(ty, bits)
    }
}
