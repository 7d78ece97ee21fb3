//! Ours: heldkarp's ways to solve, on the host and on devices.

use std::time::Instant;

use anyhow::{Context, Result};
use heldkarp::{Cost, Error, Problem, Solver, Tour, classic, host};
use kernel_engine::{Clock, Engine};
use rayon::prelude::*;

use super::Tours;
use crate::contest::{Contestant, Entry, Role, Skipped, Time, timed};
use crate::machine::Device;

type Solved<C> = Vec<heldkarp::Result<Tour<C>>>;
type Way<'a, C> = Box<dyn Fn(&[Problem<C>]) -> Solved<C> + 'a>;

/// One of its ways, at some problems, `each` of which a turn takes.
pub(crate) struct Ours<'a, C> {
    problems: &'a [Problem<C>],
    each: usize,
    solve: Way<'a, C>,
    /// That whose clock counts too.
    clock: Option<Engine>,
    turns: usize,
}

impl<C: Cost> Ours<'_, C> {
    fn solve(&self, problems: &[Problem<C>]) -> Result<Vec<Tour<C>>> {
        (self.solve)(problems).into_iter().map(|it| it.map_err(refused)).collect()
    }
}

/// What is too large for this machine is no failure.
fn refused(error: Error) -> anyhow::Error {
    match error {
        Error::TooLarge { .. } | Error::TooManyCities { .. } => Skipped(error.to_string()).into(),
        error => error.into(),
    }
}

impl<C: Cost> Contestant<Tours> for Ours<'_, C> {
    fn output(&mut self) -> Result<Tours> {
        let (mut orders, mut first) = (Vec::new(), None);
        for problems in self.problems.chunks(self.each) {
            let start = Instant::now();
            let tours = self.solve(problems)?;
            first.get_or_insert(start.elapsed().as_secs_f64() / problems.len() as f64);
            orders.extend(tours.into_iter().map(|tour| tour.order));
        }
        Ok(Tours { orders, first: first.unwrap_or_default() })
    }

    fn turn(&mut self) -> Result<Time> {
        let from = self.turns * self.each % self.problems.len();
        self.turns += 1;
        let problems = &self.problems[from..from + self.each];
        // What becomes of the tours afterwards, and that memory is freed, is no part of it.
        let mut found = Vec::new();
        let wall = timed(|| {
            found = (self.solve)(problems);
            Ok(())
        })?;
        let wall = wall / self.each as f64;
        found.into_iter().try_for_each(|it| it.map(drop).map_err(refused))?;
        let mut device = None;
        if let Some(engine) = &self.clock {
            let (_, report) = engine.profile(|| Ok(self.solve(problems)))?;
            let time = report.execute.as_secs_f64() / self.each as f64;
            device = (report.clock == Clock::Device).then_some(time);
        }
        Ok(Time { wall, device })
    }
}

/// What a search on a device stores and does, as it tells beforehand.
pub(crate) struct Facts {
    pub(crate) bytes: f64,
    pub(crate) transitions: f64,
    /// Seconds in which the device could copy what is written and read once at least.
    pub(crate) bound: f64,
}

/// Ours at the problems, with what `make` makes of an engine on the device.
fn on<'a, C: Cost, F: Fn(&[Problem<C>]) -> Solved<C> + 'a>(
    device: &Device,
    name: String,
    role: Role,
    (problems, each): (&'a [Problem<C>], usize),
    make: impl FnOnce(&Engine) -> F,
) -> Entry<'a, Tours> {
    let contestant = device.open().map(|engine| {
        let solve = Box::new(make(&engine)) as _;
        let clock = (!device.is_cpu).then_some(engine);
        Box::new(Ours { problems, each, solve, clock, turns: 0 }) as _
    });
    Entry { name, role, contestant }
}

fn on_host<'a, C: Cost>(
    name: &str,
    (problems, each): (&'a [Problem<C>], usize),
    solve: impl Fn(&[Problem<C>]) -> Solved<C> + 'a,
) -> Entry<'a, Tours> {
    let ours = Ours { problems, each, solve: Box::new(solve), clock: None, turns: 0 };
    Entry { name: name.to_owned(), role: Role::Kin, contestant: Ok(Box::new(ours)) }
}

