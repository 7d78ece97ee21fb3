//! Filter: the elements for which a predicate holds, close together.

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

/// The shape of a kernel that keeps some elements of an array of `T`.
#[derive(Debug)]
pub struct Filter<T>(PhantomData<fn(T) -> T>);

/// What a filter kept. How many that is, is known on the device, and on the host once it asks.
#[derive(Clone, Debug)]
pub struct Filtered<T> {
    /// Room for all elements of the input; those kept come first, in their order.
    pub elements: Storage<T>,
    /// How many were kept, in one word: for [`Extent::count`](crate::Extent::count).
    pub count: Storage<u32>,
}

impl Kernel<Compute> {
    /// Starts a kernel that keeps the elements for which a predicate holds, in their order.
    ///
    /// The snippet sees `src` (the element), `i` (its index), `len` (how many there are), and
    /// assigns `dst`, a `bool`.
    ///
    /// Two passes over the input, in both of which the snippet runs, and one over what is kept; a
    /// few kilobytes beside them.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let hot = Kernel::filter::<f32>("dst = src > limit;").param::<f32>("limit").build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn filter<T: Element>(predicate: &str) -> KernelBuilder<Filter<T>> {
        Primitive::of::<T, u32>(Kind::Filter, 0).builder("filter", predicate)
    }
}

impl<T: Element> Call<Filter<T>> {
    /// Filters `src`; what is kept stays on the device.
    ///
    /// ```no_run
    /// # use kernel_engine::{Engine, Extent, Kernel};
    /// # let engine = Engine::new()?;
    /// # let x = engine.storage(&[1.0f32, -1.0])?;
    /// # let next = Kernel::compute("out_set(i, hot(i));").array::<f32>("hot");
    /// # let next = next.output::<f32>("out").build()?.call().bind("out", &engine.zeros::<f32>(2)?);
    /// let hot = Kernel::filter::<f32>("dst = src > 0.0;").build()?.call().run(&x)?;
    /// next.bind("hot", &hot.elements).run(Extent::count(&hot.count))?; // the host need not know
    /// let values = hot.download()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when the result would take more bindings than
    /// the device has.
    pub fn run(&self, src: &Storage<T>) -> Result<Filtered<T>> {
        let engine = src.engine();
        let elements = Storage::new(engine, src.len())?;
        let filtered = Filtered { elements, count: Storage::new(engine, 1)? };
        self.run_into(src, &filtered)?;
        Ok(filtered)
    }

    /// Filters `src` into storages that are there: `elements` as long as `src`, and `count` of one
    /// word. Elements beyond the count stay what they are.
    pub fn run_into(&self, src: &Storage<T>, dst: &Filtered<T>) -> Result<()> {
        src.engine().submit(self.record(src, dst)?)
    }

    fn record(&self, src: &Storage<T>, dst: &Filtered<T>) -> Result<Vec<Command>> {
        let (engine, len) = (src.engine(), src.raw.len);
        fits(engine, &dst.elements, "`elements` of a filter", len)?;
        fits(engine, &dst.count, "`count` of a filter", 1)?;
        let mut stages = Stages::new(self, engine)?;
        let totals = stages.totals(len)?;
        let (src, totals, ends) = (Some(&src.raw), Some(&totals), Ends::default());
        stages.through(Variant::default(), Ends { src, dst: totals, ..ends }, len)?;
        let count = Some(&dst.count.raw);
        stages.spine(Ends { dst: totals, count, ..ends }, stages.groups(len))?;
        let finish = Variant { stage: Stage::Finish, ..Variant::default() };
        let dst = Some(&dst.elements.raw);
        stages.through(finish, Ends { src, dst, totals, ..ends }, len)?;
        Ok(stages.commands())
    }
}

impl<T: Element> Filtered<T> {
    /// How many elements were kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn len(&self) -> Result<usize> {
        Ok(self.count.download()?.first().map_or(0, |count| *count as usize))
    }

    /// As [`len`](Self::len), without blocking the thread.
    pub async fn len_async(&self) -> Result<usize> {
        Ok(self.count.download_async().await?.first().map_or(0, |count| *count as usize))
    }

    /// Whether none was.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// The elements that were kept.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download(&self) -> Result<Vec<T>> {
        let kept = self.len()?;
        Ok(first(self.elements.download_range(..self.end(kept))?, kept))
    }

    /// As [`download`](Self::download), without blocking the thread.
    pub async fn download_async(&self) -> Result<Vec<T>> {
        let kept = self.len_async().await?;
        Ok(first(self.elements.download_range_async(..self.end(kept)).await?, kept))
    }

    /// Where to end a download of so many: 16-bit elements come in pairs.
    fn end(&self, kept: usize) -> usize {
        if kept < self.elements.len() { kept + kept % 2 } else { kept }
    }
}

fn first<T>(mut elements: Vec<T>, kept: usize) -> Vec<T> {
    elements.truncate(kept);
    elements
}

impl Batch {
    /// Records a filter of `src` into `dst`; see [`Call::<Filter<T>>::run_into`].
    pub fn filter<T: Element>(
        &mut self,
        call: &Call<Filter<T>>,
        src: &Storage<T>,
        dst: &Filtered<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.record(call.record(src, dst)?);
        Ok(())
    }
}
