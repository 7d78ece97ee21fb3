//! Transfer: bytes between the host's memory and a storage, in chunks, so that neither a large
//! array nor a slow bus asks for staging memory of its own size.

use std::collections::VecDeque;
use std::time::Duration;

use web_time::Instant;

use crate::engine::Engine;
use crate::error::Result;
use crate::pending::Pending;
use crate::storage::Raw;
use crate::submit::UnderWay;

/// Bytes of one staging buffer.
const CHUNK: u64 = 16 << 20;

/// Staging buffers of one transfer that may be under way at once.
const IN_FLIGHT: usize = 4;

/// How to wait for the device, and until when: one limit for all waits of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) blocks: bool,
    pub(crate) limit: Option<Duration>,
    until: Option<Instant>,
}

impl Waiting {
    pub(crate) fn block(engine: &Engine) -> Self {
        Self::new(true, engine.inner.time_limit)
    }

    pub(crate) fn block_for(limit: Duration) -> Self {
        Self::new(true, Some(limit))
    }

    pub(crate) fn yielding(engine: &Engine) -> Self {
        Self::new(false, engine.inner.time_limit)
    }

    fn new(blocks: bool, limit: Option<Duration>) -> Self {
        // A limit too far away is none.
        let until = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { blocks, limit, until }
    }

    /// What is left of the limit.
    pub(crate) fn left(self) -> Option<Duration> {
        self.until.map(|until| until.saturating_duration_since(Instant::now()))
    }
}

/// Uploads that the device has yet to take from the queue's own staging memory.
#[derive(Debug, Default)]
pub(crate) struct Backlog {
    /// Bytes since the last of `under_way`.
    bytes: u64,
    under_way: UnderWay,
}

/// Copies `bytes` to `offset` of a storage; done when the device has them queued.
pub(crate) fn upload(raw: &Raw, offset: u64, bytes: &[u8]) -> Result<()> {
    let engine = &raw.engine;
    engine.check()?;
    let start = Instant::now();
    let mut at = offset;
    for chunk in bytes.chunks(CHUNK as usize) {
        // The storage reaches to a multiple of 16 bytes, so there is room for whole words.
        let mut padded = Vec::new();
        let data = match chunk.len() % 4 {
            0 => chunk,
            _ => {
                padded.extend_from_slice(chunk);
                padded.resize(chunk.len().next_multiple_of(4), 0);
                &padded
            }
        };
        let queue = &engine.inner.queue;
        let ((), fault) = engine.scoped(|_| queue.write_buffer(&raw.buffer, at, data));
        fault.map_or(Ok(()), |fault| Err(engine.blame("an upload", fault)))?;
        at += chunk.len() as u64;
        engine.pace(chunk.len() as u64)?;
    }
    tracing::debug!(bytes = bytes.len(), time = ?start.elapsed(), "uploaded");
    if engine.inner.recorders.active() {
        engine.wait_for(Some(engine.flush()))?;
        engine.inner.recorders.add(|report| {
            report.upload += start.elapsed();
            report.bytes_up += bytes.len() as u64;
        });
    }
    engine.check()
}

/// Copies from `offset` of a storage into `out`.
pub(crate) async fn download(
    raw: &Raw,
    offset: u64,
    out: &mut [u8],
    waiting: Waiting,
) -> Result<()> {
    let engine = &raw.engine;
    engine.check()?;
    raw.check()?;
    if engine.inner.recorders.active() {
        // So that the time of the copy is not that of the work before it.
        engine.settle(waiting).await?;
    }
    engine.catch_up(waiting).await?;
    let start = Instant::now();
    let bytes = out.len() as u64;
    let mut wanted = out.chunks_mut(CHUNK as usize);
    let mut at = offset;
    let mut under_way: VecDeque<(wgpu::Buffer, Pending, &mut [u8])> = VecDeque::new();
    loop {
        while under_way.len() < IN_FLIGHT
            && let Some(chunk) = wanted.next()
        {
            let size = (chunk.len() as u64).next_multiple_of(4);
            let staging = engine.staging(size)?;
            let pending = engine.copy_to_staging(&raw.buffer, at, &staging, size);
            at += chunk.len() as u64;
            under_way.push_back((staging, pending, chunk));
        }
        let Some((staging, pending, chunk)) = under_way.pop_front() else { break };
        engine.finish(pending, waiting).await?;
        engine.read_staging(staging, chunk)?;
    }
    engine.look_for_faults(waiting).await?;
    raw.check()?;
    let time = start.elapsed();
    tracing::debug!(bytes, ?time, "downloaded");
    engine.inner.recorders.add(|report| {
        report.download += time;
        report.bytes_down += bytes;
    });
    engine.check()
}

impl Engine {
    /// Counts an upload, and waits while the device has too much of them before it.
    fn pace(&self, bytes: u64) -> Result<()> {
        let mut backlog = crate::lock(&self.inner.backlog);
        backlog.bytes += bytes;
        if backlog.bytes < CHUNK {
            return Ok(());
        }
        backlog.bytes = 0;
        let oldest = backlog.under_way.push(self.flush(), IN_FLIGHT);
        drop(backlog);
        oldest.map_or(Ok(()), |oldest| self.wait_for(Some(oldest)))
    }

    /// Starts a copy into a staging buffer and its mapping.
    fn copy_to_staging(
        &self,
        from: &wgpu::Buffer,
        offset: u64,
        staging: &wgpu::Buffer,
        size: u64,
    ) -> Pending {
        let mut encoder = self.inner.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(from, offset, staging, 0, size);
        let submission = self.inner.queue.submit([encoder.finish()]);
        let slice = staging.slice(..size);
        let lost = &self.inner.lost;
        Pending::map(slice, wgpu::MapMode::Read, &self.inner.device, lost, Some(submission))
    }

    /// Copies a mapped staging buffer into `out` and gives it back.
    fn read_staging(&self, staging: wgpu::Buffer, out: &mut [u8]) -> Result<()> {
        let size = (out.len() as u64).next_multiple_of(4);
        let view = staging.slice(..size).get_mapped_range();
        let view = view.map_err(|error| self.internal("reading a result", error.to_string()))?;
        if let Some(data) = view.get(..out.len()) {
            out.copy_from_slice(data);
        }
        drop(view);
        staging.unmap();
        let mut pool = crate::lock(&self.inner.staging);
        if pool.len() < IN_FLIGHT {
            pool.push(staging);
        }
        Ok(())
    }

    /// A buffer of at least `size` bytes that the host can read: one used before, or a new one.
    fn staging(&self, size: u64) -> Result<wgpu::Buffer> {
        let mut pool = crate::lock(&self.inner.staging);
        if let Some(at) = pool.iter().position(|buffer| buffer.size() >= size) {
            return Ok(pool.swap_remove(at));
        }
        // One that is too small makes room for the new one.
        if pool.len() == IN_FLIGHT {
            pool.remove(0);
        }
        drop(pool);
        let size = size.max(4096).next_power_of_two();
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        self.buffer("staging", size, usage, || "a transfer".to_owned())
    }

    /// Reads a few words that no storage holds.
    pub(crate) async fn read_words(
        &self,
        from: &wgpu::Buffer,
        out: &mut [u8],
        waiting: Waiting,
    ) -> Result<()> {
        let staging = self.staging(out.len() as u64)?;
        let pending = self.copy_to_staging(from, 0, &staging, out.len() as u64);
        self.finish(pending, waiting).await?;
        self.read_staging(staging, out)
    }
}
