//! Waiting for the device without panics.
//!
//! `wgpu` panics when it notices, while waiting, that the device is lost. A
//! library must not do that to its users, and must not print anything either.
//! `wgpu` first tells the callback for lost devices, on the same thread, and
//! only then panics; so our callback notes the reason and leaves the wait by
//! itself, by an unwinding that no panic hook sees. The callback runs only
//! once: if several threads wait when the device is lost, the panics of the
//! others are caught too, but the panic hook sees them. In a program built with
//! `panic = "abort"` nothing can be done: there a lost device ends the program.
//!
//! Waits are cut into short slices: while `wgpu` waits it holds a lock that
//! other threads need to free buffers, so one long wait would stop them all.
//!
//! A kernel that never ends cannot be stopped, and dropping its device waits
//! for it. See [`abandon`].

use std::sync::{Arc, Mutex};
#[cfg(not(target_family = "wasm"))]
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    time::{Duration, Instant},
};

/// The longest time to wait in one go.
#[cfg(not(target_family = "wasm"))]
const SLICE: Duration = Duration::from_millis(20);

/// The time between two looks at a device that has to be done soon.
#[cfg(not(target_family = "wasm"))]
const NAP: Duration = Duration::from_micros(200);

/// What wgpu-core 30 panics with when a wait times out and, before it has looked again, another
/// thread sees the work finish. Nothing is wrong then, and the next wait ends at once; but a
/// callback may have gone with the panic.
#[cfg(not(target_family = "wasm"))]
const FINISHED_MEANWHILE: &str = "If the queue is empty, the current submission index";

/// Why a wait ended without what it waited for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WaitError {
    /// The time limit passed; the device is still at work.
    #[error("the device did not finish within the time limit")]
    TimedOut,
    /// The device is gone, and with it all that it held; why.
    #[error("the device is lost: {0}")]
    Lost(String),
}

/// Whether the device is lost, and why; filled in by the device itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct LostFlag(Arc<Mutex<Option<String>>>);

#[cfg(not(target_family = "wasm"))]
thread_local! {
    /// Whether this thread is inside [`poll`], which catches unwinding.
    static POLLING: Cell<bool> = const { Cell::new(false) };
}

/// What the callback for lost devices unwinds with.
#[cfg(not(target_family = "wasm"))]
struct LeavePoll;

impl LostFlag {
    /// Watches the device. Its only callback for lost devices is then in use.
    pub(crate) fn install(device: &wgpu::Device) -> Self {
        let flag = Self::default();
        let told = flag.clone();
        device.set_device_lost_callback(move |reason, message| {
            told.set(match reason {
                wgpu::DeviceLostReason::Destroyed => "it was closed".to_owned(),
                wgpu::DeviceLostReason::Unknown => message,
            });
            // A device that was closed makes no poll panic.
            #[cfg(not(target_family = "wasm"))]
            if reason == wgpu::DeviceLostReason::Unknown && POLLING.get() && cfg!(panic = "unwind")
            {
                resume_unwind(Box::new(LeavePoll));
            }
        });
        flag
    }

    /// Why the device is lost, if it is.
    pub(crate) fn get(&self) -> Option<String> {
        crate::lock(&self.0).clone()
    }

    fn set(&self, reason: String) {
        let mut told = crate::lock(&self.0);
        told.get_or_insert(reason);
    }

    /// The error for a result that the device did not give.
    pub(crate) fn error(&self) -> WaitError {
        let unknown = || "it did not give back a result".to_owned();
        WaitError::Lost(self.get().unwrap_or_else(unknown))
    }

    #[cfg(not(target_family = "wasm"))]
    fn check(&self) -> Result<(), WaitError> {
        self.get().map_or(Ok(()), |why| Err(WaitError::Lost(why)))
    }
}

/// Waits until the device has done the submission, or with `None` all work
/// handed to it, also by other threads meanwhile.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn wait(
    device: &wgpu::Device,
    lost: &LostFlag,
    submission: Option<wgpu::SubmissionIndex>,
    limit: Option<Duration>,
) -> Result<(), WaitError> {
    wait_until(device, lost, submission, deadline(limit))
}

