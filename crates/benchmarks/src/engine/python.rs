//! Python: libraries that a Python of the user's may have, at work. `python/contestant.py` is the
//! other end.

use anyhow::Result;
use serde_json::json;

use super::operation::{Operation, Output};
use crate::contest::{Contestant, Entry, Time};
use crate::python::Python;

pub(crate) const SCRIPT: &str = include_str!("../../python/contestant.py");

/// A library at one operation.
struct AtWork<'a> {
    library: &'a mut Python,
    operation: Operation,
    elements: usize,
}

impl Contestant<Output> for AtWork<'_> {
    fn output(&mut self) -> Result<Output> {
        let Self { library, operation, elements } = self;
        library.ask(&json!({ "operation": operation.part().name, "elements": *elements }))?;
        Ok(Output::Checked)
    }

    fn turn(&mut self) -> Result<Time> {
        self.library.turn(&json!({ "turn": 1 }))
    }
}

pub(crate) fn entry(
    library: &mut Python,
    operation: Operation,
    elements: usize,
) -> Entry<'_, Output> {
    Entry::rival(library.name.clone(), AtWork { library, operation, elements })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::ValueEnum;

    use super::*;

    /// The script, with NumPy for want of a GPU; it checks its results itself.
    #[test]
    fn the_script_computes_and_keeps_the_protocol() {
        let mut library = match Python::start(Path::new("python3"), SCRIPT, "numpy") {
            Ok(library) => library,
            Err(error) => return println!("skipped: {error:#}"),
        };
        for &operation in Operation::value_variants() {
            for elements in [1, 1000, 100_000] {
                let mut contestant = entry(&mut library, operation, elements).contestant.unwrap();
                let output = contestant.output();
                assert!(output.is_ok(), "{operation:?} of {elements}: {:?}", output.err());
                let time = contestant.turn().unwrap();
                assert!(time.wall > 0.0 && time.device.is_none(), "{operation:?}: {time:?}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_said() {
        let error = Python::start(Path::new("python3"), SCRIPT, "nonsense").err();
        assert!(error.is_some(), "it started");
    }
}
