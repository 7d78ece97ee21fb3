//! Runs along a frontier: one dispatch, of as many workgroups as the frontier says.

use super::Call;
use crate::assemble::{Bound, Head, Variant};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::Result;
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
        let ((now, at), (next, grows)) = sides.now_and_next();
        let head = Head {
            groups: engine.limits().max_compute_workgroups_per_dimension,
            here: self.length(sides.room)?,
            extent: [grows, 0, 0],
            count_at: at,
            kernel: pipeline.number,
            ..Head::default()
        };
        let storages = self.regions(&pipeline.assembled.slots, |slot| match slot.what {
            Bound::Named(k) => Region::piece(prepared.storages.get(k)?, slot.piece),
            Bound::Now => Region::piece(now, 0),
            Bound::Next => Region::piece(next, 0),
            _ => None,
        })?;
        let (uniform, shape) = (prepared.with_head(&head), Shape::Listed { at: 4 * u64::from(at) });
        Ok(vec![Command::Run(Run { pipeline, uniform, storages, grid: (1, 1), shape })])
    }
}
