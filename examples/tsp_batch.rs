//! Many small travelling salesmen at once: a line is an instance, and so is a line that comes out.
//!
//!     cargo run --release --example tsp_batch
//!     cargo run --release --example tsp_batch -- --random 1_000_000 --cities 12 --json
//!     cargo run --release --example tsp_batch -- instances.csv > answers.csv
//!     cargo run --release --example tsp_batch -- --help

#[path = "support/count.rs"]
mod count;
mod support;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use count::count;
use heldkarp::{Cost, CostMatrix, Error, Problem, Solver, Tour, metric};
use kernel_engine::Engine;
use rayon::prelude::*;
use serde_json::json;
use support::Outcome;

/// Instances that are in memory at a time.
const CHUNK: usize = 1 << 16;

/// More bytes than any line has.
const LONGEST_LINE: u64 = 1 << 20;

/// More cities than any batch is for.
const MOST: usize = 32;

const HELP: &str = "\
A line is an instance: its points, `x0,y0,x1,y1,...`, or with --matrix its costs, row after row,
`inf` where no way leads. Commas, semicolons, tabs or spaces part the numbers. Sizes may differ from
line to line. Blank lines and lines that begin with `#` are skipped.

For each instance a line comes out on stdout: the cost of the cheapest tour and its order from city
0 on, `cost,0,3,1,2`, or `inf` where there is no tour. The summary goes to stderr.

JSON keys, times in milliseconds:
  instances, no_tour, device, solve_ms (all that the solver does, transfers included),
  total_ms (reading and writing included), per_second (instances by solve_ms),
  per_second_in_all (instances by total_ms)

It exits with 1 when something goes wrong, and with 2 when it is called wrongly.";

/// Solves many small travelling salesman problems, and tells how many a second
#[derive(Parser)]
#[command(after_long_help = HELP)]
struct Args {
    /// A CSV with an instance a line; `-` is stdin. Without one there are random instances
    file: Option<PathBuf>,

    /// So many random instances
    #[arg(long, value_name = "N", default_value = "10_000", value_parser = count, conflicts_with = "file")]
    random: usize,

    /// Cities of each random instance
    #[arg(long, value_name = "N", default_value_t = 10, conflicts_with = "file")]
    cities: usize,

    /// What random instances begin with
    #[arg(long, value_name = "S", default_value_t = 2017)]
    seed: u64,

    /// A line is a matrix, not points
    #[arg(long)]
    matrix: bool,

    /// Round costs to whole numbers, which take 32 bits instead of 64
    #[arg(long)]
    round: bool,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    #[arg(long, value_name = "D")]
    device: Option<String>,

    /// Print the summary as one JSON object on one line to stdout, and no answers
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    support::run(|stdout| batch(&args, stdout))
}

fn batch(args: &Args, stdout: &mut dyn Write) -> Outcome {
    if args.cities > MOST {
        return Err(format!("--cities {}: at most {MOST} go into a batch", args.cities).into());
    }
    let engine = match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    };
    let solver = Solver::new(&engine);
    let mut source = Source::new(args)?;
    let mut out = BufWriter::new(stdout);
    let (start, mut solving) = (Instant::now(), Duration::ZERO);
    let (mut instances, mut no_tour) = (0, 0);
    loop {
        let lines = source.chunk()?;
        if lines.is_empty() {
            break;
        }
        let (answers, took) = match args.round {
            true => solve(&source, &lines, &solver, |cost| whole(cost.round()))?,
            false => solve(&source, &lines, &solver, |cost| Some(cost))?,
        };
        solving += took;
        instances += answers.len();
        no_tour += answers.iter().filter(|answer| *answer == NO_TOUR).count();
        if !args.json {
            answers.iter().try_for_each(|answer| writeln!(out, "{answer}"))?;
        }
    }
    out.flush()?;
    drop(out);
    tell(args, &engine, instances, no_tour, solving, start.elapsed(), stdout)
}
