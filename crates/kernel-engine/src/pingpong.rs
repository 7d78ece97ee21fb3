//! PingPong: two storages in turn, so that a step may read any element of what it replaces.

use std::time::Duration;

use web_time::Instant;

use crate::assemble::Variant;
use crate::call::Call;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::Result;
use crate::kernel::Map;
use crate::steps::{self, Convergence};
use crate::storage::Storage;

/// Two storages of one length: a step reads the front, writes the back, and swaps them.
///
/// ```no_run
/// # use kernel_engine::{Engine, Kernel, PingPong};
/// # let engine = Engine::new()?;
/// let heat = Kernel::map::<f32, f32>("dst = src + k * (at(i - 1u) - 2.0 * src + at(i + 1u));")
///     .param::<f32>("k")
///     .build()?;
/// let mut rod = PingPong::new(&engine, &[0.0, 0.0, 100.0, 0.0, 0.0])?;
/// rod.iterate(1000, |step| heat.call().set("k", 0.1 / (1.0 + step as f32)))?;
/// let temperatures = rod.front().download()?;
/// # Ok::<(), kernel_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct PingPong<T> {
    front: Storage<T>,
    back: Storage<T>,
}

/// Steps of the first submission.
const FIRST_STEPS: usize = 16;

/// What a submission should take: long enough to hide what submitting costs, short enough for
/// any driver's watchdog.
const TARGET: Duration = Duration::from_millis(200);

impl<T: Element> PingPong<T> {
    /// A pair whose front holds `initial`.
    pub fn new(engine: &Engine, initial: &[T]) -> Result<Self> {
        Self::from_storage(engine.storage(initial)?)
    }

    /// A pair whose front is `front`.
    pub fn from_storage(front: Storage<T>) -> Result<Self> {
        let back = Storage::new(front.engine(), front.len())?;
        Ok(Self { front, back })
    }

    /// The storage that holds the latest state.
    pub fn front(&self) -> &Storage<T> {
        &self.front
    }

    /// The storage to read and the storage to write in a step of one's own.
    pub fn split(&self) -> (&Storage<T>, &Storage<T>) {
        (&self.front, &self.back)
    }

    /// Makes the back the front.
    pub fn swap(&mut self) {
        std::mem::swap(&mut self.front, &mut self.back);
    }

    /// Runs one step and swaps.
    pub fn step(&mut self, call: &Call<Map<T, T>>) -> Result<()> {
        call.run_into(&self.front, &self.back)?;
        self.swap();
        Ok(())
    }

    /// Runs `steps` steps; `call` gives that of each, so that parameters may change with it.
    ///
    /// As many steps go into one submission as run in about a fifth of a second, measured as it
    /// goes, which stays below the time at which drivers reset a device. The state never leaves
    /// the device. When a step fails, the steps before it have run.
    pub fn iterate(
        &mut self,
        steps: usize,
        mut call: impl FnMut(usize) -> Call<Map<T, T>>,
    ) -> Result<()> {
        let engine = self.front.engine().clone();
        let mut per_submission = FIRST_STEPS;
        let mut step = 0;
        // One submission runs while the next is recorded.
        let mut under_way: Option<(wgpu::SubmissionIndex, Instant, usize)> = None;
        while step < steps {
            let end = steps.min(step + per_submission);
            let mut commands = Vec::new();
            let mut fault = None;
            let from = step;
            let (mut front, mut back) = (&self.front, &self.back);
            while step < end {
                match call(step).record(front, back, Variant::default()) {
                    Ok(more) => commands.extend(more),
                    Err(error) => {
                        fault = Some(error);
                        break;
                    }
                }
                (front, back) = (back, front);
                step += 1;
            }
            let start = Instant::now();
            let index = engine.submit_indexed(commands)?;
            if (step - from) % 2 == 1 {
                self.swap();
            }
            if let Some(fault) = fault {
                return Err(fault);
            }
            let Some(index) = index else { continue };
            if let Some((earlier, since, count)) = under_way.replace((index, start, step - from)) {
                engine.wait_for(Some(earlier))?;
                per_submission = steps::adapted(count, since.elapsed(), TARGET);
            }
        }
        Ok(())
    }

    /// Runs steps until one wants no other: one in which no element calls `again()`. At most so
    /// many; `call` gives that of each, also of some that will not run. The front is then what the
    /// last step that ran has written.
    ///
    /// How this is cut into submissions, and what can go wrong, is told at [`Engine::converge`].
    ///
    /// ```no_run
    /// # use kernel_engine::{Engine, Kernel, PingPong};
    /// # let engine = Engine::new()?;
    /// let settle = Kernel::map::<f32, f32>(
    ///     "dst = (at(i - 1u) + at(i + 1u)) / 2.0;
    ///      if abs(dst - src) > 1e-3 { again(); }",
    /// );
    /// let settle = settle.build()?.call();
    /// let mut rod = PingPong::new(&engine, &[0.0, 0.0, 100.0, 0.0, 0.0])?;
    /// let done = rod.converge(1000, |_| settle.clone())?;
    /// println!("{} steps", done.steps);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    #[cfg(not(target_arch = "wasm32"))]
    pub fn converge(
        &mut self,
        most: usize,
        call: impl FnMut(usize) -> Call<Map<T, T>>,
    ) -> Result<Convergence> {
        pollster::block_on(self.settle(most, true, call))
    }

    /// As [`converge`](Self::converge), without blocking the thread.
    pub async fn converge_async(
        &mut self,
        most: usize,
        call: impl FnMut(usize) -> Call<Map<T, T>>,
    ) -> Result<Convergence> {
        self.settle(most, false, call).await
    }

    async fn settle(
        &mut self,
        most: usize,
        blocks: bool,
        mut call: impl FnMut(usize) -> Call<Map<T, T>>,
    ) -> Result<Convergence> {
        let sides = [&self.front, &self.back];
        let (steps, outcome) = steps::converge(self.front.engine(), most, blocks, |step| {
            let number = step.number();
            step.map(&call(number), sides[number % 2], sides[(number + 1) % 2])
        })
        .await;
        if steps % 2 == 1 {
            self.swap();
        }
        outcome
    }
}
