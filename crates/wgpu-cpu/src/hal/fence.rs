//! Fences: a number that only grows, and threads that wait for it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use wgpu::hal::FenceValue;

use super::lock;

/// A fence; clones are the same fence.
#[derive(Clone, Debug, Default)]
pub struct Fence(Arc<State>);

#[derive(Debug, Default)]
struct State {
    value: AtomicU64,
    gate: Mutex<()>,
    grown: Condvar,
}

impl Fence {
    pub(super) fn value(&self) -> FenceValue {
        self.0.value.load(Ordering::Acquire)
    }

    /// Raises the value and wakes who waits for it.
    pub(super) fn signal(&self, value: FenceValue) {
        let _gate = lock(&self.0.gate);
        self.0.value.fetch_max(value, Ordering::AcqRel);
        self.0.grown.notify_all();
    }

    /// Waits for a value; whether it was reached in time.
    pub(super) fn wait(&self, value: FenceValue, timeout: Option<Duration>) -> bool {
        if self.value() >= value {
            return true;
        }
        // A time beyond what the clock can express is no time-out.
        let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut gate = lock(&self.0.gate);
        while self.value() < value {
            let Some(end) = end else {
                gate = self.0.grown.wait(gate).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.0.grown.wait_timeout(gate, left);
            gate = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_only_grows() {
        let fence = Fence::default();
        fence.signal(3);
        fence.signal(2);
        assert_eq!(fence.value(), 3);
        assert!(fence.wait(3, Some(Duration::ZERO)));
        assert!(!fence.wait(4, Some(Duration::from_millis(1))));
    }

    #[test]
    fn a_waiter_wakes() {
        let fence = Fence::default();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| fence.wait(7, Some(Duration::MAX)));
            std::thread::sleep(Duration::from_millis(2));
            fence.signal(7);
            assert!(waiter.join().unwrap());
        });
    }
}
