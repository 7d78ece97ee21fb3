//! Staging: mapped buffers that bytes go up and down through, kept from one transfer to the next,
//! since a fresh one costs more than what it carries.

use std::collections::VecDeque;
use std::sync::Mutex;

use super::copy::{Carry, carry};
use super::{IN_FLIGHT, Waiting, pinned};
use crate::engine::Engine;
use crate::error::Result;
use crate::pending::Pending;

/// The staging buffers of an engine.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    /// For uploads, the oldest first: each is mapped again as soon as the device has emptied it.
    up: Mutex<VecDeque<(wgpu::Buffer, Pending)>>,
    /// For downloads: those not in use.
    down: Mutex<Vec<wgpu::Buffer>>,
    /// For maps from host to host, on the device: those not in use.
    middle: Mutex<Vec<wgpu::Buffer>>,
}

impl Engine {
    /// A new staging buffer, which kernels see too where they can.
    fn staged(&self, way: wgpu::MapMode, size: u64) -> Result<wgpu::Buffer> {
        use wgpu::BufferUsages as Usages;
        let (label, own, what) = match way {
            wgpu::MapMode::Write => ("upload", Usages::MAP_WRITE | Usages::COPY_SRC, "an upload"),
            wgpu::MapMode::Read => ("download", Usages::MAP_READ | Usages::COPY_DST, "a download"),
        };
        if self.inner.mappable {
            return self.buffer(label, size, own | Usages::STORAGE, || what.to_owned());
        }
        match pinned::buffer(self, label, size, own) {
            Some(buffer) => Ok(buffer),
            None => self.buffer(label, size, own, || what.to_owned()),
        }
    }

    /// A mapped buffer of one chunk to fill: one that the device has emptied, a new one while
    /// there are few, else the one that is emptied next.
    pub(crate) async fn upward(&self, waiting: Waiting) -> Result<wgpu::Buffer> {
        let next = {
            let mut up = crate::lock(&self.inner.staging.up);
            match up.front_mut().is_some_and(|(_, pending)| pending.is_ready()) {
                true => up.pop_front().map(|(buffer, _)| (buffer, None)),
                false if up.len() < IN_FLIGHT => None,
                false => up.pop_front().map(|(buffer, pending)| (buffer, Some(pending))),
            }
        };
        match next {
            Some((buffer, None)) => Ok(buffer),
            Some((buffer, Some(pending))) => {
                self.finish(pending, waiting).await?;
                Ok(buffer)
            }
            None => {
                let buffer = self.staged(wgpu::MapMode::Write, self.inner.chunk)?;
                let (device, lost) = (&self.inner.device, &self.inner.lost);
                let pending =
                    Pending::map(buffer.slice(..), wgpu::MapMode::Write, device, lost, None);
                // What nothing uses is mapped at a look, whatever else the device is at.
                let _ = self.look();
                self.finish(pending, waiting).await?;
                Ok(buffer)
            }
        }
    }

    /// Copies into a buffer that [`upward`](Self::upward) gave, and hands it to the device.
    pub(crate) fn fill_upward(&self, staging: &wgpu::Buffer, bytes: &[u8]) -> Result<()> {
        let copied = carry([Carry::Up(staging, 0, bytes)]);
        staging.unmap();
        copied.map_err(|error| self.internal("an upload", error.to_string()))
    }

    /// Fills one buffer and empties another at once, since a bus goes both ways.
    pub(crate) fn fill_and_empty(
        &self,
        up: &wgpu::Buffer,
        bytes: &[u8],
        down: wgpu::Buffer,
        out: &mut [u8],
    ) -> Result<()> {
        let copied = carry([Carry::Up(up, 0, bytes), Carry::Down(&down, 0, out)]);
        up.unmap();
        self.keep_downward(down);
        copied.map_err(|error| self.internal("a transfer", error.to_string()))
    }

    /// Takes back a buffer that `submission` empties.
    pub(crate) fn give_back_upward(
        &self,
        staging: wgpu::Buffer,
        submission: wgpu::SubmissionIndex,
    ) {
        let pending = self.map(&staging, staging.size(), wgpu::MapMode::Write, submission);
        let mut up = crate::lock(&self.inner.staging.up);
        // Many threads that upload at once make more of them than one needs.
        if up.len() < 2 * IN_FLIGHT {
            up.push_back((staging, pending));
        }
    }

    /// A buffer of at least `size` bytes for a download: one used before, or a new one.
    pub(crate) fn downward(&self, size: u64) -> Result<wgpu::Buffer> {
        let kept = take(&mut crate::lock(&self.inner.staging.down), size);
        let new = || self.staged(wgpu::MapMode::Read, size.max(4096).next_power_of_two());
        kept.map_or_else(new, Ok)
    }

