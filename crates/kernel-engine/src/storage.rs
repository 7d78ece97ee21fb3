//! Storage: an array on a device.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::assemble::Variant;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::MAX_INVOCATIONS;
use crate::fresh::zeroed;
use crate::kernel::Kernel;
use crate::raw::Raw;
use crate::submit::{Command, Copy};
use crate::transfer::{self, Waiting};

/// An array of fixed length on an engine's device, made by [`Engine::storage`] and
/// [`Engine::zeros`].
///
/// It is a handle: a clone is the same array.
/// The memory is freed when the last handle is dropped and the device is done with it.
pub struct Storage<T> {
    pub(crate) raw: Arc<Raw>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Storage<T> {
    pub(crate) fn new(engine: &Engine, len: usize) -> Result<Self> {
        Ok(Self::of(Arc::new(Raw::new(engine, T::TYPE, len as u64)?)))
    }

    /// A handle of `raw`, whose elements are `T`.
    pub(crate) fn of(raw: Arc<Raw>) -> Self {
        Self { raw, element: PhantomData }
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        self.raw.len as usize
    }

    /// Whether it has no elements, which is as good a length as any.
    pub fn is_empty(&self) -> bool {
        self.raw.len == 0
    }

    /// Bytes of its elements.
    pub fn bytes(&self) -> u64 {
        self.raw.bytes()
    }

    /// The engine that made it.
    pub fn engine(&self) -> &Engine {
        &self.raw.engine
    }

    /// Replaces all elements.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless `data` is as long as the storage.
    pub fn upload(&self, data: &[T]) -> Result<()> {
        if data.len() as u64 != self.raw.len {
            let what = "the data to upload".to_owned();
            let found = data.len() as u64;
            return Err(Error::LengthMismatch { what, expected: self.raw.len, found });
        }
        self.upload_at(0, data)?;
        self.raw.mark_written(0);
        Ok(())
    }

    /// Replaces the elements from `start` on.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] when they leave the storage. (16-bit elements come in pairs: such a range
    /// starts and ends at an even index, or ends with the storage.)
    pub fn upload_at(&self, start: usize, data: &[T]) -> Result<()> {
        let (offset, _) = self.raw.region("upload", start as u64, data.len() as u64)?;
        transfer::upload(&self.raw, offset, bytemuck::cast_slice(data))
    }

    /// Copies all elements to the host, and waits for whatever still computes them.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download(&self) -> Result<Vec<T>> {
        self.download_range(..)
    }

