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
//! An answer is certified, and compared with the host's; then the device warms up for a second.
//!
//! Each row is a search: what it took to reset and start, to find distances, to find predecessors, to
//! copy both to the host, and in all (milliseconds); its steps, the dispatches they came in, and
//! microseconds a step; how often an edge was walked for each edge that leads from a vertex
//! reached; 10^9 such edges a second, of the search and of all; delta at the end.

mod graphs;
mod measure;
mod numbers;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use kernel_engine::Engine;
use sssp::{Graph, Tuning};

use self::measure::measure;
use self::numbers::Numbers;

const HELP: &str = "\
What the device takes for graphs of several shapes, part by part

Usage: rates [rmat SCALE | uniform SCALE | road SIDE | grid SIDE] [OPTION=VALUE]...

Options: device, float, runs, width, groups, delta, ratio, adapt, hops, little, small,
batch; the first lines of rates/main.rs tell what each means, and what is told.

  rates rmat 20
  rates road 1024 width=256,512 delta=20000 adapt=no";

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
    let mut numbers = Numbers::new(27_491_095);
    let begin = Instant::now();
    let graph = match kind {
        "rmat" => graphs::rmat(size, 16 << size, &mut numbers),
        "uniform" => graphs::uniform(1 << size, 16 << size, &mut numbers),
        "road" => graphs::road(size, &mut numbers),
        "grid" => graphs::grid(size, &mut numbers),
        other => return Err(format!("`{other}` is none of rmat, uniform, road, grid").into()),
    }?;
    let (vertices, arcs) = (graph.vertices(), graph.edges());
    let time = begin.elapsed().as_secs_f64();
    writeln!(out, "{kind} {size}: {vertices} vertices, {arcs} arcs, made in {time:.1} s")?;
    let engine = match option("device") {
        Some(name) => Engine::builder().device(name).build()?,
        None => Engine::new()?,
    };
    writeln!(out, "{}", engine.info())?;
    let weights: f64 = graph.weight().iter().map(|weight| f64::from(*weight)).sum();
    let unit = (weights / arcs as f64) / (arcs as f64 / f64::from(vertices));
    let mut deltas = list(option("delta"))?;
    deltas.extend(list::<f64>(option("ratio"))?.into_iter().map(|ratio| ratio * unit));
    let adapts = option("adapt") != Some("no");
    let small = option("small").map_or(Ok(0), str::parse)?;
    let mut tunings = vec![Tuning { adapts, small, ..Tuning::default() }];
    vary(&mut tunings, &list(option("width"))?, |tuning, width| Tuning { width, ..tuning });
    vary(&mut tunings, &list(option("groups"))?, |tuning, it| Tuning {
        groups: Some(it),
        ..tuning
    });
    vary(&mut tunings, &deltas, |tuning, it| Tuning { delta: Some(it), ..tuning });
    vary(&mut tunings, &list(option("hops"))?, |tuning, hops| Tuning { hops, ..tuning });
    vary(&mut tunings, &list(option("little"))?, |tuning, little| Tuning { little, ..tuning });
    let runs: usize = option("runs").map_or(Ok(3), str::parse)?;
    let batch: u32 = option("batch").map_or(Ok(0), str::parse)?;
    if option("float").is_some() {
        let weight = graph.weight().iter().map(|weight| *weight as f32).collect();
        let graph = Graph::from_csr(graph.row().to_vec(), graph.column().to_vec(), weight)?;
        measure(&engine, &graph, &tunings, runs, batch, out)
    } else {
        measure(&engine, &graph, &tunings, runs, batch, out)
    }
}

/// The parts of an option between commas.
fn list<T: FromStr>(option: Option<&str>) -> Result<Vec<T>, T::Err> {
    option.into_iter().flat_map(|list| list.split(',')).map(str::parse).collect()
}

/// Each tuning with each of the values; as it was where there are none.
fn vary<T: Copy>(tunings: &mut Vec<Tuning>, values: &[T], with: impl Fn(Tuning, T) -> Tuning) {
    if !values.is_empty() {
        let each = tunings.iter().flat_map(|tuning| values.iter().map(|it| with(*tuning, *it)));
        *tunings = each.collect();
    }
}
