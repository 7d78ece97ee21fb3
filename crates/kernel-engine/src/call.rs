//! Call: a kernel with parameters set and storages bound, ready to run.

use std::sync::Arc;

use crate::assemble::{self, Bound, Head, Slot, Variant};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::{self, Extent, Repr};
use crate::kernel::{Compute, Kernel, Map, Role};
use crate::pipeline::Pipeline;
use crate::storage::{Raw, Storage};
use crate::submit::{Command, Region, Run};
use crate::value::Value;

/// A call of a kernel.
///
/// What is set and bound stays for every run of this call; a clone can go its own way.
/// A fault in a name or a type is kept and returned by the run.
#[derive(Debug)]
#[must_use = "a call does nothing until it runs"]
pub struct Call<S> {
    kernel: Kernel<S>,
    params: Vec<Option<Vec<u8>>>,
    storages: Vec<Option<Arc<Raw>>>,
    fault: Option<Error>,
}

impl<S> Clone for Call<S> {
    fn clone(&self) -> Self {
        Self {
            kernel: self.kernel.clone(),
            params: self.params.clone(),
            storages: self.storages.clone(),
            fault: self.fault.clone(),
        }
    }
}

impl<S> Call<S> {
    pub(crate) fn new(kernel: Kernel<S>) -> Self {
        let declaration = &kernel.inner.declaration;
        let params = vec![None; declaration.params.len()];
        let storages = vec![None; declaration.bindings.len()];
        Self { kernel, params, storages, fault: None }
    }

