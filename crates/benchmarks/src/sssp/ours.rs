//! Ours: sssp's ways to search, on the host and on devices.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use kernel_engine::{Clock, Engine};
use sssp::{Paths, Rounds, Solver, host};

use super::answer::{Answer, Facts, Found, Task};
use crate::contest::{Contestant, Entry, Role, Time, timed};
use crate::machine::{self, Device};

/// A way to search: what it keeps, `S`, how it is made of the graph, and the search.
struct Way<'a, S> {
    task: &'a Task,
    engine: Option<Engine>,
    /// Whether the device has a clock of its own.
    clock: bool,
    /// Whether all its memory is this program's own, which is counted.
    counts: bool,
    state: Option<S>,
    make: fn(&'a Task, Option<&Engine>) -> Result<S>,
    search: fn(&mut S, &'a Task) -> Result<Searched>,
}

/// What a search comes to.
enum Searched {
    Paths(Paths<u32>),
    /// Rounds have no predecessors.
    Rounds(Vec<Option<u64>>, u64),
}

impl<S> Contestant<Answer> for Way<'_, S> {
    fn output(&mut self) -> Result<Answer> {
        let (task, graph) = (self.task, &self.task.graph);
        let start = Instant::now();
        let (state, searched, grown) = machine::searching(
            || (self.make)(task, self.engine.as_ref()),
            |state| (self.search)(state, task),
        )?;
        let first = start.elapsed().as_secs_f64();
        self.state = Some(state);
        let here = 4.0 * f64::from(graph.vertices()) + 8.0 * graph.edges() as f64;
        let bytes = self.counts.then_some(here + grown);
        let mut facts = Facts { first, bytes, ..Facts::default() };
        let found = match searched {
            Searched::Paths(paths) => {
                (facts.steps, facts.relaxations) =
                    (paths.report().steps, paths.report().relaxations);
                let vertices = 0..graph.vertices();
                let before = vertices.map(|vertex| paths.predecessor(vertex)).collect();
                Found::Tree(paths.distances().collect(), before)
            }
            Searched::Rounds(distances, rounds) => {
                facts.steps = Some(rounds);
                facts.relaxations = Some(rounds * graph.edges() as u64);
                Found::Distances(distances)
            }
        };
        Ok(Answer { found, facts })
    }

    fn turn(&mut self) -> Result<Time> {
        let Self { state, task, search, .. } = self;
        let state = state.as_mut().context("it has not been made")?;
        let wall = timed(|| search(state, task).map(drop))?;
        let mut device = None;
        if let (true, Some(engine)) = (self.clock, &self.engine) {
            let (searched, report) = engine.profile(|| Ok(search(state, task)))?;
            searched?;
            let time = report.execute.as_secs_f64();
            device = (report.clock == Clock::Device).then_some(time);
        }
        Ok(Time { wall, device })
    }
}

const NONE: &str = "it has no device";

/// All ways of ours.
pub(crate) fn entries<'a>(devices: &[Device], task: &'a Task) -> Vec<Entry<'a, Answer>> {
    let mut entries = Vec::new();
    for (at, device) in devices.iter().enumerate() {
        if at == 0 {
            let make = |task: &'a Task, engine: Option<&Engine>| {
                Ok(Solver::new(engine.context(NONE)?, &task.graph)?)
            };
            entries.push(entry("Solver".into(), Role::Ours, Some(device), task, make, with_solver));
            let make = |_: &'a Task, _: Option<&Engine>| Ok(());
            let search = |(): &mut (), task: &'a Task| {
                Ok(Searched::Paths(host::solve(&task.graph, task.source)?))
            };
            entries.push(entry("host".into(), Role::Kin, None, task, make, search));
        }
        let make = |task: &'a Task, engine: Option<&Engine>| {
            Ok(Solver::on_device(engine.context(NONE)?, &task.graph)?)
        };
        let name = format!("Solver on {}", device.name);
        entries.push(entry(name, Role::Kin, Some(device), task, make, with_solver));
        if at == 0 {
            let make = |_: &'a Task, engine: Option<&Engine>| Ok(engine.context(NONE)?.clone());
            let name = format!("Rounds on {}", device.name);
            entries.push(entry(name, Role::Kin, Some(device), task, make, in_rounds));
        }
    }
    entries
}

fn entry<'a, S: 'a>(
    name: String,
    role: Role,
    device: Option<&Device>,
    task: &'a Task,
    make: fn(&'a Task, Option<&Engine>) -> Result<S>,
    search: fn(&mut S, &'a Task) -> Result<Searched>,
) -> Entry<'a, Answer> {
    let clock = device.is_some_and(|device| !device.is_cpu);
    let counts = device.is_none_or(|device| device.is_ours);
    let way =
        |engine| Box::new(Way { task, engine, clock, counts, state: None, make, search }) as _;
    let contestant = device.map(Device::open).transpose().map(way);
    Entry { name, role, contestant }
}

fn with_solver<'a>(solver: &mut Solver<'a, u32>, task: &'a Task) -> Result<Searched> {
    Ok(Searched::Paths(solver.solve(task.source)?))
}

/// From the upload on: one of these is for one search.
fn in_rounds(engine: &mut Engine, task: &Task) -> Result<Searched> {
    let mut rounds = Rounds::new(engine, &task.graph, task.source)?;
    let mut number = 1u64;
    while rounds.relax()? {
        number += 1;
        ensure!(number <= u64::from(task.graph.vertices()) + 1, "its rounds do not end");
    }
    let distances = rounds.distances()?;
    Ok(Searched::Rounds(distances.iter().map(|it| it.map(u64::from)).collect(), number))
}
