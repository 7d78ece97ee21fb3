//! Contest: contestants are checked, then timed by turns.
//!
//! Nobody is timed whose result is wrong. In each round everyone has one turn, and the next round
//! begins with the next of them, so that a slow minute of the machine befalls all alike.
//! What counts is the median of one's turns; who has used up its time sits out the other rounds.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use anyhow::{Result, anyhow};

/// Turns that everyone may have, unless they take very long; and that nobody has more of.
const FEWEST: usize = 3;
const MOST: usize = 101;
/// Budgets that even the fewest turns may not exceed.
const VERY_LONG: f64 = 5.0;

/// Seconds that one run took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// By the host's clock, from the call until the result is there.
    pub(crate) wall: f64,
    /// By the device's own clock, where it has one.
    pub(crate) device: Option<f64>,
}

/// One who computes an `O`.
pub(crate) trait Contestant<O> {
    /// Runs once and gives the result, to be checked.
    fn output(&mut self) -> Result<O>;

    /// Runs once, on the clock.
    fn turn(&mut self) -> Result<Time>;
}

/// What a contestant stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// What the others are compared with.
    Ours,
    /// Another of ours.
    Kin,
    Rival,
    /// A copy of as many bytes: no contestant, but what the machine allows.
    Bound,
}

/// Someone who wants to take part, or why not.
pub(crate) struct Entry<'a, O> {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) contestant: Result<Box<dyn Contestant<O> + 'a>>,
}

/// Why someone sits out who did nothing wrong.
#[derive(Debug)]
pub(crate) struct Skipped(pub(crate) String);

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Skipped {}

/// What became of an entry: its median time, or what went wrong.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) time: Result<Time>,
}

/// An entry that is at it.
struct Seat<'a, O> {
    entry: Entry<'a, O>,
    turns: Vec<Time>,
    /// Seconds that its turns took, with all that belongs to them.
    spent: f64,
}

/// Holds a contest, `budget` seconds for each; `check` judges the results. Who is through with
/// that is told on stderr.
pub(crate) fn hold<O>(
    entries: Vec<Entry<'_, O>>,
    budget: f64,
    mut check: impl FnMut(&str, O) -> Result<()>,
) -> Vec<Line> {
    let mut seats: Vec<Seat<O>> = Vec::new();
    for mut entry in entries {
        let name = entry.name.clone();
        let start = Instant::now();
        entry.attempt(|contestant| check(&name, contestant.output()?));
        let took = start.elapsed();
        // The first turn after a check finds cold caches, and does not count.
        entry.attempt(|contestant| contestant.turn());
        match &entry.contestant {
            Ok(_) => eprintln!("  {name}: right, checked in {took:.1?}"),
            Err(error) => eprintln!("  {name}: left out: {error:#}"),
        }
        seats.push(Seat { entry, turns: Vec::new(), spent: 0.0 });
    }
    for round in 0..MOST {
        let first = round % seats.len().max(1);
        let (before, after) = seats.split_at_mut(first);
        for seat in after.iter_mut().chain(before).filter(|seat| !seat.is_done(budget)) {
            let start = Instant::now();
            seat.turns.extend(seat.entry.attempt(|contestant| contestant.turn()));
            seat.spent += start.elapsed().as_secs_f64();
        }
    }
    let line = |Seat { entry: Entry { name, role, contestant }, turns, .. }| Line {
        name,
        role,
        time: contestant.map(|_| median(&turns)),
    };
    seats.into_iter().map(line).collect()
}

impl<O> Seat<'_, O> {
    fn is_done(&self, budget: f64) -> bool {
        let least = if self.turns.len() < FEWEST { VERY_LONG } else { 1.0 };
        !self.turns.is_empty() && self.spent > least * budget
    }
}

impl<'a, O> Entry<'a, O> {
    /// A rival that is there.
    pub(crate) fn rival(name: impl Into<String>, contestant: impl Contestant<O> + 'a) -> Self {
        Self { name: name.into(), role: Role::Rival, contestant: Ok(Box::new(contestant)) }
    }

    /// Leaves it out where more seconds are expected than `patience` has.
    pub(crate) fn skip_if_slow(&mut self, expected: Option<f64>, patience: f64) {
        if let Some(seconds) = expected.filter(|it| *it > patience) {
            let told = format!("it would take about {seconds:.1} s: --patience has the limit");
            self.contestant = Err(Skipped(told).into());
        }
    }

