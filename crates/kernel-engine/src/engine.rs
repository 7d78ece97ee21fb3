//! Engine: a device that is ready to run kernels.

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use once_cell::sync::OnceCell;

use crate::batch::Batch;
use crate::builder::EngineBuilder;
use crate::check;
use crate::device::{self, DeviceInfo};
use crate::disk_cache::DiskCache;
use crate::element::{Element, Scalar, Type};
use crate::error::{Error, Result};
use crate::fault::Faults;
use crate::kernel::Kernel;
use crate::pending::Pending;
use crate::pipeline::Pipelines;
use crate::report::{Recorders, Report};
use crate::storage::Storage;
use crate::submit::{Last, Uniforms};
use crate::transfer::Waiting;
use crate::wait::{self, LostFlag, WaitError};

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
    /// What the device reported outside any error scope, until the next call asks.
    pub(crate) reported: Arc<Mutex<Option<Error>>>,
    pub(crate) pipelines: Pipelines,
    pub(crate) disk_cache: DiskCache,
    /// Parameters on their way; its lock makes writing them and submitting one step.
    pub(crate) uniforms: Mutex<Uniforms>,
    pub(crate) last: Mutex<Last>,
    pub(crate) staging: Mutex<Vec<wgpu::Buffer>>,
    pub(crate) recorders: Recorders,
    /// Only for a driver that ends long loops silently.
    pub(crate) faults: Option<Faults>,
}

