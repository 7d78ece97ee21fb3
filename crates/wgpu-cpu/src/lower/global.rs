//! Module-scope variables and constant expressions.

use super::builder::{Builder, Home, Value};
use super::types::{Ty, invalid, too_large, unsupported};
use super::{BindingInfo, BindingKind, Outcome};
use crate::program::{Mem, Op, Reg};
use naga::proc::Layouter;
use naga::{AddressSpace, Expression, Handle, Literal, StorageAccess, TypeInner};

/// Bytes of workgroup memory a kernel may use.
const MAX_WORKGROUP: u64 = 64 << 10;

impl<'a> Builder<'a> {
    /// Finds a home for each variable the entry point reaches.
    pub(crate) fn globals(&mut self) -> Outcome {
        let mut layouter = Layouter::default();
        layouter
            .update(self.module.to_ctx())
            .map_err(|e| invalid(format!("a type has no layout: {e}")))?;
        for (handle, global) in self.module.global_variables.iter() {
            if !self.reach.globals.contains(&handle) {
                continue;
            }
            let size = layouter[global.ty].size;
            let label = || global.name.clone().unwrap_or_else(|| "unnamed".into());
            if matches!(
                self.module.types[global.ty].inner,
                TypeInner::Image { .. }
                    | TypeInner::Sampler { .. }
                    | TypeInner::BindingArray { .. }
            ) {
                let inner = &self.module.types[global.ty].inner;
                return unsupported(format!("{} (`{}`)", super::types::name(inner), label()));
            }
            let home = match global.space {
                AddressSpace::Storage { access } => {
                    let kind = if access.contains(StorageAccess::STORE) {
                        BindingKind::ReadWrite
                    } else {
                        BindingKind::Read
                    };
                    self.binding(global, kind, size.into())?
                }
                AddressSpace::Uniform => self.binding(global, BindingKind::Uniform, size.into())?,
                AddressSpace::Immediate => {
                    self.immediates = self.immediates.max(size);
                    Home::Mem(Mem::Immediate, 0)
                }
                AddressSpace::WorkGroup => {
                    let start = u64::from(self.workgroup.next_multiple_of(16));
                    let end = start + u64::from(size);
                    if end > MAX_WORKGROUP {
                        return Err(too_large(format!(
                            "{end} bytes of workgroup memory, at most {MAX_WORKGROUP}"
                        )));
                    }
                    self.workgroup = end as u32;
                    Home::Mem(Mem::Workgroup, start as u32)
                }
                AddressSpace::Private => {
                    let shape = self.types.of(global.ty)?;
                    let indexed = self.reach.indexed.contains(&handle);
                    let var = self.var(shape, Reg::BASE, indexed)?;
                    let init = match global.init {
                        Some(init) => self.global_value(init)?,
                        None => self.zeros(shape)?,
                    };
                    let homes = self.vars[var].regs.clone();
                    for (&d, &a) in homes.iter().zip(init.iter()) {
                        self.emit(Op::Move { d, a });
                    }
                    Home::Var(var)
                }
                other => return unsupported(format!("address space {other:?} (`{}`)", label())),
            };
            self.globals.insert(handle, home);
            self.check_size()?;
        }
        Ok(())
    }

    fn binding(
        &mut self,
        global: &naga::GlobalVariable,
        kind: BindingKind,
        min_size: u64,
    ) -> Outcome<Home> {
        let at = global.binding.ok_or_else(|| invalid("a resource without a binding"))?;
        let info = BindingInfo { group: at.group, binding: at.binding, kind, min_size };
        self.bindings.push(info);
        let index = u16::try_from(self.bindings.len() - 1);
        Ok(Home::Mem(Mem::Binding(index.map_err(|_| too_large("65536 bindings"))?), 0))
    }

    pub(crate) fn literal(&mut self, literal: Literal) -> Outcome<Reg> {
        Ok(match literal {
            Literal::F64(v) => self.wide_word(v.to_bits()),
            Literal::F32(v) => self.word(v.to_bits()),
            Literal::F16(v) => self.word(v.to_f32().to_bits()),
            Literal::U32(v) => self.word(v),
            Literal::I32(v) => self.word(v as u32),
            Literal::U64(v) => self.wide_word(v),
            Literal::I64(v) => self.wide_word(v as u64),
            Literal::Bool(v) => self.word(if v { !0 } else { 0 }),
            other => return unsupported(format!("literal {other:?}")),
        })
    }

    /// A constant expression of the module.
    pub(crate) fn global_value(&mut self, e: Handle<Expression>) -> Outcome<Value> {
        if let Some(value) = self.global_values.get(&e) {
            return Ok(value.clone());
        }
        self.depth += 1;
        if self.depth > 500 {
            return Err(too_large("a constant expression nested 500 deep"));
        }
        let value: Value = match self.module.global_expressions[e] {
            Expression::Literal(literal) => [self.literal(literal)?].into(),
            Expression::Constant(c) => self.global_value(self.module.constants[c].init)?,
            Expression::ZeroValue(ty) => self.zeros(self.types.of(ty)?)?,
            Expression::Compose { ref components, .. } => {
                let mut parts = Vec::new();
                for &c in components {
                    parts.extend(self.global_value(c)?.iter());
                }
                parts.into()
            }
            Expression::Splat { size, value } => {
                let part = self.global_value(value)?[0];
                vec![part; size as usize].into()
            }
            Expression::Override(o) => {
                let name = self.module.overrides[o].name.clone().unwrap_or_default();
                return Err(crate::error::CompileError::Override(format!("`{name}` has no value")));
            }
            ref other => return unsupported(format!("constant expression {other:?}")),
        };
        self.depth -= 1;
        self.global_values.insert(e, value.clone());
        Ok(value)
    }

    /// The constant one of a type.
    pub(crate) fn float(&mut self, ty: Ty, value: f64) -> Reg {
        if ty == Ty::F64 {
            self.wide_word(value.to_bits())
        } else {
            self.word((value as f32).to_bits())
        }
    }
}