    /// Gives a parameter its value, converted to the declared type.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        let declaration = &self.kernel.inner.declaration;
        let place = declaration.params.iter().position(|(known, _)| known == name);
        let outcome =
            match place.and_then(|k| Some((self.params.get_mut(k)?, declaration.params[k].1))) {
                Some((param, ty)) => value
                    .into()
                    .encode(ty)
                    .map(|bytes| *param = Some(bytes))
                    .map_err(|found| self.wrong_type(name, ty.to_string(), found)),
                None => {
                    let known = declaration.params.iter().map(|(name, _)| name.as_str());
                    Err(self.unknown("parameter", name, known))
                }
            };
        self.keep(outcome)
    }

    /// Binds a storage to the input, array, output or atomic of that name.
    pub fn bind<T: Element>(mut self, name: &str, storage: &Storage<T>) -> Self {
        let declaration = &self.kernel.inner.declaration;
        let place = declaration.bindings.iter().position(|binding| binding.name == name);
        let outcome = match place
            .and_then(|k| Some((self.storages.get_mut(k)?, declaration.bindings[k].ty)))
        {
            Some((bound, ty)) if ty == T::TYPE => {
                *bound = Some(storage.raw.clone());
                Ok(())
            }
            Some((_, ty)) => {
                let found = format!("a storage of {}", T::TYPE);
                Err(self.wrong_type(name, format!("a storage of {ty}"), found))
            }
            None => {
                let known = declaration.bindings.iter().map(|binding| binding.name.as_str());
                Err(self.unknown("storage", name, known))
            }
        };
        self.keep(outcome)
    }

    /// Keeps the first fault.
    fn keep(mut self, outcome: Result<()>) -> Self {
        self.fault = self.fault.or(outcome.err());
        self
    }

    fn label(&self) -> String {
        self.kernel.label().to_owned()
    }

    fn wrong_type(&self, name: &str, expected: String, found: String) -> Error {
        Error::WrongType { kernel: self.label(), name: name.to_owned(), expected, found }
    }

    fn unknown<'a>(
        &self,
        kind: &'static str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> Error {
        let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Error::UnknownName { kernel: self.label(), kind, name: name.to_owned(), known }
    }

    /// The storages and the uniform block without its head, all there and of one engine.
    fn prepare(&self, engine: &Engine) -> Result<Prepared> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let declaration = &self.kernel.inner.declaration;
        let missing = |name: &str, method| Error::Missing {
            kernel: self.label(),
            name: name.to_owned(),
            method,
        };
        let mut storages = Vec::new();
        let layout = assemble::layout(declaration);
        let mut uniform = vec![0; layout.size as usize];
        let mut at = size_of::<Head>();
        for (binding, bound) in declaration.bindings.iter().zip(&self.storages) {
            let raw = bound.as_ref().ok_or_else(|| missing(&binding.name, "bind"))?;
            if !raw.engine.same(engine) {
                return Err(Error::OtherEngine { what: format!("`{}`", binding.name) });
            }
            write(&mut uniform, at, &self.length(raw.len)?.to_ne_bytes());
            at += 4;
            storages.push(raw.clone());
        }
        for (((name, _), value), offset) in
            declaration.params.iter().zip(&self.params).zip(&layout.params)
        {
            let value = value.as_ref().ok_or_else(|| missing(name, "set"))?;
            write(&mut uniform, *offset as usize, value);
        }
        Ok(Prepared { storages, uniform })
    }

    /// A number of elements or invocations that an index of 32 bits reaches.
    fn length(&self, len: u64) -> Result<u32> {
        let limit = extent::MAX_INVOCATIONS;
        u32::try_from(len).ok().filter(|_| len <= limit).ok_or_else(|| Error::TooLarge {
            what: format!("kernel `{}`, in elements,", self.label()),
            needed: len,
            limit,
            remedy: "split the run".to_owned(),
        })
    }

    /// Picks the storages that the slots name, each no larger than a binding may be.
    fn regions(
        &self,
        slots: &[Slot],
        pick: impl Fn(Bound) -> Option<Region>,
    ) -> Result<Vec<Option<Region>>> {
        let mut regions: Vec<Option<Region>> = Vec::new();
        for (k, slot) in slots.iter().enumerate() {
            let region = pick(slot.what);
            if let Some(region) = &region {
                let limit = region.raw.engine.limits().max_storage_buffer_binding_size;
                if region.size > limit {
                    return Err(Error::TooLarge {
                        what: format!("kernel `{}`: `{}`, in bytes,", self.label(), self.name(slot.what)),
                        needed: region.size,
                        limit,
                        remedy: "reach this array by `src` or `.input`, which run in segments, or split it".to_owned(),
                    });
                }
                let twin = slots.iter().zip(&regions).find(|(other, earlier)| {
                    let same = earlier.as_ref().is_some_and(|e| Arc::ptr_eq(&e.raw, &region.raw));
                    same && !(slot.read_only && other.read_only)
                });
                if let Some((other, _)) = twin {
                    return Err(self.aliased(other.what, slots[k].what));
                }
                if slot.read_only || slot.what == Bound::Dst {
                    region.raw.check()?;
                }
            }
            regions.push(region);
        }
        Ok(regions)
    }

    fn name(&self, bound: Bound) -> String {
        match bound {
            Bound::Src => "src".to_owned(),
            Bound::Dst => "dst".to_owned(),
            Bound::Named(k) => self
                .kernel
                .inner
                .declaration
                .bindings
                .get(k)
                .map_or_else(String::new, |b| b.name.clone()),
            Bound::Count => "the extent's count".to_owned(),
            Bound::Fault => "the fault counts".to_owned(),
        }
    }

    fn aliased(&self, first: Bound, second: Bound) -> Error {
        let remedy = match (first, second) {
            (Bound::Src, Bound::Dst) | (Bound::Dst, Bound::Src) => {
                "to overwrite the input, use `.run_in_place`"
            }
            _ => "write to a storage of its own, and take the two in turn (`PingPong`)",
        };
        Error::Aliased {
            kernel: self.label(),
            first: self.name(first),
            second: self.name(second),
            remedy,
        }
    }
}

/// What a call brings to each of its runs.
struct Prepared {
    storages: Vec<Arc<Raw>>,
    uniform: Vec<u8>,
}

impl Prepared {
    fn with_head(&self, head: &Head) -> Vec<u8> {
        let mut uniform = self.uniform.clone();
        write(&mut uniform, 0, bytemuck::bytes_of(head));
        uniform
    }
}

fn write(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at + value.len()) {
        place.copy_from_slice(value);
    }
}

impl Region {
    fn whole(raw: &Arc<Raw>) -> Self {
        Self { raw: raw.clone(), offset: 0, size: raw.buffer.size() }
    }

