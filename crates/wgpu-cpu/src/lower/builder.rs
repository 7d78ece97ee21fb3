//! The program while it grows: registers, constants and the current operations.

use super::types::{Shape as TypeShape, Ty, Types, too_large};
use super::{Facts, Outcome, scan::Reach};
use crate::error::Span;
use crate::lower::BindingInfo;
use crate::program::{
    Bin, Mem, Narrow, Op, Preset, Reg, Shape, Un, WideBin, WideCmp, WideUn, Widen,
};
use naga::valid::ModuleInfo;
use naga::{Handle, Module};
use std::collections::HashMap;
use std::rc::Rc;

/// A value: its components in order.
pub(crate) type Value = Rc<[Reg]>;

/// More operations than this are not compiled: calls are inlined and may multiply.
const MAX_OPS: usize = 200_000;

/// Operations inside operations deeper than this are not compiled, to bound the stack.
const MAX_NESTED: usize = 128;

/// A variable that lives in registers.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) id: u32,
    pub(crate) regs: Value,
    /// The first registers of its runs, where parts are chosen at run time.
    pub(crate) pinned: Option<(Reg, Reg)>,
    /// Lanes outside this mask never look at it again.
    pub(crate) mask: Reg,
    pub(crate) types: Rc<[Ty]>,
}

/// Where a module-scope variable lives.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    Var(usize),
    Mem(Mem, u32),
}

pub(crate) struct Builder<'a> {
    pub(crate) module: &'a Module,
    pub(crate) info: &'a ModuleInfo,
    pub(crate) types: Types<'a>,
    pub(crate) shape: &'a Shape,
    pub(crate) reach: &'a Reach,
    pub(crate) facts: &'a mut Facts,
    pub(crate) ops: Vec<Vec<Op>>,
    count: usize,
    next_reg: u32,
    next_id: u32,
    presets: HashMap<Preset, Reg>,
    constants: HashMap<Reg, u64>,
    pub(crate) vars: Vec<Var>,
    pub(crate) homes: HashMap<Reg, usize>,
    pub(crate) pinned: Vec<(Reg, u32)>,
    pub(crate) globals: HashMap<Handle<naga::GlobalVariable>, Home>,
    pub(crate) global_values: HashMap<Handle<naga::Expression>, Value>,
    pub(crate) bindings: Vec<BindingInfo>,
    pub(crate) workgroup: u32,
    pub(crate) immediates: u32,
    pub(crate) table: Vec<u32>,
    pub(crate) spans: Vec<Option<Span>>,
    /// Functions entered, to bound the stack.
    pub(crate) depth: usize,
}

