//! Budget: long runs become dispatches short enough for a driver's watchdog, which resets a device
//! that is at one for seconds.
//!
//! What a workgroup of a kernel takes is measured as it runs. The first large run of a kernel
//! starts with few workgroups, alone, and is timed; from then on a run that should stay within the
//! budget is one dispatch, and one that should not is cut, each part timed anew. A CPU has no
//! watchdog, and a browser one of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::{Command, Run, Shape};
use crate::device::DeviceKind;
use crate::engine::Engine;
use crate::error::{Error, Result};

/// How long the device may be at one submission, and from how many workgroups on a run is worth
/// cutting: fewer run all at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    pub(crate) least: u64,
}

impl Budget {
    /// The budget of a kind of device; none where nobody watches.
    pub(crate) fn of(kind: DeviceKind) -> Option<Self> {
        let watched = kind != DeviceKind::Cpu && cfg!(not(target_arch = "wasm32"));
        watched.then_some(Self { time: Duration::from_millis(200), least: 4096 })
    }
}

impl Engine {
    /// What a run should take; none for a long run of a kernel that was never measured.
    pub(super) fn expected(&self, run: &Run) -> Option<Duration> {
        match self.inner.budget {
            Some(budget) if run.shape != Shape::Counted && run.groups() > budget.least => {
                run.pipeline.cost.expected(run.groups())
            }
            _ => Some(Duration::ZERO),
        }
    }

    /// Whether that is too long for a submission.
    pub(super) fn exceeds(&self, time: Duration) -> bool {
        self.inner.budget.is_some_and(|budget| time > budget.time)
    }

    /// Submits a run part by part, and waits for each but the last to see what it took.
    pub(super) fn submit_in_parts(&self, mut run: Run) -> Result<wgpu::SubmissionIndex> {
        let fold = self.limits().max_compute_workgroups_per_dimension;
        let cost = run.pipeline.cost.clone();
        // So that the first time is that of the part alone.
        let mut waits = self.waited(self.flush())?;
        while let Some(budget) = self.inner.budget
            && self.expected(&run).is_none_or(|time| self.exceeds(time))
            && let Some(rest) = run.split_off(cost.fitting(budget), fold)
        {
            let (groups, start) = (run.groups(), Instant::now());
            let index = self.submit_once(&[run.into()])?;
            if waits {
                waits = self.waited(index)?;
                cost.learn(groups, start.elapsed());
            }
            run = rest;
        }
        self.submit_once(&[run.into()])
    }

    /// Waits for a submission; not beyond the engine's time limit, which is for results.
    fn waited(&self, submission: wgpu::SubmissionIndex) -> Result<bool> {
        match self.wait_for(Some(submission)) {
            Err(Error::TimedOut { .. }) => Ok(false),
            outcome => outcome.map(|()| true),
        }
    }

    /// Looks out for runs that took longer than they should, since what a kernel takes depends on
    /// its data too. Who finds out late thinks it slower than it is, until it is measured again.
    pub(super) fn watch(&self, commands: &[Command], start: Instant) {
        let Some(budget) = self.inner.budget else { return };
        let mut costs: Vec<&Arc<Cost>> = Vec::new();
        let mut groups = 0;
        for command in commands {
            if let Command::Run(run) = command
                && run.groups() > budget.least
            {
                costs.push(&run.pipeline.cost);
                groups += run.groups();
            }
        }
        costs.dedup_by_key(|cost| Arc::as_ptr(cost));
        if let [cost] = &*costs {
            let cost = Arc::clone(cost);
            self.inner.queue.on_submitted_work_done(move || {
                let time = start.elapsed();
                if time > budget.time {
                    cost.learn(groups, time);
                }
            });
        }
    }
}

/// Picoseconds that a workgroup of a kernel took when it was measured last; zero where none was.
#[derive(Debug, Default)]
pub(crate) struct Cost(AtomicU64);

impl Cost {
    fn known(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|cost| *cost > 0)
    }

    /// What so many workgroups should take.
    fn expected(&self, groups: u64) -> Option<Duration> {
        Some(Duration::from_nanos(self.known()?.saturating_mul(groups) / 1000))
    }

    /// How many workgroups make a part.
    fn fitting(&self, budget: Budget) -> u64 {
        let time = u64::try_from(budget.time.as_nanos()).unwrap_or(u64::MAX);
        let fitting = self.known().map_or(0, |cost| time.saturating_mul(1000) / cost);
        fitting.max(budget.least)
    }

    fn learn(&self, groups: u64, time: Duration) {
        let cost = time.as_nanos().saturating_mul(1000) / u128::from(groups.max(1));
        self.0.store(u64::try_from(cost).unwrap_or(u64::MAX).max(1), Ordering::Relaxed);
    }
}
