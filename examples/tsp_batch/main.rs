//! Many small travelling salesmen at once: a line is an instance, and so is a line that comes out.
//!
//!     cargo run --release --example tsp_batch
//!     cargo run --release --example tsp_batch -- --random 1_000_000 --cities 12 --json
//!     cargo run --release --example tsp_batch -- instances.csv > answers.csv
//!     cargo run --release --example tsp_batch -- --help

#[path = "../support/aside.rs"]
mod aside;
#[path = "../support/count.rs"]
mod count;
mod instance;
mod report;
mod source;
#[path = "../support/mod.rs"]
mod support;

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use count::count;
use heldkarp::{Cost, Error, Problem, Solver, Tour};
use kernel_engine::Engine;
use rayon::prelude::*;

use crate::instance::{Instance, MOST_CITIES};
use crate::report::Found;
use crate::source::Source;
use crate::support::Outcome;

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

It exits with 1 when something goes wrong.";

/// The answer where there is no tour.
const NO_TOUR: &str = "inf";

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

    /// Round costs to whole numbers, which take 32 bits; others take 64
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
    support::run(batch)
}

fn batch(args: &Args, stdout: &mut dyn Write) -> Outcome {
    if args.cities > MOST_CITIES {
        return Err(
            format!("--cities {}: at most {MOST_CITIES} go into a batch", args.cities).into()
        );
    }
    let engine = match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    };
    let solver = Solver::new(&engine);
    let mut source = Source::new(args)?;
    let mut found =
        Found { start: Instant::now(), solving: Duration::ZERO, instances: 0, no_tour: 0 };
    let mut out = BufWriter::with_capacity(1 << 20, &mut *stdout);
    loop {
        let instances = source.chunk(args)?;
        if instances.is_empty() {
            break;
        }
        let answers = match instances.iter().all(Instance::is_small) {
            true => solve(&mut found, &source.name, &instances, &solver, |cost| cost as i32)?,
            false => solve(&mut found, &source.name, &instances, &solver, |cost| cost)?,
        };
        if !args.json {
            answers.iter().try_for_each(|answer| writeln!(out, "{answer}"))?;
        }
    }
    out.flush()?;
    drop(out);
    if args.file.is_some() && found.instances == 0 {
        return Err(format!("{} holds no instance: write one a line", source.name).into());
    }
    found.tell(args, &engine, stdout)
}

/// Solves instances, and answers each in a line.
fn solve<C: Cost>(
    found: &mut Found,
    file: &str,
    instances: &[Instance],
    solver: &Solver,
    cost: fn(f64) -> C,
) -> Outcome<Vec<String>> {
    let problems = instances.par_iter().map(|instance| instance.problem(cost));
    let problems: Vec<Problem<C>> = problems.collect::<heldkarp::Result<_>>()?;
    let start = Instant::now();
    let tours = solver.solve_batch(&problems);
    found.solving += start.elapsed();
    found.instances += tours.len();
    let answers = tours.into_par_iter().zip(instances).map(|(tour, instance)| match tour {
        Ok(tour) => Ok(answer(&tour)),
        Err(Error::NoTour(_)) => Ok(NO_TOUR.to_owned()),
        Err(error) if instance.line == 0 => Err(format!("{file}: {error}")),
        Err(error) => Err(format!("line {} of {file}: {error}", instance.line)),
    });
    let answers: Vec<String> = answers.collect::<Result<_, _>>()?;
    found.no_tour += answers.iter().filter(|answer| *answer == NO_TOUR).count();
    Ok(answers)
}

/// A tour as a line: what it costs, and its order.
fn answer<C: Cost>(tour: &Tour<C>) -> String {
    let mut line = tour.cost.to_string();
    for city in &tour.order {
        line.push(',');
        line.push_str(&city.to_string());
    }
    line
}
