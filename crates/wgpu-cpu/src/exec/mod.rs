//! Runs a program over blocks of lanes in lockstep.
//!
//! A block's registers lie in two arenas that fit the first-level cache. Pure
//! operations run for all lanes of the window, whatever the masks say, since they
//! are total; only stores, atomics and variables look at a mask.

mod access;
mod atomic;
mod block;
mod budget;
mod control;
mod lane;
pub(crate) mod math;
pub(crate) mod narrow;
mod pure;
mod split;
pub(crate) mod src;
mod subgroup;
pub(crate) mod update;
pub(crate) mod wide;
mod words;

pub(crate) use block::{Block, Grid};
pub use budget::Budget;
pub(crate) use subgroup::SUBGROUP;

use crate::fence::memory::View;
use crate::fence::simd::Kernels;
use crate::program::{Program, Reg};
use budget::Spent;
use src::Src;
use std::sync::atomic::AtomicBool;

/// How many lanes of a window a mask holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Active {
    #[default]
    None,
    Some,
    All,
}

/// Why a block did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A loop past its budget, at this span.
    Budget(u32),
    /// Lanes reached this barrier apart.
    Barrier(u32),
    /// Another block has already failed.
    Cancelled,
}

/// Memory a thread keeps between blocks and dispatches.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    narrow: Vec<u32>,
    wide: Vec<u64>,
    workgroup: Vec<u32>,
    states: Vec<Active>,
    scratch: Vec<u64>,
    /// Elements on their way to or from one row for each of their components.
    elements: Vec<u32>,
}

/// One thread at work on one dispatch.
pub(crate) struct Lanes<'a> {
    pub(crate) program: &'a Program,
    pub(crate) kernels: &'static Kernels,
    pub(crate) views: &'a [View<'a>],
    pub(crate) immediates: &'a [u32],
    pub(crate) cancelled: &'a AtomicBool,
    budget: Budget,
    arena: &'a mut Arena,
    /// Lanes of a row.
    lanes: usize,
    /// The lanes that operations run for: those outside are inactive.
    window: (usize, usize),
    spent: Spent,
}

impl Lanes<'_> {
    fn range(&self, r: Reg) -> std::ops::Range<usize> {
        let at = r.index();
        if r.is_uniform() { at..at + 1 } else { at + self.window.0..at + self.window.1 }
    }

    fn row(&self, r: Reg) -> &[u32] {
        &self.arena.narrow[self.range(r)]
    }

    fn source(&self, r: Reg) -> Src<'_> {
        if r.is_uniform() { Src::One(self.arena.narrow[r.index()]) } else { Src::Row(self.row(r)) }
    }

    fn wide_source(&self, r: Reg) -> Src<'_, u64> {
        if r.is_uniform() {
            Src::One(self.arena.wide[r.index()])
        } else {
            Src::Row(&self.arena.wide[self.range(r)])
        }
    }

    fn uniform(&self, r: Reg) -> u32 {
        self.arena.narrow[r.index()]
    }

    fn state(&self, m: Reg) -> Active {
        self.arena.states[place(m)]
    }

    /// Counts a mask anew after it changed.
    fn count(&mut self, m: Reg) -> Active {
        let n = (self.kernels.count)(self.row(m));
        self.set_state(m, n)
    }

    /// Notes that a mask holds `n` lanes of the window.
    fn set_state(&mut self, m: Reg, n: usize) -> Active {
        let state = if n == 0 {
            Active::None
        } else if n == self.window.1 - self.window.0 {
            Active::All
        } else {
            Active::Some
        };
        self.arena.states[place(m)] = state;
        state
    }

    /// Shrinks the window to the lanes that `m` holds, in whole vectors.
    fn narrow_to(&mut self, m: Reg) {
        const STEP: usize = 16;
        let row = self.row(m);
        // All lanes of a step at once: no early exit, so that it vectorises.
        let idle = |part: &&[u32]| part.iter().fold(0, |any, &m| any | m) == 0;
        let front = row.chunks(STEP).take_while(idle).count() * STEP;
        let back = row.rchunks_exact(STEP).take_while(idle).count() * STEP;
        if front + back < row.len() && front + back > 0 {
            self.window = (self.window.0 + front, self.window.1 - back);
            self.count(m);
        }
    }
}

/// Where the state of a mask is noted: rows have whole vectors of sixteen lanes.
#[inline(always)]
fn place(m: Reg) -> usize {
    m.index() / 16
}

/// A register of an arena that is borrowed apart from the rest of the lanes.
#[inline(always)]
fn source_in<T: Copy>(arena: &[T], r: Reg, window: (usize, usize)) -> Src<'_, T> {
    if r.is_uniform() {
        Src::One(arena[r.index()])
    } else {
        Src::Row(&arena[r.index() + window.0..r.index() + window.1])
    }
}
