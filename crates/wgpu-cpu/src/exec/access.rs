//! Loads and stores. Addresses are checked one by one: reads outside give zero,
//! writes outside are dropped.

use super::math::float::round_f16;
use super::math::pack::{from_half, half_bits};
use super::narrow::mask;
use super::src::Src;
use super::{Active, Lanes, split::take};
use crate::fence::memory::View;
use crate::program::{Mem, Reg, Unit};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// Words that can be read at any index.
trait Words: Copy {
    fn word(self, at: usize) -> Option<u32>;
    /// 64 bits, zero where they are not all inside.
    fn wide(self, at: usize) -> u64;
    fn run(self, first: usize, into: &mut [u32]) -> bool;
    /// The words at byte addresses, `off` words on; zero where outside.
    fn gather(self, out: &mut [u32], addr: &[u32], off: usize);
}

impl Words for View<'_> {
    #[inline(always)]
    fn word(self, at: usize) -> Option<u32> {
        self.words().get(at).map(|w| w.load(Relaxed))
    }

    #[inline(always)]
    fn wide(self, at: usize) -> u64 {
        View::wide(self, at).map_or(0, |w| w.load(Relaxed))
    }

    #[inline(always)]
    fn run(self, first: usize, into: &mut [u32]) -> bool {
        self.read_run(first, into)
    }

    #[inline(always)]
    fn gather(self, out: &mut [u32], addr: &[u32], off: usize) {
        View::gather(self, out, addr, off);
    }
}

impl Words for &[u32] {
    #[inline(always)]
    fn word(self, at: usize) -> Option<u32> {
        self.get(at).copied()
    }

    #[inline(always)]
    fn wide(self, at: usize) -> u64 {
        let pair = self.get(at..).and_then(|w| w.first_chunk::<2>());
        pair.map_or(0, |&[low, high]| u64::from(low) | (u64::from(high) << 32))
    }

    #[inline(always)]
    fn run(self, first: usize, into: &mut [u32]) -> bool {
        let Some(words) = self.get(first..).and_then(|w| w.get(..into.len())) else {
            return false;
        };
        into.copy_from_slice(words);
        true
    }

    #[inline(always)]
    fn gather(self, out: &mut [u32], addr: &[u32], off: usize) {
        for (d, &a) in out.iter_mut().zip(addr) {
            *d = self.get((a / 4) as usize + off).copied().unwrap_or(0);
        }
    }
}

#[inline(always)]
fn half_at(words: impl Words, byte: usize) -> u32 {
    let word = words.word(byte / 4).unwrap_or(0) >> ((byte & 2) * 8);
    from_half(word & 0xFFFF).to_bits()
}

/// Does this address row go up by whole words from lane to lane?
fn words_run(addr: Src<'_>, k: &crate::fence::simd::Kernels, count: usize) -> Option<usize> {
    match addr {
        Src::Row(row) if count == 1 && (k.is_run)(row, 4) => {
            row.first().filter(|a| *a % 4 == 0).map(|a| (a / 4) as usize)
        }
        _ => None,
    }
}

impl Lanes<'_> {
    pub(super) fn load(&mut self, mem: Mem, unit: Unit, d: &[Reg], addr: Reg, off: &[u32]) {
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

    #[inline(always)]
    fn load_from(&mut self, words: impl Words, unit: Unit, d: &[Reg], addr: Reg, off: &[u32]) {
        let run = match unit {
            Unit::Word => words_run(self.source(addr), self.kernels, d.len()),
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
                (_, Src::Row(addr)) => words.gather(out, addr, (off / 4) as usize),
                (_, Src::One(a)) => {
                    out.fill(words.word((a / 4) as usize + (off / 4) as usize).unwrap_or(0));
                }
            }
        }
    }

    pub(super) fn store(
        &mut self,
        mem: Mem,
        unit: Unit,
        a: &[Reg],
        addr: Reg,
        off: &[u32],
        m: Reg,
    ) {
        match mem {
            Mem::Binding(b) => {
                let view = self.views[b as usize];
                if let Some(first) = self.store_run(unit, a, addr, m)
                    && view.write_run(first + (off[0] / 4) as usize, self.row(a[0]))
                {
                    return;
                }
                self.each_store(unit, a, addr, off, m, |at, bits| match bits {
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
                if let Some(first) = self.store_run(unit, a, addr, m)
                    && let Some(to) = words.get_mut(first + (off[0] / 4) as usize..)
                    && let Some(to) = to.get_mut(..self.row(a[0]).len())
                {
                    to.copy_from_slice(self.row(a[0]));
                    self.arena.workgroup = words;
                    return;
                }
                self.each_store(unit, a, addr, off, m, |at, bits| match bits {
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

    /// The first word, where a whole row goes to one word after another.
    fn store_run(&self, unit: Unit, a: &[Reg], addr: Reg, m: Reg) -> Option<usize> {
        if unit != Unit::Word || self.state(m) != Active::All || a[0].is_uniform() {
            return None;
        }
        words_run(self.source(addr), self.kernels, a.len())
    }

    /// Calls `put(word index, bits)` for everything to write.
    #[inline(always)]
    fn each_store(
        &self,
        unit: Unit,
        a: &[Reg],
        addr: Reg,
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
                        put(
                            (addr.at(lane) / 4) as usize + (off / 4) as usize,
                            Bits::of(a.at(lane)),
                        );
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

    pub(super) fn lane_load(&mut self, d: Reg, group: Reg, count: u32, i: Reg) {
        let (lanes, window) = (self.lanes, self.window);
        let rows = group.index()..group.index() + count as usize * lanes;
        let range = self.range(d);
        if d.is_wide() {
            let i = super::source_in(&self.arena.narrow, i, window);
            let (out, rest) = take(&mut self.arena.wide, range, window);
            pick(out, rest.get(rows), i, count, lanes, window.0);
        } else {
            let (out, rest) = take(&mut self.arena.narrow, range, window);
            pick(out, rest.get(rows), rest.source(i), count, lanes, window.0);
        }
    }

    pub(super) fn lane_store(&mut self, group: Reg, count: u32, i: Reg, a: Reg, m: Reg) {
        let (lanes, window) = (self.lanes, self.window);
        let rows = group.index()..group.index() + count as usize * lanes;
        if group.is_wide() {
            let i = super::source_in(&self.arena.narrow, i, window);
            let m = &self.arena.narrow[m.index() + window.0..m.index() + window.1];
            let (out, rest) = take(&mut self.arena.wide, rows, window);
            place(out, rest.source(a), i, m, count, lanes, window.0);
        } else {
            let (out, rest) = take(&mut self.arena.narrow, rows, window);
            place(out, rest.source(a), rest.source(i), rest.row(m), count, lanes, window.0);
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

fn pick<T: Copy + Default>(
    out: &mut [T],
    rows: &[T],
    i: Src<'_>,
    count: u32,
    lanes: usize,
    first: usize,
) {
    for (lane, d) in out.iter_mut().enumerate() {
        let i = i.at(lane);
        let at = i as usize * lanes + first + lane;
        *d = if i < count { rows[at] } else { T::default() };
    }
}

fn place<T: Copy>(
    rows: &mut [T],
    a: Src<'_, T>,
    i: Src<'_>,
    m: &[u32],
    count: u32,
    lanes: usize,
    first: usize,
) {
    for (lane, &m) in m.iter().enumerate() {
        let i = i.at(lane);
        if m != 0 && i < count {
            rows[i as usize * lanes + first + lane] = a.at(lane);
        }
    }
}
