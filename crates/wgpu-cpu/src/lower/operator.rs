//! Operators, component by component and on matrices.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::Frame;
use super::types::{Ty, unsupported};
use crate::program::{Bin, Reg, Un, WideBin, WideCmp, WideUn};
use naga::{BinaryOperator as B, Expression, Handle, TypeInner, UnaryOperator};

impl<'a> Builder<'a> {
    pub(crate) fn unary(
        &mut self,
        f: &mut Frame<'a>,
        op: UnaryOperator,
        e: Handle<Expression>,
    ) -> Outcome<Value> {
        let ty = self.scalar_type(f, e)?;
        let value = self.value(f, e)?;
        Ok(value
            .iter()
            .map(|&a| match op {
                UnaryOperator::Negate => self.negate(ty, a),
                UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot if ty.is_wide() => {
                    self.wide_un(WideUn::Not, a)
                }
                UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => self.un(Un::Not, a),
            })
            .collect())
    }

    pub(crate) fn negate(&mut self, ty: Ty, a: Reg) -> Reg {
        match (ty.is_wide(), ty.is_float()) {
            (false, false) => self.un(Un::NegI, a),
            (false, true) => self.un(Un::NegF, a),
            (true, false) => self.wide_un(WideUn::NegI, a),
            (true, true) => self.wide_un(WideUn::NegF, a),
        }
    }

    /// An `f16` result, rounded as one; others as they are.
    pub(crate) fn rounded(&mut self, ty: Ty, a: Reg) -> Reg {
        if ty == Ty::F16 { self.un(Un::RoundF16, a) } else { a }
    }

