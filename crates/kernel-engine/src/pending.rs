//! A result that the device gives later, for callers that block and for those
//! that do not.
//!
//! The device hands results over only while some thread waits for it. A
//! blocking caller is that thread; for an asynchronous one a short-lived
//! thread waits in its place, so that no particular runtime is needed. In a
//! browser there are no such threads, and none is needed.

#[cfg(not(target_family = "wasm"))]
use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use futures_channel::oneshot;

use crate::wait::{LostFlag, WaitError};
#[cfg(not(target_family = "wasm"))]
use crate::wait::{deadline, wait_slice, wait_until};

/// The time between looks at a result that another thread is about to give.
#[cfg(not(target_family = "wasm"))]
const PAUSE: Duration = Duration::from_micros(50);

/// A result that the device will give once it has done some work.
#[derive(Debug)]
pub(crate) struct Pending {
    receiver: oneshot::Receiver<Result<(), wgpu::BufferAsyncError>>,
    device: wgpu::Device,
    lost: LostFlag,
    submission: Option<wgpu::SubmissionIndex>,
}

impl Pending {
    /// Maps a buffer once the submission that fills it is done.
    pub(crate) fn map(
        slice: wgpu::BufferSlice<'_>,
        mode: wgpu::MapMode,
        device: &wgpu::Device,
        lost: &LostFlag,
        submission: Option<wgpu::SubmissionIndex>,
    ) -> Self {
        let (sender, receiver) = oneshot::channel();
        slice.map_async(mode, move |result| {
            // Nobody may be waiting any more.
            let _ = sender.send(result);
        });
        Self { receiver, device: device.clone(), lost: lost.clone(), submission }
    }

    /// Finishes once all work handed to the queue so far is done.
    pub(crate) fn work(
        queue: &wgpu::Queue,
        device: &wgpu::Device,
        lost: &LostFlag,
        submission: Option<wgpu::SubmissionIndex>,
    ) -> Self {
        let (sender, receiver) = oneshot::channel();
        queue.on_submitted_work_done(move || {
            let _ = sender.send(Ok(()));
        });
        Self { receiver, device: device.clone(), lost: lost.clone(), submission }
    }

    /// Whether the result is there; who is told so need not wait any more.
    pub(crate) fn is_ready(&mut self) -> bool {
        matches!(self.receiver.try_recv(), Ok(Some(Ok(()))))
    }

