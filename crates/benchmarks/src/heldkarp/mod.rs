//! Heldkarp: exact tours, beside those who find them too.

mod args;
mod ours;
mod problems;
mod python;

use std::collections::HashMap;

use anyhow::{Context, Result, anyhow};
use heldkarp::{Cost, Problem, Tour};
use rayon::prelude::*;

pub(crate) use self::args::Args;
use self::ours::Facts;
use self::problems::{Costs, Problems, Verdict};
use self::python::{AtWork, PACKAGES, SCRIPT};
use crate::contest::{Entry, Line};
use crate::machine::Device;
use crate::plot::CITIES;
use crate::python::Python;
use crate::report::{Column, Part, Report, Row, Size, count, growth};
use crate::table::Screen;
use crate::{contest, machine};

/// Seconds for each contestant of each contest.
const BUDGET: f64 = 0.5;
const QUICK_BUDGET: f64 = 0.1;

/// Cities of a batch's problems.
const IN_BATCH: usize = 12;

const COLUMNS: &[Column] = &[
    Column { head: "first ms", key: "first_seconds", scale: 1e3, unit: "" },
    Column { head: "table MB", key: "table_bytes", scale: 1e-6, unit: "" },
    Column { head: "10^9 sums/s", key: "sums_per_second", scale: 1e-9, unit: "" },
    Column { head: "of bound", key: "part_of_bound", scale: 100.0, unit: " %" },
    Column { head: "time/city", key: "times_time_per_city", scale: 1.0, unit: "" },
    Column { head: "MB/city", key: "times_bytes_per_city", scale: 1.0, unit: "" },
];

const BATCH_COLUMNS: &[Column] = &[
    Column { head: "problems", key: "problems", scale: 1.0, unit: "" },
    Column { head: "per second", key: "problems_per_second", scale: 1.0, unit: "" },
];

/// What a contestant found, and the seconds that its first problem took.
struct Tours {
    orders: Vec<Vec<usize>>,
    first: f64,
}

pub(crate) fn run(args: &Args, screen: &Screen) -> Result<Report> {
    match args.float {
        true => Run::new(args, screen, |cost| cost as f32)?.all(),
        false => Run::new(args, screen, |cost| cost)?.all(),
    }
}

struct Run<'a, C> {
    args: &'a Args,
    screen: &'a Screen,
    cost: fn(u32) -> C,
    devices: Vec<Device>,
    packages: Vec<Python>,
    report: Report,
}

