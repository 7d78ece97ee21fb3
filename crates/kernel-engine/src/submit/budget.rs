//! Budget: long runs become dispatches short enough for a driver's watchdog, which resets a device
//! that is at one for seconds.
//!
//! What a workgroup of a kernel takes is measured as it runs. The first large run of a kernel
//! starts with few workgroups, alone, and is timed; from then on a run that should stay within the
//! budget is one dispatch, and one that should not is cut, each part timed anew. A CPU has no
//! watchdog, and a browser one of its own.

use std::time::Duration;

use web_time::Instant;

use super::{Command, Run, Shape};
use crate::device::DeviceKind;
use crate::engine::Engine;
use crate::error::Result;
use crate::pipeline::Pipeline;

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
                run.pipeline.expected(run.groups())
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
        let pipeline = run.pipeline.clone();
        // So that the first time is that of the part alone.
        self.wait_for(Some(self.flush()))?;
        while let Some(budget) = self.inner.budget
            && self.expected(&run).is_none_or(|time| self.exceeds(time))
            && let most =
                pipeline.fitting(budget.time).map_or(budget.least, |n| n.max(budget.least))
            && let Some(rest) = run.split_off(most, fold)
        {
            let (groups, start) = (run.groups(), Instant::now());
            let index = self.submit_once(&[run.into()])?;
            self.wait_for(Some(index))?;
            pipeline.learn(groups, start.elapsed());
            run = rest;
        }
        self.submit_once(&[run.into()])
    }

    /// Looks out for runs that took longer than they should, since what a kernel takes depends on
    /// its data too. Who finds out late thinks it slower than it is, until it is measured again.
    pub(super) fn watch(&self, commands: &[Command], start: Instant) {
        let Some(budget) = self.inner.budget else { return };
        let runs = commands.iter().filter_map(|command| match command {
            Command::Run(run) if run.groups() > budget.least => Some(run),
            _ => None,
        });
        let (mut pipelines, mut groups) = (Vec::new(), 0);
        for run in runs {
            pipelines.push(run.pipeline.clone());
            groups += run.groups();
        }
        pipelines.dedup_by_key(|pipeline| std::sync::Arc::as_ptr(pipeline));
        if let [pipeline] = &*pipelines {
            let pipeline = pipeline.clone();
            self.inner.queue.on_submitted_work_done(move || {
                let time = start.elapsed();
                if time > budget.time {
                    pipeline.learn(groups, time);
                }
            });
        }
    }
}

impl Pipeline {
    /// What so many workgroups should take, where any were measured.
    fn expected(&self, groups: u64) -> Option<Duration> {
        let picoseconds = self.cost()?;
        Some(Duration::from_nanos(picoseconds.saturating_mul(groups) / 1000))
    }

    /// How many workgroups should take so long.
    fn fitting(&self, time: Duration) -> Option<u64> {
        let picoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).saturating_mul(1000);
        Some(picoseconds / self.cost()?)
    }

    fn learn(&self, groups: u64, time: Duration) {
        let picoseconds = time.as_nanos().saturating_mul(1000) / u128::from(groups.max(1));
        self.set_cost(u64::try_from(picoseconds).unwrap_or(u64::MAX).max(1));
    }
}
