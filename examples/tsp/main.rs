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

use clap::Parser;
use heldkarp::files::AnyProblem;
use heldkarp::{Cost, Problem};
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
    #[arg(long, value_name = "A")]
    start: Option<String>,

    /// End in city B, and do not return
    #[arg(long, value_name = "B")]
    end: Option<String>,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    #[arg(long, value_name = "D")]
    device: Option<String>,

    /// Solve in plain Rust on all cores, without a device
    #[arg(long, conflicts_with_all = ["device", "compare"])]
    host: bool,

    /// Run the method of 2017, the fast one and the host's side by side
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
    let args = Args::parse();
    support::run(|stdout| solve(&args, stdout))
}

fn solve(args: &Args, stdout: &mut dyn Write) -> Outcome {
    let start = Instant::now();
    let mut instance = source::instance(args)?;
    let problem = instance.problem.clone();
    instance.problem = match problem {
        AnyProblem::Whole(problem) => AnyProblem::Whole(with_options(args, &instance, problem)?),
        AnyProblem::Real(problem) => AnyProblem::Real(with_options(args, &instance, problem)?),
    };
    todo!()
}
