//! Runs of a compute kernel: over an extent that the host knows, or one that waits on the device.

use std::sync::Arc;

use super::Call;
use super::prepare::Prepared;
use crate::assemble::{Bound, Head, Variant};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::{self, Extent, Repr};
use crate::kernel::Compute;
use crate::pipeline::Pipeline;
use crate::storage::Storage;
use crate::submit::{Command, Region, Run, Shape};

impl Call<Compute> {
    /// Runs over an extent.
    ///
    /// # Errors
    ///
    /// Besides those of the kernel: [`Error::Missing`] when nothing is bound that tells the engine.
    pub fn run(&self, extent: impl Into<Extent>) -> Result<()> {
        let engine = self.storages.iter().flatten().next().map(|raw| raw.engine.clone());
        match engine {
            Some(engine) => {
                engine.submit(self.record(&engine, extent.into(), Variant::default())?)
            }
            None => Err(self.fault.clone().unwrap_or_else(|| Error::Missing {
                kernel: self.label(),
                name: self.name(Bound::Named(0)),
                method: "bind",
            })),
        }
    }

    pub(crate) fn record(
        &self,
        engine: &Engine,
        extent: Extent,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        match extent.0 {
            Repr::Fixed(sides) => self.fixed(engine, sides, variant),
            Repr::Counted { count, at } => self.counted(engine, &count, at, variant),
        }
    }

    fn fixed(&self, engine: &Engine, sides: [i128; 3], variant: Variant) -> Result<Vec<Command>> {
        if let Some(side) = sides.iter().find(|side| **side < 0) {
            let what = format!("kernel `{}`", self.label());
            let message = format!("an extent of {side} is none: it starts at 0");
            return Err(Error::Range { what, message });
        }
        let total = sides
            .iter()
            .fold(1u64, |all, side| all.saturating_mul(u64::try_from(*side).unwrap_or(u64::MAX)));
        let prepared = self.prepare(engine)?;
        let length = self.length(total)?;
        let variant = Variant { pieces: self.pieces(&prepared), ..variant };
        let pipeline = engine.pipeline(&self.kernel.inner, variant)?;
        if total == 0 {
            return Ok(Vec::new());
        }
        let extent = sides.map(|side| side as u32);
        let [x, y, z] = self.kernel.inner.declaration.workgroup_size;
        let groups: u64 = match y * z {
            1 => total.div_ceil(u64::from(x)),
            _ => extent.iter().zip([x, y, z]).map(|(n, s)| u64::from(n.div_ceil(s))).product(),
        };
        self.length(groups)?;
        let fold = engine.limits().max_compute_workgroups_per_dimension;
        let mut commands = Vec::new();
        let mut first = 0;
        while first < groups {
            let now = (groups - first).min(u64::from(fold).pow(2));
            let grid = extent::fold(now, fold).ok_or_else(|| self.too_many(now, fold))?;
            let head = Head {
                length,
                groups: (first + now) as u32,
                first: first as u32,
                extent,
                kernel: pipeline.number,
                ..Head::default()
            };
            commands.push(self.compute_run(&pipeline, &prepared, head, None, grid)?);
            first += now;
        }
        Ok(commands)
    }

    fn counted(
        &self,
        engine: &Engine,
        count: &Storage<u32>,
        at: u64,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        let declaration = &self.kernel.inner.declaration;
        if !count.engine().same(engine) {
            return Err(Error::OtherEngine { what: "the extent's count".to_owned() });
        }
        if at >= count.raw.len {
            let what = format!("kernel `{}`", self.label());
            let message =
                format!("the extent's count is word {at} of a storage that has {}", count.len());
            return Err(Error::Range { what, message });
        }
        if declaration.workgroup_size[1..] != [1, 1] {
            return Err(declaration.error(
                "an extent that is counted on the device goes with a workgroup size in x alone",
            ));
        }
        let prepared = self.prepare(engine)?;
        let pieces = self.pieces(&prepared);
        let variant = Variant { counted: true, pieces, ..variant };
        let pipeline = engine.pipeline(&self.kernel.inner, variant)?;
        let (piece, at) = count.raw.place(at);
        let head = Head { count_at: at as u32, kernel: pipeline.number, ..Head::default() };
        let fold = engine.limits().max_compute_workgroups_per_dimension;
        let most = engine.resident_workgroups().min(u64::from(fold).pow(2));
        let grid = extent::fold(most, fold).ok_or_else(|| self.too_many(most, fold))?;
        let count = Region::piece(&count.raw, piece);
        Ok(vec![self.compute_run(&pipeline, &prepared, head, count, grid)?])
    }

    fn compute_run(
        &self,
        pipeline: &Arc<Pipeline>,
        prepared: &Prepared,
        head: Head,
        count: Option<Region>,
        grid: (u32, u32),
    ) -> Result<Command> {
        let counted = count.is_some();
        let storages = self.regions(&pipeline.assembled.slots, |slot| match slot.what {
            Bound::Named(k) => Region::piece(prepared.storages.get(k)?, slot.piece),
            Bound::Count => count.clone(),
            _ => None,
        })?;
        let uniform = prepared.with_head(&head);
        let shape = if counted { Shape::Counted } else { Shape::Numbered };
        Ok(Command::Run(Run { pipeline: pipeline.clone(), uniform, storages, grid, shape }))
    }
}