/// As [`wait`], until a moment instead of for a time.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn wait_until(
    device: &wgpu::Device,
    lost: &LostFlag,
    submission: Option<wgpu::SubmissionIndex>,
    deadline: Option<Instant>,
) -> Result<(), WaitError> {
    while !wait_slice(device, lost, submission.clone(), deadline)? {}
    Ok(())
}

/// Waits as [`wait_until`] does, but not for long. Says whether the submission is done.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn wait_slice(
    device: &wgpu::Device,
    lost: &LostFlag,
    submission: Option<wgpu::SubmissionIndex>,
    deadline: Option<Instant>,
) -> Result<bool, WaitError> {
    // Polling a lost device would fail anew, and this time panic.
    lost.check()?;
    let left = deadline.map_or(SLICE, |end| end.saturating_duration_since(Instant::now()));
    // A wait that must end soon would often end by its time, which is where the race is.
    let soon = left < SLICE;
    let how = match soon {
        true => wgpu::PollType::Poll,
        false => wgpu::PollType::Wait { submission_index: submission, timeout: Some(SLICE) },
    };
    let done = poll(device, lost, how)?;
    lost.check()?;
    if !done && left.is_zero() {
        return Err(WaitError::TimedOut);
    }
    if !done && soon {
        std::thread::sleep(left.min(NAP));
    }
    Ok(done)
}

/// The moment a limit from now ends; a limit too far away is none.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn deadline(limit: Option<Duration>) -> Option<Instant> {
    limit.and_then(|limit| Instant::now().checked_add(limit))
}

/// Polls, and says whether what it waited for, or all work, is done.
#[cfg(not(target_family = "wasm"))]
fn poll(device: &wgpu::Device, lost: &LostFlag, how: wgpu::PollType) -> Result<bool, WaitError> {
    POLLING.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| device.poll(how)));
    POLLING.set(false);
    match outcome {
        Ok(Ok(status)) => Ok(status != wgpu::PollStatus::Poll),
        Ok(Err(wgpu::PollError::Timeout)) => Ok(false),
        Ok(Err(error)) => Err(WaitError::Lost(error.to_string())),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            if text.is_some_and(|text| text.starts_with(FINISHED_MEANWHILE)) {
                return Ok(false);
            }
            if !payload.is::<LeavePoll>() {
                // A panic of wgpu itself: the device must not be used again.
                lost.set(text.unwrap_or("waiting for it failed").to_owned());
            }
            Err(lost.error())
        }
    }
}

/// Keeps the device and queue open for ever, to be called after a time-out.
///
/// Dropping the last handle of a queue waits until its work is done; with a
/// kernel that never ends, that is never.
pub(crate) fn abandon(device: &wgpu::Device, queue: &wgpu::Queue) {
    std::mem::forget(device.clone());
    std::mem::forget(queue.clone());
}

#[cfg(all(test, not(target_family = "wasm")))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::device::{Options, PowerPreference, open, select};

    #[test]
    fn a_closed_device_is_an_error_and_no_panic() {
        let Ok((adapter, _)) =
            pollster::block_on(select(None, PowerPreference::High, Options::default()))
        else {
            return;
        };
        let (device, queue) = pollster::block_on(open(&adapter)).unwrap();
        let lost = LostFlag::install(&device);
        let submission = queue.submit([]);
        assert_eq!(wait(&device, &lost, Some(submission), None), Ok(()));
        assert_eq!(wait(&device, &lost, None, Some(Duration::MAX)), Ok(()));
        assert_eq!(lost.get(), None);
        device.destroy();
        for _ in 0..2 {
            let error = WaitError::Lost("it was closed".into());
            assert_eq!(wait(&device, &lost, None, None), Err(error));
        }
    }

    #[test]
    fn the_first_reason_stays() {
        let flag = LostFlag::default();
        assert_eq!(flag.check(), Ok(()));
        flag.clone().set("first".into());
        flag.set("second".into());
        assert_eq!(flag.check(), Err(WaitError::Lost("first".into())));
    }

    #[test]
    fn a_limit_without_end_is_none() {
        assert_eq!(deadline(None), None);
        assert_eq!(deadline(Some(Duration::MAX)), None);
        assert!(deadline(Some(Duration::ZERO)) <= Some(Instant::now()));
    }
}
