//! Variables with an index: a row for each element, of which each lane picks one.

use super::src::Src;
use super::{Lanes, split::take};
use crate::program::Reg;

impl Lanes<'_> {
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
