//! Report: what the engine did and what it cost.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use web_time::Instant;

use crate::device::DeviceKind;
use crate::engine::Engine;
use crate::error::Result;
use crate::submit::Command;
use crate::transfer::Waiting;

/// What an engine did while [`Engine::profile`] watched.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Checking snippets and compiling kernels, counted at a kernel's first run on this engine.
    pub compile: Duration,
    /// Copying to the device, until it had arrived.
    pub upload: Duration,
    /// Running kernels, by the clock that `clock` names.
    pub execute: Duration,
    /// Which clock timed the kernels.
    pub clock: Clock,
    /// Copying to the host.
    pub download: Duration,
    /// Bytes copied to the device.
    pub bytes_up: u64,
    /// Bytes copied to the host.
    pub bytes_down: u64,
    /// Kernel runs handed to the device.
    pub dispatches: u64,
}

impl Report {
    /// Upload, execution and download together.
    pub fn total(&self) -> Duration {
        self.upload + self.execute + self.download
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "compile {:.3?}, upload {:.3?} ({} bytes), execute {:.3?} ({}, {} dispatches), download {:.3?} ({} bytes)",
            self.compile,
            self.upload,
            self.bytes_up,
            self.execute,
            self.clock,
            self.dispatches,
            self.download,
            self.bytes_down
        )
    }
}

/// The clock that timed kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Clock {
    /// The device's own timestamps around the kernels.
    Device,
    /// The host's clock from submitting to done, which includes what submitting costs.
    #[default]
    Wall,
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Device => "device clock",
            Self::Wall => "wall clock",
        })
    }
}

/// Those who watch an engine at present.
#[derive(Debug, Default)]
pub(crate) struct Recorders {
    watching: AtomicU64,
    reports: Mutex<Vec<Weak<Mutex<Report>>>>,
}

/// One who watches, until [`finish`](Recording::finish).
pub(crate) struct Recording<'a> {
    recorders: &'a Recorders,
    report: Arc<Mutex<Report>>,
}

impl Recorders {
    pub(crate) fn active(&self) -> bool {
        self.watching.load(Ordering::Acquire) > 0
    }

    pub(crate) fn start(&self) -> Recording<'_> {
        let report = Arc::new(Mutex::new(Report::default()));
        crate::lock(&self.reports).push(Arc::downgrade(&report));
        self.watching.fetch_add(1, Ordering::Release);
        Recording { recorders: self, report }
    }

    pub(crate) fn add(&self, change: impl Fn(&mut Report)) {
        if self.active() {
            crate::lock(&self.reports).retain(|report| {
                report.upgrade().is_some_and(|report| {
                    change(&mut crate::lock(&report));
                    true
                })
            });
        }
    }

    /// Runs `work` and counts its time as compiling, with that which checking took before.
    pub(crate) fn compiling<T>(&self, checking: Duration, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let value = work();
        let time = checking + start.elapsed();
        tracing::debug!(?time, "compiled");
        self.add(|report| report.compile += time);
        value
    }

    pub(crate) fn executed(&self, wall: Duration, measured: Option<Duration>, dispatches: u64) {
        self.add(|report| {
            report.dispatches += dispatches;
            report.execute += measured.unwrap_or(wall);
            // One stretch without timestamps makes the sum one of both clocks: call it the worse.
            let first = report.dispatches == dispatches;
            let device = measured.is_some() && (first || report.clock == Clock::Device);
            report.clock = if device { Clock::Device } else { Clock::Wall };
        });
    }
}

impl Recording<'_> {
    pub(crate) fn finish(self) -> Report {
        crate::lock(&self.report).clone()
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.recorders.watching.fetch_sub(1, Ordering::Release);
    }
}

/// A pair of timestamps for each pass of a submission.
pub(crate) struct Timestamps {
    set: wgpu::QuerySet,
    count: u32,
    resolved: wgpu::Buffer,
    readable: wgpu::Buffer,
}

impl Timestamps {
    /// None where the device has no timestamps, or where they are the host's clock anyway.
    pub(crate) fn new(engine: &Engine, commands: &[Command]) -> Result<Option<Self>> {
        let has = engine.inner.features.contains(wgpu::Features::TIMESTAMP_QUERY);
        let passes = commands
            .chunk_by(|a, b| matches!((a, b), (Command::Run(_), Command::Run(_))))
            .filter(|stretch| matches!(stretch, [Command::Run(_), ..]))
            .count() as u32;
        let software = engine.inner.info.kind == DeviceKind::Cpu;
        if !has || software || passes == 0 || 2 * passes > wgpu::QUERY_SET_MAX_QUERIES {
            return Ok(None);
        }
        let count = 2 * passes;
        let set = engine.inner.device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("timestamps"),
            ty: wgpu::QueryType::Timestamp,
            count,
        });
        let size = u64::from(count) * 8;
        let buffer = |usage| engine.buffer("timestamps", size, usage, || "timestamps".to_owned());
        let resolved = buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC)?;
        let readable = buffer(wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST)?;
        Ok(Some(Self { set, count, resolved, readable }))
    }

    pub(crate) fn writes(&self, pass: u32) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.set,
            beginning_of_pass_write_index: Some(2 * pass),
            end_of_pass_write_index: Some(2 * pass + 1),
        }
    }

    pub(crate) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.set, 0..self.count, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.readable, 0, self.resolved.size());
    }

    /// The time between the timestamps; none when they make no sense.
    pub(crate) fn read(self, engine: &Engine) -> Result<Option<Duration>> {
        let mut ticks = vec![0u64; self.count as usize];
        let bytes = bytemuck::cast_slice_mut(&mut ticks);
        pollster::block_on(engine.read_words(&self.readable, bytes, Waiting::block(engine)))?;
        let spans = ticks.as_chunks::<2>().0.iter();
        let total: Option<u64> = spans.map(|[start, end]| end.checked_sub(*start)).sum();
        let period = f64::from(engine.inner.queue.get_timestamp_period());
        Ok(total
            .filter(|ticks| *ticks > 0)
            .map(|ticks| Duration::from_nanos((ticks as f64 * period) as u64)))
    }
}