fn one_by_one<C: Cost>(
    problems: &[Problem<C>],
    solve: impl Fn(&Problem<C>) -> heldkarp::Result<Tour<C>>,
) -> Solved<C> {
    problems.iter().map(solve).collect()
}

/// All ways to solve these problems, one at a time, with the facts of those on devices.
pub(crate) fn entries<'a, C: Cost>(
    devices: &[Device],
    problems: &'a [Problem<C>],
) -> Result<Vec<(Entry<'a, Tours>, Option<Facts>)>> {
    let device = devices.first().context("there is no device")?;
    let problem = problems.first().context("there is no problem")?;
    let task = (problems, 1);
    let solve = on(device, "solve".into(), Role::Ours, task, |engine| {
        let engine = engine.clone();
        move |problems: &[_]| one_by_one(problems, |problem| heldkarp::solve(&engine, problem))
    });
    let host = on_host("host", task, |problems| one_by_one(problems, host::solve));
    let mut entries = vec![(solve, None), (host, None)];
    for device in devices {
        let name = format!("Solver on {}", device.name);
        let mut entry = on(device, name, Role::Kin, task, |engine| {
            let solver = Solver::new(engine);
            move |problems: &[_]| one_by_one(problems, |problem| solver.solve(problem))
        });
        let facts = facts(device, problem);
        let facts = facts.map_err(|error| entry.contestant = Err(error)).ok();
        entries.push((entry, facts));
    }
    if problem.costs().cities() <= CLASSIC {
        let name = format!("classic on {}", device.name);
        let classic = on(device, name, Role::Kin, task, |engine| {
            let engine = engine.clone();
            let solve = move |problem: &Problem<C>| classic::solve(&engine, problem.costs());
            move |problems: &[_]| one_by_one(problems, &solve)
        });
        entries.push((classic, None));
    }
    Ok(entries)
}

/// The most cities of the method of 2017.
const CLASSIC: usize = 16;

fn facts<C: Cost>(device: &Device, problem: &Problem<C>) -> Result<Facts> {
    let plan = Solver::new(&device.open()?).plan(problem).map_err(refused)?;
    let moved = 2.0 * stored(problem.costs().cities()) * size_of::<C>() as f64;
    Ok(Facts {
        bytes: plan.bytes as f64,
        transitions: plan.transitions,
        bound: moved / device.copied,
    })
}

/// Entries of the table that is stored: of each set of fewer than half of the free cities, one for
/// each city in it.
fn stored(cities: usize) -> f64 {
    let free = cities.saturating_sub(1);
    let mut sets = 1.0;
    let mut sum = 0.0;
    for size in 1..free.div_ceil(2) {
        sets *= (free + 1 - size) as f64 / size as f64;
        sum += sets * size as f64;
    }
    sum
}

/// The ways to solve all of them at once.
pub(crate) fn batch_entries<'a, C: Cost>(
    devices: &[Device],
    problems: &'a [Problem<C>],
) -> Vec<Entry<'a, Tours>>
where
    Problem<C>: Sync,
    Tour<C>: Send,
{
    let task = (problems, problems.len());
    let mut entries = Vec::new();
    for (at, device) in devices.iter().enumerate() {
        let role = if at == 0 { Role::Ours } else { Role::Kin };
        entries.push(on(device, format!("solve_batch on {}", device.name), role, task, |engine| {
            let solver = Solver::new(engine);
            move |problems: &[_]| solver.solve_batch(problems)
        }));
    }
    let solve = |problems: &[_]| problems.par_iter().map(host::solve).collect();
    entries.push(on_host("host on all cores", task, solve));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_those_of_the_lower_levels() {
        // Of 5 free cities: 5 sets of 1, and 10 sets of 2; their halves of 3 are not stored.
        assert_eq!(stored(6), 25.0);
        assert_eq!(stored(7), 36.0);
        assert_eq!(stored(1), 0.0);
    }
}
