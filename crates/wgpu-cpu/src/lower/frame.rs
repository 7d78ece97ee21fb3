//! A function being lowered: its values, its mask, and what it may jump to.

use super::Outcome;
use super::builder::{Builder, Value};
use super::place::Place;
use super::types::invalid;
use crate::program::{Op, Reg};
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle};
use std::collections::HashMap;

/// What an expression stands for.
#[derive(Clone, Debug)]
pub(crate) enum Slot {
    Value(Value),
    Place(Place),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    Loop,
    Switch,
}

/// Something that a jump leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) id: u32,
    pub(crate) kind: Kind,
    /// The mask all lanes have there.
    pub(crate) mask: Reg,
    pub(crate) parted: bool,
    /// Lanes that left: of a loop until its continuing part, of a function for good.
    pub(crate) left: Reg,
}

pub(crate) struct Frame<'a> {
    pub(crate) function: &'a Function,
    pub(crate) info: &'a FunctionInfo,
    pub(crate) slots: Vec<Option<Slot>>,
    /// Uses of each expression still to come.
    pub(crate) uses: Vec<u32>,
    pub(crate) locals: HashMap<Handle<naga::LocalVariable>, usize>,
    pub(crate) arguments: Vec<Slot>,
    pub(crate) mask: Reg,
    pub(crate) targets: Vec<Target>,
    /// The outermost target that lanes have parted for.
    pub(crate) jumped: Option<usize>,
    /// Where returned values go, unless the only return is at the end.
    pub(crate) result: Option<usize>,
    /// The returned value, where it is.
    pub(crate) direct: Option<Value>,
    /// Values that are still the register of a variable.
    pub(crate) aliases: Vec<Handle<Expression>>,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(function: &'a Function, info: &'a FunctionInfo, mask: Reg) -> Self {
        let n = function.expressions.len();
        let uses = function
            .expressions
            .iter()
            .map(|(e, _)| info[e].ref_count.min(1 << 30) as u32)
            .collect();
        Frame {
            function,
            info,
            slots: vec![None; n],
            uses,
            locals: HashMap::new(),
            arguments: Vec::new(),
            mask,
            targets: Vec::new(),
            jumped: None,
            result: None,
            direct: None,
            aliases: Vec::new(),
        }
    }
}

impl<'a> Builder<'a> {
    /// Gives an expression its meaning.
    pub(crate) fn define(&mut self, f: &mut Frame<'a>, e: Handle<Expression>, slot: Slot) {
        if let Slot::Value(value) = &slot
            && value.iter().any(|r| self.homes.contains_key(r))
        {
            f.aliases.push(e);
        }
        f.slots[e.index()] = Some(slot);
    }

    /// What an expression stands for, without counting it as used.
    pub(crate) fn peek(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Slot> {
        if let Some(slot) = &f.slots[e.index()] {
            return Ok(slot.clone());
        }
        let slot = self.expression(f, e)?;
        self.define(f, e, slot.clone());
        Ok(slot)
    }

    pub(crate) fn slot(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Slot> {
        f.uses[e.index()] = f.uses[e.index()].saturating_sub(1);
        self.peek(f, e)
    }

    pub(crate) fn value(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Value> {
        match self.slot(f, e)? {
            Slot::Value(value) => Ok(value),
            Slot::Place(_) => Err(invalid("a pointer where a value belongs")),
        }
    }

    pub(crate) fn scalar(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Reg> {
        let value = self.value(f, e)?;
        value.first().copied().ok_or_else(|| invalid("an empty value"))
    }

    pub(crate) fn place(&mut self, f: &mut Frame<'a>, e: Handle<Expression>) -> Outcome<Place> {
        match self.slot(f, e)? {
            Slot::Place(place) => Ok(place),
            Slot::Value(_) => Err(invalid("a value where a pointer belongs")),
        }
    }

    /// Copies values out of variables before those may change: the values that
    /// `touched` names a variable of, and that are still to be used.
    pub(crate) fn keep(&mut self, f: &mut Frame<'a>, touched: impl Fn(usize) -> bool) {
        let mut copies: HashMap<Reg, Reg> = HashMap::new();
        let aliases = std::mem::take(&mut f.aliases);
        for e in aliases {
            let Some(Slot::Value(value)) = &f.slots[e.index()] else { continue };
            if f.uses[e.index()] == 0 {
                continue;
            }
            let value = value.clone();
            let kept: Value = value
                .iter()
                .map(|&r| match self.homes.get(&r) {
                    Some(&var) if touched(var) => *copies.entry(r).or_insert_with(|| self.copy(r)),
                    _ => r,
                })
                .collect();
            self.define(f, e, Slot::Value(kept));
        }
    }

    /// Writes one register of a variable for the lanes that are here.
    pub(crate) fn assign(&mut self, f: &Frame<'a>, var: usize, home: Reg, a: Reg) {
        if home == a {
            return;
        }
        let Var { id, mask, .. } = self.vars[var];
        let here = f.mask == mask;
        if home.is_uniform() && (!a.is_uniform() || !here) {
            self.facts.rows.insert(id);
        }
        let op = if here || home.is_uniform() {
            Op::Move { d: home, a }
        } else {
            Op::MoveMasked { d: home, a, m: f.mask }
        };
        self.emit(op);
    }
}

use super::builder::Var;
