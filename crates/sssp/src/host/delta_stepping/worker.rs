//! Worker: a thread of a search, step by step.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::Shared;
use crate::graph::Arcs;
use crate::host::heap::{Entries, RadixHeap};
use crate::tree::NONE;
use crate::weight::{Distance, Key, Length, Weight};

/// Vertices that a thread takes at once of those of all, where these are many.
const SHARE: usize = 64;

/// Vertices of one bucket with which a thread goes on by itself.
const LITTLE: usize = 1000;

/// Edges that each thread should look at in a step, lest it wait for the others most of the time:
/// where they are fewer, the next bucket is twice as wide.
const WORK: u64 = 2048;

/// Edges with which the next one is half as wide, and a thread goes on no longer by itself.
const MUCH: u64 = 8 * WORK;

/// A thread, and what it has found.
pub(super) struct Worker<'a, W: Weight> {
    shared: &'a Shared<'a, W>,
    me: usize,
    /// Vertices by the keys of their distances.
    heap: RadixHeap,
    /// The first key of the bucket that is open.
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

    /// How many steps there were, and from where to where the last bucket was.
    pub(super) fn run(mut self) -> (u64, [W::Distance; 2]) {
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
            let start = self.relaxations;
            self.share();
            while (1..LITTLE).contains(&self.heap.opened()) && self.relaxations - start < MUCH {
                self.heap.take(&mut own);
                own.drain(..).for_each(|(key, vertex)| self.relax(key, vertex));
            }
            write(&shared.given[self.me]).clear();
            next.least.fetch_min(self.heap.least(), Relaxed);
            next.walked.fetch_add(self.relaxations - start, Relaxed);
            steps += 1;
            shared.gate.0.wait();
        }
        shared.relaxations.fetch_add(self.relaxations, Relaxed);
        let most = W::Distance::from_f64(W::Distance::MOST).key().min(u32::MAX.into());
        let end = most.min(self.first + (1 << range.width));
        (steps, [self.first, end].map(W::Distance::of_key))
    }

    /// Takes part in what all have for this step.
    fn share(&mut self) {
        let shared = self.shared;
        let given: Vec<_> = shared.given.iter().map(read).collect();
        let total: usize = given.iter().map(|entries| entries.len()).sum();
        let share = (total / (4 * given.len())).clamp(1, SHARE);
        loop {
            let mut from = shared.taken.0.fetch_add(share, Relaxed);
            if from >= total {
                return;
            }
            let mut left = share;
            for entries in &given {
                let here = entries.iter().skip(from).take(left);
                left -= here.len();
                here.for_each(|(key, vertex)| self.relax(*key, *vertex));
                from = from.saturating_sub(entries.len());
            }
        }
    }

    /// Tells all heads how far they are by way of `vertex`.
    fn relax(&mut self, key: u64, vertex: u32) {
        let shared = self.shared;
        // It is nearer by now, and whoever found that has it too.
        if shared.places[vertex as usize].load(Relaxed) >> 32 != key {
            return;
        }
        let before = W::Distance::of_key(key);
        for (head, length) in shared.graph.passable(vertex) {
            self.relaxations += 1;
            let (there, place) = (before.plus(length), &shared.places[head as usize]);
            let key = there.key();
            if key >= u64::from(u32::MAX) || there >= W::Distance::UNREACHED {
                let is_wanted = shared.query.cutoff.is_none_or(|cutoff| there <= cutoff);
                if is_wanted && place.load(Relaxed) == u64::MAX {
                    shared.beyond.store(true, Relaxed);
                }
                continue;
            }
            let tail = if before < there { vertex } else { NONE };
            let offered = key << 32 | u64::from(tail);
            if offered < place.load(Relaxed) && key < place.fetch_min(offered, Relaxed) >> 32 {
                self.heap.push(key, head);
            }
        }
    }

    /// Whether the query wants nothing of this bucket, or of any after it.
    fn is_enough(&mut self, least: u64) -> bool {
        let shared = self.shared;
        let is_before = |distance: W::Distance| distance.key() < least;
        let targets = &shared.query.targets;
        let settled = |target: &&u32| is_before(shared.distance(**target as usize));
        self.settled += targets[self.settled..].iter().take_while(settled).count();
        let all = !targets.is_empty() && self.settled == targets.len();
        all || shared.query.cutoff.is_some_and(is_before)
    }
}

/// How wide a bucket is.
#[derive(Debug, Default)]
struct Range {
    /// In keys, as a power of two.
    width: u32,
    /// Edges that each thread has looked at for the one that is open.
    work: u64,
}

impl Range {
    /// After a step in which each thread looked at so many edges, and which was the last for its
    /// bucket, if that is `done`.
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
