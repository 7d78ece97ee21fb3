//! Runs along a frontier: one dispatch, which strides over as many items as there are.

use super::Call;
use crate::assemble::{Bound, Head, Variant};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::Result;
use crate::extent;
use crate::frontier::{Expand, Sides};
use crate::submit::{Command, Region, Run, Shape};

impl<T: Element> Call<Expand<T>> {
    pub(crate) fn record(
        &self,
        engine: &Engine,
        sides: &Sides,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        let prepared = self.prepare(engine)?;
        let pieces = self.pieces(&prepared);
        let pipeline = engine.pipeline(&self.kernel.inner, Variant { pieces, ..variant })?;
        let ((now, count), (next, grows)) = sides.now_and_next();
        let head = Head {
            here: self.length(sides.room)?,
            extent: [grows, 0, 0],
            count_at: count,
            kernel: pipeline.number,
            ..Head::default()
        };
        let storages = self.regions(&pipeline.assembled.slots, |slot| match slot.what {
            Bound::Named(k) => Region::piece(prepared.storages.get(k)?, slot.piece),
            Bound::Now => Region::piece(now, 0),
            Bound::Next => Region::piece(next, 0),
            _ => None,
        })?;
        let fold = engine.limits().max_compute_workgroups_per_dimension;
        let all = sides.room.div_ceil(self.group_size()).max(1);
        let most = all.min(engine.resident_workgroups()).min(u64::from(fold).pow(2));
        let grid = extent::fold(most, fold).ok_or_else(|| self.too_many(most, fold))?;
        let uniform = prepared.with_head(&head);
        Ok(vec![Command::Run(Run { pipeline, uniform, storages, grid, shape: Shape::Counted })])
    }
}
