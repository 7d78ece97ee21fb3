//! Versus: the project beside its rivals, on this machine.
//!
//!     cargo versus engine
//!     cargo versus engine --help
//!
//! `contest` has the rules, `report` what came out, `table` and `plot` show it; `engine` has the
//! contestants.

mod contest;
mod engine;
mod plot;
mod report;
mod table;

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;

/// Measures the project beside its rivals, on this machine
#[derive(Parser)]
#[command(name = "versus", bin_name = "cargo versus")]
enum Versus {
    Engine(engine::Args),
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

fn run(Versus::Engine(args): &Versus) -> Result<()> {
    let report = engine::run(args)?;
    if let Some(path) = &args.svg {
        let unwritable = || format!("cannot write {}: give --svg another path", path.display());
        fs::write(path, plot::svg(&report)).with_context(unwritable)?;
    }
    match args.json {
        true => {
            eprint!("{report}");
            writeln!(io::stdout(), "{}", report.json())?;
        }
        false => write!(io::stdout(), "{report}")?,
    }
    match &report.failures()[..] {
        [] => Ok(()),
        failures => bail!("the project failed:\n  {}", failures.join("\n  ")),
    }
}
