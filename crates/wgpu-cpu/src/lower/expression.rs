//! Expressions.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::{Frame, Slot};
use super::types::{Shape, Ty, invalid, unsupported};
use crate::program::{Bin, Reg, Un};
use naga::{Expression, Handle, RelationalFunction, SwizzleComponent, TypeInner};

impl<'a> Builder<'a> {
    pub(crate) fn inner(&self, f: &Frame<'a>, e: Handle<Expression>) -> &'a TypeInner {
        f.info[e].ty.inner_with(&self.module.types)
    }

    pub(crate) fn shape_of(&self, f: &Frame<'a>, e: Handle<Expression>) -> Outcome<Shape> {
        if let Some(handle) = f.info[e].ty.handle() {
            return self.types.of(handle);
        }
        self.types.shape(self.inner(f, e))
    }

    /// The component type of a scalar, vector or matrix.
    pub(crate) fn scalar_type(&self, f: &Frame<'a>, e: Handle<Expression>) -> Outcome<Ty> {
        match *self.inner(f, e) {
            TypeInner::Scalar(s) | TypeInner::Atomic(s) => Ty::of(s),
            TypeInner::Vector { scalar, .. } | TypeInner::Matrix { scalar, .. } => Ty::of(scalar),
            ref other => unsupported(format!("arithmetic on {}", super::types::name(other))),
        }
    }

    pub(crate) fn expression(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Slot> {
        let function = f.function;
        let value: Value = match function.expressions[e] {
            Expression::Literal(literal) => [self.literal(literal)?].into(),
            Expression::Constant(c) => self.global_value(self.module.constants[c].init)?,
            Expression::Override(_) => {
                return unsupported("an override without a value");
            }
            Expression::ZeroValue(ty) => self.zeros(self.types.of(ty)?)?,
            Expression::Compose { ref components, .. } => {
                let mut parts = Vec::new();
                for &c in components {
                    parts.extend(self.value(f, c)?.iter());
                }
                parts.into()
            }
            Expression::Access { base, index } => return self.access(f, base, index),
            Expression::AccessIndex { base, index } => return self.access_index(f, base, index),
            Expression::Splat { size, value } => {
                let part = self.scalar(f, value)?;
                vec![part; size as usize].into()
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(f, vector)?;
                let pick = |c: &SwizzleComponent| vector.get(*c as usize).copied();
                pattern[..size as usize]
                    .iter()
                    .map(pick)
                    .collect::<Option<Vec<Reg>>>()
                    .ok_or_else(|| invalid("a swizzle past the end"))?
                    .into()
            }
            Expression::FunctionArgument(i) => {
                let slot = f.arguments.get(i as usize).cloned();
                return slot.ok_or_else(|| invalid("no such argument"));
            }
            Expression::GlobalVariable(g) => {
                let home = self.globals.get(&g).copied();
                let home = home.ok_or_else(|| invalid("a variable out of reach"))?;
                let shape = self.types.of(self.module.global_variables[g].ty)?;
                return Ok(Slot::Place(self.home_place(home, shape)));
            }
            Expression::LocalVariable(v) => {
                let var = f.locals.get(&v).copied().ok_or_else(|| invalid("no such variable"))?;
                let shape = self.types.of(function.local_variables[v].ty)?;
                return Ok(Slot::Place(self.home_place(super::builder::Home::Var(var), shape)));
            }
            Expression::Load { pointer } => {
                let place = self.place(f, pointer)?;
                self.load(&place)?
            }
            Expression::Unary { op, expr } => self.unary(f, op, expr)?,
            Expression::Binary { op, left, right } => self.binary(f, op, left, right)?,
            Expression::Select { condition, accept, reject } => {
                let c = self.value(f, condition)?;
                let (a, b) = (self.value(f, accept)?, self.value(f, reject)?);
                let at = |k: usize| if c.len() == 1 { c[0] } else { c[k] };
                (0..a.len()).map(|k| self.select(at(k), a[k], b[k])).collect()
            }
            Expression::Relational { fun, argument } => self.relational(f, fun, argument)?,
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                self.math(f, fun, [Some(arg), arg1, arg2, arg3])?
            }
            Expression::As { expr, kind, convert } => self.cast(f, expr, kind, convert)?,
            Expression::ArrayLength(pointer) => {
                let place = self.place(f, pointer)?;
                [self.array_length(&place)?].into()
            }
            Expression::CallResult(_)
            | Expression::AtomicResult { .. }
            | Expression::WorkGroupUniformLoadResult { .. }
            | Expression::SubgroupBallotResult
            | Expression::SubgroupOperationResult { .. } => {
                return Err(invalid("a result before its statement"));
            }
            Expression::ImageSample { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageQuery { .. } => return unsupported("textures"),
            Expression::Derivative { .. } => return unsupported("derivatives"),
            Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. } => return unsupported("ray tracing"),
            Expression::CooperativeLoad { .. } | Expression::CooperativeMultiplyAdd { .. } => {
                return unsupported("cooperative matrices");
            }
        };
        Ok(Slot::Value(value))
    }

    fn relational(
        &mut self,
        f: &mut Frame<'a>,
        fun: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Outcome<Value> {
        let ty = self.scalar_type(f, argument)?;
        let value = self.value(f, argument)?;
        let mut fold = |op| {
            let first = value[0];
            value[1..].iter().fold(first, |all, &r| self.bin(op, all, r))
        };
        Ok(match fun {
            RelationalFunction::All => [fold(Bin::And)].into(),
            RelationalFunction::Any => [fold(Bin::Or)].into(),
            RelationalFunction::IsNan if ty == Ty::F64 => {
                value.iter().map(|&r| self.narrow(crate::program::Narrow::IsNan, r)).collect()
            }
            RelationalFunction::IsInf if ty == Ty::F64 => {
                value.iter().map(|&r| self.narrow(crate::program::Narrow::IsInf, r)).collect()
            }
            RelationalFunction::IsNan => value.iter().map(|&r| self.un(Un::IsNan, r)).collect(),
            RelationalFunction::IsInf => value.iter().map(|&r| self.un(Un::IsInf, r)).collect(),
        })
    }
}
