//! Run: one dispatch, and how it falls into two.

use std::sync::Arc;

use super::Command;
use crate::assemble::{Bound, Head};
use crate::extent;
use crate::pipeline::Pipeline;
use crate::raw::Raw;

/// One dispatch.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) pipeline: Arc<Pipeline>,
    /// The uniform block.
    pub(crate) uniform: Vec<u8>,
    /// Storages in the order of the pipeline's slots; the fault counts have none.
    pub(crate) storages: Vec<Option<Region>>,
    pub(crate) grid: (u32, u32),
    pub(crate) shape: Shape,
}

/// What the workgroups of a run are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Each does so many elements of a map.
    Map { per_group: u64 },
    /// Each has a number.
    Numbered,
    /// They stride over work of a length that the host does not know.
    Counted,
    /// As `Counted`; how many there are stands in the frontier, at that byte.
    Listed { at: u64 },
}

/// Bytes of a piece of a storage.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) raw: Arc<Raw>,
    pub(crate) piece: usize,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// Whether the run depends on what is there, rather than overwriting all of it.
    pub(crate) reads: bool,
    /// Whether it starts with the first element of the run, as what a map runs along does.
    pub(crate) along: bool,
}

/// Workgroups come off a run in multiples of this: each part of a map starts where a binding may.
const STEP: u64 = 256;

impl Run {
    /// What makes two runs share a bind group.
    pub(super) fn key(&self) -> (*const Pipeline, Vec<(*const Raw, usize, u64, u64)>) {
        let regions = self.storages.iter().flatten();
        let regions = regions.map(|r| (Arc::as_ptr(&r.raw), r.piece, r.offset, r.size)).collect();
        (Arc::as_ptr(&self.pipeline), regions)
    }

    /// How many workgroups it has.
    pub(super) fn groups(&self) -> u64 {
        let head = self.head();
        match self.shape {
            Shape::Map { .. } => head.groups.into(),
            Shape::Numbered => head.groups.saturating_sub(head.first).into(),
            Shape::Counted | Shape::Listed { .. } => {
                u64::from(self.grid.0) * u64::from(self.grid.1)
            }
        }
    }

    /// Keeps about as many of its workgroups as wanted, and gives the rest as a run of its own;
    /// none where there is none, or where only the device knows.
    pub(super) fn split_off(&mut self, wanted: u64, fold: u32) -> Option<Self> {
        let kept = (wanted / STEP * STEP).max(STEP);
        let left = self.groups().checked_sub(kept).filter(|left| *left > 0)?;
        let mut rest = Self {
            pipeline: self.pipeline.clone(),
            uniform: self.uniform.clone(),
            storages: self.storages.clone(),
            ..*self
        };
        let (mut head, mut next) = (self.head(), self.head());
        match self.shape {
            Shape::Counted | Shape::Listed { .. } => return None,
            Shape::Numbered => {
                head.groups = head.first + kept as u32;
                next.first = head.groups;
            }
            Shape::Map { per_group } => {
                let elements = (kept * per_group) as u32;
                (head.groups, head.here) = (kept as u32, elements);
                (next.groups, next.here) = (left as u32, next.here - elements);
                next.first += elements;
                let along = |run: &mut Self, cut: &dyn Fn(&mut Region, u64)| {
                    let regions = run.storages.iter_mut().flatten().filter(|region| region.along);
                    regions
                        .for_each(|region| cut(region, u64::from(elements) * region.raw.ty.size()));
                };
                along(self, &|region, bytes| region.size = bytes);
                along(&mut rest, &|region, bytes| {
                    region.offset += bytes;
                    region.size -= bytes;
                });
            }
        }
        (self.grid, rest.grid) = (extent::fold(kept, fold)?, extent::fold(left, fold)?);
        self.set_head(&head);
        rest.set_head(&next);
        // What the first part wrote may be known to be void by then.
        rest.storages.iter_mut().flatten().for_each(|region| region.reads = true);
        Some(rest)
    }

    /// The buffer that holds how many workgroups there are, and the byte where they stand.
    pub(super) fn indirect(&self) -> Option<(&wgpu::Buffer, u64)> {
        let Shape::Listed { at } = self.shape else { return None };
        let now = self.pipeline.assembled.slots.iter().position(|slot| slot.what == Bound::Now);
        let region = self.storages.get(now?)?.as_ref()?;
        Some((region.raw.piece(region.piece)?, at))
    }

    /// Makes it part of a step of an iteration: it finds in `before` whether it is wanted, and leaves
    /// in `again` whether the next one is.
    pub(crate) fn enter(&mut self, step: u32, before: &Arc<Raw>, again: &Arc<Raw>) {
        self.set_head(&Head { step, ..self.head() });
        for (slot, region) in self.pipeline.assembled.slots.iter().zip(&mut self.storages) {
            match slot.what {
                Bound::Before => *region = Region::piece(before, 0),
                Bound::Again => *region = Region::piece(again, 0),
                _ => {}
            }
        }
    }

    fn head(&self) -> Head {
        let bytes = self.uniform.get(..size_of::<Head>());
        bytes.map_or_else(Head::default, bytemuck::pod_read_unaligned)
    }

    fn set_head(&mut self, head: &Head) {
        if let Some(bytes) = self.uniform.get_mut(..size_of::<Head>()) {
            bytes.copy_from_slice(bytemuck::bytes_of(head));
        }
    }
}

impl From<Run> for Command {
    fn from(run: Run) -> Self {
        Self::Run(run)
    }
}
