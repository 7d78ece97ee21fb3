//! Engine: a device that is ready to run kernels.

mod access;
mod scratch;
mod settle;

pub(crate) use scratch::Scratch;
pub use settle::Status;

mod capacity;
pub use capacity::Capacity;

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;

use crate::batch::Batch;
use crate::builder::EngineBuilder;
use crate::device::{self, DeviceInfo};
use crate::disk_cache::DiskCache;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::fault::Faults;
use crate::kernel::{self, Kernel};
use crate::pipeline::Pipelines;
use crate::primitive::Key;
use crate::report::Recorders;
#[cfg(not(target_arch = "wasm32"))]
use crate::report::Report;
use crate::storage::Storage;
use crate::submit::{Budget, Last, Uniforms};
use crate::transfer::{Backlog, Staging};
use crate::wait::LostFlag;

/// A device, opened, with everything that was compiled for it.
///
/// It is a handle: a clone is the same engine, and threads may share it.
/// Storages keep it alive; when the last handle and storage are dropped, its memory is free.
#[derive(Clone)]
pub struct Engine {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    /// Tells engines apart.
    pub(crate) number: u64,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) info: DeviceInfo,
    pub(crate) limits: wgpu::Limits,
    pub(crate) features: wgpu::Features,
    pub(crate) lost: LostFlag,
    pub(crate) time_limit: Option<Duration>,
    /// Whether the device's mathematics may be off by much.
    pub(crate) coarse_math: bool,
    /// What the device reported outside any error scope, until the next call asks.
    pub(crate) reported: Arc<Mutex<Option<Error>>>,
    pub(crate) pipelines: Pipelines,
    /// The kernels of `execute` and of the primitives of storages.
    pub(crate) executed: Mutex<Executed>,
    pub(crate) disk_cache: DiskCache,
    /// Parameters on their way; its lock makes writing them and submitting one step.
    pub(crate) uniforms: Mutex<Uniforms>,
    pub(crate) last: Mutex<Last>,
    pub(crate) staging: Staging,
    pub(crate) scratch: Scratch,
    pub(crate) backlog: Mutex<Backlog>,
    /// Whether the device's memory is the host's, so that storages can be mapped.
    pub(crate) mappable: bool,
    /// Bytes of one staging buffer.
    pub(crate) chunk: u64,
    /// Bytes from which on a copy on the device is a map, which a GPU's copy engine is no match for.
    pub(crate) map_copies: u64,
    /// How long a submission may take.
    pub(crate) budget: Option<Budget>,
    pub(crate) recorders: Recorders,
    /// Only for a driver that ends long loops silently.
    pub(crate) faults: Option<Faults>,
}

/// Kernels by kind, snippets and types.
pub(crate) type Executed = LruCache<Key, Arc<kernel::Inner>>;

impl Engine {
    /// Opens the best device there is.
    ///
    /// `KERNEL_ENGINE_DEVICE` in the environment chooses: `auto`, `gpu`, `cpu`, or a part of a
    /// device's name; else `WGPU_ADAPTER_NAME` does. `WGPU_BACKEND` narrows where it looks.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] when there is none, with what was looked for and how to get one.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new() -> Result<Self> {
        Self::builder().build()
    }

    /// As [`new`](Self::new), without blocking the thread.
    pub async fn new_async() -> Result<Self> {
        Self::builder().build_async().await
    }

    /// Chooses a device and how to treat it.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// One engine for the whole program, opened by the first who asks.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); a failure is not kept, so a later call tries again.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn shared() -> Result<&'static Self> {
        static SHARED: once_cell::sync::OnceCell<Engine> = once_cell::sync::OnceCell::new();
        SHARED.get_or_try_init(Self::new)
    }

    /// An engine on a device that the program opened by itself.
    ///
    /// The engine takes over the device's callbacks for loss and for uncaptured errors, and uses
    /// what features and limits the device was opened with.
    pub fn from_wgpu(device: wgpu::Device, queue: wgpu::Queue) -> Result<Self> {
        Self::builder().open(device, queue, None)
    }

    /// The devices of this machine.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn devices() -> Vec<DeviceInfo> {
        pollster::block_on(device::list())
    }

    /// As [`devices`](Self::devices), without blocking the thread.
    pub async fn devices_async() -> Vec<DeviceInfo> {
        device::list().await
    }

    /// The device that was chosen, and why.
    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    /// Maps a snippet over an array of any length: the one-liner.
    ///
    /// ```no_run
    /// # use kernel_engine::Engine;
    /// let engine = Engine::new()?;
    /// let out: Vec<f32> = engine.execute("dst = src + tan(cos(sin(src * src)));", &[1f32, 2.0])?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    #[cfg(not(target_arch = "wasm32"))]
    pub fn execute<In: Element, Out: Element>(
        &self,
        snippet: &str,
        data: &[In],
    ) -> Result<Vec<Out>> {
        self.compile_map::<In, Out>(snippet)?.call().execute(self, data)
    }

    /// As [`execute`](Self::execute), without blocking the thread.
    pub async fn execute_async<In: Element, Out: Element>(
        &self,
        snippet: &str,
        data: &[In],
    ) -> Result<Vec<Out>> {
        self.compile_map::<In, Out>(snippet)?.call().execute_async(self, data).await
    }

    fn compile_map<In: Element, Out: Element>(
        &self,
        snippet: &str,
    ) -> Result<Kernel<crate::Map<In, Out>>> {
        let key = ("execute", snippet.to_owned(), In::TYPE, Out::TYPE);
        self.kept(key, || Kernel::map::<In, Out>(snippet).label("execute").build())
    }

    /// An array on the device that holds a copy of `data`.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] beyond what is free, [`Error::TooLarge`] beyond what 256 of the
    /// device's largest bindings hold, [`Error::Unsupported`] when the device has no such element
    /// type.
    pub fn storage<T: Element>(&self, data: &[T]) -> Result<Storage<T>> {
        let storage = Storage::new(self, data.len())?;
        storage.upload(data)?;
        Ok(storage)
    }

    /// An array of `len` zeros on the device.
    ///
    /// # Errors
    ///
    /// Those of [`storage`](Self::storage).
    pub fn zeros<T: Element>(&self, len: usize) -> Result<Storage<T>> {
        Storage::new(self, len)
    }

    /// Records many calls and submits them at once, in their order; each sees what those before
    /// it wrote. When `record` fails, nothing is submitted. (Thousands of calls, whose parameters
    /// take more than a mebibyte, go in a few parts.)
    pub fn batch(&self, record: impl FnOnce(&mut Batch) -> Result<()>) -> Result<()> {
        let mut batch = Batch::new(self);
        record(&mut batch)?;
        batch.submit()
    }

    /// Runs `work` and reports what the engine did meanwhile, on any thread.
    ///
    /// Compiling, uploading, executing and downloading are waited for one after another, so that
    /// each has its own time; the whole may take longer than without a report.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn profile<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Report)> {
        self.wait()?;
        let recording = self.inner.recorders.start();
        let value = work()?;
        self.wait()?;
        Ok((value, recording.finish()))
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    pub(crate) fn limits(&self) -> &wgpu::Limits {
        &self.inner.limits
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Engine").field(&self.inner.info.name).finish()
    }
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("info", &self.info).finish_non_exhaustive()
    }
}
