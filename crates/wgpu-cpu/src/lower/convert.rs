//! Casts and bitcasts.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::Frame;
use super::types::{Ty, unsupported};
use crate::program::{Narrow, Reg, Un, WideUn, Widen};
use naga::{Expression, Handle, Scalar, ScalarKind};

impl<'a> Builder<'a> {
    pub(crate) fn cast(
        &mut self,
        f: &mut Frame<'a>,
        e: Handle<Expression>,
        kind: ScalarKind,
        convert: Option<u8>,
    ) -> Outcome<Value> {
        let from = self.scalar_type(f, e)?;
        let value = self.value(f, e)?;
        let Some(width) = convert else {
            // A bitcast keeps the bits; an `f16` does not hold its own.
            return match from {
                Ty::F16 if kind != ScalarKind::Float => unsupported("a bitcast from f16"),
                _ => Ok(value),
            };
        };
        let to = Ty::of(Scalar { kind, width })?;
        value.iter().map(|&a| self.convert(from, to, a)).collect()
    }

    fn convert(&mut self, from: Ty, to: Ty, a: Reg) -> Outcome<Reg> {
        use Ty::{Bool, F16, F32, F64, I32, I64, U32, U64};
        Ok(match (from, to) {
            (Bool, Bool) | (I32 | U32, I32 | U32) | (I64 | U64, I64 | U64) => a,
            (F32 | F16, F32) | (F16, F16) | (F64, F64) => a,
            (F32, F16) => self.un(Un::RoundF16, a),
            (Bool, I32 | U32) => self.un(Un::BoolToInt, a),
            (Bool, F32 | F16) => self.un(Un::BoolToF32, a),
            (Bool, I64 | U64) => self.widen(Widen::BoolToInt, a),
            (Bool, F64) => self.widen(Widen::BoolToF64, a),
            (I32 | U32, Bool) => self.un(Un::IntToBool, a),
            (F32 | F16, Bool) => self.un(Un::F32ToBool, a),
            (I64 | U64, Bool) => self.narrow(Narrow::IntToBool, a),
            (F64, Bool) => self.narrow(Narrow::F64ToBool, a),
            (I32, F32) => self.un(Un::I32ToF32, a),
            (U32, F32) => self.un(Un::U32ToF32, a),
            (F32 | F16, I32) => self.un(Un::F32ToI32, a),
            (F32 | F16, U32) => self.un(Un::F32ToU32, a),
            (I32, I64 | U64) => self.widen(Widen::Sign, a),
            (U32, I64 | U64) => self.widen(Widen::Zero, a),
            (I64 | U64, I32 | U32) => self.narrow(Narrow::Low, a),
            (I32, F64) => self.widen(Widen::I32ToF64, a),
            (U32, F64) => self.widen(Widen::U32ToF64, a),
            (F32 | F16, F64) => self.widen(Widen::F32ToF64, a),
            (F32 | F16, I64) => self.widen(Widen::F32ToI64, a),
            (F32 | F16, U64) => self.widen(Widen::F32ToU64, a),
            (F64, F32) => self.narrow(Narrow::F64ToF32, a),
            (F64, I32) => self.narrow(Narrow::F64ToI32, a),
            (F64, U32) => self.narrow(Narrow::F64ToU32, a),
            (I64, F32) => self.narrow(Narrow::I64ToF32, a),
            (U64, F32) => self.narrow(Narrow::U64ToF32, a),
            (I64, F64) => self.wide_un(WideUn::I64ToF64, a),
            (U64, F64) => self.wide_un(WideUn::U64ToF64, a),
            (F64, I64) => self.wide_un(WideUn::F64ToI64, a),
            (F64, U64) => self.wide_un(WideUn::F64ToU64, a),
            (I32 | U32 | I64 | U64 | F64, F16) => {
                let wide = self.convert(from, F32, a)?;
                self.un(Un::RoundF16, wide)
            }
        })
    }
}
