//! The queue: hands submissions to the timeline and owns its worker thread.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use wgpu::hal::{self, DeviceError};

use super::api::Cpu;
use super::command::CommandBuffer;
use super::fence::Fence;
use super::refused::{Never, Surface};
use super::timeline::{Job, Timeline};

/// A device's queue.
#[derive(Debug)]
pub struct Queue {
    timeline: Arc<Timeline>,
    worker: Option<JoinHandle<()>>,
}

impl Queue {
    pub(super) fn new(timeline: Arc<Timeline>) -> Result<Self, DeviceError> {
        let theirs = timeline.clone();
        let worker = Builder::new().name("wgpu-cpu".to_owned()).spawn(move || theirs.work());
        let worker = worker.map_err(|error| {
            log::error!("wgpu-cpu: no thread for a queue: {error}");
            DeviceError::OutOfMemory
        })?;
        Ok(Self { timeline, worker: Some(worker) })
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.timeline.close();
        if let Some(worker) = self.worker.take() {
            // It catches what kernels throw; should it have died all the same,
            // there is nothing left to do here.
            let _ended = worker.join();
        }
    }
}

impl hal::Queue for Queue {
    type A = Cpu;

    unsafe fn submit(
        &self,
        command_buffers: &[&CommandBuffer],
        _: &[&Never],
        (fence, value): (&Fence, hal::FenceValue),
    ) -> Result<(), DeviceError> {
        // wgpu-core adds lists of barriers, which are empty here.
        let lists = command_buffers.iter().map(|buffer| &buffer.0);
        let commands = lists.filter(|list| !list.is_empty()).cloned().collect();
        self.timeline.submit(Job { commands, fence: fence.clone(), value })
    }

    unsafe fn present(&self, _: &Surface, texture: Never) -> Result<(), hal::SurfaceError> {
        match texture {}
    }

    unsafe fn wait_for_idle(&self) -> Result<(), DeviceError> {
        self.timeline.wait_idle();
        Ok(())
    }

    unsafe fn get_timestamp_period(&self) -> f32 {
        1.0
    }
}