    /// Blocks this thread until the result is there.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn block(mut self, limit: Option<Duration>) -> Result<(), WaitError> {
        let deadline = deadline(limit);
        let mut done = false;
        loop {
            match self.receiver.try_recv() {
                Ok(Some(Ok(()))) => return Ok(()),
                Ok(Some(Err(wgpu::BufferAsyncError))) => return Err(self.lost.error()),
                // The callback was dropped: with the device, or by the race that `wait` tells of.
                Err(oneshot::Canceled) => {
                    return wait_until(&self.device, &self.lost, self.submission, deadline);
                }
                Ok(None) => {}
            }
            if done {
                // Another thread that waits has taken our result and is about to hand it over.
                if deadline.is_some_and(|end| Instant::now() >= end) {
                    return Err(WaitError::TimedOut);
                }
                thread::sleep(PAUSE);
            }
            done = wait_slice(&self.device, &self.lost, self.submission.clone(), deadline)?;
        }
    }

    /// Waits for the result without blocking this thread.
    ///
    /// A short-lived thread does the waiting, as nothing else would ask the
    /// device for it.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) async fn ready(mut self, limit: Option<Duration>) -> Result<(), WaitError> {
        if let Ok(Some(result)) = self.receiver.try_recv() {
            return result.map_err(|_| self.lost.error());
        }
        let lost = self.lost.clone();
        let (sender, receiver) = oneshot::channel();
        // The thread gets this value only once it runs, so that it is still
        // here if there is no thread to be had.
        let (hand_over, take) = mpsc::channel::<Self>();
        let thread = thread::Builder::new().name("kernel-engine wait".to_owned());
        let started = thread.spawn(move || {
            if let Ok(pending) = take.recv() {
                // Nobody may be waiting any more.
                let _ = sender.send(pending.block(limit));
            }
        });
        if let Err(error) = started {
            tracing::debug!("no thread to wait for the device, waiting in place: {error}");
            return self.block(limit);
        }
        if let Err(mpsc::SendError(pending)) = hand_over.send(self) {
            return pending.block(limit);
        }
        receiver.await.unwrap_or_else(|_| Err(lost.error()))
    }

    /// Waits for the result. The browser asks the device for us; it sets the
    /// limits too.
    #[cfg(target_family = "wasm")]
    pub(crate) async fn ready(self, _limit: Option<std::time::Duration>) -> Result<(), WaitError> {
        match self.receiver.await {
            Ok(Ok(())) => Ok(()),
            _ => Err(self.lost.error()),
        }
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::device::{Options, PowerPreference, open, select};
    use crate::wait::abandon;

    struct Setup {
        device: wgpu::Device,
        queue: wgpu::Queue,
        lost: LostFlag,
        buffer: wgpu::Buffer,
    }

    fn setup() -> Option<Setup> {
        let chosen = select(None, PowerPreference::High, Options::default());
        let (adapter, _) = pollster::block_on(chosen).ok()?;
        let (device, queue) = pollster::block_on(open(&adapter)).unwrap();
        let lost = LostFlag::install(&device);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 64,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Some(Setup { device, queue, lost, buffer })
    }

    impl Setup {
        fn map(&self) -> Pending {
            self.queue.write_buffer(&self.buffer, 0, &[7; 64]);
            let submission = Some(self.queue.submit([]));
            let slice = self.buffer.slice(..);
            Pending::map(slice, wgpu::MapMode::Read, &self.device, &self.lost, submission)
        }

        fn check_and_unmap(&self) {
            let view = self.buffer.slice(..).get_mapped_range().unwrap();
            assert_eq!(view[..], [7; 64]);
            drop(view);
            self.buffer.unmap();
        }
    }

    #[test]
    fn blocking_and_not_blocking_give_the_same() {
        let Some(setup) = setup() else { return };
        assert_eq!(setup.map().block(None), Ok(()));
        setup.check_and_unmap();
        assert_eq!(pollster::block_on(setup.map().ready(None)), Ok(()));
        setup.check_and_unmap();
        let work = || Pending::work(&setup.queue, &setup.device, &setup.lost, None);
        assert_eq!(work().block(None), Ok(()));
        assert_eq!(pollster::block_on(work().ready(None)), Ok(()));
    }

    #[test]
    fn a_closed_device_gives_errors() {
        let Some(setup) = setup() else { return };
        setup.device.destroy();
        assert!(matches!(setup.map().block(None), Err(WaitError::Lost(_))));
        assert!(matches!(pollster::block_on(setup.map().ready(None)), Err(WaitError::Lost(_))));
    }

    #[test]
    fn an_unmapped_buffer_gives_an_error_and_leaves_the_device() {
        let Some(setup) = setup() else { return };
        let pending = setup.map();
        setup.buffer.unmap();
        assert!(matches!(pending.block(None), Err(WaitError::Lost(_))));
        assert_eq!(setup.lost.get(), None);
        abandon(&setup.device, &setup.queue);
    }

    #[test]
    fn many_threads_each_get_their_result() {
        let Some(setup) = setup() else { return };
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        setup.queue.submit([]);
                        let work = Pending::work(&setup.queue, &setup.device, &setup.lost, None);
                        assert_eq!(work.block(Some(Duration::from_secs(60))), Ok(()));
                    }
                });
            }
        });
    }

    #[test]
    fn a_wait_can_be_done_by_any_async_runtime() {
        fn is_send<T: Send>(_: &T) {}
        let Some(setup) = setup() else { return };
        is_send(&setup.map().ready(None));
    }
}
