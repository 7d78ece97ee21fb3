//! Loads and stores. Addresses are checked one by one: reads outside give zero,
//! writes outside are dropped.

use super::math::float::round_f16;
use super::math::pack::half_bits;
use super::narrow::{self, mask};
use super::src::Src;
use super::words::{Words, half_at};
use super::{Active, Lanes, split::take};
use crate::fence::gather::Lookup;
use crate::fence::memory::{View, scatter_own};
use crate::fence::simd::Kernels;
use crate::program::op::Element;
use crate::program::{Mem, Reg, Unit};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// The first word, where lane after lane reads or writes one word after another.
fn words_run(x: Src<'_>, by: Lookup, k: &Kernels) -> Option<usize> {
    let (Src::Row(row), step) = (x, by.step()?) else { return None };
    (k.is_run)(row, step).then_some(())?;
    by.run(row)
}

/// The first word and the words from one element to the next, where lane after lane
/// reads or writes components of one element after another.
fn elements_run(x: Src<'_>, by: Lookup, k: &Kernels, off: &[u32]) -> Option<(usize, usize)> {
    let (Src::Row(row), [first, second, ..]) = (x, off) else { return None };
    let step = row.get(1)?.wrapping_sub(row[0]);
    let stride = by.distance(step)?;
    let near = |o: &u32| o.wrapping_sub(*first) / 4 < stride;
    let dealt = second > first
        && narrow::STRIDES.contains(&(stride as usize))
        && off.iter().all(near)
        && (k.is_run)(row, step);
    dealt.then_some(())?;
    Some((by.run(row)?, stride as usize))
}

