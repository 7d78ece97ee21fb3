//! Setting a block up: constants once a dispatch, ids once a block.

use super::budget::{Budget, Spent};
use super::subgroup::SUBGROUP;
use super::{Active, Arena, Lanes, Stop};
use crate::fence::memory::View;
use crate::fence::simd::kernels;
use crate::program::{Preset, Program};
use std::sync::atomic::AtomicBool;

/// The workgroups of a dispatch, by axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) groups: [u32; 3],
}

impl Grid {
    pub(crate) fn count(self) -> u64 {
        self.groups.iter().fold(1, |n: u64, &g| n.saturating_mul(g.into()))
    }

    fn at(self, linear: u64) -> [u32; 3] {
        let [x, y, _] = self.groups.map(u64::from);
        [(linear % x) as u32, (linear / x % y) as u32, (linear / (x * y)) as u32]
    }
}

/// Neighbouring workgroups that run in lockstep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The linear index of the first workgroup.
    pub(crate) first: u64,
    pub(crate) count: u32,
}

impl<'a> Lanes<'a> {
    /// Takes the thread's memory and writes what all blocks of a dispatch share.
    pub(crate) fn new(
        program: &'a Program,
        views: &'a [View<'a>],
        immediates: &'a [u32],
        cancelled: &'a AtomicBool,
        budget: Budget,
        arena: &'a mut Arena,
        grid: Grid,
    ) -> Self {
        let lanes = program.shape.lanes as usize;
        grow(&mut arena.narrow, program.narrow);
        grow(&mut arena.wide, program.wide);
        let words = (program.workgroup as usize).div_ceil(8) * 2;
        arena.workgroup.resize(words, 0);
        grow(&mut arena.states, program.narrow / 16 + 1);
        let window = (0, lanes);
        let mut lanes = Lanes {
            program,
            kernels: kernels(),
            views,
            immediates,
            cancelled,
            budget,
            arena,
            lanes,
            window,
            spent: Spent::default(),
        };
        lanes.constants(grid);
        lanes
    }

    fn constants(&mut self, grid: Grid) {
        let program = self.program;
        let [sx, sy, _] = program.shape.size.map(|s| s as usize);
        let size = program.shape.invocations() as usize;
        for &(r, preset) in &program.presets {
            let range = self.range(r);
            let row = |f: &dyn Fn(usize) -> usize, out: &mut [u32]| {
                for (lane, d) in out.iter_mut().enumerate() {
                    *d = f(lane % size) as u32;
                }
            };
            if let Preset::Wide(value) = preset {
                self.arena.wide[range].fill(value);
                continue;
            }
            let out = &mut self.arena.narrow[range];
            match preset {
                Preset::Word(value) => out.fill(value),
                Preset::Length(binding, offset, stride) => {
                    let bytes = self.views[binding as usize].bytes() as u64;
                    let room = bytes.saturating_sub(offset.into());
                    out.fill((room / u64::from(stride.max(1))) as u32);
                }
                Preset::NumWorkgroups(axis) => out.fill(grid.groups[axis as usize]),
                Preset::LocalId(0) => row(&|i| i % sx, out),
                Preset::LocalId(1) => row(&|i| i / sx % sy, out),
                Preset::LocalId(_) => row(&|i| i / (sx * sy), out),
                Preset::LocalIndex => row(&|i| i, out),
                Preset::SubgroupLane => row(&|i| i % SUBGROUP, out),
                Preset::SubgroupId => row(&|i| i / SUBGROUP, out),
                Preset::Wide(_) | Preset::WorkgroupId(_) | Preset::GlobalId(_) => {}
            }
        }
    }

    /// Writes what differs from block to block.
    fn ids(&mut self, grid: Grid, block: Block) {
        let program = self.program;
        let size = program.shape.invocations() as usize;
        let live = size * block.count as usize;
        let base = &mut self.arena.narrow[..self.lanes];
        base[..live].fill(!0);
        base[live..].fill(0);
        self.arena.states[0] = if live == self.lanes { Active::All } else { Active::Some };
        for &(r, preset) in &program.presets {
            let range = self.range(r);
            let out = &mut self.arena.narrow;
            match preset {
                Preset::WorkgroupId(axis) if r.is_uniform() => {
                    out[range.start] = grid.at(block.first)[axis as usize];
                }
                Preset::WorkgroupId(axis) => {
                    for (i, part) in out[range].chunks_mut(size).enumerate() {
                        part.fill(grid.at(block.first + i as u64)[axis as usize]);
                    }
                }
                Preset::GlobalId(axis) => {
                    global(&mut out[range], program.shape.size, grid, block, axis as usize);
                }
                _ => {}
            }
        }
    }

    /// Runs one block to its end.
    pub(crate) fn block(&mut self, grid: Grid, block: Block) -> Result<(), Stop> {
        self.window = (0, self.lanes);
        self.spent = Spent::none(self.budget);
        self.arena.workgroup.fill(0);
        self.ids(grid, block);
        let program = self.program;
        self.run(&program.ops).map(|_| ())
    }
}

/// One axis of the invocation id, workgroup after workgroup.
fn global(out: &mut [u32], shape: [u32; 3], grid: Grid, block: Block, axis: usize) {
    let [sx, sy, sz] = shape.map(|s| s as usize);
    let start = grid.at(block.first);
    let in_row = u64::from(start[0]) + u64::from(block.count) <= u64::from(grid.groups[0]);
    if sy * sz == 1 && in_row {
        // Workgroups in a line: the id counts on from lane to lane.
        if axis == 0 {
            let first = start[0].wrapping_mul(shape[0]);
            out.iter_mut().enumerate().for_each(|(i, d)| *d = first.wrapping_add(i as u32));
        } else {
            out.fill(start[axis]);
        }
        return;
    }
    for (i, part) in out.chunks_mut(sx * sy * sz).enumerate() {
        let base = grid.at(block.first + i as u64)[axis].wrapping_mul(shape[axis]);
        for (lane, d) in part.iter_mut().enumerate() {
            let local = match axis {
                0 => lane % sx,
                1 => lane / sx % sy,
                _ => lane / (sx * sy),
            };
            *d = base.wrapping_add(local as u32);
        }
    }
}

/// Makes room, keeping what is there: every register is written before it is read.
fn grow<T: Clone + Default>(memory: &mut Vec<T>, len: usize) {
    if memory.len() < len {
        memory.resize(len, T::default());
    }
}
