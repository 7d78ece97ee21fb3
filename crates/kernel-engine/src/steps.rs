//! Steps: an iteration that the device ends, since the host would take longer to look than a step
//! takes to run.

use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use crate::batch::Batch;
use crate::call::Call;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::frontier::{Expand, Frontier, Sides};
use crate::kernel::{Compute, Map};
use crate::pending::Pending;
use crate::raw::Raw;
use crate::storage::Storage;
use crate::submit::{Bytes, Command};
use crate::transfer::{self, Waiting};

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convergence {
    /// How many steps ran.
    pub steps: usize,
    /// Whether the last of them wanted no other.
    pub converged: bool,
}

/// One step of an iteration under way: its kernels, which run in their order, each seeing what
/// those before it wrote.
#[derive(Debug)]
pub struct Step {
    batch: Batch,
    number: usize,
    /// The frontiers that turned in steps that may not run, each with the step.
    turns: Vec<(usize, Arc<Sides>)>,
    /// All that turned.
    frontiers: Vec<Arc<Sides>>,
}

impl Step {
    /// Its number; the first is 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Records a compute kernel over an extent.
    pub fn run(&mut self, call: &Call<Compute>, extent: impl Into<Extent>) -> Result<()> {
        self.batch.run(call, extent)
    }

    /// Records a map of `src` into `dst`. (Two storages that take turns do so by the parity of the
    /// step's [`number`](Self::number).)
    pub fn map<In: Element, Out: Element>(
        &mut self,
        call: &Call<Map<In, Out>>,
        src: &Storage<In>,
        dst: &Storage<Out>,
    ) -> Result<()> {
        self.batch.map(call, src, dst)
    }

    /// Records a map of `storage` over itself.
    pub fn map_in_place<T: Element>(
        &mut self,
        call: &Call<Map<T, T>>,
        storage: &Storage<T>,
    ) -> Result<()> {
        self.batch.map_in_place(call, storage)
    }

    /// Records a kernel along a frontier; what it pushes is the frontier from then on.
    pub fn expand<T: Element>(
        &mut self,
        call: &Call<Expand<T>>,
        frontier: &Frontier<T>,
    ) -> Result<()> {
        let (engine, sides) = (&self.batch.engine, &frontier.sides);
        if !frontier.engine().same(engine) {
            return Err(Error::OtherEngine { what: "the frontier".to_owned() });
        }
        let commands = call.record(engine, sides, self.batch.variant.clone())?;
        self.batch.record(commands);
        sides.turn();
        self.turns.push((self.number, sides.clone()));
        if !self.frontiers.iter().any(|known| Arc::ptr_eq(known, sides)) {
            self.frontiers.push(sides.clone());
        }
        Ok(())
    }
}

impl Engine {
    /// Runs steps until one wants no other: one in which no invocation calls `again()`. At most so
    /// many; `record` gives the kernels of each.
    ///
    /// The steps are submitted some hundred microseconds at a time, or a thirtieth of the time so
    /// far where that is longer, and the next such stretch is on its way while the outcome of one
    /// comes back in a few bytes. So `record` is asked for steps that will not run: those after the
    /// last change nothing, neither storages nor frontiers, and an error in one of them is none.
    ///
    /// ```no_run
    /// # use kernel_engine::{Engine, Kernel};
    /// # let engine = Engine::new()?;
    /// # let (from, to) = (engine.storage(&[0u32, 1])?, engine.storage(&[1u32, 2])?);
    /// let join = Kernel::compute(
    ///     "let least = min(label(from(i)), label(to(i)));
    ///      if label_min(from(i), least) > least { again(); }
    ///      if label_min(to(i), least) > least { again(); }",
    /// );
    /// let join = join.array::<u32>("from").array::<u32>("to").atomic::<u32>("label").build()?;
    /// let label = engine.storage(&[0u32, 1, 2])?; // of each vertex; then of its component
    /// let join = join.call().bind("from", &from).bind("to", &to).bind("label", &label);
    /// let done = engine.converge(1000, |step| step.run(&join, from.len()))?;
    /// assert!(done.converged);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What `record` or a kernel fails with; when that is a step, those before it have run.
    /// [`Error::TimedOut`] when one stretch takes longer than the engine's time limit.
    pub fn converge(
        &self,
        most: usize,
        record: impl Fn(&mut Step) -> Result<()>,
    ) -> Result<Convergence> {
        pollster::block_on(converge(self, most, true, record)).1
    }

    /// As [`converge`](Self::converge), without blocking the thread.
    pub async fn converge_async(
        &self,
        most: usize,
        record: impl Fn(&mut Step) -> Result<()>,
    ) -> Result<Convergence> {
        converge(self, most, false, record).await.1
    }
}

/// Steps of the first two stretches.
const FIRST: usize = 16;

/// What a stretch should take at least: longer than its outcome takes to come back.
const LEAST: Duration = Duration::from_micros(300);

/// What it should take at most, for the sake of any driver's watchdog.
const MOST: Duration = Duration::from_millis(200);

/// How many steps ran, and how that ended.
pub(crate) async fn converge(
    engine: &Engine,
    most: usize,
    blocks: bool,
    mut record: impl FnMut(&mut Step) -> Result<()>,
) -> (usize, Result<Convergence>) {
    let mut batch = Batch::new(engine);
    batch.variant.stepped = true;
    let step = Step { batch, number: 0, turns: Vec::new(), frontiers: Vec::new() };
    let mut iteration = Iteration { step, most, blocks, together: FIRST, fault: None };
    let outcome = iteration.run(&mut record).await;
    (iteration.step.number, outcome)
}

struct Iteration {
    /// The next one.
    step: Step,
    most: usize,
    blocks: bool,
    /// Steps of the next stretch.
    together: usize,
    /// Why there is no next step.
    fault: Option<Error>,
}