impl<'a, C: Cost> Run<'a, C>
where
    Problem<C>: Sync + Send,
    Tour<C>: Send,
{
    fn new(args: &'a Args, screen: &'a Screen, cost: fn(u32) -> C) -> Result<Self> {
        let mut machine = Vec::new();
        let devices = machine::devices(args.device.as_deref(), &mut machine)?;
        let python = &args.common.python;
        let packages = Python::start_all(python, SCRIPT, &PACKAGES, &mut machine);
        screen.machine(&machine)?;
        let report = Report { machine, parts: Vec::new(), faults: Vec::new() };
        Ok(Self { args, screen, cost, devices, packages, report })
    }

    fn all(mut self) -> Result<Report> {
        let quick = self.args.common.quick;
        let mut sizes: Vec<usize> = self.args.cities.iter().map(|n| *n as usize).collect();
        if sizes.is_empty() {
            let most = if quick { 16 } else { 24 };
            sizes = (10..=most).step_by(2).collect();
        }
        let mut tours = Part {
            name: "tours".to_owned(),
            about: "the cheapest closed tour of points in a plane, one problem after another"
                .into(),
            unit: CITIES,
            columns: COLUMNS,
            sizes: Vec::new(),
        };
        for cities in sizes {
            let rows = self.one_size(&tours, cities);
            let rows = rows.with_context(|| format!("{cities} cities"))?;
            self.screen.contest(&mut tours, cities, rows)?;
        }
        let on_cpu = self.devices.iter().all(|device| device.is_cpu);
        let usual = match quick {
            true => 10_000,
            false if on_cpu => 100_000,
            false => 1_000_000,
        };
        let batch = match self.args.batch.unwrap_or(usual) {
            0 => None,
            problems => Some(self.batch(&tours, problems)?),
        };
        self.report.parts = [tours].into_iter().chain(batch).collect();
        Ok(self.report)
    }

    fn budget(&self) -> f64 {
        if self.args.common.quick { QUICK_BUDGET } else { BUDGET }
    }

    /// Problems with what their cheapest tours cost, as heldkarp says.
    fn problems(
        &self,
        cities: usize,
        count: usize,
        solve: impl Fn(&Problem<C>) -> Result<Tour<C>> + Sync,
    ) -> Result<(Vec<Problem<C>>, Problems)> {
        let costs: Vec<Costs> =
            (0..count as u64).into_par_iter().map(|at| problems::costs(cities, at)).collect();
        let cost = self.cost;
        let made = costs.par_iter().map(|costs| problems::problem(costs, cost));
        let made: Vec<Problem<C>> = made.collect::<Result<_>>()?;
        let optimum = |(problem, costs)| problems::length(costs, &solve(problem)?.order);
        let optima = match count {
            ..100 => made.iter().zip(&costs).map(optimum).collect::<Result<_>>()?,
            _ => made.par_iter().zip(&costs).map(optimum).collect::<Result<_>>()?,
        };
        Ok((made, Problems { costs, optima }))
    }

    fn one_size(&mut self, part: &Part, cities: usize) -> Result<Vec<Row>> {
        let count = if cities <= 16 { 5 } else { 3 };
        eprintln!("{cities} cities:");
        let engine = self.devices.first().context("there is no device")?.open()?;
        let solve = |problem: &Problem<C>| Ok(heldkarp::solve(&engine, problem)?);
        let (problems, told) = self.problems(cities, count, solve)?;
        drop(engine);

        let usual = if self.args.common.quick { 0.5 } else { 20.0 };
        let patience = self.args.patience.unwrap_or(usual);
        let budget = self.budget();
        let mut facts: HashMap<String, Facts> = HashMap::new();
        let mut entries = Vec::new();
        for (entry, fact) in ours::entries(&self.devices, &problems)? {
            facts.extend(fact.map(|fact| (entry.name.clone(), fact)));
            entries.push(entry);
        }
        for package in &mut self.packages {
            let name = package.name.clone();
            let costs = &told.costs;
            entries.push(Entry::rival(name, AtWork { package, costs, each: 1, turns: 0 }));
        }
        entries.retain(|entry| self.args.common.wants(&entry.name));
        for entry in &mut entries {
            entry.skip_if_slow(expected(part, cities, &entry.name), patience);
        }
        let (lines, firsts) = hold(entries, budget, &told, &mut self.report.faults);
        let row = |line: Line| {
            let facts = facts.get(&line.name);
            let time = line.time.as_ref().ok().map(|time| time.best());
            let bytes = facts.map(|it| it.bytes).filter(|bytes| *bytes > 0.0);
            let cells = vec![
                firsts.get(&line.name).copied(),
                bytes,
                facts.zip(time).map(|(it, time)| it.transitions / time),
                facts.zip(time).map(|(it, time)| it.bound / time),
                time.and_then(|time| part.growth(cities, &line.name, time)),
                bytes.and_then(|bytes| growth(bytes_before(part, &line.name)?, (cities, bytes))),
            ];
            Row { line, cells }
        };
        Ok(lines.into_iter().map(row).collect())
    }

    fn batch(&mut self, tours: &Part, number: usize) -> Result<Part> {
        eprintln!("a batch of {number}:");
        let solve = |problem: &Problem<C>| Ok(heldkarp::host::solve(problem)?);
        let (problems, told) = self.problems(IN_BATCH, number, solve)?;
        let budget = 4.0 * self.budget();
        let mut entries = ours::batch_entries(&self.devices, &problems);
        let mut numbers: HashMap<String, usize> =
            entries.iter().map(|entry| (entry.name.clone(), number)).collect();
        for package in &mut self.packages {
            let name = package.name.clone();
            // So many as it solves in the time for a turn.
            let each =
                expected(tours, IN_BATCH, &name).map_or(10, |time| (0.2 * budget / time) as usize);
            let each = each.clamp(1, number.min(1000));
            numbers.insert(name.clone(), each);
            let costs = &told.costs[..each];
            entries.push(Entry::rival(name, AtWork { package, costs, each, turns: 0 }));
        }
        entries.retain(|entry| self.args.common.wants(&entry.name));
        let (lines, _) = hold(entries, budget, &told, &mut self.report.faults);
        let row = |line: Line| {
            let problems = numbers.get(&line.name).map(|number| *number as f64);
            let cells = vec![problems, line.time.as_ref().ok().map(|time| 1.0 / time.wall)];
            Row { line, cells }
        };
        let mut part = Part {
            name: "batch".to_owned(),
            about: format!(
                "{} problems of {IN_BATCH} cities, or as many as tell how long one takes",
                count(number)
            ),
            unit: CITIES,
            columns: BATCH_COLUMNS,
            sizes: Vec::new(),
        };
        self.screen.contest(&mut part, IN_BATCH, lines.into_iter().map(row).collect())?;
        Ok(part)
    }
}

