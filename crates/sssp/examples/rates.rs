//! Rates: what the device takes for graphs of several shapes, part by part.
//!
//!     cargo run --release -p sssp --example rates -- rmat 20
//!     cargo run --release -p sssp --example rates -- road 1024 width=256,512 delta=20000 adapt=no
//!
//! `rmat SCALE` and `uniform SCALE` have 2^SCALE vertices and 16 times as many edges, each in both
//! directions; `road SIDE` is a grid of which some edges are missing, with lengths as roads have,
//! `grid SIDE` one with all of them. Options, of which those in the plural may be lists:
//!
//! - `device=NAME`; `float=yes` for weights of `f32`; `runs=3`;
//! - `width=`s invocations of a workgroup, `groups=`s of a step, `delta=`s at first in units of
//!   weights, or `ratio=`s in mean weights over mean degrees; `adapt=no` keeps it;
//! - `hops=`s, how often a workgroup walks on from what it has just found, in steps of no more edges
//!   than `little=`s;
//! - `small=N` lets the host answer below so many vertices and edges;
//! - `batch=N` searches from so many vertices together as well.
//!
//! Each row is a search: what it took to reset and start, to find distances, to find predecessors, to
//! copy both to the host, and in all (milliseconds); its steps, the dispatches they came in, and
//! microseconds a step; how often an edge was walked for each edge that leads from a vertex
//! reached; 10^9 such edges a second, of the search and of all; delta at the end.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use kernel_engine::Engine;
use sssp::{Graph, Paths, Query, Solver, Tuning, Weight, host};

const HELP: &str = "\
What the device takes for graphs of several shapes, part by part

Usage: rates [rmat SCALE | uniform SCALE | road SIDE | grid SIDE] [OPTION=VALUE]...

Options: device, float, runs, width, groups, delta, ratio, adapt, hops, little, small,
batch; the first lines of rates.rs tell what each means, and what is told.

  rates rmat 20
  rates road 1024 width=256,512 delta=20000 adapt=no";

/// Searches of which the one is told that took the device the least time.
const SEARCHES: usize = 10;

/// Numbers that are the same in every run (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable
/// pseudorandom number generators*, OOPSLA 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

type Edge = (u32, u32, u32);

struct Csr {
    row: Vec<u32>,
    column: Vec<u32>,
    weight: Vec<u32>,
}

/// Each edge in both directions.
fn csr(vertices: usize, edges: &[Edge]) -> Csr {
    let mut row = vec![0u32; vertices + 1];
    for (a, b, _) in edges {
        row[*a as usize + 1] += 1;
        row[*b as usize + 1] += 1;
    }
    for v in 0..vertices {
        row[v + 1] += row[v];
    }
    let mut at = row.clone();
    let (mut column, mut weight) = (vec![0; edges.len() * 2], vec![0; edges.len() * 2]);
    for (a, b, w) in edges {
        for (tail, head) in [(*a, *b), (*b, *a)] {
            let place = at[tail as usize] as usize;
            at[tail as usize] += 1;
            (column[place], weight[place]) = (head, *w);
        }
    }
    Csr { row, column, weight }
}

fn rmat(scale: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let vertices = 1u64 << scale;
    let mut name: Vec<u32> = (0..vertices as u32).collect();
    for k in (1..name.len()).rev() {
        let other = numbers.below(k as u64 + 1) as usize;
        name.swap(k, other);
    }
    let edge = |_| {
        let (mut a, mut b) = (0usize, 0usize);
        for _ in 0..scale {
            let at = numbers.below(100);
            (a, b) = (
                a * 2 + usize::from(at >= 76),
                b * 2 + usize::from((57..76).contains(&at) || at >= 95),
            );
        }
        (name[a], name[b], numbers.below(255) + 1)
    };
    (0..vertices * 16).map(edge).collect()
}

fn uniform(scale: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let vertices = 1u64 << scale;
    (0..vertices * 16)
        .map(|_| (numbers.below(vertices), numbers.below(vertices), numbers.below(255) + 1))
        .collect()
}