impl Lanes<'_> {
    pub(super) fn load(
        &mut self,
        mem: Mem,
        unit: Unit,
        d: &[Reg],
        (addr, of): (Reg, Option<Element>),
        off: &[u32],
    ) {
        let addr = (addr, self.lookup(of));
        match mem {
            Mem::Binding(b) => {
                let view = self.views[b as usize];
                self.load_from(view, unit, d, addr, off);
            }
            Mem::Workgroup => {
                let words = std::mem::take(&mut self.arena.workgroup);
                self.load_from(words.as_slice(), unit, d, addr, off);
                self.arena.workgroup = words;
            }
            Mem::Immediate => self.load_from(self.immediates, unit, d, addr, off),
            Mem::Table => self.load_from(self.program.table.as_slice(), unit, d, addr, off),
        }
    }

    /// How places follow from the words of an address row.
    fn lookup(&self, of: Option<Element>) -> Lookup {
        of.map_or(Lookup::BYTES, |of| {
            Lookup::elements(self.uniform(of.base), of.stride, self.uniform(of.len))
        })
    }

    #[inline(always)]
    fn load_from(
        &mut self,
        words: impl Words,
        unit: Unit,
        d: &[Reg],
        (addr, by): (Reg, Lookup),
        off: &[u32],
    ) {
        let run = match unit {
            Unit::Word if d.len() == 1 => words_run(self.source(addr), by, self.kernels),
            Unit::Word if self.load_elements(words, d, (addr, by), off) => return,
            _ => None,
        };
        for (&d, &off) in d.iter().zip(off) {
            let range = self.range(d);
            if unit == Unit::Wide {
                let addr = super::source_in(&self.arena.narrow, addr, self.window);
                for (lane, d) in self.arena.wide[range].iter_mut().enumerate() {
                    *d = words.wide((addr.at(lane) / 4) as usize + (off / 4) as usize);
                }
                continue;
            }
            let (out, rest) = take(&mut self.arena.narrow, range, self.window);
            if let Some(first) = run
                && words.run(first + (off / 4) as usize, out)
            {
                continue;
            }
            match (unit, rest.source(addr)) {
                (Unit::Half, addr) => {
                    for (lane, d) in out.iter_mut().enumerate() {
                        *d = half_at(words, addr.at(lane) as usize + off as usize);
                    }
                }
                (Unit::Byte, addr) => {
                    for (lane, d) in out.iter_mut().enumerate() {
                        let byte = addr.at(lane) as usize + off as usize;
                        let word = words.word(byte / 4).unwrap_or(0);
                        *d = mask((word >> ((byte & 3) * 8)) & 0xFF != 0);
                    }
                }
                (_, Src::Row(addr)) => words.gather(out, addr, by.plus(off)),
                (_, Src::One(a)) => {
                    out.fill(by.plus(off).word(a).and_then(|at| words.word(at)).unwrap_or(0));
                }
            }
        }
    }

    /// Loads neighbouring elements of several components, if that is what they are.
    #[inline(always)]
    fn load_elements(
        &mut self,
        words: impl Words,
        d: &[Reg],
        (addr, by): (Reg, Lookup),
        off: &[u32],
    ) -> bool {
        let x = self.source(addr);
        let Some((first, stride)) = elements_run(x, by, self.kernels, off) else {
            return false;
        };
        let mut elements = std::mem::take(&mut self.arena.elements);
        let reach = off.iter().fold(0, |most, o| most.max((o - off[0]) / 4)) as usize;
        elements.resize((self.window.1 - self.window.0 - 1) * stride + reach + 1, 0);
        let inside = words.run(first + (off[0] / 4) as usize, &mut elements);
        if inside {
            for (&d, &o) in d.iter().zip(off) {
                let range = self.range(d);
                let from = &elements[((o - off[0]) / 4) as usize..];
                (self.kernels.deal)(&mut self.arena.narrow[range], from, stride);
            }
        }
        self.arena.elements = elements;
        inside
    }

    /// Stores whole elements side by side, if that is what they are.
    fn store_elements(
        &mut self,
        view: View<'_>,
        a: &[Reg],
        (addr, by): (Reg, Lookup),
        off: &[u32],
    ) -> bool {
        let x = self.source(addr);
        let Some((first, stride)) = elements_run(x, by, self.kernels, off) else {
            return false;
        };
        if a.len() != stride || a.iter().any(|a| a.is_uniform()) || !off.is_sorted() {
            return false;
        }
        let mut elements = std::mem::take(&mut self.arena.elements);
        elements.resize((self.window.1 - self.window.0) * stride, 0);
        let mut rows = [&[][..]; 4];
        for (row, &a) in rows.iter_mut().zip(a) {
            *row = self.row(a);
        }
        (self.kernels.collect)(&mut elements, &rows[..stride]);
        let inside = view.write_run(first + (off[0] / 4) as usize, &elements);
        self.arena.elements = elements;
        inside
    }

    pub(super) fn store(
        &mut self,
        mem: Mem,
        unit: Unit,
        a: &[Reg],
        at: (Reg, Option<Element>),
        off: &[u32],
        m: Reg,
    ) {
        let addr = at.0;
        let by = self.lookup(at.1);
        match mem {
            Mem::Binding(b) => {
                let view = self.views[b as usize];
                if let Some(first) = self.store_run(unit, a, (addr, by), m)
                    && view.write_run(first + (off[0] / 4) as usize, self.row(a[0]))
                {
                    return;
                }
                if unit == Unit::Word {
                    if self.state(m) == Active::All && self.store_elements(view, a, (addr, by), off)
                    {
                        return;
                    }
                    let scatter = |a: &[u32], x: &[u32], by, m: &[u32]| view.scatter(a, x, by, m);
                    if self.scatter(a, (addr, by), off, m, scatter) {
                        return;
                    }
                }
                self.each_store(unit, a, (addr, by), off, m, |at, bits| match bits {
                    Bits::Word { word, keep } => {
                        if let Some(cell) = view.words().get(at) {
                            put(cell, word, keep);
                        }
                    }
                    Bits::Wide(bits) => {
                        if let Some(cell) = view.wide(at) {
                            cell.store(bits, Relaxed);
                        }
                    }
                });
            }
            Mem::Workgroup => {
                let mut words = std::mem::take(&mut self.arena.workgroup);
                if let Some(first) = self.store_run(unit, a, (addr, by), m)
                    && let Some(to) = words.get_mut(first + (off[0] / 4) as usize..)
                    && let Some(to) = to.get_mut(..self.row(a[0]).len())
                {
                    to.copy_from_slice(self.row(a[0]));
                    self.arena.workgroup = words;
                    return;
                }
                if unit == Unit::Word
                    && self.scatter(a, (addr, by), off, m, |a, x, by, m| {
                        scatter_own(&mut words, a, x, by, m);
                    })
                {
                    self.arena.workgroup = words;
                    return;
                }
                self.each_store(unit, a, (addr, by), off, m, |at, bits| match bits {
                    Bits::Word { word, keep } => {
                        if let Some(cell) = words.get_mut(at) {
                            *cell = (*cell & keep) | word;
                        }
                    }
                    Bits::Wide(bits) => {
                        let pair = words.get_mut(at..).and_then(|w| w.first_chunk_mut::<2>());
                        if let Some(pair) = pair {
                            *pair = [bits as u32, (bits >> 32) as u32];
                        }
                    }
                });
                self.arena.workgroup = words;
            }
            Mem::Immediate | Mem::Table => {}
        }
    }

    /// Stores words by rows alone; false where an operand is not a row.
    fn scatter(
        &self,
        a: &[Reg],
        (addr, by): (Reg, Lookup),
        off: &[u32],
        m: Reg,
        mut scatter: impl FnMut(&[u32], &[u32], Lookup, &[u32]),
    ) -> bool {
        let rows = !addr.is_uniform() && a.iter().all(|a| !a.is_uniform());
        if rows {
            for (&a, &off) in a.iter().zip(off) {
                scatter(self.row(a), self.row(addr), by.plus(off), self.row(m));
            }
        }
        rows
    }

    /// The first word, where a whole row goes to one word after another.
    fn store_run(&self, unit: Unit, a: &[Reg], (addr, by): (Reg, Lookup), m: Reg) -> Option<usize> {
        if unit != Unit::Word || a.len() != 1 || self.state(m) != Active::All || a[0].is_uniform() {
            return None;
        }
        words_run(self.source(addr), by, self.kernels)
    }

    /// Calls `put(word index, bits)` for everything to write.
    #[inline(always)]
    fn each_store(
        &self,
        unit: Unit,
        a: &[Reg],
        (addr, by): (Reg, Lookup),
        off: &[u32],
        m: Reg,
        mut put: impl FnMut(usize, Bits),
    ) {
        let mask = self.row(m);
        let addr = self.source(addr);
        for (&a, &off) in a.iter().zip(off) {
            match unit {
                Unit::Word => {
                    let a = self.source(a);
                    for (lane, _) in mask.iter().enumerate().filter(|(_, m)| **m != 0) {
                        if let Some(at) = by.plus(off).word(addr.at(lane)) {
                            put(at, Bits::of(a.at(lane)));
                        }
                    }
                }
                Unit::Half => {
                    let a = self.source(a);
                    for (lane, _) in mask.iter().enumerate().filter(|(_, m)| **m != 0) {
                        let byte = addr.at(lane) as usize + off as usize;
                        let shift = (byte & 2) as u32 * 8;
                        let bits = half_bits(round_f16(f32::from_bits(a.at(lane))));
                        let keep = !(0xFFFF << shift);
                        put(byte / 4, Bits::Word { word: bits << shift, keep });
                    }
                }
                Unit::Byte => {
                    let a = self.source(a);
                    for (lane, _) in mask.iter().enumerate().filter(|(_, m)| **m != 0) {
                        let byte = addr.at(lane) as usize + off as usize;
                        let shift = (byte & 3) as u32 * 8;
                        let word = (a.at(lane) & 1) << shift;
                        put(byte / 4, Bits::Word { word, keep: !(0xFF << shift) });
                    }
                }
                Unit::Wide => {
                    let a = self.wide_source(a);
                    for (lane, _) in mask.iter().enumerate().filter(|(_, m)| **m != 0) {
                        let at = (addr.at(lane) / 4) as usize + (off / 4) as usize;
                        put(at, Bits::Wide(a.at(lane)));
                    }
                }
            }
        }
    }
}

/// What to write at a word index.
#[derive(Clone, Copy)]
enum Bits {
    /// A word, of which `keep` stays.
    Word {
        word: u32,
        keep: u32,
    },
    Wide(u64),
}

impl Bits {
    #[inline(always)]
    fn of(word: u32) -> Bits {
        Bits::Word { word, keep: 0 }
    }
}

/// Replaces the bits of a shared word that `keep` does not name.
#[inline(always)]
fn put(cell: &AtomicU32, word: u32, keep: u32) {
    if keep == 0 {
        cell.store(word, Relaxed);
    } else {
        // Another lane may own the other half.
        let _ = cell.fetch_update(Relaxed, Relaxed, |old| Some((old & keep) | word));
    }
}