    /// Lets the contestant do something, if it is still in. An error puts it out, and a panic too.
    fn attempt<T>(
        &mut self,
        work: impl FnOnce(&mut Box<dyn Contestant<O> + 'a>) -> Result<T>,
    ) -> Option<T> {
        let contestant = self.contestant.as_mut().ok()?;
        let outcome = catch_unwind(AssertUnwindSafe(|| work(contestant)));
        match outcome.unwrap_or_else(|panic| Err(anyhow!("it panicked: {}", told(&*panic)))) {
            Ok(value) => Some(value),
            Err(error) => {
                self.contestant = Err(error);
                None
            }
        }
    }
}

fn told(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

/// Seconds that `work` takes. What takes less than a millisecond is done again until one has passed:
/// the turn of another before has left the processor cold.
pub(crate) fn timed(mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    let (mut runs, start) = (0, Instant::now());
    loop {
        work()?;
        runs += 1;
        let time = start.elapsed().as_secs_f64();
        if time >= 1e-3 {
            return Ok(time / f64::from(runs));
        }
    }
}

/// The median of each clock.
fn median(times: &[Time]) -> Time {
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied()
    };
    Time {
        wall: middle(times.iter().map(|time| time.wall).collect()).unwrap_or(f64::NAN),
        device: middle(times.iter().filter_map(|time| time.device).collect()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::Duration;

    use super::*;

    /// Answers `output`, and notes its turns.
    struct Noted<'a> {
        name: char,
        output: u32,
        turns: &'a RefCell<String>,
    }

    impl Contestant<u32> for Noted<'_> {
        fn output(&mut self) -> Result<u32> {
            assert!(self.output != 0, "nothing came out");
            Ok(self.output)
        }

        fn turn(&mut self) -> Result<Time> {
            let mut turns = self.turns.borrow_mut();
            turns.push(self.name);
            Ok(Time { wall: turns.len() as f64, device: None })
        }
    }

    #[test]
    fn all_take_turns_save_those_who_are_wrong() {
        let turns = RefCell::default();
        let entry = |(name, output)| Entry {
            name: String::from(name),
            role: Role::Rival,
            contestant: Ok(Box::new(Noted { name, output, turns: &turns }) as _),
        };
        let entries = [('a', 1), ('b', 2), ('c', 1), ('d', 0)].map(entry).into();
        let right = |_: &str, output: u32| {
            if output == 1 { Ok(()) } else { Err(anyhow!("it is {output}")) }
        };
        let lines = hold(entries, f64::MAX, right);
        let turns = turns.borrow();
        // First a turn that does not count; then each round begins with another seat.
        assert!(turns.starts_with("acaccacaac"), "{turns}");
        assert_eq!(turns.len(), 2 * (MOST + 1));
        let told = lines.iter().filter_map(|line| Some(line.time.as_ref().err()?.to_string()));
        let told: Vec<String> = told.collect();
        assert_eq!(told, ["it is 2", "it panicked: nothing came out"]);
    }

    #[test]
    fn who_is_slow_has_fewer_turns() {
        for (spent, turns, done) in [
            (0.0, 0, false),
            (9.0, 0, false),
            (9.0, 1, true),
            (2.0, 1, false),
            (2.0, 2, false),
            (2.0, 3, true),
            (0.5, 50, false),
        ] {
            let turns = vec![Time { wall: 1.0, device: None }; turns];
            let contestant = Err(anyhow!("not needed"));
            let entry = Entry::<()> { name: String::new(), role: Role::Rival, contestant };
            let seat = Seat { entry, turns, spent };
            assert_eq!(seat.is_done(1.0), done, "{spent} s, {} turns", seat.turns.len());
        }
    }

    #[test]
    fn what_is_short_is_done_again() {
        let mut runs = 0;
        let mut run = |time| {
            let mean = timed(|| {
                runs += 1;
                std::thread::sleep(time);
                Ok(())
            });
            (mean.unwrap(), std::mem::take(&mut runs))
        };
        // However long the system lets a thread wait.
        let (mean, runs) = run(Duration::from_millis(2));
        assert!(mean >= 2e-3 && runs == 1, "{mean} s, {runs} runs");
        let (mean, runs) = run(Duration::ZERO);
        assert!(mean * f64::from(runs) >= 1e-3, "{mean} s, {runs} runs");
        assert!(timed(|| Err(anyhow!("no"))).is_err());
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let times = [(3.0, None), (1.0, Some(7.0)), (2.0, Some(5.0))];
        let times = times.map(|(wall, device)| Time { wall, device });
        let Time { wall, device } = median(&times);
        assert_eq!((wall, device), (2.0, Some(7.0)));
    }
}
