//! Shorthand: primitives in one line, on a storage. The engine keeps what they compile, as it does
//! for [`Engine::execute`].

use super::number::{self, Ordered, Summed};
use super::{Filtered, Reduce};
use crate::batch::Batch;
use crate::element::{Element, Type};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::storage::Storage;

impl<T: Element> Storage<T> {
    /// All elements combined by an operator of two, or `identity` where there are none; see
    /// [`Kernel::reduce`].
    ///
    /// ```no_run
    /// # let engine = kernel_engine::Engine::new()?;
    /// let x = engine.storage(&[2.0f32, 3.0, 4.0])?;
    /// assert_eq!(x.reduce("dst = a * b;", 1.0)?, 24.0);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    #[cfg(not(target_arch = "wasm32"))]
    pub fn reduce(&self, operator: &str, identity: T) -> Result<T> {
        self.reducer(operator, identity)?.call().run(self)
    }

    /// As [`reduce`](Self::reduce), without blocking the thread.
    pub async fn reduce_async(&self, operator: &str, identity: T) -> Result<T> {
        self.reducer(operator, identity)?.call().run_async(self).await
    }

    /// A value made of each element, and all of them combined, in one pass over memory.
    ///
    /// ```no_run
    /// # let engine = kernel_engine::Engine::new()?;
    /// let x = engine.storage(&[3.0f32, 4.0])?;
    /// assert_eq!(x.map_reduce("dst = src * src;", "dst = a + b;", 0.0f32)?, 25.0);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    #[cfg(not(target_arch = "wasm32"))]
    pub fn map_reduce<V: Element>(&self, map: &str, operator: &str, identity: V) -> Result<V> {
        self.map_reducer(map, operator, identity)?.call().run(self)
    }

    /// As [`map_reduce`](Self::map_reduce), without blocking the thread.
    pub async fn map_reduce_async<V: Element>(
        &self,
        map: &str,
        operator: &str,
        identity: V,
    ) -> Result<V> {
        self.map_reducer(map, operator, identity)?.call().run_async(self).await
    }

    /// Each segment combined by itself, of those that begin at `offsets` and end where the next one
    /// begins; see [`Call::run_segments`](crate::Call::run_segments).
    pub fn reduce_segments(
        &self,
        operator: &str,
        identity: T,
        offsets: &Storage<u32>,
    ) -> Result<Self> {
        self.reducer(operator, identity)?.call().run_segments(self, offsets)
    }

