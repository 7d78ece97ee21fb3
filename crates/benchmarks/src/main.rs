//! Versus: the project beside its rivals, on this machine.
//!
//!     cargo versus engine
//!     cargo versus heldkarp --help
//!
//! `contest` has the rules, `report` what came out, `table` and `plot` show it; each subcommand has
//! its contestants in a folder.

mod contest;
mod engine;
mod heldkarp;
mod machine;
#[path = "../../sssp/examples/rates/numbers.rs"]
mod numbers;
mod plot;
mod python;
mod report;
mod sssp;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;

use self::report::Part;
use self::table::Screen;

/// Measures the project beside its rivals, on this machine
#[derive(Parser)]
#[command(name = "versus", bin_name = "cargo versus")]
enum Versus {
    Engine(engine::Args),
    Heldkarp(heldkarp::Args),
    Sssp(sssp::Args),
}

/// What all subcommands have.
#[derive(clap::Args)]
struct Common {
    /// Few sizes, and little time for each: less than a minute
    #[arg(long)]
    quick: bool,

    /// Print one JSON object on one line to stdout, and all else to stderr
    #[arg(long)]
    json: bool,

    /// Draw time against size of each operation, too
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,

    /// The Python whose packages take part
    #[arg(long, value_name = "PATH", default_value = "python3")]
    python: PathBuf,

    /// Leave out those in whose names one of these stands, parted by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    without: Vec<String>,
}

impl Common {
    /// Whether it takes part.
    fn wants(&self, name: &str) -> bool {
        !self.without.iter().any(|it| name.contains(it.as_str()))
    }
}

fn main() -> ExitCode {
    match run(&Versus::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere left to tell that stderr is closed.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(versus: &Versus) -> Result<()> {
    let common = match versus {
        Versus::Engine(args) => &args.common,
        Versus::Heldkarp(args) => &args.common,
        Versus::Sssp(args) => &args.common,
    };
    let screen = Screen { json: common.json };
    let report = match versus {
        Versus::Engine(args) => engine::run(args, &screen)?,
        Versus::Heldkarp(args) => heldkarp::run(args, &screen)?,
        Versus::Sssp(args) => sssp::run(args, &screen)?,
    };
    let losses: Vec<String> = report.parts.iter().map(Part::losses).collect();
    screen.show(&format!("\n{}\n", losses.join("\n")))?;
    if let Some(path) = &common.svg {
        let unwritable = || format!("cannot write {}: give --svg another path", path.display());
        fs::write(path, plot::svg(&report)).with_context(unwritable)?;
    }
    if common.json {
        writeln!(io::stdout(), "{}", report.json())?;
    }
    match &report.failures()[..] {
        [] => Ok(()),
        failures => bail!("the project failed:\n  {}", failures.join("\n  ")),
    }
}
