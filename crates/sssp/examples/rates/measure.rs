//! Measure: searches with each tuning, checked, and what they took.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use kernel_engine::Engine;
use sssp::{Graph, Paths, Query, Solver, Tuning, Weight, host};

use crate::Outcome;
use crate::graphs::source;

/// Searches of which the one is told that took the device the least time.
const SEARCHES: usize = 10;

/// A GPU that had nothing to do has lowered its clock, to a sixth on an NVIDIA H200, and raises it
/// in about this time.
const WARM: Duration = Duration::from_secs(1);

pub(crate) fn measure<W: Weight>(
    engine: &Engine,
    graph: &Graph<W>,
    tunings: &[Tuning],
    runs: usize,
    batch: u32,
    out: &mut dyn Write,
) -> Outcome {
    let source = source(graph).unwrap_or(0);
    let begin = Instant::now();
    let host = host::solve(graph, source)?;
    let time = begin.elapsed().as_secs_f64();
    let reached = host.distances().enumerate().filter(|(_, distance)| distance.is_some());
    let edges: usize = reached.map(|(vertex, _)| graph.leaving(vertex as u32).count()).sum();
    writeln!(out, "source {source}: {} vertices reached, {edges} arcs leave them", host.reached())?;
    writeln!(out, "host: {:.1} ms, {:.3} GTEPS", time * 1e3, edges as f64 / time / 1e9)?;
    for tuning in tunings {
        writeln!(out, "{tuning:?}")?;
        let begin = Instant::now();
        let mut solver = Solver::tuned(engine, graph, *tuning)?;
        engine.wait()?;
        let made = begin.elapsed();
        solver.solve(Query::from(source).to(&[source]))?;
        let compiled = begin.elapsed() - made;
        writeln!(
            out,
            "uploaded in {:.1} ms; kernels compiled in {:.1} ms",
            ms(made),
            ms(compiled)
        )?;
        let paths = solver.solve(source)?;
        let begin = Instant::now();
        solver.verify(&paths)?;
        writeln!(out, "certified by the device in {:.3} ms", ms(begin.elapsed()))?;
        paths.verify(graph)?;
        assert!(paths.distances().eq(host.distances()), "the host has other distances");
        drop(paths);
        let begin = Instant::now();
        while begin.elapsed() < WARM {
            solver.solve(source)?;
        }
        writeln!(
            out,
            "{:>8}{:>9}{:>9}{:>9}{:>9}{:>8}{:>8}{:>9}{:>8}{:>8}{:>8}{:>12}",
            "start",
            "search",
            "pred",
            "copy",
            "all",
            "steps",
            "disp",
            "us/step",
            "relax/E",
            "GTEPS",
            "of all",
            "delta"
        )?;
        for _ in 0..runs {
            let begin = Instant::now();
            let paths = solver.solve(source)?;
            let all = ms(begin.elapsed());
            row(out, &paths, edges, all)?;
        }
        let all = Query::from(source);
        for (what, query) in [("distances", all.clone().without_predecessors()), ("both", all)] {
            let mut least = Duration::MAX;
            for _ in 0..SEARCHES {
                let (paths, report) = engine.profile(|| Ok(solver.solve(query.clone())))?;
                paths?;
                least = least.min(report.execute);
            }
            writeln!(
                out,
                "{what}, by the device's clock if it has one, least of {SEARCHES}: {:.3} ms, {:.3} GTEPS",
                ms(least),
                edges as f64 / ms(least) / 1e6
            )?;
        }
        for run in 0..if batch > 0 { runs } else { 0 } {
            // Spread evenly over all vertices.
            let vertices = u64::from(graph.vertices());
            let sources = (0..u64::from(batch)).map(|k| k * vertices / u64::from(batch));
            let (begin, mut steps) = (Instant::now(), Vec::new());
            solver.solve_each(sources.map(|source| source as u32), |paths| {
                let paths = paths?;
                steps.push(paths.report().steps.unwrap_or_default());
                if run == 0 { paths.verify(graph) } else { Ok::<_, sssp::Error>(()) }
            })?;
            let (all, most) = (ms(begin.elapsed()), steps.iter().max().unwrap_or(&0));
            writeln!(
                out,
                "{batch} together: {all:.3} ms, {:.3} ms each, {most} steps{}",
                all / f64::from(batch),
                if run == 0 { ", with compiling and certificates" } else { "" }
            )?;
        }
    }
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn row<W: Weight>(out: &mut dyn Write, paths: &Paths<W>, edges: usize, all: f64) -> io::Result<()> {
    let report = paths.report();
    if let Some(reason) = report.reason {
        writeln!(out, "{all:.3} ms by the host: {reason}")?;
        return Ok(());
    }
    let times: Vec<f64> = report.times.iter().map(|(_, time)| ms(*time)).collect();
    let search = times.get(1).copied().unwrap_or_default();
    let steps = report.steps.unwrap_or_default();
    let told: String = times.iter().chain([&all]).map(|time| format!("{time:>9.3}")).collect();
    writeln!(
        out,
        "{}{steps:>8}{:>8}{:>11.3}{:>8.3}{:>8.3}{:>8.3}{:>12.1}",
        &told[1..],
        report.dispatches.unwrap_or_default(),
        search * 1e3 / steps.max(1) as f64,
        report.relaxations.unwrap_or_default() as f64 / edges as f64,
        edges as f64 / search / 1e6,
        edges as f64 / all / 1e6,
        report.delta.unwrap_or_default(),
    )
}