    /// Each element combined with all before it; see [`Kernel::scan`].
    ///
    /// ```no_run
    /// # let engine = kernel_engine::Engine::new()?;
    /// let x = engine.storage(&[1u32, 2, 3])?;
    /// assert_eq!(x.scan("dst = a + b;", 0)?.download()?, [1, 3, 6]);
    /// assert_eq!(x.scan_exclusive("dst = a + b;", 0)?.download()?, [0, 1, 3]);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn scan(&self, operator: &str, identity: T) -> Result<Self> {
        let build = || Kernel::scan(operator, identity).build();
        self.kept::<T, _>("scan", &[operator], &identity, build)?.call().run(self)
    }

    /// All before each element combined, without the element itself; first comes the identity.
    pub fn scan_exclusive(&self, operator: &str, identity: T) -> Result<Self> {
        let build = || Kernel::scan(operator, identity).exclusive().build();
        self.kept::<T, _>("scan_exclusive", &[operator], &identity, build)?.call().run(self)
    }

    /// The elements for which a predicate holds, in their order; see [`Kernel::filter`].
    ///
    /// ```no_run
    /// # let engine = kernel_engine::Engine::new()?;
    /// let x = engine.storage(&[1.0f32, -2.0, 3.0])?;
    /// assert_eq!(x.filter("dst = src > 0.0;")?.download()?, [1.0, 3.0]);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn filter(&self, predicate: &str) -> Result<Filtered<T>> {
        let build = || Kernel::filter(predicate).build();
        self.kept::<u32, _>("filter", &[predicate], &0, build)?.call().run(self)
    }

    /// How many elements fall into each of `bins` bins, whose number the snippet assigns to `dst`;
    /// see [`Kernel::histogram`].
    pub fn histogram(&self, bin: &str, bins: u32) -> Result<Storage<u32>> {
        let build = || Kernel::histogram(bin, bins).build();
        self.kept::<u32, _>("histogram", &[bin], &bins, build)?.call().run(self)
    }

    /// The elements at `indices`, in the order of the indices: `dst[i] = self[indices[i]]`. An index
    /// beyond the end gives zero.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the elements would take more bindings than the device has.
    pub fn gather(&self, indices: &Storage<u32>) -> Result<Self> {
        let dst = Self::new(self.engine(), indices.len())?;
        self.engine().batch(|batch| batch.gather(self, indices, &dst))?;
        Ok(dst)
    }

    /// Writes the elements to `indices` of `dst`: `dst[indices[i]] = self[i]`. An index beyond the
    /// end writes nothing; of several elements with one index, any one is kept.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the three storages would together take more bindings than the device
    /// has, [`Error::LengthMismatch`] unless there are as many indices as elements.
    pub fn scatter(&self, indices: &Storage<u32>, dst: &Self) -> Result<()> {
        self.engine().batch(|batch| batch.scatter(self, indices, dst))
    }

    fn reducer(&self, operator: &str, identity: T) -> Result<Kernel<Reduce<T, T>>> {
        let build = || Kernel::reduce(operator, identity).build();
        self.kept("reduce", &[operator], &identity, build)
    }

    fn map_reducer<V: Element>(
        &self,
        map: &str,
        operator: &str,
        identity: V,
    ) -> Result<Kernel<Reduce<T, V>>> {
        let build = || Kernel::reduce(operator, identity).map::<T>(map).build();
        self.kept("map_reduce", &[operator, map], &identity, build)
    }

    /// The kernel of that kind and with those snippets, built now unless the engine has it.
    fn kept<V: Element, S>(
        &self,
        kind: &'static str,
        snippets: &[&str],
        identity: &V,
        build: impl FnOnce() -> Result<Kernel<S>>,
    ) -> Result<Kernel<S>> {
        let key = format!("{snippets:?} {:?}", bytemuck::bytes_of(identity));
        self.engine().kept((kind, key, T::TYPE, V::TYPE), build)
    }
}

impl Batch {
    /// Records `dst[i] = src[indices[i]]`; see [`Storage::gather`].
    pub fn gather<T: Element>(
        &mut self,
        src: &Storage<T>,
        indices: &Storage<u32>,
        dst: &Storage<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        let kernel = src.kept::<u32, _>("gather", &[], &0, || {
            let kernel = Kernel::map::<u32, T>("dst = elements(src);").label("gather");
            kernel.array::<T>("elements").build()
        })?;
        self.map(&kernel.call().bind("elements", src), indices, dst)
    }

    /// Records `dst[indices[i]] = src[i]`; see [`Storage::scatter`].
    pub fn scatter<T: Element>(
        &mut self,
        src: &Storage<T>,
        indices: &Storage<u32>,
        dst: &Storage<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        super::run::fits(src.engine(), indices, "`indices` of a scatter", src.raw.len)?;
        let kernel = src.kept::<u32, _>("scatter", &[], &0, || {
            let kernel = Kernel::compute("to_set(index(i), element(i));").label("scatter");
            kernel.array::<T>("element").array::<u32>("index").output::<T>("to").build()
        })?;
        let call = kernel.call().bind("element", src).bind("index", indices).bind("to", dst);
        self.run(&call, src.len())
    }
}

