//! Pointers. None exists at run time: each is a root, a fixed part and indices.

use super::Outcome;
use super::builder::{Builder, Home, Value};
use super::frame::{Frame, Slot};
use super::types::{Count, Shape, invalid};
use crate::program::{Mem, Op, Preset, Reg};
use naga::{Expression, Handle};

/// What a place is a part of.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// A variable in registers: components before, and indices by component.
    Var { var: usize, before: u64, dims: Vec<Dim> },
    /// Memory: bytes before, and an address if there were indices. Bytes that a constant
    /// index leads too far stay at the top, beyond every binding.
    Mem { mem: Mem, offset: u32, base: Option<Reg> },
}

/// An index into a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dim {
    index: Reg,
    len: u32,
    stride: Count,
}

/// Something to load from or store to.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) shape: Shape,
}

impl<'a> Builder<'a> {
    pub(crate) fn home_place(&self, home: Home, shape: Shape) -> Place {
        let root = match home {
            Home::Var(var) => Root::Var { var, before: 0, dims: Vec::new() },
            Home::Mem(mem, offset) => Root::Mem { mem, offset, base: None },
        };
        Place { root, shape }
    }

    /// The part at a fixed index.
    pub(crate) fn part(&self, mut place: Place, index: u32) -> Outcome<Place> {
        let (shape, bytes, leaves) = self.types.child(place.shape, index)?;
        match &mut place.root {
            Root::Var { before, .. } => *before += leaves,
            Root::Mem { offset, .. } => *offset = offset.saturating_add(bytes),
        }
        Ok(Place { shape, ..place })
    }

    /// The part at an index that is a value.
    pub(crate) fn element(&mut self, mut place: Place, index: Reg) -> Outcome<Place> {
        let elements =
            self.types.elements(place.shape)?.ok_or_else(|| invalid("indexing a struct"))?;
        let fixed = self.constant(index).zip(elements.len);
        if let Some((i, len)) = fixed
            && i < len.into()
        {
            return self.part(place, i as u32);
        }
        match &mut place.root {
            Root::Var { dims, .. } => {
                let stride = self.types.count(elements.shape)?;
                let index = if self.homes.contains_key(&index) { self.copy(index) } else { index };
                let len = elements.len.ok_or_else(|| invalid("a variable without a size"))?;
                dims.push(Dim { index, len, stride });
            }
            Root::Mem { mem, offset, base } => {
                let len = match (elements.len, *mem) {
                    (Some(len), _) => self.word(len),
                    (None, Mem::Binding(b)) => {
                        self.preset(Preset::Length(b, *offset, elements.stride), true)
                    }
                    (None, _) => return Err(invalid("a runtime-sized array outside a binding")),
                };
                let from = base.unwrap_or_else(|| self.word(0));
                let d = self.reg(from.is_uniform() && index.is_uniform(), false);
                let stride = elements.stride;
                self.emit(Op::Index { d, base: from, i: index, stride, len });
                *base = Some(d);
            }
        }
        Ok(Place { shape: elements.shape, ..place })
    }

    /// Elements of a runtime-sized array.
    pub(crate) fn array_length(&mut self, place: &Place) -> Outcome<Reg> {
        let elements = self.types.elements(place.shape)?;
        match (&place.root, elements) {
            (Root::Mem { mem: Mem::Binding(b), offset, .. }, Some(e)) => {
                Ok(self.preset(Preset::Length(*b, *offset, e.stride), true))
            }
            _ => Err(invalid("the length of what has none")),
        }
    }

    /// `base[index]`, where `base` is a pointer or a value.
    pub(crate) fn access(
        &mut self,
        f: &mut Frame<'a>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Outcome<Slot> {
        let slot = self.slot(f, base)?;
        let i = self.scalar(f, index)?;
        match slot {
            Slot::Place(place) => Ok(Slot::Place(self.element(place, i)?)),
            Slot::Value(value) => {
                let shape = self.shape_of(f, base)?;
                Ok(Slot::Value(self.pick(shape, &value, i)?))
            }
        }
    }

    pub(crate) fn access_index(
        &mut self,
        f: &mut Frame<'a>,
        base: Handle<Expression>,
        index: u32,
    ) -> Outcome<Slot> {
        match self.slot(f, base)? {
            Slot::Place(place) => Ok(Slot::Place(self.part(place, index)?)),
            Slot::Value(value) => {
                let shape = self.shape_of(f, base)?;
                let (shape, _, before) = self.types.child(shape, index)?;
                let n = self.types.count(shape)?.all() as usize;
                let part = value.get(before as usize..before as usize + n);
                Ok(Slot::Value(part.ok_or_else(|| invalid("no such component"))?.into()))
            }
        }
    }