/// What the rounds of lowering hand on.
pub(crate) struct Built {
    pub(crate) ops: Vec<Op>,
    pub(crate) presets: Vec<(Reg, Preset)>,
    pub(crate) pinned: Vec<(Reg, u32)>,
    pub(crate) bindings: Vec<BindingInfo>,
    pub(crate) workgroup: u32,
    pub(crate) immediates: u32,
    pub(crate) table: Vec<u32>,
    pub(crate) spans: Vec<Option<Span>>,
    /// The last number given to a variable, loop or switch.
    pub(crate) ids: u32,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        types: Types<'a>,
        info: &'a ModuleInfo,
        shape: &'a Shape,
        reach: &'a Reach,
        facts: &'a mut Facts,
    ) -> Outcome<Self> {
        Ok(Builder {
            module: types.module,
            info,
            types,
            shape,
            reach,
            facts,
            ops: vec![Vec::new()],
            count: 0,
            next_reg: 1,
            next_id: 0,
            presets: HashMap::new(),
            constants: HashMap::new(),
            vars: Vec::new(),
            homes: HashMap::new(),
            pinned: Vec::new(),
            globals: HashMap::new(),
            global_values: HashMap::new(),
            bindings: Vec::new(),
            workgroup: 0,
            immediates: 0,
            table: Vec::new(),
            spans: Vec::new(),
            depth: 0,
        })
    }

    pub(crate) fn finish(mut self) -> Built {
        Built {
            ops: self.ops.pop().unwrap_or_default(),
            presets: self.presets.into_iter().map(|(p, r)| (r, p)).collect(),
            pinned: self.pinned,
            bindings: self.bindings,
            workgroup: self.workgroup,
            immediates: self.immediates,
            table: self.table,
            spans: self.spans,
            ids: self.next_id,
        }
    }

    pub(crate) fn emit(&mut self, op: Op) {
        self.count += match &op {
            Op::Load { d: parts, .. } | Op::Store { a: parts, .. } => parts.len(),
            _ => 1,
        };
        if let Some(ops) = self.ops.last_mut() {
            ops.push(op);
        }
    }

    /// Counts a call, which may emit nothing: functions without a body multiply as well.
    pub(crate) fn count_call(&mut self) -> Outcome {
        self.count += 1;
        self.check_size()
    }

    /// Fails once the program has grown past all measure.
    pub(crate) fn check_size(&self) -> Outcome {
        if self.count > MAX_OPS {
            return Err(too_large(format!("more than {MAX_OPS} operations after inlining")));
        }
        if self.ops.len() > MAX_NESTED {
            return Err(too_large(format!(
                "control flow nested more than {MAX_NESTED} deep after inlining"
            )));
        }
        Ok(())
    }

    pub(crate) fn begin(&mut self) {
        self.ops.push(Vec::new());
    }

    pub(crate) fn end(&mut self) -> Vec<Op> {
        self.ops.pop().unwrap_or_default()
    }

    /// A number for a variable, loop or switch, the same in each round.
    pub(crate) fn id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id
    }

    pub(crate) fn span(&mut self, span: naga::Span) -> u32 {
        self.spans.push(super::span(span));
        (self.spans.len() - 1) as u32
    }

    pub(crate) fn reg(&mut self, uniform: bool, wide: bool) -> Reg {
        self.next_reg = (self.next_reg + 1).min(Reg::MAX);
        Reg::new(self.next_reg - 1, uniform, wide)
    }

    pub(crate) fn mask_reg(&mut self) -> Reg {
        self.reg(false, false)
    }

    /// Rows that lie one after another.
    pub(crate) fn group(&mut self, n: u32, wide: bool) -> Reg {
        let first = Reg::new(self.next_reg, false, wide);
        self.next_reg = self.next_reg.saturating_add(n).min(Reg::MAX);
        if n > 0 {
            self.pinned.push((first, n));
        }
        first
    }

    pub(crate) fn preset(&mut self, preset: Preset, uniform: bool) -> Reg {
        if let Some(&r) = self.presets.get(&preset) {
            return r;
        }
        let r = self.reg(uniform, matches!(preset, Preset::Wide(_)));
        self.presets.insert(preset, r);
        match preset {
            Preset::Word(value) => self.constants.insert(r, value.into()),
            Preset::Wide(value) => self.constants.insert(r, value),
            _ => None,
        };
        r
    }

    pub(crate) fn word(&mut self, value: u32) -> Reg {
        self.preset(Preset::Word(value), true)
    }

    pub(crate) fn wide_word(&mut self, value: u64) -> Reg {
        self.preset(Preset::Wide(value), true)
    }

    pub(crate) fn constant(&self, r: Reg) -> Option<u64> {
        self.constants.get(&r).copied()
    }

    pub(crate) fn un(&mut self, op: Un, a: Reg) -> Reg {
        let d = self.reg(a.is_uniform(), false);
        self.emit(Op::Unary { op, d, a });
        d
    }

    pub(crate) fn bin(&mut self, op: Bin, a: Reg, b: Reg) -> Reg {
        let d = self.reg(a.is_uniform() && b.is_uniform(), false);
        self.emit(Op::Binary { op, d, a, b });
        d
    }

    pub(crate) fn wide_un(&mut self, op: WideUn, a: Reg) -> Reg {
        let d = self.reg(a.is_uniform(), true);
        self.emit(Op::WideUnary { op, d, a });
        d
    }

    pub(crate) fn wide_bin(&mut self, op: WideBin, a: Reg, b: Reg) -> Reg {
        let d = self.reg(a.is_uniform() && b.is_uniform(), true);
        self.emit(Op::WideBinary { op, d, a, b });
        d
    }

    pub(crate) fn compare(&mut self, op: WideCmp, a: Reg, b: Reg) -> Reg {
        let d = self.reg(a.is_uniform() && b.is_uniform(), false);
        self.emit(Op::WideCompare { op, d, a, b });
        d
    }

    pub(crate) fn widen(&mut self, op: Widen, a: Reg) -> Reg {
        let d = self.reg(a.is_uniform(), true);
        self.emit(Op::Widen { op, d, a });
        d
    }

    pub(crate) fn narrow(&mut self, op: Narrow, a: Reg) -> Reg {
        let d = self.reg(a.is_uniform(), false);
        self.emit(Op::Narrow { op, d, a });
        d
    }

    pub(crate) fn select(&mut self, c: Reg, a: Reg, b: Reg) -> Reg {
        let uniform = c.is_uniform() && a.is_uniform() && b.is_uniform();
        let d = self.reg(uniform, a.is_wide());
        self.emit(Op::Select { d, c, a, b });
        d
    }

    pub(crate) fn copy(&mut self, a: Reg) -> Reg {
        let d = self.reg(a.is_uniform(), a.is_wide());
        self.emit(Op::Move { d, a });
        d
    }

    /// The zero of a component.
    pub(crate) fn zero(&mut self, ty: Ty) -> Reg {
        if ty.is_wide() { self.wide_word(0) } else { self.word(0) }
    }

    /// The value whose components are all zero.
    pub(crate) fn zeros(&mut self, shape: TypeShape) -> Outcome<Value> {
        let leaves = self.types.leaves(shape)?;
        Ok(leaves.iter().map(|leaf| self.zero(leaf.ty)).collect())
    }

    /// A register variable, not yet set.
    pub(crate) fn var(&mut self, shape: TypeShape, mask: Reg, indexed: bool) -> Outcome<usize> {
        let id = self.id();
        let types: Rc<[Ty]> = self.types.leaves(shape)?.iter().map(|l| l.ty).collect();
        let wide = types.iter().filter(|t| t.is_wide()).count() as u32;
        let mut pinned = None;
        let regs: Value = if indexed {
            let firsts = (self.group(types.len() as u32 - wide, false), self.group(wide, true));
            pinned = Some(firsts);
            let (mut n, mut w) = (0, 0);
            let next = |ty: &Ty| {
                let (first, at) =
                    if ty.is_wide() { (firsts.1, &mut w) } else { (firsts.0, &mut n) };
                *at += 1;
                first.at((first.index() + *at - 1) as u32)
            };
            types.iter().map(next).collect()
        } else {
            let uniform = !self.facts.rows.contains(&id);
            types.iter().map(|ty| self.reg(uniform, ty.is_wide())).collect()
        };
        for &r in regs.iter() {
            self.homes.insert(r, self.vars.len());
        }
        self.vars.push(Var { id, regs, pinned, mask, types });
        Ok(self.vars.len() - 1)
    }
}
