//! Borrowing one register to write while others are read.

use super::src::Src;
use crate::program::Reg;
use std::ops::Range;

/// An arena without the part that is being written.
#[derive(Clone, Copy)]
pub(crate) struct Rest<'a, T> {
    low: &'a [T],
    high: &'a [T],
    end: usize,
    window: (usize, usize),
}

/// Takes register `d` out of the arena. Other registers never overlap it: the
/// placement of registers sees to that, and is checked when a program is made.
#[inline(always)]
pub(crate) fn take<'a, T>(
    arena: &'a mut [T],
    d: Range<usize>,
    window: (usize, usize),
) -> (&'a mut [T], Rest<'a, T>) {
    let end = d.end;
    let (low, tail) = arena.split_at_mut(d.start);
    let (out, high) = tail.split_at_mut(d.end - d.start);
    (out, Rest { low, high, end, window })
}

impl<'a, T: Copy> Rest<'a, T> {
    #[inline(always)]
    pub(crate) fn get(&self, r: Range<usize>) -> &'a [T] {
        if r.end <= self.low.len() {
            &self.low[r]
        } else {
            &self.high[r.start - self.end..r.end - self.end]
        }
    }

    #[inline(always)]
    pub(crate) fn row(&self, r: Reg) -> &'a [T] {
        self.get(r.index() + self.window.0..r.index() + self.window.1)
    }

    #[inline(always)]
    pub(crate) fn source(&self, r: Reg) -> Src<'a, T> {
        if r.is_uniform() {
            Src::One(self.get(r.index()..r.index() + 1)[0])
        } else {
            Src::Row(self.row(r))
        }
    }
}