    /// An element of a value, chosen at run time; the first where it is not there.
    fn pick(&mut self, shape: Shape, value: &Value, i: Reg) -> Outcome<Value> {
        let elements = self.types.elements(shape)?.ok_or_else(|| invalid("indexing a struct"))?;
        let n = self.types.count(elements.shape)?.all() as usize;
        let len = elements.len.unwrap_or(0);
        if let Some(at) = self.constant(i).filter(|&at| at < len.into()) {
            return Ok(value[at as usize * n..(at as usize + 1) * n].into());
        }
        let constant = |b: &Self| value.iter().all(|&r| !r.is_wide() && b.constant(r).is_some());
        if len > 4 && constant(self) {
            return Ok(self.pick_constant(value, n as u32, len, i));
        }
        if len <= 8 {
            let mut chosen: Vec<Reg> = value[..n].to_vec();
            for k in 1..len {
                let k_reg = self.word(k);
                let here = self.bin(crate::program::Bin::EqI, i, k_reg);
                for (c, chosen) in chosen.iter_mut().enumerate() {
                    *chosen = self.select(here, value[k as usize * n + c], *chosen);
                }
            }
            return Ok(chosen.into());
        }
        // A large one goes through lane memory.
        let var = self.var(shape, Reg::BASE, true)?;
        let homes = self.vars[var].regs.clone();
        for (&d, &a) in homes.iter().zip(value.iter()) {
            self.emit(Op::Move { d, a });
        }
        let place = self.home_place(Home::Var(var), shape);
        let place = self.element(place, i)?;
        self.load(&place)
    }

    /// From an array of constants, which becomes a table in memory.
    fn pick_constant(&mut self, value: &Value, n: u32, len: u32, i: Reg) -> Value {
        let words: Vec<u32> = value.iter().map(|&r| self.constant(r).unwrap_or(0) as u32).collect();
        let found = self.table.windows(words.len()).position(|w| w == words);
        let start = found.unwrap_or_else(|| {
            self.table.extend(&words);
            self.table.len() - words.len()
        }) as u32;
        let (base, len) = (self.word(0), self.word(len));
        let addr = self.reg(i.is_uniform(), false);
        self.emit(Op::Index { d: addr, base, i, stride: n * 4, len });
        let d: Vec<Reg> = (0..n).map(|_| self.reg(i.is_uniform(), false)).collect();
        self.emit(Op::Load {
            mem: Mem::Table,
            unit: crate::program::Unit::Word,
            d: d.clone().into(),
            addr,
            of: None,
            off: (0..n).map(|k| (start + k) * 4).collect(),
        });
        d.into()
    }

    /// The row index of a place's indices in one arena.
    fn lane_index(&mut self, dims: &[Dim], wide: bool) -> Reg {
        let mut base = self.word(0);
        for dim in dims {
            let stride = if wide { dim.stride.wide } else { dim.stride.narrow } as u32;
            let len = self.word(dim.len);
            let d = self.reg(base.is_uniform() && dim.index.is_uniform(), false);
            self.emit(Op::Index { d, base, i: dim.index, stride, len });
            base = d;
        }
        base
    }

    /// The rows an indexed part may lie in: the first for component `at`, and how many.
    fn lane_group(&self, var: usize, at: usize) -> Outcome<(Reg, u32)> {
        let var = &self.vars[var];
        let (narrow, wide) = var.pinned.ok_or_else(|| invalid("indexing what is in registers"))?;
        let ty = *var.types.get(at).ok_or_else(|| invalid("no such component"))?;
        let same = |t: &&super::types::Ty| t.is_wide() == ty.is_wide();
        let rank = var.types[..at].iter().filter(same).count() as u32;
        let count = var.types.iter().filter(same).count() as u32;
        let first = if ty.is_wide() { wide } else { narrow };
        Ok((first.at(first.index() as u32 + rank), count - rank))
    }

    pub(crate) fn load_var(
        &mut self,
        var: usize,
        before: u64,
        dims: &[Dim],
        shape: Shape,
    ) -> Outcome<Value> {
        let n = self.types.count(shape)?.all() as usize;
        let before = before as usize;
        if dims.is_empty() {
            let regs = self.vars[var].regs.get(before..before + n);
            return Ok(regs.ok_or_else(|| invalid("no such component"))?.into());
        }
        let leaves = self.types.leaves(shape)?;
        let mut index = [None; 2];
        let mut value = Vec::with_capacity(n);
        for (k, leaf) in leaves.iter().enumerate() {
            let wide = leaf.ty.is_wide();
            let i = match index[usize::from(wide)] {
                Some(i) => i,
                None => *index[usize::from(wide)].insert(self.lane_index(dims, wide)),
            };
            let (group, count) = self.lane_group(var, before + k)?;
            let d = self.reg(false, wide);
            self.emit(Op::LaneLoad { d, group, count, i });
            value.push(d);
        }
        Ok(value.into())
    }

    pub(crate) fn store_var(&mut self, f: &mut Frame<'a>, place: &Place, value: &Value) -> Outcome {
        let Root::Var { var, before, dims } = &place.root else { return Ok(()) };
        let (var, before) = (*var, *before as usize);
        self.keep(f, |v| v == var);
        if dims.is_empty() {
            let homes: Value = self.vars[var].regs[before..before + value.len()].into();
            // A swap of components would read what was just written.
            let crossed = value.iter().zip(homes.iter()).any(|(a, d)| a != d && homes.contains(a));
            for (k, &d) in homes.iter().enumerate() {
                if !crossed {
                    self.assign(f, var, d, value[k]);
                }
            }
            if crossed {
                let value: Vec<Reg> = value.iter().map(|&a| self.copy(a)).collect();
                for (&d, &a) in homes.iter().zip(&value) {
                    self.assign(f, var, d, a);
                }
            }
            return Ok(());
        }
        for (k, &a) in value.iter().enumerate() {
            let i = self.lane_index(dims, a.is_wide());
            let (group, count) = self.lane_group(var, before + k)?;
            self.emit(Op::LaneStore { group, count, i, a, m: f.mask });
        }
        Ok(())
    }
}
