//! Steps: an iteration that the device ends, since the host would take longer to look than a step
//! takes to run.

mod iteration;

pub(crate) use iteration::{adapted, converge};

use std::sync::Arc;

use crate::batch::Batch;
use crate::call::Call;
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::frontier::{Expand, Frontier, Sides};
use crate::kernel::{Compute, Map};
use crate::storage::Storage;

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
    /// ```
    /// # use kernel_engine::{Engine, Kernel};
    /// # let engine = Engine::new()?;
    /// # let (tail, head) = (engine.storage(&[0u32, 1])?, engine.storage(&[1u32, 2])?);
    /// let join = Kernel::compute(
    ///     "let least = min(label(tail(i)), label(head(i)));
    ///      if label_min(tail(i), least) > least { again(); }
    ///      if label_min(head(i), least) > least { again(); }",
    /// );
    /// let join = join.array::<u32>("tail").array::<u32>("head").atomic::<u32>("label").build()?;
    /// let label = engine.storage(&[0u32, 1, 2])?; // of each vertex; then of its component
    /// let join = join.call().bind("tail", &tail).bind("head", &head).bind("label", &label);
    /// let done = engine.converge(1000, |step| step.run(&join, tail.len()))?;
    /// assert!(done.converged);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What `record` or a kernel fails with; when that is a step, those before it have run.
    /// [`Error::TimedOut`] when one stretch takes longer than the engine's time limit.
    #[cfg(not(target_arch = "wasm32"))]
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
