//! Gate: where threads wait for one another, some thousand times a second.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{hint, thread};

/// Looks at the gate before the core is offered to others: few, since others may have use for it.
const LOOKS: usize = 1 << 6;

/// Lets threads through once all of them are there.
#[derive(Debug, Default)]
pub(super) struct Gate {
    /// How many threads there are; 0 until that is known.
    threads: AtomicUsize,
    waiting: AtomicUsize,
    round: AtomicUsize,
}

impl Gate {
    /// Says how many threads there are.
    pub(super) fn begin(&self, threads: usize) {
        self.threads.store(threads, Ordering::Release);
    }

    /// Waits until that is known; how many there are.
    pub(super) fn threads(&self) -> usize {
        let mut looks = 0;
        loop {
            match self.threads.load(Ordering::Acquire) {
                0 => pause(&mut looks),
                threads => return threads,
            }
        }
    }

    /// Waits for all others. What they wrote before is seen afterwards.
    pub(super) fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        let waiting = self.waiting.fetch_add(1, Ordering::AcqRel) + 1;
        if waiting == self.threads.load(Ordering::Relaxed) {
            self.waiting.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut looks = 0;
        while self.round.load(Ordering::Acquire) == round {
            pause(&mut looks);
        }
    }
}

fn pause(looks: &mut usize) {
    *looks += 1;
    if *looks < LOOKS { hint::spin_loop() } else { thread::yield_now() }
}
