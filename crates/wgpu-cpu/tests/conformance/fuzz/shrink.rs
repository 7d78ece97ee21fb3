//! Making a kernel small that two judges see differently.

use super::operations::OPERATIONS;
use super::program::{Expr, Program, Statement, Step, Ty};

impl Program {
    /// As small as it gets by taking out one thing after the other, while it stays wrong.
    pub(super) fn shrink(mut self, wrong: impl Fn(&Self) -> bool) -> Self {
        let mut at = 0;
        while let Some(smaller) = self.without(at) {
            match wrong(&smaller) {
                true => self = smaller,
                false => at += 1,
            }
        }
        self
    }

    /// Without what has this number, or nothing once all have been tried.
    fn without(&self, number: usize) -> Option<Self> {
        let mut smaller = self.clone();
        let mut cut = Cut { left: number };
        let done = cut.steps(&mut smaller.steps)
            || cut.block(&mut smaller.last)
            || smaller.functions.iter_mut().any(|body| cut.block(body));
        done.then_some(smaller)
    }
}

/// Counts down to what is taken out.
struct Cut {
    left: usize,
}

impl Cut {
    fn here(&mut self) -> bool {
        let here = self.left == 0;
        self.left = self.left.wrapping_sub(1);
        here
    }

    fn steps(&mut self, list: &mut Vec<Step>) -> bool {
        for k in 0..list.len() {
            if self.here() {
                list.remove(k);
                return true;
            }
            let done = match &mut list[k] {
                Step::Lanes(body) => self.block(body),
                Step::If(condition, yes, no) => {
                    self.expr(condition) || self.steps(yes) || self.steps(no)
                }
                Step::Loop { body, .. } => self.steps(body),
                Step::Load(_, at) => self.expr(at),
            };
            if done {
                return true;
            }
        }
        false
    }

    fn block(&mut self, list: &mut Vec<Statement>) -> bool {
        for k in 0..list.len() {
            if self.here() {
                list.remove(k);
                return true;
            }
            let done = match &mut list[k] {
                Statement::Assign(_, _, e)
                | Statement::Increase(_, e)
                | Statement::SetOwn(e)
                | Statement::Bump(_, e)
                | Statement::Return(e) => self.expr(e),
                Statement::SetElement(at, e)
                | Statement::SetMemory(at, e)
                | Statement::Atomic(at, e) => self.expr(at) || self.expr(e),
                Statement::If(condition, yes, no) => {
                    self.expr(condition) || self.block(yes) || self.block(no)
                }
                Statement::Loop { stop, body, .. } => self.expr(stop) || self.block(body),
                Statement::Switch(value, cases) => {
                    self.expr(value) || cases.iter_mut().any(|case| self.block(case))
                }
                Statement::Break | Statement::Continue => false,
            };
            if done {
                return true;
            }
        }
        false
    }

    /// An operand takes the place of an operation, or a zero that of anything.
    fn expr(&mut self, e: &mut Expr) -> bool {
        if matches!(e, Expr::Literal(..)) {
            return false;
        }
        if self.here() {
            *e = Expr::Literal(e.ty(), 0);
            return true;
        }
        let ty = e.ty();
        let mut inner: Vec<&mut Expr> = match e {
            Expr::Element(at) | Expr::Memory(at) | Expr::Shared(at) | Expr::Count(at) => vec![at],
            Expr::Call(_, x, y) => vec![x, y],
            Expr::Apply(_, operands) => operands.iter_mut().collect(),
            _ => Vec::new(),
        };
        for operand in &mut inner {
            if operand.ty() == ty && self.here() {
                let operand = std::mem::replace(*operand, Expr::Input);
                *e = operand;
                return true;
            }
        }
        inner.into_iter().any(|e| self.expr(e))
    }
}

impl Expr {
    fn ty(&self) -> Ty {
        match self {
            Self::Literal(ty, _) | Self::Variable(ty, _) => *ty,
            Self::Apply(k, _) => OPERATIONS[*k].gives,
            _ => Ty::U,
        }
    }
}
