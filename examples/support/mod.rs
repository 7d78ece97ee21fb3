//! How an example ends, so that each can speak of its subject alone.
//!
//! What goes wrong becomes one `error: …` on stderr and exit code 1. A reader who has seen enough,
//! as in `| head -1`, is nothing that went wrong.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// What an example may end with: nothing, or any error that explains itself.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Runs an example, which writes its results to what it is given: stdout.
pub(crate) fn run(example: impl FnOnce(&mut dyn Write) -> Outcome) -> ExitCode {
    let mut stdout = io::stdout().lock();
    let outcome = example(&mut stdout).and_then(|()| Ok(stdout.flush()?));
    match outcome {
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

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
