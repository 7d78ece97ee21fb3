//! When registers are in use, and where to keep them.
//!
//! Operations are numbered in program order. A register is in use from where it is
//! first written to where it is last read; if it comes into a loop from outside, to
//! the loop's end. Two that are never in use together share a place. A register
//! that an operation writes never shares with one that it reads.

use crate::program::{Op, Reg};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// First and last use.
type Interval = (u32, u32);

#[derive(Default)]
struct Walk {
    now: u32,
    uses: HashMap<Reg, Interval>,
    /// Open loops: where each starts, and what came in from outside.
    loops: Vec<(u32, Vec<Reg>)>,
}

impl Walk {
    fn touch(&mut self, r: Reg) {
        let now = self.now;
        let interval = self.uses.entry(r).or_insert((now, now));
        interval.1 = now;
        let start = interval.0;
        if let Some((_, inside)) = self.loops.iter_mut().find(|(at, _)| *at > start) {
            inside.push(r);
        }
    }

    fn list(&mut self, ops: &mut [Op]) {
        for op in ops {
            self.now += 1;
            op.regs(&mut |r, _| self.touch(*r));
            let repeats = matches!(op, Op::Loop { .. });
            if repeats {
                self.now += 1;
                self.loops.push((self.now, Vec::new()));
            }
            for block in op.blocks() {
                self.list(block);
            }
            self.now += 1;
            for r in op.after() {
                self.touch(r);
            }
            if repeats && let Some((_, inside)) = self.loops.pop() {
                for r in inside {
                    if let Some(interval) = self.uses.get_mut(&r) {
                        interval.1 = interval.1.max(self.now);
                    }
                }
            }
        }
    }
}

/// Places for registers of one kind.
#[derive(Debug, Default)]
struct Slots {
    free: Vec<u32>,
    used: u32,
    /// What is in use, by its end: the first to end first.
    busy: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Slots {
    fn place(&mut self, (start, end): Interval) -> u32 {
        while let Some(&Reverse((until, slot))) = self.busy.peek()
            && until < start
        {
            self.busy.pop();
            self.free.push(slot);
        }
        let slot = self.free.pop().unwrap_or_else(|| {
            self.used += 1;
            self.used - 1
        });
        self.busy.push(Reverse((end, slot)));
        slot
    }
}

/// Where each register is kept, in slots of its kind.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) slot: HashMap<Reg, u32>,
    /// How many slots there are: narrow rows, narrow uniforms, wide rows, wide uniforms.
    pub(crate) used: [u32; 4],
}

pub(crate) fn kind(r: Reg) -> usize {
    usize::from(r.is_wide()) * 2 + usize::from(r.is_uniform())
}

/// Finds a place for each register; `kept` ones are never shared, nor are those of `groups`,
/// which lie one after another.
pub(crate) fn places(ops: &mut [Op], kept: &[Reg], groups: &[(Reg, u32)]) -> Places {
    let mut walk = Walk::default();
    walk.list(ops);
    let mut places = Places::default();
    let fix = |places: &mut Places, r: Reg| {
        let next = places.used[kind(r)];
        places.slot.entry(r).or_insert_with(|| {
            places.used[kind(r)] += 1;
            next
        });
    };
    fix(&mut places, Reg::BASE);
    kept.iter().for_each(|&r| fix(&mut places, r));
    for &(first, n) in groups {
        for k in 0..n {
            fix(&mut places, first.at(first.index() as u32 + k));
        }
    }
    let mut slots: [Slots; 4] = Default::default();
    for (slots, &used) in slots.iter_mut().zip(&places.used) {
        slots.used = used;
    }
    let mut rest: Vec<(Interval, Reg)> = walk
        .uses
        .into_iter()
        .filter(|(r, _)| !places.slot.contains_key(r))
        .map(|(r, i)| (i, r))
        .collect();
    rest.sort_unstable();
    for (interval, r) in rest {
        places.slot.insert(r, slots[kind(r)].place(interval));
    }
    for (slots, used) in slots.iter().zip(&mut places.used) {
        *used = slots.used;
    }
    places
}
