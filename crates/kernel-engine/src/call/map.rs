//! Runs of a map: over a storage, into another or in place.

use std::sync::Arc;

use super::Call;
use crate::assemble::{Bound, Head, Variant};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent;
use crate::kernel::{Map, Role};
use crate::storage::{Raw, Storage};
use crate::submit::{Command, Region, Run};

impl<In: Element, Out: Element> Call<Map<In, Out>> {
    /// Runs over `src` and gives the result as a new storage, which stays on the device.
    pub fn run(&self, src: &Storage<In>) -> Result<Storage<Out>> {
        let dst = Storage::new(src.engine(), src.len())?;
        self.run_into(src, &dst)?;
        Ok(dst)
    }

    /// Runs over `src` and writes to `dst`.
    ///
    /// # Errors
    ///
    /// [`Error::Aliased`] when both are one storage, [`Error::LengthMismatch`] unless both, and
    /// all other inputs and outputs, are equally long.
    pub fn run_into(&self, src: &Storage<In>, dst: &Storage<Out>) -> Result<()> {
        src.engine().submit(self.record(src, dst)?)
    }

    /// Uploads `data`, runs over it, and downloads the result.
    pub fn execute(&self, engine: &Engine, data: &[In]) -> Result<Vec<Out>> {
        let src = engine.storage(data)?;
        self.run(&src)?.download()
    }

    /// As [`execute`](Self::execute), without blocking the thread.
    pub async fn execute_async(&self, engine: &Engine, data: &[In]) -> Result<Vec<Out>> {
        let src = engine.storage(data)?;
        self.run(&src)?.download_async().await
    }

    pub(crate) fn record(&self, src: &Storage<In>, dst: &Storage<Out>) -> Result<Vec<Command>> {
        if !dst.engine().same(src.engine()) {
            return Err(Error::OtherEngine { what: "`dst`".to_owned() });
        }
        self.segments(&src.raw, &dst.raw, Variant::default())
    }

    /// One run for each stretch of elements that fits a binding and a grid.
    fn segments(&self, src: &Arc<Raw>, dst: &Arc<Raw>, variant: Variant) -> Result<Vec<Command>> {
        let engine = &src.engine;
        let prepared = self.prepare(engine)?;
        let declaration = &self.kernel.inner.declaration;
        let len = src.len;
        let along = declaration
            .bindings
            .iter()
            .zip(&prepared.storages)
            .filter(|(binding, _)| matches!(binding.role, Role::Input | Role::Output));
        let along =
            std::iter::once(("dst", dst)).chain(along.map(|(b, raw)| (b.name.as_str(), raw)));
        let mut widest = src.ty.size();
        for (name, raw) in along {
            if raw.len != len {
                let what = format!("kernel `{}`: `{name}`", self.label());
                return Err(Error::LengthMismatch { what, expected: len, found: raw.len });
            }
            widest = widest.max(raw.ty.size());
        }
        let length = self.length(len)?;
        let pipeline = engine.pipeline(&self.kernel.inner, variant)?;
        if len == 0 {
            return Ok(Vec::new());
        }

        let limits = engine.limits();
        let fold = limits.max_compute_workgroups_per_dimension;
        let per_group = pipeline.assembled.width * self.group_size();
        // Multiples of 256 elements, so that each segment starts where a binding may.
        let by_binding = (limits.max_storage_buffer_binding_size / widest / 256 * 256).max(256);
        let by_grid = u64::from(fold).pow(2).saturating_mul(per_group);
        let by_grid = (by_grid / 256 * 256).max(256);
        let segment = by_binding.min(by_grid).min(len);
        let mut commands = Vec::new();
        let mut first = 0;
        while first < len {
            let here = segment.min(len - first);
            let groups = here.div_ceil(per_group);
            let head = Head {
                length,
                groups: groups as u32,
                first: first as u32,
                here: here as u32,
                kernel: pipeline.number,
                ..Head::default()
            };
            let storages = self.regions(&pipeline.assembled.slots, |bound| match bound {
                Bound::Src => Some(Region::part(src, first, here)),
                Bound::Dst => Some(Region::part(dst, first, here)),
                Bound::Named(k) => {
                    let raw = prepared.storages.get(k)?;
                    Some(match declaration.bindings.get(k)?.role {
                        Role::Input | Role::Output => Region::part(raw, first, here),
                        Role::Array | Role::Atomic => Region::whole(raw),
                    })
                }
                Bound::Totals | Bound::Count | Bound::Fault => None,
            })?;
            if here < len && self.kernel.inner.reads_any() {
                return Err(Error::TooLarge {
                    what: format!("kernel `{}`, since it reads `at(j)`,", self.label()),
                    unit: "bytes of input in one binding",
                    needed: len * widest,
                    limit: segment * widest,
                    remedy: "split the array over several runs".to_owned(),
                });
            }
            let grid = extent::fold(groups, fold).ok_or_else(|| self.too_many(groups, fold))?;
            let uniform = prepared.with_head(&head);
            commands.push(Command::Run(Run {
                pipeline: pipeline.clone(),
                uniform,
                storages,
                grid,
            }));
            first += here;
        }
        Ok(commands)
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
        storage.engine().submit(self.record_in_place(storage)?)
    }

    pub(crate) fn record_in_place(&self, storage: &Storage<T>) -> Result<Vec<Command>> {
        if self.kernel.inner.reads_any() {
            return Err(Error::Aliased {
                kernel: self.label(),
                first: "at".to_owned(),
                second: "dst".to_owned(),
                remedy: "`at(j)` would read what other invocations have just written: use `.run_into` another storage, or `PingPong`",
            });
        }
        let variant = Variant { in_place: true, ..Variant::default() };
        self.segments(&storage.raw, &storage.raw, variant)
    }
}
