//! Entering functions: the entry point, and calls, which are inlined.

use super::Outcome;
use super::builder::{Builder, Home, Value};
use super::frame::{Frame, Kind, Slot, Target};
use super::place::{Place, Root};
use super::scan;
use super::types::{invalid, too_large, unsupported};
use crate::program::{MaskHow, Op, Preset, Reg};
use naga::{AddressSpace, BuiltIn, EntryPoint, Expression, Function, Handle, TypeInner};

/// Calls inside calls deeper than this are refused, to bound the stack.
const MAX_CALLS: usize = 64;

impl<'a> Builder<'a> {
    pub(crate) fn entry(&mut self, point: &'a EntryPoint, index: usize) -> Outcome {
        self.globals()?;
        let info = self.info.get_entry_point(index);
        let mut arguments = Vec::new();
        for argument in &point.function.arguments {
            let mut value = Vec::new();
            match (&argument.binding, &self.module.types[argument.ty].inner) {
                (Some(naga::Binding::BuiltIn(b)), _) => self.builtin(*b, &mut value)?,
                (None, TypeInner::Struct { members, .. }) => {
                    for member in members {
                        match member.binding {
                            Some(naga::Binding::BuiltIn(b)) => self.builtin(b, &mut value)?,
                            _ => return unsupported("an entry argument that is no builtin"),
                        }
                    }
                }
                _ => return unsupported("an entry argument that is no builtin"),
            }
            arguments.push(Slot::Value(value.into()));
        }
        let mut f = Frame::new(&point.function, info, Reg::BASE);
        f.arguments = arguments;
        self.function(&mut f)?;
        self.check_size()
    }

    fn builtin(&mut self, builtin: BuiltIn, into: &mut Vec<Reg>) -> Outcome {
        let packed = self.shape.packed > 1;
        let mut axes = |preset: fn(u8) -> Preset, uniform| {
            into.extend([0, 1, 2].map(|axis| self.preset(preset(axis), uniform)));
        };
        match builtin {
            BuiltIn::GlobalInvocationId => axes(Preset::GlobalId, false),
            BuiltIn::LocalInvocationId => axes(Preset::LocalId, false),
            BuiltIn::WorkGroupId => axes(Preset::WorkgroupId, !packed),
            BuiltIn::NumWorkGroups => axes(Preset::NumWorkgroups, true),
            BuiltIn::LocalInvocationIndex => into.push(self.preset(Preset::LocalIndex, false)),
            BuiltIn::WorkGroupSize => {
                let size = self.shape.size;
                into.extend(size.map(|s| self.word(s)));
            }
            BuiltIn::SubgroupInvocationId => into.push(self.preset(Preset::SubgroupLane, false)),
            BuiltIn::SubgroupId => into.push(self.preset(Preset::SubgroupId, false)),
            BuiltIn::SubgroupSize => into.push(self.word(crate::exec::SUBGROUP as u32)),
            BuiltIn::NumSubgroups => {
                let n = self.shape.invocations().div_ceil(crate::exec::SUBGROUP as u32);
                into.push(self.word(n));
            }
            other => return unsupported(format!("builtin {other:?}")),
        }
        Ok(())
    }

    /// The whole body of a function, in a frame that has its arguments.
    fn function(&mut self, f: &mut Frame<'a>) -> Outcome {
        let function = f.function;
        let id = self.id();
        let parted = self.facts.parted.contains(&id);
        let early = scan::early_return(&function.body, true);
        let outer = f.mask;
        let mut left = outer;
        if parted {
            f.mask = self.mask_reg();
            left = self.mask_reg();
            self.emit(Op::Mask { how: MaskHow::Copy, d: f.mask, a: outer });
            self.emit(Op::Mask { how: MaskHow::Clear, d: left, a: outer });
        }
        f.targets.push(Target { id, kind: Kind::Function, mask: f.mask, parted, left });
        let single = matches!(function.body.last(), Some(naga::Statement::Return { .. }));
        if let (Some(result), true) = (&function.result, early || !single) {
            let shape = self.types.of(result.ty)?;
            // Lanes that returned keep theirs while others go on: a mask of the caller's.
            let var = self.var(shape, outer, false)?;
            self.clear(f, var, shape)?;
            f.result = Some(var);
        }
        let indexed = scan::indexed_locals(self.module, function);
        for (handle, local) in function.local_variables.iter() {
            let shape = self.types.of(local.ty)?;
            let var = self.var(shape, f.mask, indexed.contains(&handle))?;
            f.locals.insert(handle, var);
            match local.init {
                Some(init) => {
                    let value = self.value(f, init)?;
                    let homes = self.vars[var].regs.clone();
                    for (&d, &a) in homes.iter().zip(value.iter()) {
                        self.assign(f, var, d, a);
                    }
                }
                None => self.clear(f, var, shape)?,
            }
            self.check_size()?;
        }
        // Both kinds of jump, and masks found empty, end here.
        let jumps = early;
        if jumps {
            self.begin();
        }
        self.block(f, &function.body, true)?;
        if jumps {
            let body = self.end();
            self.emit(Op::Scope { body });
        }
        f.targets.pop();
        f.mask = outer;
        Ok(())
    }

    fn clear(&mut self, f: &Frame<'a>, var: usize, shape: super::types::Shape) -> Outcome {
        let zeros = self.zeros(shape)?;
        let homes = self.vars[var].regs.clone();
        for (&d, &a) in homes.iter().zip(zeros.iter()) {
            self.assign(f, var, d, a);
        }
        Ok(())
    }

    pub(crate) fn call(
        &mut self,
        f: &mut Frame<'a>,
        callee: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Outcome {
        self.count_call()?;
        self.depth += 1;
        if self.depth > MAX_CALLS {
            return Err(too_large(format!("calls nested more than {MAX_CALLS} deep")));
        }
        let mut slots = Vec::with_capacity(arguments.len());
        for &a in arguments {
            slots.push(self.slot(f, a)?);
        }
        // What the callee may change: private variables, and what it has pointers to.
        let mut open: Vec<usize> = slots
            .iter()
            .filter_map(|slot| match slot {
                Slot::Place(Place { root: Root::Var { var, .. }, .. }) => Some(*var),
                _ => None,
            })
            .collect();
        for (handle, global) in self.module.global_variables.iter() {
            if global.space == AddressSpace::Private
                && let Some(Home::Var(var)) = self.globals.get(&handle)
            {
                open.push(*var);
            }
        }
        self.keep(f, |var| open.contains(&var));
        for slot in &mut slots {
            if let Slot::Value(value) = slot {
                let copied: Value = value
                    .iter()
                    .map(|&r| match self.homes.get(&r) {
                        Some(var) if open.contains(var) => self.copy(r),
                        _ => r,
                    })
                    .collect();
                *value = copied;
            }
        }
        let function = &self.module.functions[callee];
        let mut inner = Frame::new(function, &self.info[callee], f.mask);
        inner.arguments = slots;
        self.function(&mut inner)?;
        if let Some(result) = result {
            let value = match (inner.result, inner.direct) {
                (Some(var), _) => self.vars[var].regs.clone(),
                (None, Some(value)) => value,
                (None, None) => return Err(invalid("a function without its result")),
            };
            self.define(f, result, Slot::Value(value));
        }
        self.depth -= 1;
        Ok(())
    }
}
