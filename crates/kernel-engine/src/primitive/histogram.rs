//! Histogram: how many elements fall into each bin.

use std::marker::PhantomData;

use super::run::{Ends, Stages, fits};
use super::{Kind, Primitive};
use crate::assemble::Variant;
use crate::batch::Batch;
use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::kernel::{Compute, Kernel, KernelBuilder};
use crate::storage::Storage;
use crate::submit::Command;

/// The shape of a kernel that counts the elements of an array of `T` by bins.
#[derive(Debug)]
pub struct Histogram<T>(PhantomData<fn(T) -> u32>);

impl Kernel<Compute> {
    /// Starts a kernel that counts how many elements fall into each of `bins` bins.
    ///
    /// The snippet sees `src` (the element), `i` (its index), `len` (how many there are), and
    /// assigns `dst`, the number of its bin. An element whose number is none of a bin is not
    /// counted.
    ///
    /// One pass over memory, with counts in each workgroup for up to 4096 bins.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let decades = Kernel::histogram::<f32>("dst = u32(src / 10.0);", 12).build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn histogram<T: Element>(bin: &str, bins: u32) -> KernelBuilder<Histogram<T>> {
        Primitive::of::<T, u32>(Kind::Histogram { bins }, 0).builder("histogram", bin)
    }
}

impl<T: Element> Call<Histogram<T>> {
    /// Counts the elements of `src`; the counts, one a bin, stay on the device.
    pub fn run(&self, src: &Storage<T>) -> Result<Storage<u32>> {
        let engine = src.engine();
        let counts = engine.zeros(Stages::new(self, engine)?.bins() as usize)?;
        self.add_to(src, &counts)?;
        Ok(counts)
    }

    /// Adds how many elements of `src` fall into each bin to `counts`, which has a word for each.
    pub fn add_to(&self, src: &Storage<T>, counts: &Storage<u32>) -> Result<()> {
        src.engine().submit(self.record(src, counts)?)
    }

    fn record(&self, src: &Storage<T>, counts: &Storage<u32>) -> Result<Vec<Command>> {
        let engine = src.engine();
        let mut stages = Stages::new(self, engine)?;
        fits(engine, counts, "`counts` of a histogram", stages.bins().into())?;
        let ends = Ends { src: Some(&src.raw), dst: Some(&counts.raw), ..Ends::default() };
        stages.through(Variant::default(), ends, src.raw.len)?;
        Ok(stages.commands())
    }
}

impl Batch {
    /// Records a count of the elements of `src` by bins, added to `counts`; see
    /// [`Call::<Histogram<T>>::add_to`].
    pub fn histogram<T: Element>(
        &mut self,
        call: &Call<Histogram<T>>,
        src: &Storage<T>,
        counts: &Storage<u32>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.record(call.record(src, counts)?);
        Ok(())
    }
}
