//! Settle: waiting for the device, and telling what it is at.

use std::time::Duration;

use super::{Engine, Inner};
use crate::error::{Error, Result};
use crate::pending::Pending;
use crate::transfer::Waiting;
#[cfg(not(target_arch = "wasm32"))]
use crate::wait;
use crate::wait::WaitError;

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
        pollster::block_on(self.settle(Waiting::block_for(limit)))
    }

    /// As [`wait`](Self::wait), without blocking the thread.
    pub async fn wait_async(&self) -> Result<()> {
        self.settle(Waiting::yielding(self)).await
    }

    /// Whether the device is ready, at work or gone.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn status(&self) -> Status {
        if let Some(told) = self.inner.lost.get() {
            return Status::Lost { reason: self.why_lost(told) };
        }
        match self.look() {
            Ok(()) => Status::Ready,
            Err(WaitError::TimedOut) => {
                crate::lock(&self.inner.last).seen_busy = true;
                Status::Busy { kernel: self.last_kernel() }
            }
            Err(WaitError::Lost(told)) => Status::Lost { reason: self.why_lost(told) },
        }
    }

    /// Has the device hand over what is done, without waiting; an error says that it is at work.
    pub(crate) fn look(&self) -> Result<(), WaitError> {
        #[cfg(not(target_arch = "wasm32"))]
        wait::wait(&self.inner.device, &self.inner.lost, None, Some(Duration::ZERO))?;
        Ok(())
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
        #[cfg(not(target_arch = "wasm32"))]
        if waiting.blocks {
            let outcome = pending.block(waiting.left());
            return outcome.map_err(|error| self.wait_error(error, waiting.limit));
        }
        let outcome = pending.ready(waiting.left()).await;
        outcome.map_err(|error| self.wait_error(error, waiting.limit))
    }

    /// Waits for the work so far where the next submission must not: llvmpipe holds up whoever
    /// submits until all work before is done, and then no limit would end the waiting.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) async fn catch_up(&self, waiting: Waiting) -> Result<()> {
        let patient = waiting.blocks && waiting.limit.is_none();
        if patient || self.look().is_ok() {
            return Ok(());
        }
        let (device, lost) = (&self.inner.device, &self.inner.lost);
        self.finish(Pending::work(&self.inner.queue, device, lost, None), waiting).await
    }

    /// In a browser submitting never waits.
    #[cfg(target_arch = "wasm32")]
    pub(crate) async fn catch_up(&self, _waiting: Waiting) -> Result<()> {
        Ok(())
    }

    /// Waits for all work that was submitted.
    pub(crate) async fn settle(&self, waiting: Waiting) -> Result<()> {
        self.check()?;
        self.catch_up(waiting).await?;
        self.finish_submitted(waiting).await?;
        self.look_for_faults(waiting).await?;
        self.check()
    }

    /// Waits for all that the queue has, whatever comes of it.
    pub(crate) async fn finish_submitted(&self, waiting: Waiting) -> Result<()> {
        let submission = Some(self.flush());
        let (device, lost) = (&self.inner.device, &self.inner.lost);
        let pending = Pending::work(&self.inner.queue, device, lost, submission);
        self.finish(pending, waiting).await
    }

    fn wait_error(&self, error: WaitError, limit: Option<Duration>) -> Error {
        match error {
            WaitError::TimedOut => {
                crate::lock(&self.inner.last).seen_busy = true;
                let limit = limit.unwrap_or_default();
                Error::TimedOut { kernel: self.last_kernel(), limit }
            }
            WaitError::Lost(told) => Error::DeviceLost { reason: self.why_lost(told) },
        }
    }

    fn last_kernel(&self) -> String {
        crate::lock(&self.inner.last).kernel.clone()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.disk_cache.store_if_changed();
        // A kernel that never ends would make dropping its queue wait for ever.
        #[cfg(not(target_arch = "wasm32"))]
        if crate::lock(&self.last).seen_busy {
            let busy = wait::wait(&self.device, &self.lost, None, Some(Duration::ZERO)).is_err();
            if busy {
                wait::abandon(&self.device, &self.queue);
            }
        }
    }
}
