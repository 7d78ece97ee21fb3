//! How an example begins and ends, so that each can speak of its subject alone.
//!
//! What goes wrong, on the command line too, becomes one `error: …` on stderr and exit code 1. A
//! reader who has seen enough, as in `| head -1`, is nothing that went wrong.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

/// What an example may end with: nothing, or any error that explains itself.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Runs an example with what the command line says. It writes its results to what it is given:
/// stdout.
pub(crate) fn run<A: Parser>(example: impl FnOnce(&A, &mut dyn Write) -> Outcome) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let outcome = match A::try_parse() {
        Ok(args) => example(&args, &mut stdout),
        Err(told) if told.use_stderr() => Err(in_one_line(&told).into()),
        // The help that was asked for.
        Err(help) => write!(stdout, "{help}").map_err(Into::into),
    };
    match outcome.and_then(|()| Ok(stdout.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            // A fault in a snippet is shown with its line, and opens with the word by itself.
            let prefix = if text.starts_with("error:") { "" } else { "error: " };
            // There is nowhere left to tell that stderr is closed.
            let _ = writeln!(io::stderr(), "{prefix}{text}");
            ExitCode::FAILURE
        }
    }
}

/// What is wrong on the command line, with the hints but without the usage.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    format!("{}; `--help` tells all options", said.collect::<Vec<_>>().join("; "))
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
