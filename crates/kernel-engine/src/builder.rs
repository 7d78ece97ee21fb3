//! Builder: which device an engine opens, and how it treats it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lru::LruCache;

use crate::device::{self, DeviceChoice, DeviceInfo, DeviceKind, PowerPreference};
use crate::disk_cache::DiskCache;
use crate::engine::{Engine, Inner};
use crate::error::{Error, Result};
use crate::fault::Faults;
use crate::pipeline::{KEPT, Pipelines};
use crate::report::Recorders;
use crate::submit::Budget;
use crate::transfer::{self, Staging};
use crate::wait::LostFlag;

/// Bytes from which on a GPU copies faster by a map: on an NVIDIA H200 a map moves five times as
/// many in a second, and starts some microseconds later.
const MAP_COPIES: u64 = 4 << 20;

/// Opens an [`Engine`] that is chosen by more than the default.
///
/// ```no_run
/// use kernel_engine::{Engine, DeviceChoice};
/// let engine = Engine::builder().device(DeviceChoice::Cpu).build()?;
/// # Ok::<(), kernel_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until `build`"]
pub struct EngineBuilder {
    choice: Option<DeviceChoice>,
    power: PowerPreference,
    sources: device::Options,
    time_limit: Option<Duration>,
    workgroups_per_dimension: Option<u32>,
    binding: Option<u64>,
    storages: Option<u32>,
    chunk: Option<u64>,
    map_copies: Option<u64>,
    budget: Option<Budget>,
    own_memory: bool,
    own_math: bool,
}

impl EngineBuilder {
    /// The device: by kind, or by a part of its name (`"nvidia".into()`). What is set here goes
    /// before what the environment says.
    pub fn device(mut self, choice: impl Into<DeviceChoice>) -> Self {
        self.choice = Some(choice.into());
        self
    }

    /// Whether a machine with two GPUs opens the fast one, which is the default, or the frugal one.
    pub fn power(mut self, power: PowerPreference) -> Self {
        self.power = power;
        self
    }

    /// Lets the driver's own validation look at every call; slow.
    pub fn debug_checks(mut self, on: bool) -> Self {
        self.sources.debug_checks = on;
        self
    }

    /// How long any wait for a result may take; without it, as long as the device needs.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// When loops count as endless on the threads of the CPU, so that the device is lost, with the
    /// kernel's name, rather than busy for ever: once those of a workgroup have made so many
    /// iterations and gone on for so long; a million and ten seconds without this.
    ///
    /// With a time of zero the iterations alone decide, on every machine in the same way; with
    /// [`Duration::MAX`] loops may go on for ever. (Small workgroups that run side by side count
    /// as one.) Other devices leave it to their drivers.
    pub fn loop_budget(mut self, iterations: u64, time: Duration) -> Self {
        self.sources.loops = Some((iterations, time));
        self
    }

    #[doc(hidden)]
    /// Folds dispatches as if the device took no more workgroups in one direction than this;
    /// for tests of the folding.
    pub fn workgroups_per_dimension(mut self, limit: u32) -> Self {
        self.workgroups_per_dimension = Some(limit.max(1));
        self
    }

    #[doc(hidden)]
    /// Cuts storages as if a binding had no more bytes than this; for tests of the pieces.
    pub fn binding_bytes(mut self, limit: u64) -> Self {
        self.binding = Some(limit.max(1024));
        self
    }

    #[doc(hidden)]
    /// Gives kernels no more storages than this, as browsers do; for tests of what then is joined.
    pub fn storages(mut self, limit: u32) -> Self {
        self.storages = Some(limit);
        self
    }

    #[doc(hidden)]
    /// Transfers in chunks of so many bytes; for tests of streaming.
    pub fn chunk_bytes(mut self, chunk: u64) -> Self {
        self.chunk = Some(chunk.max(1024).next_power_of_two());
        self
    }

    #[doc(hidden)]
    /// Takes the device for one whose memory is not the host's; for tests of what then is staged.
    pub fn own_memory(mut self) -> Self {
        self.own_memory = true;
        self
    }

    #[doc(hidden)]
    /// Copies on the device by a map from so many bytes on; for tests of such copies.
    pub fn map_copies(mut self, bytes: u64) -> Self {
        self.map_copies = Some(bytes);
        self
    }

