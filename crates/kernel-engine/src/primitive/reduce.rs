//! Reduce: an array becomes one value.

use std::marker::PhantomData;

use super::run::{Ends, Stages, fits};
use super::{Kind, Primitive};
use crate::assemble::Variant;
use crate::batch::Batch;
use crate::call::Call;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::Result;
use crate::kernel::{Compute, Kernel, KernelBuilder};
use crate::storage::Storage;
use crate::submit::Command;

/// The shape of a kernel that combines the elements of an array of `In` to one `T`.
#[derive(Debug)]
pub struct Reduce<In, T>(PhantomData<fn(In) -> T>);

impl Kernel<Compute> {
    /// Starts a kernel that combines all elements of an array to one, by an operator of two.
    ///
    /// The snippet sees `a` and `b`, of which `a` stands left of `b` in the array, and assigns
    /// `dst`. The operator must be associative, `(a b) c = a (b c)`; it need not be commutative,
    /// since the order of the elements is kept. `identity` is the result of an empty array; it is
    /// never combined with an element.
    ///
    /// The order in which neighbours are combined depends on the types alone, so floats give the
    /// same result every time. One pass over memory; a few kilobytes beside it.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let product = Kernel::reduce("dst = a * b;", 1.0f32).build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn reduce<T: Element>(operator: &str, identity: T) -> KernelBuilder<Reduce<T, T>> {
        Primitive::of::<T, T>(Kind::Reduce, identity).builder("reduce", operator)
    }
}

impl<T: Element> KernelBuilder<Reduce<T, T>> {
    /// A snippet that makes of each element the value that the operator combines, in the same
    /// pass over memory.
    ///
    /// It sees `src` (the element), `i` (its index), `len` (how many there are), and assigns `dst`.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let norm = Kernel::reduce("dst = a + b;", 0.0f32).map::<[f32; 3]>("dst = dot(src, src);");
    /// # norm.build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn map<In: Element>(self, snippet: &str) -> KernelBuilder<Reduce<In, T>> {
        self.mapped::<In, _>(snippet)
    }
}

impl<In: Element, T: Element> Call<Reduce<In, T>> {
    /// The elements of `src` combined.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) for more elements than an index of 32 bits
    /// reaches.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn run(&self, src: &Storage<In>) -> Result<T> {
        one(src.engine(), &self.start(src)?.download()?)
    }

    /// As [`run`](Self::run), without blocking the thread.
    pub async fn run_async(&self, src: &Storage<In>) -> Result<T> {
        one(src.engine(), &self.start(src)?.download_async().await?)
    }

    /// Writes the elements of `src` combined to `dst`, which has one element, on the device.
    pub fn run_into(&self, src: &Storage<In>, dst: &Storage<T>) -> Result<()> {
        src.engine().submit(self.record(src, dst)?)
    }

    fn start(&self, src: &Storage<In>) -> Result<Storage<T>> {
        let dst = Storage::of(src.engine().scratch(T::TYPE, 1)?);
        self.run_into(src, &dst)?;
        Ok(dst)
    }

    fn record(&self, src: &Storage<In>, dst: &Storage<T>) -> Result<Vec<Command>> {
        let engine = src.engine();
        fits(engine, dst, "`dst` of a reduction", 1)?;
        let mut stages = Stages::new(self, engine)?;
        let (len, groups) = (src.raw.len, stages.groups(src.raw.len));
        let (src, dst) = (Some(&src.raw), Some(&dst.raw));
        if groups == 1 {
            stages.through(Variant::default(), Ends { src, dst, ..Ends::default() }, len)?;
        } else {
            let totals = stages.totals(len)?;
            stages.through(
                Variant::default(),
                Ends { src, dst: Some(&totals), ..Ends::default() },
                len,
            )?;
            stages.spine(Ends { src: Some(&totals), dst, ..Ends::default() }, groups)?;
        }
        Ok(stages.commands())
    }
}

impl Batch {
    /// Records a reduction of `src` into `dst`, which has one element.
    pub fn reduce<In: Element, T: Element>(
        &mut self,
        call: &Call<Reduce<In, T>>,
        src: &Storage<In>,
        dst: &Storage<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.record(call.record(src, dst)?);
        Ok(())
    }
}

/// The element of a storage of one.
pub(super) fn one<T: Element>(engine: &Engine, values: &[T]) -> Result<T> {
    let internal = || engine.internal("a reduction", "no result came back".to_owned());
    values.first().copied().ok_or_else(internal)
}
