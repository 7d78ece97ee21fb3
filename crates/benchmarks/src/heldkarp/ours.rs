//! Ours: heldkarp's ways to solve, on the host and on devices.

use std::time::Instant;

use anyhow::Result;
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
        let wall = timed(|| self.solve(problems).map(drop))? / self.each as f64;
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

pub(crate) type Seat<'a> = (Entry<'a, Tours>, Option<Facts>);

fn seat<'a, C: Cost + 'a>(
    name: String,
    role: Role,
    problems: &'a [Problem<C>],
    each: usize,
    clock: Option<Engine>,
    solve: impl Fn(&[Problem<C>]) -> Solved<C> + 'a,
) -> Entry<'a, Tours> {
    let solve = Box::new(solve);
    let contestant = Ok(Box::new(Ours { problems, each, solve, clock, turns: 0 }) as _);
    Entry { name, role, contestant }
}

fn left_out<'a>(name: String, role: Role, error: anyhow::Error) -> Seat<'a> {
    (Entry { name, role, contestant: Err(error) }, None)
}

fn one_by_one<C: Cost>(
    problems: &[Problem<C>],
    solve: impl Fn(&Problem<C>) -> heldkarp::Result<Tour<C>>,
) -> Solved<C> {
    problems.iter().map(solve).collect()
}

/// All ways to solve these problems, one at a time.
pub(crate) fn seats<'a, C: Cost>(devices: &[Device], problems: &'a [Problem<C>]) -> Vec<Seat<'a>> {
    let cities = problems.first().map_or(0, |problem| problem.costs().cities());
    let mut seats = Vec::new();
    if let Some(device) = devices.first() {
        let name = "solve".to_owned();
        seats.push(match device.open() {
            Err(error) => left_out(name, Role::Ours, error),
            Ok(engine) => {
                let clock = (!device.is_cpu).then(|| engine.clone());
                let solve = move |problem: &Problem<C>| heldkarp::solve(&engine, problem);
                let solve = move |problems: &[_]| one_by_one(problems, &solve);
                (seat(name, Role::Ours, problems, 1, clock, solve), None)
            }
        });
    }
    let solve = |problems: &[_]| one_by_one(problems, host::solve);
    seats.push((seat("host".to_owned(), Role::Kin, problems, 1, None, solve), None));
    for device in devices {
        let name = format!("Solver on {}", device.name);
        let made = on_device(device, name.clone(), problems);
        seats.push(made.unwrap_or_else(|error| left_out(name, Role::Kin, error)));
    }
    if let (Some(device), ..=CLASSIC) = (devices.first(), cities) {
        let name = format!("classic on {}", device.name);
        seats.push(match device.open() {
            Err(error) => left_out(name, Role::Kin, error),
            Ok(engine) => {
                let clock = (!device.is_cpu).then(|| engine.clone());
                let solve = move |problem: &Problem<C>| classic::solve(&engine, problem.costs());
                let solve = move |problems: &[_]| one_by_one(problems, &solve);
                (seat(name, Role::Kin, problems, 1, clock, solve), None)
            }
        });
    }
    seats
}

/// The most cities of the method of 2017.
const CLASSIC: usize = 16;

fn on_device<'a, C: Cost>(
    device: &Device,
    name: String,
    problems: &'a [Problem<C>],
) -> Result<Seat<'a>> {
    let engine = device.open()?;
    let clock = (!device.is_cpu).then(|| engine.clone());
    let solver = Solver::new(&engine);
    let mut facts = None;
    if let Some(problem) = problems.first() {
        let plan = solver.plan(problem).map_err(refused)?;
        let moved = 2.0 * entries(problem.costs().cities()) * size_of::<C>() as f64;
        facts = Some(Facts {
            bytes: plan.bytes as f64,
            transitions: plan.transitions,
            bound: moved / device.copied,
        });
    }
    let solve = move |problems: &[_]| one_by_one(problems, |problem| solver.solve(problem));
    Ok((seat(name, Role::Kin, problems, 1, clock, solve), facts))
}

/// Entries of the table that is stored: of each set of fewer than half of the free cities, one for
/// each city in it.
fn entries(cities: usize) -> f64 {
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
    let mut entries = Vec::new();
    for (at, device) in devices.iter().enumerate() {
        let role = if at == 0 { Role::Ours } else { Role::Kin };
        let name = format!("solve_batch on {}", device.name);
        entries.push(match device.open() {
            Err(error) => Entry { name, role, contestant: Err(error) },
            Ok(engine) => {
                let clock = (!device.is_cpu).then(|| engine.clone());
                let solver = Solver::new(&engine);
                let solve = move |problems: &[_]| solver.solve_batch(problems);
                seat(name, role, problems, problems.len(), clock, solve)
            }
        });
    }
    let solve = |problems: &[_]| problems.par_iter().map(host::solve).collect();
    entries.push(seat(
        "host on all cores".into(),
        Role::Kin,
        problems,
        problems.len(),
        None,
        solve,
    ));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_those_of_the_lower_levels() {
        // Of 5 free cities: 5 sets of 1, and 10 sets of 2; their halves of 3 are not stored.
        assert_eq!(entries(6), 25.0);
        assert_eq!(entries(7), 36.0);
        assert_eq!(entries(1), 0.0);
    }
}