    pub(crate) fn binary(
        &mut self,
        f: &mut Frame<'a>,
        op: B,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Outcome<Value> {
        let ty = self.scalar_type(f, left)?;
        let (l, r) = (self.inner(f, left), self.inner(f, right));
        let (a, b) = (self.value(f, left)?, self.value(f, right)?);
        if op == B::Multiply
            && let Some(product) = self.matrix_product(ty, (l, &a), (r, &b))?
        {
            return Ok(product);
        }
        if matches!(l, TypeInner::Array { .. } | TypeInner::Struct { .. }) {
            return unsupported("an operator on arrays");
        }
        let mut b = b;
        // A 64-bit shift takes its amount from 32 bits.
        if matches!(op, B::ShiftLeft | B::ShiftRight) && ty.is_wide() && !b[0].is_wide() {
            b = b.iter().map(|&r| self.widen(crate::program::Widen::Zero, r)).collect();
        }
        let n = a.len().max(b.len());
        let at = |v: &Value, k: usize| if v.len() == 1 { v[0] } else { v[k] };
        (0..n).map(|k| self.component(ty, op, at(&a, k), at(&b, k))).collect()
    }

    /// One component of an operator.
    pub(crate) fn component(&mut self, ty: Ty, op: B, a: Reg, b: Reg) -> Outcome<Reg> {
        if ty.is_wide() {
            return self.wide_component(ty, op, a, b);
        }
        let (float, signed) = (ty.is_float(), ty.is_signed());
        let pick = |f, i, u| {
            if float {
                f
            } else if signed {
                i
            } else {
                u
            }
        };
        // `a > b` is `b < a`, also for NaN.
        let (op, a, b) = match op {
            B::Greater => (B::Less, b, a),
            B::GreaterEqual => (B::LessEqual, b, a),
            other => (other, a, b),
        };
        let code = match op {
            B::Add => pick(Bin::AddF, Bin::AddI, Bin::AddI),
            B::Subtract => pick(Bin::SubF, Bin::SubI, Bin::SubI),
            B::Multiply => pick(Bin::MulF, Bin::MulI, Bin::MulI),
            B::Divide => pick(Bin::DivF, Bin::DivI, Bin::DivU),
            B::Modulo => pick(Bin::RemF, Bin::RemI, Bin::RemU),
            B::Equal => pick(Bin::EqF, Bin::EqI, Bin::EqI),
            B::NotEqual => pick(Bin::NeF, Bin::NeI, Bin::NeI),
            B::Less => pick(Bin::LtF, Bin::LtI, Bin::LtU),
            B::LessEqual => pick(Bin::LeF, Bin::LeI, Bin::LeU),
            B::And | B::LogicalAnd => Bin::And,
            B::InclusiveOr | B::LogicalOr => Bin::Or,
            B::ExclusiveOr => Bin::Xor,
            B::ShiftLeft => Bin::Shl,
            B::ShiftRight => pick(Bin::ShrU, Bin::ShrI, Bin::ShrU),
            B::Greater | B::GreaterEqual => return unsupported("a comparison"),
        };
        let d = self.bin(code, a, b);
        let number = matches!(op, B::Add | B::Subtract | B::Multiply | B::Divide | B::Modulo);
        Ok(if number { self.rounded(ty, d) } else { d })
    }

    fn wide_component(&mut self, ty: Ty, op: B, a: Reg, b: Reg) -> Outcome<Reg> {
        let (op, a, b) = match op {
            B::Greater => (B::Less, b, a),
            B::GreaterEqual => (B::LessEqual, b, a),
            other => (other, a, b),
        };
        let compare = match (op, ty) {
            (B::Equal, Ty::F64) => Some(WideCmp::EqF),
            (B::NotEqual, Ty::F64) => Some(WideCmp::NeF),
            (B::Less, Ty::F64) => Some(WideCmp::LtF),
            (B::LessEqual, Ty::F64) => Some(WideCmp::LeF),
            (B::Equal, _) => Some(WideCmp::EqI),
            (B::NotEqual, _) => Some(WideCmp::NeI),
            (B::Less, Ty::I64) => Some(WideCmp::LtI),
            (B::LessEqual, Ty::I64) => Some(WideCmp::LeI),
            (B::Less, _) => Some(WideCmp::LtU),
            (B::LessEqual, _) => Some(WideCmp::LeU),
            _ => None,
        };
        if let Some(code) = compare {
            return Ok(self.compare(code, a, b));
        }
        let code = match (op, ty) {
            (B::Add, Ty::F64) => WideBin::AddF,
            (B::Subtract, Ty::F64) => WideBin::SubF,
            (B::Multiply, Ty::F64) => WideBin::MulF,
            (B::Divide, Ty::F64) => WideBin::DivF,
            (B::Modulo, Ty::F64) => WideBin::RemF,
            (B::Add, _) => WideBin::AddI,
            (B::Subtract, _) => WideBin::SubI,
            (B::Multiply, _) => WideBin::MulI,
            (B::Divide, Ty::I64) => WideBin::DivI,
            (B::Modulo, Ty::I64) => WideBin::RemI,
            (B::Divide, _) => WideBin::DivU,
            (B::Modulo, _) => WideBin::RemU,
            (B::And, _) => WideBin::And,
            (B::InclusiveOr, _) => WideBin::Or,
            (B::ExclusiveOr, _) => WideBin::Xor,
            (B::ShiftLeft, _) => WideBin::Shl,
            (B::ShiftRight, Ty::I64) => WideBin::ShrI,
            (B::ShiftRight, _) => WideBin::ShrU,
            _ => return unsupported(format!("{op:?} of 64 bits")),
        };
        Ok(self.wide_bin(code, a, b))
    }

    /// A float operation of either width.
    pub(crate) fn float1(&mut self, ty: Ty, narrow: Un, wide: WideUn, a: Reg) -> Reg {
        if ty.is_wide() {
            self.wide_un(wide, a)
        } else {
            let d = self.un(narrow, a);
            self.rounded(ty, d)
        }
    }

    /// A float operation of either width.
    pub(crate) fn float2(&mut self, ty: Ty, narrow: Bin, wide: WideBin, a: Reg, b: Reg) -> Reg {
        if ty.is_wide() {
            self.wide_bin(wide, a, b)
        } else {
            let d = self.bin(narrow, a, b);
            self.rounded(ty, d)
        }
    }

    pub(crate) fn add(&mut self, ty: Ty, a: Reg, b: Reg) -> Outcome<Reg> {
        self.component(ty, B::Add, a, b)
    }

    pub(crate) fn sub(&mut self, ty: Ty, a: Reg, b: Reg) -> Outcome<Reg> {
        self.component(ty, B::Subtract, a, b)
    }

    pub(crate) fn mul(&mut self, ty: Ty, a: Reg, b: Reg) -> Outcome<Reg> {
        self.component(ty, B::Multiply, a, b)
    }

    pub(crate) fn div(&mut self, ty: Ty, a: Reg, b: Reg) -> Outcome<Reg> {
        self.component(ty, B::Divide, a, b)
    }

    pub(crate) fn less(&mut self, ty: Ty, a: Reg, b: Reg) -> Outcome<Reg> {
        self.component(ty, B::Less, a, b)
    }
}
