//! Stream: a map from host to host over an array of any length, chunk by chunk.
//!
//! While the device computes one chunk, the host's threads fill the next and empty the one before.
//! A few chunks are all that is on the device at any time, so an array may be larger than its
//! memory.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Call;
use super::map::Window;
use crate::assemble::Variant;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::kernel::Map;
use crate::pending::Pending;
use crate::raw::Raw;
use crate::storage::{Storage, zeroed};
use crate::submit::{Bytes, Command};
use crate::transfer::{IN_FLIGHT, Waiting};

/// The buffers of one chunk on the device.
struct Lane {
    src: wgpu::Buffer,
    dst: wgpu::Buffer,
}

/// A chunk that is under way.
struct Flight {
    /// None where the memory of the device is the host's: what is staged is what kernels see.
    lane: Option<Lane>,
    /// Tells whether what was computed is void.
    dst: Arc<Raw>,
    down: wgpu::Buffer,
    landed: Pending,
}

impl<In: Element, Out: Element> Call<Map<In, Out>> {
    pub(super) async fn host_to_host(
        &self,
        engine: &Engine,
        data: &[In],
        blocks: bool,
    ) -> Result<Vec<Out>> {
        let Some(chunk) = self.chunk(engine, data.len()) else {
            return self.resident(engine, data, blocks).await;
        };
        // A report wants the time of each part, so they must not overlap.
        if engine.inner.recorders.active() {
            return match self.resident(engine, data, blocks).await {
                Err(Error::TooLarge { .. } | Error::OutOfMemory { .. }) => {
                    self.in_turn(engine, data, chunk, blocks).await
                }
                outcome => outcome,
            };
        }
        self.stream(engine, data, chunk, blocks).await
    }

    /// Elements of a chunk, where the array has several and no element needs another.
    fn chunk(&self, engine: &Engine, len: usize) -> Option<usize> {
        let widest = In::TYPE.size().max(Out::TYPE.size());
        let bytes = engine.inner.chunk.min(engine.limits().max_storage_buffer_binding_size);
        let chunk = 1usize << (bytes / widest).checked_ilog2()?;
        // Storages that run along start a binding at each chunk.
        (chunk >= 256 && len > chunk && !self.kernel.inner.reads_any()).then_some(chunk)
    }

    async fn resident(&self, engine: &Engine, data: &[In], blocks: bool) -> Result<Vec<Out>> {
        let out = self.run(&engine.storage(data)?)?;
        let mut to = zeroed(data.len())?;
        out.read(&mut to, Waiting::of(engine, blocks)).await?;
        Ok(to)
    }

    /// One chunk after another, each with storages of its own.
    async fn in_turn(
        &self,
        engine: &Engine,
        data: &[In],
        chunk: usize,
        blocks: bool,
    ) -> Result<Vec<Out>> {
        let mut out = zeroed(data.len())?;
        let mut before = 0;
        for (from, to) in data.chunks(chunk).zip(out.chunks_mut(chunk)) {
            let src = engine.storage(from)?;
            let dst = Storage::<Out>::new(engine, from.len())?;
            let window = Window { src: &src.raw, dst: &dst.raw, before, total: data.len() as u64 };
            engine.submit(self.segments(&window, Variant::default())?)?;
            dst.read(to, Waiting::of(engine, blocks)).await?;
            before += from.len() as u64;
        }
        Ok(out)
    }

    async fn stream(
        &self,
        engine: &Engine,
        data: &[In],
        chunk: usize,
        blocks: bool,
    ) -> Result<Vec<Out>> {
        let mut out = zeroed(data.len())?;
        let mut wanted = data.chunks(chunk).zip(out.chunks_mut(chunk));
        let mut under_way: VecDeque<(Flight, &mut [Out])> = VecDeque::new();
        let (mut lanes, mut done) = (Vec::new(), Vec::new());
        let mut before = 0;
        loop {
            if under_way.len() < IN_FLIGHT
                && let Some((from, to)) = wanted.next()
            {
                let staging = engine.upward(Waiting::of(engine, blocks)).await?;
                engine.fill_upward(&staging, bytemuck::cast_slice(from))?;
                let lane = match lanes.pop() {
                    None if !engine.inner.mappable => Some(Lane::new::<In, Out>(engine, chunk)?),
                    lane => lane,
                };
                let total = data.len() as u64;
                let flight = self.launch(engine, staging, lane, from.len(), [before, total])?;
                under_way.push_back((flight, to));
                before += from.len() as u64;
                continue;
            }
            let Some((flight, to)) = under_way.pop_front() else { break };
            engine.finish(flight.landed, Waiting::of(engine, blocks)).await?;
            engine.empty_downward(flight.down, bytemuck::cast_slice_mut(to))?;
            lanes.extend(flight.lane);
            done.push(flight.dst);
        }
        engine.look_for_faults(Waiting::of(engine, blocks)).await?;
        done.iter().try_for_each(|dst: &Arc<Raw>| dst.check())?;
        engine.check()?;
        Ok(out)
    }

    /// Hands the device a chunk of `len` elements, which a staging buffer holds.
    fn launch(
        &self,
        engine: &Engine,
        staging: wgpu::Buffer,
        lane: Option<Lane>,
        len: usize,
        [before, total]: [u64; 2],
    ) -> Result<Flight> {
        let len = len as u64;
        let words = |size: u64| (len * size).next_multiple_of(4);
        let (up, out) = (words(In::TYPE.size()), words(Out::TYPE.size()));
        let down = engine.downward(out)?;
        let (src, dst) = match &lane {
            Some(lane) => (&lane.src, &lane.dst),
            None => (&staging, &down),
        };
        let raw = |ty, buffer: &wgpu::Buffer| Raw::of(engine, ty, len, vec![buffer.clone()], len);
        let (src, dst) = (Arc::new(raw(In::TYPE, src)), Arc::new(raw(Out::TYPE, dst)));
        let window = Window { src: &src, dst: &dst, before, total };
        let mut commands = self.segments(&window, Variant::default())?;
        if let Some(Lane { src, dst }) = &lane {
            let copy = |from: &wgpu::Buffer, to: &wgpu::Buffer, bytes| {
                Command::Bytes(Bytes { from: from.clone(), to: to.clone(), at: 0, bytes })
            };
            commands.insert(0, copy(&staging, src, up));
            commands.push(copy(dst, &down, out));
        }
        let submission = engine.submit_indexed(commands)?;
        let submission = submission.unwrap_or_else(|| engine.flush());
        engine.give_back_upward(staging, submission.clone());
        let landed = engine.map(&down, out, wgpu::MapMode::Read, submission);
        Ok(Flight { lane, dst, down, landed })
    }
}

impl Lane {
    fn new<In: Element, Out: Element>(engine: &Engine, chunk: usize) -> Result<Self> {
        let buffer = |size: u64, usage| {
            let usage = usage | wgpu::BufferUsages::STORAGE;
            engine.buffer("chunk", chunk as u64 * size, usage, || "a chunk of a map".to_owned())
        };
        Ok(Self {
            src: buffer(In::TYPE.size(), wgpu::BufferUsages::COPY_DST)?,
            dst: buffer(Out::TYPE.size(), wgpu::BufferUsages::COPY_SRC)?,
        })
    }
}
