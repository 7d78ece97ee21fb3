//! Sssp: shortest paths, beside those who find them too.

mod answer;
mod args;
mod crates;
mod delta;
mod gap;
mod graphs;
mod ours;
mod python;
mod scratch;

use std::collections::HashMap;

use anyhow::{Context, Result};
use clap::ValueEnum;

use self::answer::{Answer, Facts, Task};
pub(crate) use self::args::Args;
use self::gap::Gap;
use self::graphs::Shape;
use self::python::{AtWork, PACKAGES, SCRIPT};
use self::scratch::Scratch;
use crate::contest::{Entry, Line, Role};
use crate::machine::Device;
use crate::python::Python;
use crate::report::{Column, Part, Report, Row, Size, count};
use crate::table::Screen;
use crate::{contest, machine};

/// Seconds for each contestant of each contest.
const BUDGET: f64 = 0.5;
const QUICK_BUDGET: f64 = 0.1;

const COLUMNS: &[Column] = &[
    Column { head: "first ms", key: "first_seconds", scale: 1e3, unit: "" },
    Column { head: "MB", key: "bytes", scale: 1e-6, unit: "" },
    Column { head: "B/edge", key: "bytes_per_edge", scale: 1.0, unit: "" },
    Column { head: "GTEPS", key: "edges_per_second", scale: 1e-9, unit: "" },
    Column { head: "steps", key: "steps", scale: 1.0, unit: "" },
    Column { head: "us/step", key: "seconds_per_step", scale: 1e6, unit: "" },
    Column { head: "looks", key: "relaxations_per_edge", scale: 1.0, unit: "" },
];

pub(crate) fn run(args: &Args, screen: &Screen) -> Result<Report> {
    let quick = args.common.quick;
    let mut about = Vec::new();
    let devices = machine::devices(args.device.as_deref(), &mut about)?;
    let python = &args.common.python;
    let packages = Python::start_all(python, SCRIPT, &PACKAGES, &mut about);
    if args.gap.is_none() {
        about.push("left out: GAP: --gap tells where its program `sssp` is".to_owned());
    }
    screen.machine(&about)?;

    let mut sizes = args.edges.clone();
    if sizes.is_empty() {
        sizes = match quick {
            true => vec![10_000, 200_000],
            false => vec![10_000, 100_000, 1_000_000, 10_000_000],
        };
        let on_cpu = devices.iter().all(|device| device.is_cpu);
        sizes.extend((!quick && !on_cpu).then_some(100_000_000));
    }
    let mut run = Run { args, devices, packages };
    let mut parts = Vec::new();
    for shape in Shape::value_variants() {
        if !args.only.is_empty() && !args.only.contains(shape) {
            continue;
        }
        let mut part = Part::of(shape, "edges", COLUMNS);
        for &edges in &sizes {
            let rows = run.contest(&part, *shape, edges);
            let rows = rows.with_context(|| format!("{} of {} edges", part.name, count(edges)))?;
            screen.contest(&mut part, edges, rows)?;
        }
        parts.push(part);
    }
    Ok(Report { machine: about, parts, faults: Vec::new() })
}

struct Run<'a> {
    args: &'a Args,
    devices: Vec<Device>,
    packages: Vec<Python>,
}