impl<T: Summed> Storage<T> {
    /// The sum of all elements, zero where there are none.
    ///
    /// Integers of 32 bits give one of 64, which holds any sum of them. Floats are added neighbour
    /// to neighbour, in an order that depends on the length alone: the result is the same every
    /// time, and about as exact as that of pairwise summation.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] when a sum of 64-bit integers does not fit 64 bits.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn sum(&self) -> Result<T::Total> {
        total::<T>(self.summer()?.call().run(self)?)
    }

    /// As [`sum`](Self::sum), without blocking the thread.
    pub async fn sum_async(&self) -> Result<T::Total> {
        total::<T>(self.summer()?.call().run_async(self).await?)
    }

    fn summer(&self) -> Result<Kernel<Reduce<T, T::Words>>> {
        let [operator, map] = T::SUM;
        let zero: T::Words = bytemuck::Zeroable::zeroed();
        let build = || Kernel::reduce(operator, zero).map::<T>(map).label("sum").build();
        self.kept("sum", &[], &zero, build)
    }
}

fn total<T: Summed>(words: T::Words) -> Result<T::Total> {
    T::total(words).map_err(|sum| Error::Range {
        what: "a sum".to_owned(),
        message: format!("{sum} does not fit {}: convert the elements to f64", T::TYPE),
    })
}

/// Writes a method and its asynchronous twin.
macro_rules! extremes {
    ($($(#[$doc:meta])* $name:ident, $twin:ident, $result:ty, $greatest:expr, $pick:tt;)*) => {
        impl<T: Ordered> Storage<T> {$(
            $(#[$doc])*
            #[cfg(not(target_arch = "wasm32"))]
            pub fn $name(&self) -> Result<Option<$result>> {
                if self.is_empty() {
                    return Ok(None);
                }
                let place = self.extreme($greatest)?.call().run(self)?;
                Ok(Some(number::element::<T>(place, $greatest).$pick))
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), without blocking the thread.")]
            pub async fn $twin(&self) -> Result<Option<$result>> {
                if self.is_empty() {
                    return Ok(None);
                }
                let place = self.extreme($greatest)?.call().run_async(self).await?;
                Ok(Some(number::element::<T>(place, $greatest).$pick))
            }
        )*}
    };
}

extremes! {
    /// The least element; none of an empty array.
    ///
    /// As IEEE 754 has it: a NaN among the elements makes a NaN, and -0.0 is less than 0.0.
    min, min_async, T, false, 0;
    /// The greatest element; see [`min`](Self::min).
    max, max_async, T, true, 0;
    /// The index of the least element, of the first of several; none of an empty array. A NaN goes
    /// before all numbers, so that it is found.
    arg_min, arg_min_async, usize, false, 1;
    /// The index of the greatest element; see [`arg_min`](Self::arg_min).
    arg_max, arg_max_async, usize, true, 1;
}

impl<T: Ordered> Storage<T> {
    fn extreme(&self, greatest: bool) -> Result<Kernel<Reduce<T, T::Place>>> {
        let (kind, zero) = (if greatest { "max" } else { "min" }, bytemuck::Zeroable::zeroed());
        let map = number::places::<T>(greatest);
        let build = || Kernel::reduce(T::FIRST, zero).map::<T>(&map).label(kind).build();
        self.kept(kind, &[], &zero, build)
    }
}

/// What kernels are kept by: their kind, their snippets and what else they depend on, their types.
pub(crate) type Key = (&'static str, String, Type, Type);

impl Engine {
    /// The kernel of that key, built now unless it was before.
    pub(crate) fn kept<S>(
        &self,
        key: Key,
        build: impl FnOnce() -> Result<Kernel<S>>,
    ) -> Result<Kernel<S>> {
        if let Some(kernel) = crate::lock(&self.inner.executed).get(&key) {
            return Ok(Kernel::from_inner(kernel.clone()));
        }
        let kernel = build()?;
        crate::lock(&self.inner.executed).put(key, kernel.inner.clone());
        Ok(kernel)
    }
}