/// Whether a device can be used; see [`Engine::status`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// All work that was submitted is done.
    Ready,
    /// The device is at work, last at the kernel named. It can be used, and new work waits.
    Busy {
        /// The kernel that was submitted last.
        kernel: String,
    },
    /// The device is gone; a new engine is needed.
    Lost {
        /// What the driver said.
        reason: String,
    },
}

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
        static SHARED: OnceCell<Engine> = OnceCell::new();
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

    /// Maps a snippet over an array: the one-liner.
    ///
    /// ```no_run
    /// # use kernel_engine::Engine;
    /// let engine = Engine::new()?;
    /// let out: Vec<f32> = engine.execute("dst = src + tan(cos(sin(src * src)));", &[1f32, 2.0])?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
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
        self.inner.recorders.compiling(|| Kernel::map::<In, Out>(snippet).label("execute").build())
    }

    /// An array on the device that holds a copy of `data`.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] beyond the largest buffer, [`Error::OutOfMemory`] beyond what is free,
    /// [`Error::Unsupported`] when the device has no such element type.
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
    /// it wrote. When `record` fails, nothing is submitted.
    pub fn batch(&self, record: impl FnOnce(&mut Batch) -> Result<()>) -> Result<()> {
        let mut batch = Batch::new(self);
        record(&mut batch)?;
        batch.submit()
    }

    /// Waits until all work that was submitted is done.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait(&self) -> Result<()> {
        pollster::block_on(self.settle(Waiting::block(self)))
    }

    /// As [`wait`](Self::wait), no longer than `limit`.
    ///
    /// # Errors
    ///
    /// [`Error::TimedOut`] when the device needs longer.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn wait_within(&self, limit: Duration) -> Result<()> {
        pollster::block_on(self.settle(Waiting::Block(Some(limit))))
    }

    /// As [`wait`](Self::wait), without blocking the thread.
    pub async fn wait_async(&self) -> Result<()> {
        self.settle(Waiting::yielding(self)).await
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

    /// Whether the device is ready, at work or gone.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn status(&self) -> Status {
        if let Some(reason) = self.inner.lost.get() {
            return Status::Lost { reason };
        }
        match wait::wait(&self.inner.device, &self.inner.lost, None, Some(Duration::ZERO)) {
            Ok(()) => Status::Ready,
            Err(WaitError::TimedOut) => Status::Busy { kernel: self.last_kernel() },
            Err(WaitError::Lost(reason)) => Status::Lost { reason },
        }
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    pub(crate) fn limits(&self) -> &wgpu::Limits {
        &self.inner.limits
    }

    /// What the device lacks to hold elements of a type.
    pub(crate) fn lacking(&self, ty: Type) -> Option<&'static str> {
        ty.scalars().into_iter().find_map(|scalar| {
            let (feature, name) = match scalar {
                Scalar::F16 => (wgpu::Features::SHADER_F16, "16-bit floats"),
                Scalar::F64 => (wgpu::Features::SHADER_F64, "64-bit floats"),
                Scalar::I64 | Scalar::U64 => (wgpu::Features::SHADER_INT64, "64-bit integers"),
                Scalar::F32 | Scalar::I32 | Scalar::U32 => return None,
            };
            (!self.inner.features.contains(feature)).then_some(name)
        })
    }

    pub(crate) fn unsupported(&self, what: String, feature: &str) -> Error {
        let (feature, device) = (feature.to_owned(), self.inner.info.name.clone());
        let remedy = "use a 32-bit type, or a device that has them (`Engine::devices()` lists all)";
        Error::Unsupported { what, feature, device, remedy }
    }

    pub(crate) fn internal(&self, what: &str, message: String) -> Error {
        Error::Internal { what: what.to_owned(), message }
    }

    /// A buffer, or an error that names what it was for.
    pub(crate) fn buffer(
        &self,
        label: &str,
        size: u64,
        usage: wgpu::BufferUsages,
        what: impl FnOnce() -> String,
    ) -> Result<wgpu::Buffer> {
        self.check()?;
        let (buffer, fault) = self.scoped(|device| {
            let label = Some(label);
            device.create_buffer(&wgpu::BufferDescriptor {
                label,
                size,
                usage,
                mapped_at_creation: false,
            })
        })?;
        match fault {
            None => Ok(buffer),
            Some(wgpu::Error::OutOfMemory { .. }) => {
                Err(Error::OutOfMemory { what: what(), bytes: size })
            }
            Some(error) => Err(self.internal("creating a buffer", error.to_string())),
        }
    }

    /// Runs `work` with the device; an error that it makes belongs to this caller alone.
    pub(crate) fn scoped<T>(
        &self,
        work: impl FnOnce(&wgpu::Device) -> T,
    ) -> Result<(T, Option<wgpu::Error>)> {
        let device = &self.inner.device;
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let value = work(device);
        // Natively the answer is there at once; a browser gives it later, as an uncaptured error.
        let scopes = [validation, memory, internal];
        let errors: Vec<_> =
            scopes.into_iter().map(|scope| pollster::block_on(scope.pop())).collect();
        Ok((value, errors.into_iter().flatten().next()))
    }

    /// An error when the device is lost or has reported one since the last call.
    pub(crate) fn check(&self) -> Result<()> {
        if let Some(reason) = self.inner.lost.get() {
            return Err(Error::DeviceLost { reason });
        }
        crate::lock(&self.inner.reported).take().map_or(Ok(()), Err)
    }

    /// Hands over what waits in the queue.
    pub(crate) fn flush(&self) -> wgpu::SubmissionIndex {
        self.inner.queue.submit([])
    }

    /// Blocks until a submission is done; a browser needs no such pause.
    pub(crate) fn wait_for(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        #[cfg(not(target_arch = "wasm32"))]
        {
            let limit = self.inner.time_limit;
            wait::wait(&self.inner.device, &self.inner.lost, submission, limit)
                .map_err(|error| self.wait_error(error, limit))
        }
        #[cfg(target_arch = "wasm32")]
        {
            let _ = submission;
            Ok(())
        }
    }

    /// Waits for a result.
    pub(crate) async fn finish(&self, pending: Pending, waiting: Waiting) -> Result<()> {
        let (outcome, limit) = match waiting {
            #[cfg(not(target_arch = "wasm32"))]
            Waiting::Block(limit) => (pending.block(limit), limit),
            #[cfg(target_arch = "wasm32")]
            Waiting::Block(limit) => (pending.ready(limit).await, limit),
            Waiting::Yield(limit) => (pending.ready(limit).await, limit),
        };
        outcome.map_err(|error| self.wait_error(error, limit))
    }

    /// Waits for all work that was submitted.
    pub(crate) async fn settle(&self, waiting: Waiting) -> Result<()> {
        self.check()?;
        let submission = Some(self.flush());
        let (device, lost) = (&self.inner.device, &self.inner.lost);
        let pending = Pending::work(&self.inner.queue, device, lost, submission);
        self.finish(pending, waiting).await?;
        self.look_for_faults(waiting).await?;
        self.check()
    }

    fn wait_error(&self, error: WaitError, limit: Option<Duration>) -> Error {
        match error {
            WaitError::TimedOut => {
                crate::lock(&self.inner.last).kernel_timed_out = true;
                let limit = limit.unwrap_or_default();
                Error::TimedOut { kernel: self.last_kernel(), limit }
            }
            WaitError::Lost(reason) => Error::DeviceLost { reason },
        }
    }

    fn last_kernel(&self) -> String {
        crate::lock(&self.inner.last).kernel.clone()
    }

    /// Workgroups that keep the whole device busy, for a grid that strides over its work.
    pub(crate) fn resident_workgroups(&self) -> u64 {
        match self.inner.info.kind {
            device::DeviceKind::Cpu => 64,
            _ => 1024,
        }
    }

    /// Compiles on the stack that deep snippets need.
    pub(crate) fn compile<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T> {
        check::on_large_stack(work).map_err(|message| self.internal("compiling", message))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.disk_cache.store_if_changed();
        // A kernel that never ends would make dropping its queue wait for ever.
        #[cfg(not(target_arch = "wasm32"))]
        if crate::lock(&self.last).kernel_timed_out {
            let busy = wait::wait(&self.device, &self.lost, None, Some(Duration::ZERO)).is_err();
            if busy {
                wait::abandon(&self.device, &self.queue);
            }
        }
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