/// Holds a contest, and has also what first problems took, by name.
fn hold(
    entries: Vec<Entry<'_, Tours>>,
    budget: f64,
    problems: &Problems,
    faults: &mut Vec<String>,
) -> (Vec<Line>, HashMap<String, f64>) {
    let mut firsts = HashMap::new();
    let lines = contest::hold(entries, budget, |name, tours: Tours| {
        firsts.insert(name.to_owned(), tours.first);
        match problems.judge(&tours.orders)? {
            Verdict::Right => Ok(()),
            Verdict::Dearer(told) => Err(anyhow!("not optimal: {told}")),
            Verdict::Cheaper(told) => {
                faults.push(format!(
                    "{} cities: {name} found a cheaper tour: {told}",
                    problems.cities()
                ));
                Err(anyhow!("heldkarp is wrong: {told}"))
            }
        }
    });
    (lines, firsts)
}

/// Seconds for one problem, from the nearest size at which it took part.
fn expected(part: &Part, cities: usize, name: &str) -> Option<f64> {
    let known = |size: &Size| Some((size.size, size.time_of(name)?.wall));
    let nearest = |(size, _): &(usize, f64)| size.abs_diff(cities);
    let (size, time) = part.sizes.iter().filter_map(known).min_by_key(nearest)?;
    Some(time * 2f64.powf(cities as f64 - size as f64))
}

/// The table of the last size at which it took part.
fn bytes_before(part: &Part, name: &str) -> Option<(usize, f64)> {
    part.sizes.iter().rev().find_map(|size| {
        let row = size.rows.iter().find(|row| row.line.name == name)?;
        Some((size.size, row.cells.get(1).copied()??))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Role, Time};

    #[test]
    fn who_is_slow_is_expected_to_be_slower() {
        let size = |(size, wall): (usize, Result<f64>)| {
            let time = wall.map(|wall| Time { wall, device: None });
            let line = Line { name: "it".to_owned(), role: Role::Kin, time };
            Size { size, rows: vec![Row { line, cells: vec![None, Some(size as f64)] }] }
        };
        let sizes = [(10, Ok(1.0)), (12, Ok(5.0)), (14, Err(anyhow!("left out")))];
        let sizes = sizes.into_iter().map(size).collect();
        let (name, about) = Default::default();
        let part = Part { name, about, unit: CITIES, columns: COLUMNS, sizes };
        assert_eq!(expected(&part, 16, "it"), Some(80.0));
        assert_eq!(expected(&part, 9, "it"), Some(0.5));
        assert_eq!(expected(&part, 16, "another"), None);
        assert_eq!(bytes_before(&part, "it"), Some((14, 14.0)));
    }
}
