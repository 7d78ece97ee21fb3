//! Iteration: steps under way, a stretch of them at a time.

use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use super::{Convergence, Step};
use crate::batch::Batch;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::frontier::WORDS;
use crate::pending::Pending;
use crate::raw::Raw;
use crate::submit::{Bytes, Command};
use crate::transfer::{self, Waiting};

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
    /// Where its outcome arrives, and how many bytes that has.
    staging: wgpu::Buffer,
    bytes: u64,
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
        if let Some(unread) = under_way {
            engine.keep_downward(unread.staging);
        }
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
        // The outcome: what was wanted, and the words of the frontiers.
        let lists = self.step.frontiers.iter().flat_map(|sides| sides.lists());
        let outcome: Vec<(&Arc<Raw>, u64)> =
            words.iter().map(|word| (word, 4)).chain(lists.map(|list| (list, WORDS))).collect();
        let bytes = outcome.iter().map(|(_, bytes)| bytes).sum();
        let (staging, mut at) = (engine.downward(bytes)?, 0);
        for (raw, bytes) in outcome {
            if let (Some(from), to) = (raw.piece(0).cloned(), staging.clone()) {
                commands.push(Command::Bytes(Bytes { from, to, at, bytes }));
            }
            at += bytes;
        }
        engine.catch_up(self.waiting()).await?;
        let start = Instant::now();
        let Some(index) = engine.submit_indexed(commands)? else { return Ok(None) };
        let pending = engine.map(&staging, bytes, wgpu::MapMode::Read, index);
        Ok(Some(Stretch { from, count, start, staging, bytes, pending }))
    }

    /// The number of the last step that was wanted; beyond the stretch if its last wants another.
    async fn wanted(&self, stretch: Stretch) -> Result<usize> {
        let engine = &self.step.batch.engine;
        let mut outcome = vec![0u32; stretch.bytes as usize / 4];
        engine.finish(stretch.pending, self.waiting()).await?;
        engine.empty_downward(stretch.staging, bytemuck::cast_slice_mut(&mut outcome))?;
        let (words, lists) = outcome.split_at(2);
        for (sides, lists) in self.step.frontiers.iter().zip(lists.chunks(WORDS as usize / 2)) {
            sides.check(lists)?;
        }
        // By how much they are ahead of the first step, since numbers beyond 32 bits wrap around.
        let ahead = words.iter().map(|word| word.wrapping_sub(stretch.from as u32).cast_signed());
        Ok(stretch.from + usize::try_from(ahead.max().unwrap_or(0)).unwrap_or(0))
    }

    /// Takes back what steps that did not run have turned, and finds out whether all went well.
    async fn end(&mut self, words: &[Arc<Raw>; 2]) -> Result<()> {
        let ran = self.step.number;
        for (_, sides) in self.step.turns.iter().filter(|(step, _)| *step >= ran) {
            sides.turn_back();
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
