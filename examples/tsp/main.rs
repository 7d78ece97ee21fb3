//! The travelling salesman: the cheapest tour of the cities of a file, and the proof is the method.
//!
//!     cargo run --release --example tsp
//!     cargo run --release --example tsp -- burma14.tsp --svg tour.svg
//!     cargo run --release --example tsp -- costs.csv --open --start 3
//!     cargo run --release --example tsp -- --random 24 --compare
//!     cargo run --release --example tsp -- --help
//!
//! What heldkarp does is short: `solver.solve_with(..)` in `run.rs`. `source.rs` is where cities
//! come from, `report.rs` what is printed, and `svg.rs` the picture.

#[path = "../support/aside.rs"]
mod aside;
mod compare;
#[path = "../support/output.rs"]
mod output;
mod report;
mod run;
mod source;
#[path = "../support/mod.rs"]
mod support;
mod svg;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use aside::Aside;
use clap::Parser;
use heldkarp::files::{AnyProblem, Instance};
use heldkarp::{Cost, Problem};
use output::{check_writable, unwritable};
use serde_json::Value;

use crate::support::Outcome;

/// Finds the cheapest tour of all cities, and is sure of it
///
/// Without a file it solves 16 cities of its own. The method of Held and Karp compares all tours
/// by way of all sets of cities, so each city more takes about twice the time and memory.
#[derive(Parser)]
#[command(after_long_help = report::HELP)]
struct Args {
    /// A TSPLIB file (TSP, ATSP, SOP), or CSV with points or a matrix of costs; `-` is stdin
    file: Option<PathBuf>,

    /// N random cities on a square; with --matrix random costs that differ there and back
    #[arg(long, value_name = "N", conflicts_with = "file")]
    random: Option<usize>,

    /// What random cities begin with
    #[arg(long, value_name = "S", default_value_t = 2017)]
    seed: u64,

    /// The CSV holds points: x and y in each row
    #[arg(long, conflicts_with = "matrix")]
    points: bool,

    /// The CSV holds a matrix: row a, column b is what it costs to go from a to b
    #[arg(long)]
    matrix: bool,

    /// Do not return: start and end anywhere, or where --start and --end say
    #[arg(long)]
    open: bool,

    /// Start in city A, called as in the file
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    start: Option<String>,

    /// End in city B, and do not return
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    end: Option<String>,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    #[arg(long, value_name = "D")]
    device: Option<String>,

    /// Solve in plain Rust on all cores, without a device
    #[arg(long, conflicts_with_all = ["device", "compare"])]
    host: bool,

    /// Run the method of 2017, the fast one and the host's side by side
    ///
    /// The method of 2017 takes up to 16 cities, and a closed tour with all ways allowed.
    #[arg(long)]
    compare: bool,

    /// Print one JSON object on one line to stdout, and all else to stderr
    #[arg(long)]
    json: bool,

    /// Draw the tour
    #[arg(long, value_name = "OUT.svg")]
    svg: Option<PathBuf>,

    /// Tell each step that is done, on stderr
    #[arg(long)]
    progress: bool,
}

fn main() -> ExitCode {
    support::run(solve)
}

fn solve(args: &Args, stdout: &mut dyn Write) -> Outcome {
    let start = Instant::now();
    if let Some(path) = &args.svg {
        check_writable("--svg", path)?;
    }
    let instance = source::instance(args)?;
    match &instance.problem {
        AnyProblem::Whole(problem) => answer(args, &instance, problem.clone(), start, stdout),
        AnyProblem::Real(problem) => answer(args, &instance, problem.clone(), start, stdout),
    }
}

fn answer<C: Cost + Into<Value> + Into<f64>>(
    args: &Args,
    instance: &Instance,
    problem: Problem<C>,
    start: Instant,
    stdout: &mut dyn Write,
) -> Outcome {
    let problem = with_options(args, instance, problem)?;
    let is_open = problem.is_open();
    let explain = |error| report::explain(instance, error);
    let page: &mut dyn Write = if args.json { &mut Aside(io::stderr()) } else { &mut *stdout };

    let solved = run::solve(args, &problem).map_err(explain)?;
    let total = start.elapsed();
    // First, since who reads the page may leave early.
    if let Some(path) = &args.svg {
        let heading = report::heading(instance, is_open, solved.tour.cost);
        let picture = svg::draw(instance, &solved.tour.order, is_open, &heading);
        fs::write(path, picture).map_err(|error| unwritable("--svg", path, &error))?;
    }
    report::print(page, instance, is_open, &solved, total)?;
    if args.compare {
        compare::run(args, instance, &problem, page)?;
    }
    if args.json {
        writeln!(stdout, "{}", report::json(instance, &solved, total))?;
    }
    Ok(())
}

/// The problem, with what the command line asks for.
fn with_options<C: Cost>(
    args: &Args,
    instance: &Instance,
    mut problem: Problem<C>,
) -> Outcome<Problem<C>> {
    let city = |option: &str, name: &str| {
        let (first, last) =
            (instance.city_name(0), instance.city_name(instance.cities().max(1) - 1));
        instance.city(name).ok_or_else(|| {
            format!("{option} {name}: no city is called so; the first is {first}, the last {last}")
        })
    };
    if args.open {
        problem = problem.open();
    }
    if let Some(start) = &args.start {
        problem = problem.start(city("--start", start)?);
    }
    if let Some(end) = &args.end {
        problem = problem.end(city("--end", end)?);
    }
    Ok(problem)
}