    /// Copies a range of elements to the host.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] when it leaves the storage.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download_range(&self, range: impl RangeBounds<usize>) -> Result<Vec<T>> {
        let (start, len) = self.resolve(range)?;
        let mut out = zeroed(len)?;
        self.block_on_read(start, &mut out, Waiting::block(&self.raw.engine))?;
        Ok(out)
    }

    /// Copies all elements into `out`.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless `out` is as long as the storage.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download_into(&self, out: &mut [T]) -> Result<()> {
        self.check_out(out)?;
        self.block_on_read(0, out, Waiting::block(&self.raw.engine))
    }

    /// As [`download`](Self::download), waiting no longer than `limit`.
    ///
    /// # Errors
    ///
    /// [`Error::TimedOut`] when the device needs longer.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download_within(&self, limit: std::time::Duration) -> Result<Vec<T>> {
        let mut out = zeroed(self.len())?;
        self.block_on_read(0, &mut out, Waiting::block_for(limit))?;
        Ok(out)
    }

    /// As [`download`](Self::download), without blocking the thread.
    pub async fn download_async(&self) -> Result<Vec<T>> {
        self.download_range_async(..).await
    }

    /// As [`download_range`](Self::download_range), without blocking the thread.
    ///
    /// # Errors
    ///
    /// [`Error::Range`] when it leaves the storage.
    pub async fn download_range_async(&self, range: impl RangeBounds<usize>) -> Result<Vec<T>> {
        let (start, len) = self.resolve(range)?;
        let mut out = zeroed(len)?;
        self.read_from(start, &mut out, Waiting::yielding(&self.raw.engine)).await?;
        Ok(out)
    }

    /// Copies all elements to `other` on the device, bit by bit.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless both are equally long, [`Error::Aliased`] when both are
    /// one storage, [`Error::OtherEngine`] when another engine made `other`.
    pub fn copy_to(&self, other: &Self) -> Result<()> {
        self.raw.engine.submit(self.copy(other)?)
    }

    pub(crate) fn copy(&self, other: &Self) -> Result<Vec<Command>> {
        if self.raw.len != other.raw.len {
            let what = "the storage to copy to".to_owned();
            let (expected, found) = (self.raw.len, other.raw.len);
            return Err(Error::LengthMismatch { what, expected, found });
        }
        if !self.raw.engine.same(&other.raw.engine) {
            return Err(Error::OtherEngine { what: "the storage to copy to".to_owned() });
        }
        if Arc::ptr_eq(&self.raw, &other.raw) {
            let (kernel, first, second) = ("copy".into(), "source".into(), "target".into());
            let remedy = "a storage need not be copied to itself";
            return Err(Error::Aliased { kernel, first, second, remedy });
        }
        let engine = &self.raw.engine;
        let quads = |raw: &Raw| Storage::<[u32; 4]>::of(Arc::new(raw.quads()));
        let (from, to) = (quads(&self.raw), quads(&other.raw));
        if self.bytes() < engine.inner.map_copies || from.raw.len > MAX_INVOCATIONS {
            let (from, to) = (self.raw.clone(), other.raw.clone());
            return Ok(vec![Command::Copy(Copy { from, to })]);
        }
        let quad = <[u32; 4]>::TYPE;
        let kernel = engine.kept(("copy", String::new(), quad, quad), || {
            Kernel::map::<[u32; 4], [u32; 4]>("dst = src;").label("copy").build()
        })?;
        kernel.call().record(&from, &to, Variant::default())
    }

    /// A storage of its own with the same elements, copied on the device.
    pub fn duplicate(&self) -> Result<Self> {
        let twin = Self::new(&self.raw.engine, self.len())?;
        self.copy_to(&twin)?;
        Ok(twin)
    }

    /// Copies the first elements into `out`.
    pub(crate) async fn read(&self, out: &mut [T], waiting: Waiting) -> Result<()> {
        self.read_from(0, out, waiting).await
    }

    async fn read_from(&self, start: usize, out: &mut [T], waiting: Waiting) -> Result<()> {
        let (offset, _) = self.raw.region("download", start as u64, out.len() as u64)?;
        transfer::download(&self.raw, offset, bytemuck::cast_slice_mut(out), waiting).await
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn block_on_read(&self, start: usize, out: &mut [T], waiting: Waiting) -> Result<()> {
        pollster::block_on(self.read_from(start, out, waiting))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn check_out(&self, out: &[T]) -> Result<()> {
        if out.len() as u64 == self.raw.len {
            return Ok(());
        }
        let what = "the slice to download into".to_owned();
        Err(Error::LengthMismatch { what, expected: self.raw.len, found: out.len() as u64 })
    }

    /// Start and length of a range of this storage.
    fn resolve(&self, range: impl RangeBounds<usize>) -> Result<(usize, usize)> {
        let start = match range.start_bound() {
            Bound::Included(start) => Some(*start),
            Bound::Excluded(start) => start.checked_add(1),
            Bound::Unbounded => Some(0),
        };
        let end = match range.end_bound() {
            Bound::Included(end) => end.checked_add(1),
            Bound::Excluded(end) => Some(*end),
            Bound::Unbounded => Some(self.len()),
        };
        let inside = |(start, end): &(usize, usize)| start <= end && *end <= self.len();
        let (start, end) = start.zip(end).filter(inside).ok_or_else(|| {
            let bounds = (range.start_bound(), range.end_bound());
            let message =
                format!("{bounds:?} is no range of a storage that has {} elements", self.len());
            Error::Range { what: "download".to_owned(), message }
        })?;
        Ok((start, end - start))
    }
}

impl<T> Clone for Storage<T> {
    fn clone(&self) -> Self {
        Self { raw: self.raw.clone(), element: PhantomData }
    }
}

impl<T> fmt::Debug for Storage<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Storage<{}>[{}]", self.raw.ty, self.raw.len)
    }
}