    /// The elements from `first` on, as many as `len`, rounded up to whole wide loads.
    fn part(raw: &Arc<Raw>, first: u64, len: u64) -> Self {
        let size = raw.ty.size();
        let offset = first * size;
        let room = raw.buffer.size().saturating_sub(offset);
        Self { raw: raw.clone(), offset, size: (len * size).next_multiple_of(16).max(16).min(room) }
    }
}

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
        // Whole kilobytes of elements, so that each segment starts where a binding may.
        let by_binding = (limits.max_storage_buffer_binding_size / widest / 1024 * 1024).max(1024);
        let by_grid = u64::from(fold).pow(2).saturating_mul(per_group);
        let by_grid = if by_grid < 1024 { 1024 } else { by_grid / 1024 * 1024 };
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
                Bound::Count | Bound::Fault => None,
            })?;
            if here < len && self.kernel.inner.reads_any() {
                return Err(Error::TooLarge {
                    what: format!(
                        "kernel `{}`, which reads `at(j)`, in bytes of its input,",
                        self.label()
                    ),
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

impl Call<Compute> {
    /// Runs over an extent.
    ///
    /// # Errors
    ///
    /// Besides those of the kernel: [`Error::Missing`] when nothing is bound that tells the engine.
    pub fn run(&self, extent: impl Into<Extent>) -> Result<()> {
        let engine = self.storages.iter().flatten().next().map(|raw| raw.engine.clone());
        match engine {
            Some(engine) => engine.submit(self.record(&engine, extent.into())?),
            None => Err(self.fault.clone().unwrap_or_else(|| Error::Missing {
                kernel: self.label(),
                name: self.name(Bound::Named(0)),
                method: "bind",
            })),
        }
    }

    pub(crate) fn record(&self, engine: &Engine, extent: Extent) -> Result<Vec<Command>> {
        match extent.0 {
            Repr::Fixed(sides) => self.fixed(engine, sides),
            Repr::Counted { count, at } => self.counted(engine, &count, at),
        }
    }

    fn fixed(&self, engine: &Engine, sides: [i128; 3]) -> Result<Vec<Command>> {
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
        let pipeline = engine.pipeline(&self.kernel.inner, Variant::default())?;
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

    fn counted(&self, engine: &Engine, count: &Storage<u32>, at: u64) -> Result<Vec<Command>> {
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
        let variant = Variant { counted: true, ..Variant::default() };
        let pipeline = engine.pipeline(&self.kernel.inner, variant)?;
        let head = Head { count_at: at as u32, kernel: pipeline.number, ..Head::default() };
        let fold = engine.limits().max_compute_workgroups_per_dimension;
        let most = engine.resident_workgroups().min(u64::from(fold).pow(2));
        let grid = extent::fold(most, fold).ok_or_else(|| self.too_many(most, fold))?;
        Ok(vec![self.compute_run(&pipeline, &prepared, head, Some(&count.raw), grid)?])
    }

    fn compute_run(
        &self,
        pipeline: &Arc<Pipeline>,
        prepared: &Prepared,
        head: Head,
        count: Option<&Arc<Raw>>,
        grid: (u32, u32),
    ) -> Result<Command> {
        let storages = self.regions(&pipeline.assembled.slots, |bound| match bound {
            Bound::Named(k) => prepared.storages.get(k).map(Region::whole),
            Bound::Count => count.map(Region::whole),
            Bound::Src | Bound::Dst | Bound::Fault => None,
        })?;
        let uniform = prepared.with_head(&head);
        Ok(Command::Run(Run { pipeline: pipeline.clone(), uniform, storages, grid }))
    }
}

impl<S> Call<S> {
    fn group_size(&self) -> u64 {
        self.kernel.inner.declaration.workgroup_size.iter().map(|n| u64::from(*n)).product()
    }

    fn too_many(&self, groups: u64, fold: u32) -> Error {
        Error::TooLarge {
            what: format!("kernel `{}`, in workgroups,", self.label()),
            needed: groups,
            limit: u64::from(fold).pow(2),
            remedy: "split the run, or use larger workgroups".to_owned(),
        }
    }
}