    /// Copies a mapped buffer into `out`, and takes it back.
    pub(crate) fn empty_downward(&self, staging: wgpu::Buffer, out: &mut [u8]) -> Result<()> {
        let copied = carry([Carry::Down(&staging, 0, out)]);
        self.keep_downward(staging);
        copied.map_err(|error| self.internal("a download", error.to_string()))
    }

    /// A buffer of one chunk for kernels to read or write: one used before, or a new one.
    pub(crate) fn middle(&self) -> Result<wgpu::Buffer> {
        let kept = crate::lock(&self.inner.staging.middle).pop();
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        let new =
            || self.buffer("chunk", self.inner.chunk, usage, || "a chunk of a map".to_owned());
        kept.map_or_else(new, Ok)
    }

    /// Takes back what [`middle`](Self::middle) gave.
    pub(crate) fn keep_middle(&self, buffers: [wgpu::Buffer; 2]) {
        let mut middle = crate::lock(&self.inner.staging.middle);
        if middle.len() < 2 * IN_FLIGHT {
            middle.extend(buffers);
        }
    }

    /// Takes back what [`downward`](Self::downward) gave, also where a copy or a map into it that
    /// nobody waits for is under way.
    pub(crate) fn keep_downward(&self, staging: wgpu::Buffer) {
        staging.unmap();
        keep(&mut crate::lock(&self.inner.staging.down), staging);
    }

    /// Maps the first `size` bytes of a buffer once a submission is done.
    pub(crate) fn map(
        &self,
        buffer: &wgpu::Buffer,
        size: u64,
        mode: wgpu::MapMode,
        submission: wgpu::SubmissionIndex,
    ) -> Pending {
        let (device, lost) = (&self.inner.device, &self.inner.lost);
        Pending::map(buffer.slice(..size), mode, device, lost, Some(submission))
    }
}

/// The smallest of the buffers that have so many bytes.
fn take(buffers: &mut Vec<wgpu::Buffer>, size: u64) -> Option<wgpu::Buffer> {
    let fit = buffers.iter().enumerate().filter(|(_, buffer)| buffer.size() >= size);
    let (at, _) = fit.min_by_key(|(_, buffer)| buffer.size())?;
    Some(buffers.swap_remove(at))
}

/// Keeps a buffer for later, and of too many the largest: they take long to make, and serve for few
/// bytes as well.
fn keep(buffers: &mut Vec<wgpu::Buffer>, buffer: wgpu::Buffer) {
    buffers.push(buffer);
    if buffers.len() > IN_FLIGHT {
        let sizes = buffers.iter().map(wgpu::Buffer::size).enumerate();
        if let Some((least, _)) = sizes.min_by_key(|(_, size)| *size) {
            buffers.swap_remove(least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kernel, PingPong};

    #[test]
    fn words_between_large_downloads_leave_these_their_buffers() {
        let engine = Engine::builder().device("cpu").build().unwrap();
        let download = |count: usize, size: u64| {
            let buffers: Vec<_> = (0..count).map(|_| engine.downward(size).unwrap()).collect();
            let mut kept = crate::lock(&engine.inner.staging.down);
            buffers.iter().for_each(|buffer| keep(&mut kept, buffer.clone()));
            buffers
        };
        download(2, 8);
        let large = download(IN_FLIGHT, 1 << 20);
        for _ in 0..3 {
            assert!(download(2, 8).iter().all(|words| large.contains(words)));
            assert!(download(IN_FLIGHT, 1 << 20).iter().all(|again| large.contains(again)));
        }
        assert_eq!(crate::lock(&engine.inner.staging.down).len(), IN_FLIGHT);
    }

    #[test]
    fn steps_leave_large_downloads_their_buffers() {
        let engine = Engine::builder().device("cpu").build().unwrap();
        let large: Vec<_> = (0..IN_FLIGHT).map(|_| engine.downward(1 << 20).unwrap()).collect();
        crate::lock(&engine.inner.staging.down).clone_from(&large);
        let count = "dst = src + 1u; if dst < goal { again(); }";
        let count = Kernel::map::<u32, u32>(count).param::<u32>("goal").build().unwrap();
        // Those under way when it ends count as well.
        for goal in [1, 20, 100] {
            let mut state = PingPong::new(&engine, &[0u32]).unwrap();
            let done = state.converge(1000, |_| count.call().set("goal", goal)).unwrap();
            assert_eq!(done.steps, goal as usize);
            let kept = crate::lock(&engine.inner.staging.down);
            assert!(kept.len() == IN_FLIGHT && large.iter().all(|buffer| kept.contains(buffer)));
        }
    }
}
