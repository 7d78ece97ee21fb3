//! How long the loops of a block may go on.

use super::{Lanes, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// When the loops of one block count as endless: once they are past both bounds.
///
/// Iterations alone tell nothing, as one may take nanoseconds or milliseconds, and time
/// alone would blame kernels that only wait for a busy machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Loop iterations one block may make, all its loops together.
    pub iterations: u64,
    /// How long a block may be at its loops.
    pub time: Duration,
}

impl Default for Budget {
    /// A million iterations, and ten seconds.
    fn default() -> Self {
        Budget { iterations: 1 << 20, time: Duration::from_secs(10) }
    }
}

impl Budget {
    /// Iterations alone, whatever time they take: the same outcome on every machine.
    pub fn of_iterations(iterations: u64) -> Self {
        Budget { iterations, time: Duration::ZERO }
    }
}

/// Iterations between two looks at the clock and at the other blocks: few, since one may
/// take milliseconds.
const LOOK: u64 = 64;

/// What a block has used of its budget.
#[derive(Debug, Default)]
pub(super) struct Spent {
    /// Iterations to make before the next look.
    credit: u64,
    /// Iterations made once the credit is used up.
    made: u64,
    /// The first look.
    since: Option<Instant>,
}

impl Spent {
    pub(super) fn none(budget: Budget) -> Self {
        let credit = budget.iterations.min(LOOK);
        Spent { credit, made: credit, since: None }
    }
}

impl Lanes<'_> {
    /// Pays for one iteration of the loop at `span`.
    #[inline]
    pub(super) fn spend(&mut self, span: u32) -> Result<(), Stop> {
        if self.spent.credit == 0 {
            self.look(span)?;
        }
        self.spent.credit -= 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self, span: u32) -> Result<(), Stop> {
        if self.cancelled.load(Relaxed) {
            return Err(Stop::Cancelled);
        }
        let Spent { credit, made, since } = &mut self.spent;
        let since = *since.get_or_insert_with(Instant::now);
        *credit = match self.budget.iterations.saturating_sub(*made) {
            0 if since.elapsed() >= self.budget.time => return Err(Stop::Budget(span)),
            0 => LOOK,
            left => left.min(LOOK),
        };
        *made = made.saturating_add(*credit);
        Ok(())
    }
}