/// Steps under way together.
struct Stretch {
    from: usize,
    count: usize,
    start: Instant,
    staging: wgpu::Buffer,
    pending: Pending,
}

impl Iteration {
    async fn run(
        &mut self,
        record: &mut impl FnMut(&mut Step) -> Result<()>,
    ) -> Result<Convergence> {
        let engine = self.step.batch.engine.clone();
        let words = [word(&engine)?, word(&engine)?];
        let begin = Instant::now();
        let mut read = begin;
        let mut under_way: Option<Stretch> = None;
        let last = loop {
            let next = self.submit(record, &words).await?;
            let none = next.is_none();
            if let Some(earlier) = std::mem::replace(&mut under_way, next) {
                let (end, count) = (earlier.from + earlier.count, earlier.count);
                let since = earlier.start.max(read);
                let wanted = self.wanted(earlier).await?;
                if wanted < end {
                    break Some(wanted);
                }
                read = Instant::now();
                let target = (begin.elapsed() / 32).clamp(LEAST, MOST);
                self.together = adapted(count, since.elapsed(), target);
                self.step.turns.retain(|(step, _)| *step >= end);
            }
            if none {
                break None;
            }
        };
        self.step.number = last.map_or(self.step.number, |last| last + 1);
        self.end(&words).await?;
        match self.fault.take().filter(|_| last.is_none()) {
            Some(fault) => Err(fault),
            None => Ok(Convergence { steps: self.step.number, converged: last.is_some() }),
        }
    }

    /// Submits the next stretch; none where there is no step left.
    async fn submit(
        &mut self,
        record: &mut impl FnMut(&mut Step) -> Result<()>,
        words: &[Arc<Raw>; 2],
    ) -> Result<Option<Stretch>> {
        let engine = self.step.batch.engine.clone();
        let from = self.step.number;
        let end = self.most.min(from.saturating_add(self.together));
        let mut commands = Vec::new();
        while self.step.number < end && self.fault.is_none() {
            let outcome = record(&mut self.step);
            let recorded = std::mem::take(&mut self.step.batch.commands);
            if let Err(fault) = outcome {
                self.fault = Some(fault);
                break;
            }
            let number = self.step.number;
            let (before, again) = (&words[number % 2], &words[(number + 1) % 2]);
            commands.extend(recorded.into_iter().map(|command| match command {
                Command::Run(mut run) => {
                    run.enter(number as u32, before, again);
                    Command::Run(run)
                }
                other => other,
            }));
            self.step.number += 1;
        }
        let count = self.step.number - from;
        if count == 0 {
            return Ok(None);
        }
        let staging = engine.downward(8)?;
        for (word, at) in words.iter().zip([0, 4]) {
            if let (Some(from), to) = (word.piece(0).cloned(), staging.clone()) {
                commands.push(Command::Bytes(Bytes { from, to, at, bytes: 4 }));
            }
        }
        engine.catch_up(self.waiting()).await?;
        let start = Instant::now();
        let Some(index) = engine.submit_indexed(commands)? else { return Ok(None) };
        let pending = engine.map(&staging, 8, wgpu::MapMode::Read, index);
        Ok(Some(Stretch { from, count, start, staging, pending }))
    }

    /// The number of the last step that was wanted; beyond the stretch if its last wants another.
    async fn wanted(&self, stretch: Stretch) -> Result<usize> {
        let engine = &self.step.batch.engine;
        let mut words = [0u32; 2];
        engine.finish(stretch.pending, self.waiting()).await?;
        engine.empty_downward(stretch.staging, bytemuck::cast_slice_mut(&mut words))?;
        // As far from the first step as they are: numbers of more than 32 bits wrap around.
        let ahead = words.map(|word| word.wrapping_sub(stretch.from as u32).cast_signed());
        let ahead = usize::try_from(ahead[0].max(ahead[1])).unwrap_or(0);
        Ok(stretch.from + ahead)
    }

    /// Takes back what steps that did not run have turned, and finds out whether all went well.
    async fn end(&mut self, words: &[Arc<Raw>; 2]) -> Result<()> {
        let ran = self.step.number;
        for (_, sides) in self.step.turns.iter().filter(|(step, _)| *step >= ran) {
            sides.turn_back();
        }
        for sides in &self.step.frontiers {
            sides.len(self.waiting()).await?;
        }
        self.step.batch.engine.look_for_faults(self.waiting()).await?;
        words.iter().try_for_each(|word| word.check())
    }

    /// The time limit is for each stretch.
    fn waiting(&self) -> Waiting {
        Waiting::of(&self.step.batch.engine, self.blocks)
    }
}

/// A word that is zero.
fn word(engine: &Engine) -> Result<Arc<Raw>> {
    let raw = engine.scratch(u32::TYPE, 1)?;
    transfer::upload(&raw, 0, &[0; 4])?;
    Ok(raw)
}

/// Steps that take the `target` time, when `count` steps took `time`; at most twice as many at once.
pub(crate) fn adapted(count: usize, time: Duration, target: Duration) -> usize {
    let fitting = target.as_secs_f64() / time.as_secs_f64().max(1e-6) * count as f64;
    (fitting as usize).clamp(1, count.saturating_mul(2).min(4096))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_grow_slowly_and_shrink_at_once() {
        let adapted = |count, time| adapted(count, time, Duration::from_millis(200));
        assert_eq!(adapted(16, Duration::from_millis(1)), 32);
        assert_eq!(adapted(100, Duration::from_secs(2)), 10);
        assert_eq!(adapted(1, Duration::from_secs(9)), 1);
        assert_eq!(adapted(4096, Duration::from_millis(1)), 4096);
    }
}