impl Run<'_> {
    fn contest(&mut self, part: &Part, shape: Shape, edges: usize) -> Result<Vec<Row>> {
        let quick = self.args.common.quick;
        let graph = shape.graph(edges)?;
        let source = graphs::source(&graph).context("no vertex has 3 edges")?;
        let task = Task::new(graph, source)?;
        let graph = &task.graph;
        let (vertices, reached) = (graph.vertices(), task.distances.iter().flatten().count());
        eprintln!(
            "{}: {vertices} vertices, of which {reached} are reached; {} edges:",
            part.name,
            graph.edges()
        );
        let scratch = Scratch::new()?;
        let mut entries = ours::entries(&self.devices, &task);
        entries.extend(crates::entries(&task));
        if !self.packages.is_empty() {
            python::write(graph, &scratch)?;
        }
        for package in &mut self.packages {
            let (name, task) = (package.name.clone(), &task);
            entries.push(Entry::rival(name, AtWork { package, task, scratch: &scratch }));
        }
        if let Some(program) = &self.args.gap {
            let path = gap::write(graph, &scratch)?;
            for (what, delta) in [("delta 1", Some(1)), ("best delta found", None)] {
                let gap = Gap { program, graph: path.clone(), task: &task, delta };
                entries.push(Entry::rival(format!("GAP, {what}"), gap));
            }
        }
        let patience = self.args.patience.unwrap_or(if quick { 1.0 } else { 10.0 });
        entries.retain(|entry| self.args.common.wants(&entry.name));
        for entry in &mut entries {
            entry.skip_if_slow(expected(part, edges, &entry.name, entry.role), patience);
        }
        let mut all = HashMap::new();
        let budget = if quick { QUICK_BUDGET } else { BUDGET };
        let lines = contest::hold(entries, budget, |name, answer: Answer| {
            all.insert(name.to_owned(), answer.facts);
            task.check(&answer.found)
        });
        Ok(lines.into_iter().map(|line| row(line, &all, &task)).collect())
    }
}

fn row(line: Line, all: &HashMap<String, Facts>, task: &Task) -> Row {
    let facts = all.get(&line.name).copied().unwrap_or_default();
    let time = line.time.as_ref().ok().map(|time| time.best());
    let edges = task.edges as f64;
    let steps = facts.steps.map(|steps| steps as f64);
    let cells = vec![
        Some(facts.first),
        facts.bytes,
        facts.bytes.map(|bytes| bytes / task.graph.edges() as f64),
        time.map(|time| edges / time),
        steps,
        time.zip(steps).map(|(time, steps)| time / steps),
        facts.relaxations.map(|number| number as f64 / edges),
    ];
    Row { line, cells }
}

/// Seconds for a search, from the last size at which it took part, were time to grow as the power
/// 1.5 of the edges; of a rival for the first one at least, were that to grow as they do.
fn expected(part: &Part, edges: usize, name: &str, role: Role) -> Option<f64> {
    let known = |size: &Size| {
        let row = size.rows.iter().find(|row| row.line.name == name)?;
        let first = row.cells.first().copied().flatten().filter(|_| role == Role::Rival);
        Some((size.size, row.line.time.as_ref().ok()?.wall, first.unwrap_or(0.0)))
    };
    let (before, time, first) = part.sizes.iter().rev().find_map(known)?;
    let more = edges as f64 / before as f64;
    Some((time * more.powf(1.5)).max(first * more))
}

#[cfg(test)]
mod tests {
    use sssp::Graph;

    use super::*;
    use crate::contest::Time;

    #[test]
    fn rows_count_the_edges_of_what_is_reached() {
        let edges = [(0, 1, 7), (0, 2, 2), (2, 1, 3), (1, 3, 1), (4, 0, 1)];
        let task = Task::new(Graph::from_edges(5, &edges).unwrap(), 0).unwrap();
        let time = Ok(Time { wall: 4.0, device: Some(2.0) });
        let line = Line { name: "it".into(), role: Role::Kin, time };
        let facts = Facts { first: 9.0, bytes: Some(50.0), steps: Some(4), relaxations: Some(6) };
        let row = row(line, &HashMap::from([("it".to_owned(), facts)]), &task);
        let expected = [9.0, 50.0, 10.0, 2.0, 4.0, 0.5, 1.5].map(Some);
        assert_eq!(row.cells, expected);
        let sizes = vec![Size { size: 100, rows: vec![row] }];
        let (name, about) = Default::default();
        let part = Part { name, about, unit: "edges", columns: COLUMNS, sizes };
        assert_eq!(super::expected(&part, 400, "it", Role::Kin), Some(32.0));
        assert_eq!(super::expected(&part, 400, "it", Role::Rival), Some(36.0));
        assert_eq!(super::expected(&part, 400, "another", Role::Rival), None);
    }
}
