//! Transfer: bytes between the host's memory and a storage, in chunks, so that neither a large
//! array nor a slow bus asks for staging memory of its own size.
//!
//! While the device copies one chunk, the host's threads fill or empty the next.

mod copy;
mod direct;
mod pinned;
mod staging;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use copy::pool;
pub(crate) use staging::Staging;

use std::collections::VecDeque;
use std::time::Duration;

use web_time::Instant;

use crate::engine::Engine;
use crate::error::Result;
use crate::pending::Pending;
use crate::raw::{Raw, Span};
use crate::submit::UnderWay;

/// Bytes of one staging buffer: half a millisecond of a fast bus.
pub(crate) const CHUNK: u64 = 32 << 20;

/// Bytes of a chunk where there is no bus: few enough to stay in a cache from one end of a map to
/// the other.
pub(crate) const CACHED_CHUNK: u64 = 2 << 20;

/// Staging buffers of one transfer that may be under way at once.
pub(crate) const IN_FLIGHT: usize = 3;

/// Bytes up to which an upload goes with the queue's next submission: a chunk of its own would
/// cost more than the copy that this makes.
const SMALL: usize = 1 << 20;

/// How to wait for the device, and until when: one limit for all waits of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) blocks: bool,
    pub(crate) limit: Option<Duration>,
    until: Option<Instant>,
}

impl Waiting {
    pub(crate) fn of(engine: &Engine, blocks: bool) -> Self {
        Self::new(blocks, engine.inner.time_limit)
    }

    pub(crate) fn block(engine: &Engine) -> Self {
        Self::of(engine, true)
    }

    pub(crate) fn block_for(limit: Duration) -> Self {
        Self::new(true, Some(limit))
    }

    pub(crate) fn yielding(engine: &Engine) -> Self {
        Self::of(engine, false)
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
    // A browser gives no mapped memory to who cannot wait.
    let small = bytes.len() <= SMALL || cfg!(target_arch = "wasm32");
    let done =
        if small || !engine.inner.mappable { 0 } else { direct::upload(raw, offset, bytes)? };
    let mut rest = &bytes[done..];
    for span in raw.spans(offset + done as u64, rest.len() as u64, engine.inner.chunk) {
        let (chunk, later) = rest.split_at(span.size as usize);
        rest = later;
        match small {
            true => engine.queue_chunk(raw, &span, chunk)?,
            false => engine.send_chunk(raw, &span, chunk)?,
        }
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
    let mut done = 0;
    if engine.inner.mappable {
        engine.finish_submitted(waiting).await?;
        done = direct::download(raw, offset, out)?;
    }
    download_staged(raw, offset + done as u64, &mut out[done..], waiting).await?;
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

async fn download_staged(
    raw: &Raw,
    offset: u64,
    mut rest: &mut [u8],
    waiting: Waiting,
) -> Result<()> {
    let engine = &raw.engine;
    let mut spans = raw.spans(offset, rest.len() as u64, engine.inner.chunk);
    let mut under_way: VecDeque<(wgpu::Buffer, Pending, &mut [u8])> = VecDeque::new();
    loop {
        while under_way.len() < IN_FLIGHT
            && let Some(span) = spans.next()
        {
            let (chunk, later) = std::mem::take(&mut rest).split_at_mut(span.size as usize);
            rest = later;
            let staging = engine.downward(span.size.next_multiple_of(4))?;
            let held = crate::lock(&raw.host);
            let pending = engine.copy_downward(span.buffer, span.offset, &staging, span.size);
            drop(held);
            under_way.push_back((staging, pending, chunk));
        }
        let Some((staging, pending, chunk)) = under_way.pop_front() else { return Ok(()) };
        engine.finish(pending, waiting).await?;
        engine.empty_downward(staging, chunk)?;
    }
}

impl Engine {
    /// Uploads with the next submission.
    fn queue_chunk(&self, raw: &Raw, span: &Span<'_>, chunk: &[u8]) -> Result<()> {
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
        let held = crate::lock(&raw.host);
        let queue = &self.inner.queue;
        let ((), fault) = self.scoped(|_| queue.write_buffer(span.buffer, span.offset, data));
        drop(held);
        fault.map_or(Ok(()), |fault| Err(self.blame("an upload", fault)))?;
        self.pace(chunk.len() as u64)
    }

    /// Uploads through a staging buffer, and waits while all of them are under way.
    fn send_chunk(&self, raw: &Raw, span: &Span<'_>, chunk: &[u8]) -> Result<()> {
        let staging = pollster::block_on(self.upward(Waiting::block(self)))?;
        self.fill_upward(&staging, chunk)?;
        let held = crate::lock(&raw.host);
        let (submission, fault) = self.scoped(|device| {
            let mut encoder = device.create_command_encoder(&Default::default());
            let size = span.size.next_multiple_of(4);
            encoder.copy_buffer_to_buffer(&staging, 0, span.buffer, span.offset, size);
            self.inner.queue.submit([encoder.finish()])
        });
        drop(held);
        self.give_back_upward(staging, submission);
        fault.map_or(Ok(()), |fault| Err(self.blame("an upload", fault)))
    }

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
    fn copy_downward(
        &self,
        from: &wgpu::Buffer,
        offset: u64,
        staging: &wgpu::Buffer,
        size: u64,
    ) -> Pending {
        let size = size.next_multiple_of(4);
        let mut encoder = self.inner.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(from, offset, staging, 0, size);
        let submission = self.inner.queue.submit([encoder.finish()]);
        self.map(staging, size, wgpu::MapMode::Read, submission)
    }

    /// Reads a few words that no storage holds.
    pub(crate) async fn read_words(
        &self,
        from: &wgpu::Buffer,
        out: &mut [u8],
        waiting: Waiting,
    ) -> Result<()> {
        let staging = self.downward(out.len() as u64)?;
        let pending = self.copy_downward(from, 0, &staging, out.len() as u64);
        self.finish(pending, waiting).await?;
        self.empty_downward(staging, out)
    }
}
