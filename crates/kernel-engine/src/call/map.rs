//! Runs of a map: over a storage, into another or in place.

use std::sync::Arc;

use super::Call;
use crate::assemble::{Bound, Head, Variant};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent;
use crate::kernel::Map;
use crate::raw::{Pieces, Raw};
use crate::storage::Storage;
use crate::submit::{Command, Region, Run, Shape};

impl<In: Element, Out: Element> Call<Map<In, Out>> {
    /// Runs over `src` and gives the result as a new storage, which stays on the device.
    pub fn run(&self, src: &Storage<In>) -> Result<Storage<Out>> {
        let dst = Storage::new(src.engine(), src.len())?;
        self.run_into(src, &dst)?;
        Ok(dst)
    }

    /// Runs over `src` and writes to `dst`.
    ///
    /// A GPU's driver resets it when one dispatch takes seconds. A run that would take more than
    /// a fifth of one is cut, and this returns when the last part is under way.
    ///
    /// # Errors
    ///
    /// [`Error::Aliased`] when both are one storage, [`Error::LengthMismatch`] unless both, and
    /// all other inputs and outputs, are equally long.
    pub fn run_into(&self, src: &Storage<In>, dst: &Storage<Out>) -> Result<()> {
        src.engine().submit(self.record(src, dst, Variant::default())?)
    }

    /// Uploads `data`, runs over it, and downloads the result.
    ///
    /// An array of any length will do: it goes through the device in chunks, of which some are
    /// uploaded while others are computed and downloaded. (Only what the snippet reads at any index,
    /// by `at(j)` or as an array, is on the device as a whole.)
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] from 2^32 - 8192 elements on, whose index no `u32` holds.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn execute(&self, engine: &Engine, data: &[In]) -> Result<Vec<Out>> {
        pollster::block_on(self.host_to_host(engine, data, true))
    }

    /// As [`execute`](Self::execute), with the result in memory that is there already: a new array
    /// of hundreds of megabytes costs as much time as its way over the bus.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless `out` is as long as `data`; [`Error::TooLarge`] as there.
    /// What `out` holds after an error is undefined.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn execute_into(&self, engine: &Engine, data: &[In], out: &mut [Out]) -> Result<()> {
        pollster::block_on(self.host_into_host(engine, data, out, true))
    }

    /// As [`execute`](Self::execute), without blocking the thread.
    pub async fn execute_async(&self, engine: &Engine, data: &[In]) -> Result<Vec<Out>> {
        self.host_to_host(engine, data, false).await
    }

    pub(crate) fn record(
        &self,
        src: &Storage<In>,
        dst: &Storage<Out>,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        if !dst.engine().same(src.engine()) {
            return Err(Error::OtherEngine { what: "`dst`".to_owned() });
        }
        self.segments(&Window::whole(&src.raw, &dst.raw), variant)
    }

    /// One run for each stretch of elements that lies in one piece of each storage and fits a grid.
    pub(super) fn segments(&self, window: &Window<'_>, variant: Variant) -> Result<Vec<Command>> {
        let Window { src, dst, before, total } = *window;
        let engine = &src.engine;
        let prepared = self.prepare(engine)?;
        let declaration = &self.kernel.inner.declaration;
        let len = src.len;
        let inputs = declaration.bindings.iter().zip(&prepared.storages);
        let inputs = inputs.filter(|(binding, _)| !binding.role.is_any(declaration.map));
        let inputs = inputs.map(|(binding, raw)| (binding.name.as_str(), raw, total, before));
        // Each with the length that it needs, and its element for the first of `src`.
        let along: Vec<_> = std::iter::once(("dst", dst, len, 0)).chain(inputs).collect();
        if let Some((name, raw, expected, _)) =
            along.iter().find(|(_, raw, len, _)| raw.len != *len)
        {
            let what = format!("kernel `{}`: `{name}`", self.label());
            return Err(Error::LengthMismatch { what, expected: *expected, found: raw.len });
        }
        let length = self.length(total)?;
        let fold = engine.limits().max_compute_workgroups_per_dimension;
        // Multiples of 256 elements, so that each segment starts where a binding may.
        let by_grid = |per_group: u64| {
            (u64::from(fold).pow(2).saturating_mul(per_group) / 256 * 256).max(256)
        };
        let mut pieces = self.pieces(&prepared);
        let together = along.iter().map(|(_, raw, _, at)| raw.together(*at));
        let together = together.fold(src.together(0), u64::min);
        // What the watchdog has cut falls into parts too.
        let groups = engine.inner.budget.map_or(u64::MAX, |budget| budget.least);
        let one_run = by_grid(self.group_size()).min(groups.saturating_mul(self.group_size()));
        if self.kernel.inner.reads_any() && len > together.min(one_run) {
            pieces.push((Bound::At, src.split().unwrap_or(Pieces { count: 1, shift: 0 })));
        }
        let pipeline = engine.pipeline(&self.kernel.inner, Variant { pieces, ..variant })?;

        let per_group = pipeline.assembled.width * self.group_size();
        let segment = by_grid(per_group);
        let mut commands = Vec::new();
        let mut first = 0;
        while first < len {
            let rest = segment.min(len - first).min(src.together(first));
            let here =
                along.iter().fold(rest, |here, (_, raw, _, at)| here.min(raw.together(at + first)));
            let groups = here.div_ceil(per_group);
            let head = Head {
                length,
                groups: groups as u32,
                first: (before + first) as u32,
                here: here as u32,
                kernel: pipeline.number,
                ..Head::default()
            };
            let storages = self.regions(&pipeline.assembled.slots, |slot| match slot.what {
                Bound::Src => Region::part(src, first, here),
                Bound::Dst => Region::part(dst, first, here),
                Bound::At => Region::piece(src, slot.piece),
                Bound::Named(k) => {
                    let raw = prepared.storages.get(k)?;
                    match declaration.bindings.get(k)?.role.is_any(declaration.map) {
                        true => Region::piece(raw, slot.piece),
                        false => Region::part(raw, before + first, here),
                    }
                }
                _ => None,
            })?;
            let grid = extent::fold(groups, fold).ok_or_else(|| self.too_many(groups, fold))?;
            let uniform = prepared.with_head(&head);
            commands.push(Command::Run(Run {
                pipeline: pipeline.clone(),
                uniform,
                storages,
                grid,
                shape: Shape::Map { per_group },
            }));
            first += here;
        }
        Ok(commands)
    }
}

