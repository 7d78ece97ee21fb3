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
use crate::fresh::zeroed;
use crate::kernel::Map;
use crate::pending::Pending;
use crate::raw::Raw;
use crate::storage::Storage;
use crate::submit::{Bytes, Command};
use crate::transfer::{IN_FLIGHT, Waiting};

/// A chunk that is under way.
struct Flight {
    /// None where kernels see what is staged.
    middle: Option<[wgpu::Buffer; 2]>,
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
        // Before the system finds pages for a result that there will not be.
        self.length(data.len() as u64)?;
        let mut out = zeroed(data.len())?;
        self.host_into_host(engine, data, &mut out, blocks).await?;
        Ok(out)
    }

    pub(super) async fn host_into_host(
        &self,
        engine: &Engine,
        data: &[In],
        out: &mut [Out],
        blocks: bool,
    ) -> Result<()> {
        if out.len() != data.len() {
            let what = format!("kernel `{}`: `out`", self.label());
            let (expected, found) = (data.len() as u64, out.len() as u64);
            return Err(Error::LengthMismatch { what, expected, found });
        }
        let Some(chunk) = self.chunk(engine, data.len()) else {
            return self.resident(engine, data, out, blocks).await;
        };
        // A report wants the time of each part, so they must not overlap.
        if engine.inner.recorders.active() {
            return match self.resident(engine, data, out, blocks).await {
                Err(Error::TooLarge { .. } | Error::OutOfMemory { .. }) => {
                    self.in_turn(engine, data, out, chunk, blocks).await
                }
                outcome => outcome,
            };
        }
        self.stream(engine, data, out, chunk, blocks).await
    }

    /// Elements of a chunk, where the array has several and no element needs another.
    fn chunk(&self, engine: &Engine, len: usize) -> Option<usize> {
        let widest = In::TYPE.size().max(Out::TYPE.size());
        let bytes = engine.inner.chunk.min(engine.limits().max_storage_buffer_binding_size);
        let chunk = 1usize << (bytes / widest).checked_ilog2()?;
        // Storages that run along start a binding at each chunk.
        (chunk >= 256 && len > chunk && !self.kernel.inner.reads_any()).then_some(chunk)
    }

    async fn resident(
        &self,
        engine: &Engine,
        data: &[In],
        out: &mut [Out],
        blocks: bool,
    ) -> Result<()> {
        let dst = self.run(&engine.storage(data)?)?;
        dst.read(out, Waiting::of(engine, blocks)).await
    }

    /// One chunk after another, each with storages of its own.
    async fn in_turn(
        &self,
        engine: &Engine,
        data: &[In],
        out: &mut [Out],
        chunk: usize,
        blocks: bool,
    ) -> Result<()> {
        let mut before = 0;
        for (from, to) in data.chunks(chunk).zip(out.chunks_mut(chunk)) {
            let src = engine.storage(from)?;
            let dst = Storage::<Out>::new(engine, from.len())?;
            let window = Window { src: &src.raw, dst: &dst.raw, before, total: data.len() as u64 };
            engine.submit(self.segments(&window, Variant::default())?)?;
            dst.read(to, Waiting::of(engine, blocks)).await?;
            before += from.len() as u64;
        }
        Ok(())
    }

    async fn stream(
        &self,
        engine: &Engine,
        data: &[In],
        out: &mut [Out],
        chunk: usize,
        blocks: bool,
    ) -> Result<()> {
        let mut wanted = data.chunks(chunk).zip(out.chunks_mut(chunk));
        let mut under_way: VecDeque<(Flight, &mut [Out])> = VecDeque::new();
        let mut done = Vec::new();
        let mut before = 0;
        loop {
            let next = wanted.next();
            let landed = match under_way.len() < IN_FLIGHT && next.is_some() {
                true => None,
                false => under_way.pop_front(),
            };
            let landed = match landed {
                Some((Flight { middle, dst, down, landed }, to)) => {
                    engine.finish(landed, Waiting::of(engine, blocks)).await?;
                    middle.into_iter().for_each(|buffers| engine.keep_middle(buffers));
                    done.push(dst);
                    Some((down, bytemuck::cast_slice_mut(to)))
                }
                None => None,
            };
            let Some((from, to)) = next else {
                let Some((down, out)) = landed else { break };
                engine.empty_downward(down, out)?;
                continue;
            };
            let staging = engine.upward(Waiting::of(engine, blocks)).await?;
            let bytes = bytemuck::cast_slice(from);
            match landed {
                Some((down, out)) => engine.fill_and_empty(&staging, bytes, down, out)?,
                None => engine.fill_upward(&staging, bytes)?,
            }
            let total = data.len() as u64;
            let flight = self.launch(engine, staging, from.len(), [before, total])?;
            under_way.push_back((flight, to));
            before += from.len() as u64;
        }
        engine.look_for_faults(Waiting::of(engine, blocks)).await?;
        done.iter().try_for_each(|dst: &Arc<Raw>| dst.check())?;
        engine.check()
    }

    /// Hands the device a chunk of `len` elements, which a staging buffer holds.
    fn launch(
        &self,
        engine: &Engine,
        staging: wgpu::Buffer,
        len: usize,
        [before, total]: [u64; 2],
    ) -> Result<Flight> {
        let len = len as u64;
        let words = |size: u64| (len * size).next_multiple_of(4);
        let (up, out) = (words(In::TYPE.size()), words(Out::TYPE.size()));
        let down = engine.downward(out)?;
        // Over a bus, kernels that read and write the host's memory use both ways of it at once;
        // copies of one queue take turns.
        let seen = |staged: &wgpu::Buffer| staged.usage().contains(wgpu::BufferUsages::STORAGE);
        let middle = match seen(&staging) && seen(&down) {
            true => None,
            false => Some([engine.middle()?, engine.middle()?]),
        };
        let (src, dst) = match &middle {
            Some([src, dst]) => (src, dst),
            None => (&staging, &down),
        };
        let raw = |ty, buffer: &wgpu::Buffer| Raw::of(engine, ty, len, vec![buffer.clone()], len);
        let (src, dst) = (Arc::new(raw(In::TYPE, src)), Arc::new(raw(Out::TYPE, dst)));
        let window = Window { src: &src, dst: &dst, before, total };
        let mut commands = self.segments(&window, Variant::default())?;
        if let Some([src, dst]) = &middle {
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
        Ok(Flight { middle, dst, down, landed })
    }
}
