//! Scan: each element becomes what it and all before it combine to.

use std::marker::PhantomData;

use super::run::{Ends, Stages, fits};
use super::{Kind, Primitive, Stage};
use crate::assemble::Variant;
use crate::batch::Batch;
use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::kernel::{Compute, Kernel, KernelBuilder};
use crate::storage::Storage;
use crate::submit::Command;

/// The shape of a kernel that makes an array of `In` to its prefix sums, or their like, of `T`.
#[derive(Debug)]
pub struct Scan<In, T>(PhantomData<fn(In) -> T>);

impl Kernel<Compute> {
    /// Starts a kernel that combines each element with all before it, by an operator of two:
    /// prefix sums, running maxima.
    ///
    /// The operator is as in [`Kernel::reduce`]: associative, its order kept, the same result every
    /// time. `identity` is what stands first in an [`exclusive`](KernelBuilder::exclusive) scan.
    ///
    /// Two passes over the input and one over the output; a few kilobytes beside them.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let running_most = Kernel::scan("dst = max(a, b);", 0u32).build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn scan<T: Element>(operator: &str, identity: T) -> KernelBuilder<Scan<T, T>> {
        let kind = Kind::Scan { exclusive: false };
        Primitive::of::<T, T>(kind, identity).builder("scan", operator)
    }
}

impl<T: Element> KernelBuilder<Scan<T, T>> {
    /// A snippet that makes of each element the value that the operator combines. It sees `src`,
    /// `i`, `len`, and assigns `dst`, as that of a reduction does.
    pub fn map<In: Element>(self, snippet: &str) -> KernelBuilder<Scan<In, T>> {
        self.mapped::<In, _>(snippet)
    }
}

impl<In: Element, T: Element> KernelBuilder<Scan<In, T>> {
    /// Leaves each element itself out: the first result is the identity, the second the first
    /// value, and so on.
    pub fn exclusive(mut self) -> Self {
        if let Some(primitive) = &mut self.declaration.primitive {
            primitive.kind = Kind::Scan { exclusive: true };
        }
        self
    }
}

impl<In: Element, T: Element> Call<Scan<In, T>> {
    /// Scans `src` and gives the result as a new storage, which stays on the device.
    pub fn run(&self, src: &Storage<In>) -> Result<Storage<T>> {
        let dst = Storage::new(src.engine(), src.len())?;
        self.run_into(src, &dst)?;
        Ok(dst)
    }

    /// Scans `src` and writes to `dst`, which is as long.
    pub fn run_into(&self, src: &Storage<In>, dst: &Storage<T>) -> Result<()> {
        src.engine().submit(self.record(src, dst, Variant::default())?)
    }

    fn record(
        &self,
        src: &Storage<In>,
        dst: &Storage<T>,
        variant: Variant,
    ) -> Result<Vec<Command>> {
        let (engine, len) = (src.engine(), src.raw.len);
        fits(engine, dst, "`dst` of a scan", len)?;
        let mut stages = Stages::new(self, engine)?;
        let totals = &stages.totals(len)?;
        let (src, dst, ends) = (Some(&src.raw), Some(&dst.raw), Ends::default());
        if stages.groups(len) > 1 {
            let dst = Some(totals);
            stages.through(Variant::default(), Ends { src, dst, ..ends }, len)?;
            stages.spine(Ends { dst, ..ends }, stages.groups(len))?;
        }
        let finish = Variant { stage: Stage::Finish, ..variant };
        stages.through(finish, Ends { src, dst, totals: Some(totals), ..ends }, len)?;
        Ok(stages.commands())
    }
}

impl<T: Element> Call<Scan<T, T>> {
    /// Scans `storage` and writes the result over it.
    pub fn run_in_place(&self, storage: &Storage<T>) -> Result<()> {
        storage.engine().submit(self.record_in_place(storage)?)
    }

    fn record_in_place(&self, storage: &Storage<T>) -> Result<Vec<Command>> {
        let variant = Variant { in_place: true, ..Variant::default() };
        self.record(storage, storage, variant)
    }
}

impl Batch {
    /// Records a scan of `src` into `dst`, which is as long.
    pub fn scan<In: Element, T: Element>(
        &mut self,
        call: &Call<Scan<In, T>>,
        src: &Storage<In>,
        dst: &Storage<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.record(call.record(src, dst, Variant::default())?);
        Ok(())
    }

    /// Records a scan of `storage` over itself.
    pub fn scan_in_place<T: Element>(
        &mut self,
        call: &Call<Scan<T, T>>,
        storage: &Storage<T>,
    ) -> Result<()> {
        self.owns(storage, "the storage")?;
        self.record(call.record_in_place(storage)?);
        Ok(())
    }
}
