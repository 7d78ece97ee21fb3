//! Atomics: lane after lane, each a real atomic where threads share the memory.

use super::{Active, Lanes};
use crate::program::{AtomicFun, Mem, Reg, ScalarClass};
use std::sync::atomic::Ordering::Relaxed;

/// What a 32-bit atomic leaves behind.
#[inline(always)]
fn next(fun: AtomicFun, class: ScalarClass, old: u32, a: u32, cmp: u32) -> u32 {
    let float = |f: fn(f32, f32) -> f32| f(f32::from_bits(old), f32::from_bits(a)).to_bits();
    let signed = class == ScalarClass::Sint;
    match fun {
        AtomicFun::Add if class == ScalarClass::Float => float(|x, y| x + y),
        AtomicFun::Sub if class == ScalarClass::Float => float(|x, y| x - y),
        AtomicFun::Min if class == ScalarClass::Float => float(f32::min),
        AtomicFun::Max if class == ScalarClass::Float => float(f32::max),
        AtomicFun::Add => old.wrapping_add(a),
        AtomicFun::Sub => old.wrapping_sub(a),
        AtomicFun::And => old & a,
        AtomicFun::Or => old | a,
        AtomicFun::Xor => old ^ a,
        AtomicFun::Min if signed => (old as i32).min(a as i32) as u32,
        AtomicFun::Max if signed => (old as i32).max(a as i32) as u32,
        AtomicFun::Min => old.min(a),
        AtomicFun::Max => old.max(a),
        AtomicFun::Exchange => a,
        AtomicFun::CompareExchange => {
            if old == cmp {
                a
            } else {
                old
            }
        }
    }
}

/// What a 64-bit atomic leaves behind.
#[inline(always)]
fn next_wide(fun: AtomicFun, class: ScalarClass, old: u64, a: u64, cmp: u64) -> u64 {
    let float = |f: fn(f64, f64) -> f64| f(f64::from_bits(old), f64::from_bits(a)).to_bits();
    let signed = class == ScalarClass::Sint;
    match fun {
        AtomicFun::Add if class == ScalarClass::Float => float(|x, y| x + y),
        AtomicFun::Sub if class == ScalarClass::Float => float(|x, y| x - y),
        AtomicFun::Add => old.wrapping_add(a),
        AtomicFun::Sub => old.wrapping_sub(a),
        AtomicFun::And => old & a,
        AtomicFun::Or => old | a,
        AtomicFun::Xor => old ^ a,
        AtomicFun::Min if signed => (old as i64).min(a as i64) as u64,
        AtomicFun::Max if signed => (old as i64).max(a as i64) as u64,
        AtomicFun::Min => old.min(a),
        AtomicFun::Max => old.max(a),
        AtomicFun::Exchange => a,
        AtomicFun::CompareExchange => {
            if old == cmp {
                a
            } else {
                old
            }
        }
    }
}

impl Lanes<'_> {
    #[allow(clippy::too_many_arguments, reason = "the operands of one operation")]
    pub(super) fn atomic(
        &mut self,
        at: (Mem, u32),
        fun: AtomicFun,
        class: ScalarClass,
        d: Option<Reg>,
        addr: Reg,
        operands: (Reg, Option<Reg>),
        m: Reg,
    ) {
        if self.state(m) == Active::None {
            return;
        }
        let (first, last) = self.window;
        for lane in first..last {
            if self.arena.narrow[m.index() + lane] == 0 {
                continue;
            }
            let place = |r: Reg| r.index() + if r.is_uniform() { 0 } else { lane };
            let word = (self.arena.narrow[place(addr)] / 4) as usize + (at.1 / 4) as usize;
            let (a, cmp) = operands;
            if a.is_wide() {
                let cmp = cmp.map_or(0, |c| self.arena.wide[place(c)]);
                let a = self.arena.wide[place(a)];
                let old = self.wide_step(at.0, word, fun, class, a, cmp);
                if let Some(d) = d {
                    self.arena.wide[place(d)] = old;
                }
            } else {
                let cmp = cmp.map_or(0, |c| self.arena.narrow[place(c)]);
                let a = self.arena.narrow[place(a)];
                let old = self.step(at.0, word, fun, class, a, cmp);
                if let Some(d) = d {
                    self.arena.narrow[place(d)] = old;
                }
            }
        }
    }

    #[inline(always)]
    fn step(
        &mut self,
        mem: Mem,
        word: usize,
        fun: AtomicFun,
        class: ScalarClass,
        a: u32,
        cmp: u32,
    ) -> u32 {
        match mem {
            Mem::Binding(b) => {
                let Some(cell) = self.views[b as usize].words().get(word) else { return 0 };
                match (fun, class) {
                    (AtomicFun::Add, ScalarClass::Sint | ScalarClass::Uint) => {
                        cell.fetch_add(a, Relaxed)
                    }
                    (AtomicFun::Exchange, _) => cell.swap(a, Relaxed),
                    _ => {
                        // Most minima and comparisons change nothing, and need no more
                        // than a look.
                        let update =
                            |old| Some(next(fun, class, old, a, cmp)).filter(|&n| n != old);
                        cell.fetch_update(Relaxed, Relaxed, update).unwrap_or_else(|old| old)
                    }
                }
            }
            Mem::Workgroup => {
                let Some(cell) = self.arena.workgroup.get_mut(word) else { return 0 };
                let old = *cell;
                *cell = next(fun, class, old, a, cmp);
                old
            }
            Mem::Immediate | Mem::Table => 0,
        }
    }

    fn wide_step(
        &mut self,
        mem: Mem,
        word: usize,
        fun: AtomicFun,
        class: ScalarClass,
        a: u64,
        cmp: u64,
    ) -> u64 {
        match mem {
            Mem::Binding(b) => {
                let Some(cell) = self.views[b as usize].wide(word) else { return 0 };
                let update = |old| Some(next_wide(fun, class, old, a, cmp)).filter(|&n| n != old);
                cell.fetch_update(Relaxed, Relaxed, update).unwrap_or_else(|old| old)
            }
            Mem::Workgroup => {
                let Some([low, high]) =
                    self.arena.workgroup.get_mut(word..).and_then(|w| w.first_chunk_mut::<2>())
                else {
                    return 0;
                };
                let old = u64::from(*low) | (u64::from(*high) << 32);
                let new = next_wide(fun, class, old, a, cmp);
                (*low, *high) = (new as u32, (new >> 32) as u32);
                old
            }
            Mem::Immediate | Mem::Table => 0,
        }
    }
}