/// What a map runs over: storages of one length that hold all its elements, or a part of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'a> {
    pub(super) src: &'a Arc<Raw>,
    pub(super) dst: &'a Arc<Raw>,
    /// Elements before the first of `src`.
    pub(super) before: u64,
    /// Elements of the whole map.
    pub(super) total: u64,
}

impl<'a> Window<'a> {
    fn whole(src: &'a Arc<Raw>, dst: &'a Arc<Raw>) -> Self {
        Self { src, dst, before: 0, total: src.len }
    }
}

impl<T: Element> Call<Map<T, T>> {
    /// Runs over `storage` and writes the result over it.
    ///
    /// # Errors
    ///
    /// [`Error::Aliased`] when the snippet reads other elements by `at(j)`, since another
    /// invocation may have written them.
    pub fn run_in_place(&self, storage: &Storage<T>) -> Result<()> {
        storage.engine().submit(self.record_in_place(storage, Variant::default())?)
    }

    pub(crate) fn record_in_place(
        &self,
        storage: &Storage<T>,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        if self.kernel.inner.reads_any() {
            return Err(Error::Aliased {
                kernel: self.label(),
                first: "at".to_owned(),
                second: "dst".to_owned(),
                remedy: "`at(j)` would read what other invocations have just written: use `.run_into` another storage, or `PingPong`",
            });
        }
        let variant = Variant { in_place: true, ..variant };
        self.segments(&Window::whole(&storage.raw, &storage.raw), variant)
    }
}