/// A grid with 0.602 of its edges, whose lengths are those of USA-road-d by median and mean.
fn road(side: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let mut edges = neighbours(side);
    edges.retain_mut(|(.., length)| {
        let stays = numbers.unit() < 0.602;
        if stays {
            let (a, b) = (numbers.unit(), numbers.unit());
            let normal = (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos();
            *length = (1447f64.ln() + 1.193 * normal).exp().clamp(1.0, 368_885.0) as u32;
        }
        stays
    });
    edges
}

fn grid(side: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let mut edges = neighbours(side);
    edges.iter_mut().for_each(|(.., length)| *length = numbers.below(255) + 1);
    edges
}

/// The edges of a whole grid, without their lengths.
fn neighbours(side: u32) -> Vec<Edge> {
    let edges = (0..side * side).flat_map(|v| {
        let right = (v % side + 1 < side).then_some((v, v + 1, 0));
        let down = (v / side + 1 < side).then(|| (v, v + side, 0));
        right.into_iter().chain(down)
    });
    edges.collect()
}

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    match rates(&mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A reader who has seen enough is nothing that went wrong.
            let error_of_system = error.downcast_ref::<io::Error>();
            if error_of_system.is_some_and(|it| it.kind() == io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            // There is nowhere left to tell that stderr is closed.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn rates(out: &mut dyn Write) -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|it| it == "--help" || it == "-h") {
        return Ok(writeln!(out, "{HELP}")?);
    }
    let option =
        |name: &str| arguments.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
    let known = [
        "device", "float", "runs", "width", "groups", "delta", "ratio", "adapt", "small", "batch",
        "hops", "little",
    ];
    for argument in arguments.iter().skip(2) {
        let name = argument.split('=').next().unwrap_or_default();
        if !known.contains(&name) {
            return Err(format!("`{argument}` is none of {}=", known.join("=, ")).into());
        }
    }
    let kind = arguments.first().map_or("road", String::as_str);
    let size = arguments.get(1).map_or("256", String::as_str);
    let size: u32 = size.parse().map_err(|why| format!("{kind} {size}: {why}"))?;
    let most = if matches!(kind, "rmat" | "uniform") { 26 } else { 1 << 15 };
    if size > most {
        return Err(
            format!("{kind} {size}: at most {most}, so that 32 bits count the edges").into()
        );
    }
    let mut numbers = Numbers(27_491_095);
    let begin = Instant::now();
    let (vertices, edges) = match kind {
        "rmat" => (1usize << size, rmat(size, &mut numbers)),
        "uniform" => (1 << size, uniform(size, &mut numbers)),
        "road" => ((size * size) as usize, road(size, &mut numbers)),
        "grid" => ((size * size) as usize, grid(size, &mut numbers)),
        other => return Err(format!("`{other}` is none of rmat, uniform, road, grid").into()),
    };
    let Csr { row, column, weight } = csr(vertices, &edges);
    drop(edges);
    writeln!(
        out,
        "{kind} {size}: {vertices} vertices, {} arcs, made in {:.1} s",
        column.len(),
        begin.elapsed().as_secs_f64()
    )?;
    let engine = match option("device") {
        Some(name) => Engine::builder().device(name).build()?,
        None => Engine::new()?,
    };
    writeln!(out, "{}", engine.info())?;
    let mean = weight.iter().map(|weight| f64::from(*weight)).sum::<f64>() / weight.len() as f64;
    let unit = mean / (column.len() as f64 / vertices as f64);
    let mut deltas: Vec<Option<f64>> = list(option("delta"))?.into_iter().map(Some).collect();
    deltas.extend(list::<f64>(option("ratio"))?.into_iter().map(|ratio| Some(ratio * unit)));
    if deltas.is_empty() {
        deltas.push(None);
    }
    let mut tunings = Vec::new();
    for width in list(option("width").or(Some("256")))? {
        let mut groups: Vec<Option<u32>> = list(option("groups"))?.into_iter().map(Some).collect();
        if groups.is_empty() {
            groups.push(None);
        }
        for (groups, delta) in groups.iter().flat_map(|g| deltas.iter().map(|d| (*g, *d))) {
            let adapts = option("adapt") != Some("no");
            let small = option("small").map_or(Ok(0), str::parse)?;
            for hops in list(option("hops").or(Some("2")))? {
                for little in list(option("little").or(Some("65536")))? {
                    tunings.push(Tuning { width, groups, delta, adapts, small, hops, little });
                }
            }
        }
    }
    let runs: usize = option("runs").map_or(Ok(3), str::parse)?;
    let batch: u32 = option("batch").map_or(Ok(0), str::parse)?;
    if option("float").is_some() {
        let weight = weight.iter().map(|weight| *weight as f32).collect();
        measure(&engine, &Graph::from_csr(row, column, weight)?, &tunings, runs, batch, out)
    } else {
        measure(&engine, &Graph::from_csr(row, column, weight)?, &tunings, runs, batch, out)
    }
}

/// The parts of an option between commas.
fn list<T: FromStr>(option: Option<&str>) -> Result<Vec<T>, T::Err> {
    option.into_iter().flat_map(|list| list.split(',')).map(str::parse).collect()
}

fn measure<W: Weight>(
    engine: &Engine,
    graph: &Graph<W>,
    tunings: &[Tuning],
    runs: usize,
    batch: u32,
    out: &mut dyn Write,
) -> Outcome {
    // The source is a vertex of the large component, most likely: one with many edges.
    let vertices = graph.vertices();
    let degree = |vertex: u32| graph.leaving(vertex).count();
    let source = (vertices / 2..vertices).find(|vertex| degree(*vertex) >= 3).unwrap_or(0);
    let begin = Instant::now();
    let host = host::solve(graph, source)?;
    let time = begin.elapsed().as_secs_f64();
    let reached = host.distances().enumerate().filter(|(_, distance)| distance.is_some());
    let edges: usize = reached.map(|(vertex, _)| degree(vertex as u32)).sum();
    writeln!(out, "source {source}: {} vertices reached, {edges} arcs leave them", host.reached())?;
    writeln!(out, "host: {:.1} ms, {:.3} GTEPS", time * 1e3, edges as f64 / time / 1e9)?;
    for tuning in tunings {
        writeln!(out, "{tuning:?}")?;
        let begin = Instant::now();
        let mut solver = Solver::tuned(engine, graph, *tuning)?;
        engine.wait()?;
        let made = begin.elapsed();
        solver.solve(Query::from(source).to(&[source]))?;
        writeln!(
            out,
            "uploaded in {:.1} ms; kernels compiled and warmed up in {:.1} ms",
            ms(made),
            ms(begin.elapsed() - made)
        )?;
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
        for run in 0..runs {
            let begin = Instant::now();
            let paths = solver.solve(source)?;
            let all = ms(begin.elapsed());
            row(out, &paths, edges, all)?;
            if run == 0 {
                paths.verify(graph)?;
                assert!(paths.distances().eq(host.distances()), "the host has other distances");
            }
            if run + 1 == runs {
                let begin = Instant::now();
                solver.verify(&paths)?;
                writeln!(out, "certified in {:.3} ms", ms(begin.elapsed()))?;
            }
        }
        let mut least = Duration::MAX;
        for _ in 0..SEARCHES {
            let (paths, report) = engine.profile(|| Ok(solver.solve(source)))?;
            paths?;
            least = least.min(report.execute);
        }
        writeln!(
            out,
            "least of {SEARCHES}, by the device's clock if it has one: {:.3} ms, {:.3} GTEPS",
            ms(least),
            edges as f64 / ms(least) / 1e6
        )?;
        for run in 0..if batch > 0 { runs } else { 0 } {
            // Spread evenly over all vertices.
            let sources = (0..u64::from(batch)).map(|k| k * u64::from(vertices) / u64::from(batch));
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