    #[doc(hidden)]
    /// Cuts runs of more workgroups than `least` as if a driver let none take longer than `time`;
    /// for tests of the cutting.
    pub fn watchdog(mut self, time: Duration, least: u64) -> Self {
        self.budget = Some(Budget { time, least });
        self
    }

    #[doc(hidden)]
    /// Takes the device's mathematics for coarse, whatever it is; for tests of ours.
    pub fn own_math(mut self) -> Self {
        self.own_math = true;
        self
    }

    /// Opens the device.
    ///
    /// # Errors
    ///
    /// [`Error::NoDevice`] when none fits, [`Error::Open`] when the one that fits does not open.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn build(self) -> Result<Engine> {
        pollster::block_on(self.build_async())
    }

    /// As [`build`](Self::build), without blocking the thread.
    pub async fn build_async(self) -> Result<Engine> {
        let (adapter, info) = device::select(self.choice.clone(), self.power, self.sources).await?;
        let opened = device::open(&adapter).await;
        let (device, queue) = opened.map_err(|error| Error::Open {
            device: info.name.clone(),
            reason: error.to_string(),
        })?;
        self.open(device, queue, Some(info))
    }

    pub(crate) fn open(
        self,
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: Option<DeviceInfo>,
    ) -> Result<Engine> {
        let adapter = device.adapter_info();
        let info = info.unwrap_or_else(|| {
            let reason = "the program opened it by itself".to_owned();
            DeviceInfo { reason, ..device::describe(&adapter) }
        });
        let reported = Arc::new(Mutex::new(None));
        let sink = reported.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            tracing::error!(%error, "the device reported an error");
            crate::lock(&sink).get_or_insert_with(|| uncaptured(error));
        }));
        let mut limits = device.limits();
        if let Some(limit) = self.workgroups_per_dimension {
            let own = &mut limits.max_compute_workgroups_per_dimension;
            *own = limit.min(*own);
        }
        if let Some(limit) = self.binding {
            let own = &mut limits.max_storage_buffer_binding_size;
            *own = limit.min(*own);
        }
        if let Some(limit) = self.storages {
            let own = &mut limits.max_storage_buffers_per_shader_stage;
            *own = limit.min(*own);
        }
        let mappable = device.features().contains(wgpu::Features::MAPPABLE_PRIMARY_BUFFERS)
            && device::is_unified(&adapter)
            && !self.own_memory;
        // Where the memory is the host's, no copy is faster than its own.
        let on_gpu = info.kind != DeviceKind::Cpu && !mappable;
        let usual = if mappable { transfer::CACHED_CHUNK } else { transfer::CHUNK };
        static ENGINES: AtomicU64 = AtomicU64::new(0);
        let inner = Inner {
            number: ENGINES.fetch_add(1, Ordering::Relaxed),
            lost: LostFlag::install(&device),
            features: device.features(),
            mappable,
            chunk: self.chunk.unwrap_or(usual),
            map_copies: self.map_copies.unwrap_or(if on_gpu { MAP_COPIES } else { u64::MAX }),
            budget: self.budget.or_else(|| Budget::of(info.kind)),
            limits,
            time_limit: self.time_limit,
            coarse_math: self.own_math || !info.is_precise(),
            reported,
            pipelines: Pipelines::default(),
            executed: Mutex::new(LruCache::new(KEPT)),
            disk_cache: DiskCache::open(&device, &adapter),
            uniforms: Mutex::default(),
            last: Mutex::default(),
            staging: Staging::default(),
            scratch: Mutex::default(),
            backlog: Mutex::default(),
            recorders: Recorders::default(),
            faults: None,
            info,
            device,
            queue,
        };
        let mut engine = Engine { inner: Arc::new(inner) };
        if Faults::needed(&adapter) {
            let faults = Faults::new(&engine)?;
            if let Some(inner) = Arc::get_mut(&mut engine.inner) {
                inner.faults = Some(faults);
            }
        }
        tracing::debug!(device = %engine.inner.info, "engine opened");
        Ok(engine)
    }
}

/// An error that no call waited for; the next call gets it.
fn uncaptured(error: wgpu::Error) -> Error {
    match error {
        wgpu::Error::OutOfMemory { .. } => {
            Error::OutOfMemory { what: "the device's own needs".to_owned(), bytes: 0 }
        }
        error => Error::Internal { what: "the device".to_owned(), message: error.to_string() },
    }
}
