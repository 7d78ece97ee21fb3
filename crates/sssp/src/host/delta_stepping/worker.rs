//! Worker: a thread of a search, step by step.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Shared;
use crate::graph::Arcs;
use crate::host::heap::{Entries, RadixHeap};
use crate::tree::NONE;
use crate::weight::{Key, Length, Weight};

/// Vertices that a thread takes at once of those of all.
const SHARE: usize = 64;

/// Vertices of one bucket with which a thread goes on by itself.
const LITTLE: usize = 1000;

/// Edges that each thread should look at in a step, lest it wait for the others most of the time:
/// where they are fewer, twice as many buckets open together.
const WORK: u64 = 2048;

/// Edges with which half as many buckets are enough.
const MUCH: u64 = 8 * WORK;

/// A thread, and what it has found.
pub(super) struct Worker<'a, W: Weight> {
    shared: &'a Shared<'a, W>,
    me: usize,
    /// Vertices by their buckets.
    heap: RadixHeap,
    /// The first bucket that is open.
    first: u64,
    relaxations: u64,
    /// Targets whose distances are final.
    settled: usize,
}

impl<'a, W: Weight> Worker<'a, W> {
    pub(super) fn new(shared: &'a Shared<'a, W>, me: usize) -> Self {
        let mut heap = RadixHeap::new();
        if me == 0 {
            shared.query.sources.iter().for_each(|source| heap.push(0, *source));
        }
        Self { shared, me, heap, first: 0, relaxations: 0, settled: 0 }
    }

    /// How many steps there were, and how many buckets were open in the last, as a power of two.
    pub(super) fn run(mut self) -> (u64, u32) {
        let shared = self.shared;
        let threads = shared.gate.0.threads();
        let (mut steps, mut range, mut own) = (0, Range::default(), Entries::new());
        // All threads come to the same answers here, since nobody changes anything.
        loop {
            let [this, next] = [steps, steps + 1].map(|step| &shared.steps.0[step as usize % 2]);
            let least = this.least.load(Relaxed);
            let walked = this.walked.load(Relaxed) / threads as u64;
            range.adapt(walked, least >> range.width != self.first >> range.width);
            if least == u64::MAX || shared.beyond.load(Relaxed) || self.is_enough(least) {
                break;
            }
            self.first = least >> range.width << range.width;
            self.heap.open(least, range.width);
            self.heap.take(&mut write(&shared.given[self.me]));
            if self.me == 0 {
                shared.taken.0.store(0, Relaxed);
            }
            shared.gate.0.wait();
            if self.me == 0 {
                this.least.store(u64::MAX, Relaxed);
                this.walked.store(0, Relaxed);
            }
            let before = self.relaxations;
            self.share();
            while (1..LITTLE).contains(&self.heap.opened()) {
                self.heap.take(&mut own);
                own.drain(..).for_each(|(_, vertex)| self.relax(vertex));
            }
            write(&shared.given[self.me]).clear();
            next.least.fetch_min(self.heap.least(), Relaxed);
            next.walked.fetch_add(self.relaxations - before, Relaxed);
            steps += 1;
            shared.gate.0.wait();
        }
        shared.relaxations.fetch_add(self.relaxations, Relaxed);
        (steps, range.width)
    }

    /// Takes part in what all have for this step.
    fn share(&mut self) {
        let shared = self.shared;
        let given: Vec<_> = shared.given.iter().map(read).collect();
        let total = given.iter().map(|entries| entries.len()).sum();
        loop {
            let mut from = shared.taken.0.fetch_add(SHARE, Relaxed);
            if from >= total {
                return;
            }
            let mut left = SHARE;
            for entries in &given {
                let here = entries.iter().skip(from).take(left);
                left -= here.len();
                here.for_each(|(_, vertex)| self.relax(*vertex));
                from = from.saturating_sub(entries.len());
            }
        }
    }

    /// Tells all heads how far they are by way of `vertex`.
    fn relax(&mut self, vertex: u32) {
        let shared = self.shared;
        let before = shared.distance(vertex as usize);
        // It was nearer, and has been here.
        if shared.bucket(before) < self.first {
            return;
        }
        for (head, length) in shared.graph.passable(vertex) {
            self.relaxations += 1;
            let there = before.plus(length);
            let key = there.key();
            if key >= u64::from(u32::MAX) || there >= W::Distance::UNREACHED {
                shared.beyond.store(true, Relaxed);
                continue;
            }
            let tail = if before < there { vertex } else { NONE };
            let (offered, place) = (key << 32 | u64::from(tail), &shared.places[head as usize]);
            if offered < place.load(Relaxed) && key < place.fetch_min(offered, Relaxed) >> 32 {
                self.heap.push(shared.bucket(there), head);
            }
        }
    }

    /// Whether the query wants nothing of this bucket, or of any after it.
    fn is_enough(&mut self, least: u64) -> bool {
        let shared = self.shared;
        let before = |distance| shared.bucket(distance) < least;
        let targets = &shared.query.targets;
        let settled = |target: &&u32| before(shared.distance(**target as usize));
        self.settled += targets[self.settled..].iter().take_while(settled).count();
        let all = !targets.is_empty() && self.settled == targets.len();
        all || shared.query.cutoff.is_some_and(before)
    }
}

/// How many buckets are open together.
#[derive(Debug, Default)]
struct Range {
    /// As a power of two.
    width: u32,
    /// Edges that each thread has looked at for those that are open.
    work: u64,
}

impl Range {
    /// After a step in which each thread looked at so many edges, and which was the last for the
    /// buckets that were open, if they are `done`.
    fn adapt(&mut self, walked: u64, done: bool) {
        self.work += walked;
        if done && self.work < WORK {
            self.width = 63.min(self.width + 1);
        } else if self.work > MUCH || !done && walked < WORK {
            self.width = self.width.saturating_sub(1);
        }
        if done {
            self.work = 0;
        }
    }
}

fn read(given: &RwLock<Entries>) -> RwLockReadGuard<'_, Entries> {
    given.read().unwrap_or_else(PoisonError::into_inner)
}

fn write(given: &RwLock<Entries>) -> RwLockWriteGuard<'_, Entries> {
    given.write().unwrap_or_else(PoisonError::into_inner)
}
