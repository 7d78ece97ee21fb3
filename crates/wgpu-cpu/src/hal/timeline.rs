//! The order in which submissions run, and where.
//!
//! Submissions run one after another on a worker thread. One that should take less
//! than waking that thread runs inline instead, if nothing is before it: a chain of
//! small dependent steps then costs no switch of threads. What a kernel costs is
//! learnt from its earlier dispatches, so a first dispatch always goes to the worker,
//! and `submit` stays short unless a kernel's cost jumps with its data.
//!
//! After a fault nothing more runs. Fences still advance, so that nobody waits for
//! ever; wgpu-core learns of the loss from [`Timeline::check`].

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use wgpu::hal::{DeviceError, FenceValue};

use super::command::{Command, Groups};
use super::fault::Fault;
use super::fence::Fence;
use super::instance::Options;
use super::{lock, pool};
use crate::executor as exec;

/// Nanoseconds of expected work up to which a submission runs inline.
const INLINE: u64 = 30_000;

/// One submission.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) commands: Vec<Arc<[Command]>>,
    pub(super) fence: Fence,
    pub(super) value: FenceValue,
}

impl Job {
    fn is_short(&self) -> bool {
        let mut left = INLINE;
        self.commands.iter().flat_map(|list| list.iter()).all(|command| {
            let rest = command.expect().and_then(|expected| left.checked_sub(expected));
            left = rest.unwrap_or_default();
            rest.is_some()
        })
    }
}

/// What commands must know of the device.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) budget: exec::Budget,
    /// The threads that large dispatches spread over.
    pub(super) pool: Option<Arc<rayon::ThreadPool>>,
    most_groups: u32,
    start: Instant,
}

impl Rules {
    /// The timestamp of this moment: nanoseconds, never zero.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX).saturating_add(1)
    }

    /// How many workgroups to run: none where a buffer asks for more than the limit,
    /// which is what wgpu-core's own validation of indirect calls does.
    pub(super) fn groups(&self, groups: &Groups) -> [u32; 3] {
        match groups {
            Groups::Direct(groups) => *groups,
            Groups::Indirect(memory, offset) => {
                let axis = |at| memory.read(offset + at).map_or(0, u32::from_ne_bytes);
                let groups = [axis(0), axis(4), axis(8)];
                if groups.iter().any(|axis| *axis > self.most_groups) { [0; 3] } else { groups }
            }
        }
    }
}

/// A device's submissions.
#[derive(Debug)]
pub(super) struct Timeline {
    state: Mutex<State>,
    /// Something for the worker to see.
    wake: Condvar,
    /// Nothing is left to run.
    idle: Condvar,
    fault: OnceLock<Fault>,
    rules: Rules,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Whether a job is running, on the worker or inline.
    running: bool,
    closed: bool,
}

impl Timeline {
    pub(super) fn new(most_groups: u32, options: Options) -> Arc<Self> {
        let budget = exec::Budget { iterations: options.iterations, time: options.time };
        let pool = pool::of(options.threads);
        Arc::new(Self {
            state: Mutex::default(),
            wake: Condvar::new(),
            idle: Condvar::new(),
            fault: OnceLock::new(),
            rules: Rules { budget, pool, most_groups, start: Instant::now() },
        })
    }

    /// Why the device was lost, if it was.
    pub(super) fn fault(&self) -> Option<&Fault> {
        self.fault.get()
    }

    /// An error once the device is lost.
    pub(super) fn check(&self) -> Result<(), DeviceError> {
        if self.fault.get().is_some() { Err(DeviceError::Lost) } else { Ok(()) }
    }

    /// Runs a job now if it is short and the next, or queues it.
    pub(super) fn submit(&self, job: Job) -> Result<(), DeviceError> {
        self.check()?;
        let short = job.is_short();
        let mut state = lock(&self.state);
        if short && !state.running && state.jobs.is_empty() {
            state.running = true;
            drop(state);
            drop(self.finish(job));
        } else {
            state.jobs.push_back(job);
            drop(state);
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Runs a job that was marked as running, then lets the next one go.
    fn finish(&self, job: Job) -> MutexGuard<'_, State> {
        let ran = catch_unwind(AssertUnwindSafe(|| self.run(&job.commands)));
        if let Err(why) = ran.unwrap_or_else(|thrown| Err(Fault::panic(&*thrown))) {
            log::error!("wgpu-cpu: device lost: {why}");
            let _already_lost = self.fault.set(why);
        }
        let mut state = lock(&self.state);
        state.running = false;
        if state.jobs.is_empty() {
            self.idle.notify_all();
        } else {
            self.wake.notify_one();
        }
        // Within the lock, so that whoever sees the fence finds the queue free.
        job.fence.signal(job.value);
        state
    }

    fn run(&self, commands: &[Arc<[Command]>]) -> Result<(), Fault> {
        if self.fault.get().is_some() {
            return Ok(());
        }
        commands.iter().flat_map(|list| list.iter()).try_for_each(|one| one.run(&self.rules))
    }

    /// The worker's life: jobs until the queue is closed.
    pub(super) fn work(&self) {
        let mut state = lock(&self.state);
        loop {
            if !state.running
                && let Some(job) = state.jobs.pop_front()
            {
                state.running = true;
                drop(state);
                state = self.finish(job);
            } else if state.closed && state.jobs.is_empty() {
                return;
            } else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Waits until nothing is left to run.
    pub(super) fn wait_idle(&self) {
        let mut state = lock(&self.state);
        while state.running || !state.jobs.is_empty() {
            state = self.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells the worker to end after the last job.
    pub(super) fn close(&self) {
        lock(&self.state).closed = true;
        self.wake.notify_all();
    }
}
