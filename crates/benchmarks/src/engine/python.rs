//! Python: libraries that a Python of the user's may have, at work. `python/contestant.py` is the
//! other end.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;

use super::operation::{Operation, Output};
use crate::contest::{Contestant, Entry, Role, Time};
use crate::python::Python;

const SCRIPT: &str = include_str!("../../python/contestant.py");

/// A library that is there.
pub(crate) struct Library {
    name: String,
    /// The device that it computes on, as it calls it.
    pub(crate) device: String,
    process: Python,
}

impl Library {
    /// Starts `cupy`, `torch` or, for tests, `numpy`.
    pub(crate) fn start(python: &Path, module: &str) -> Result<Self> {
        let process = Python::start(python, SCRIPT, module)?;
        Ok(Self { name: process.text("name")?, device: process.text("device")?, process })
    }
}

/// A library at one operation.
struct AtWork<'a> {
    library: &'a mut Library,
    operation: Operation,
    elements: usize,
}

impl Contestant<Output> for AtWork<'_> {
    fn output(&mut self) -> Result<Output> {
        let Self { library, operation, elements } = self;
        library.process.ask(&json!({ "operation": operation.name(), "elements": *elements }))?;
        Ok(Output::Checked)
    }

    fn turn(&mut self) -> Result<Time> {
        let times = self.library.process.ask(&json!({ "turn": 1 }))?;
        let wall = times["wall"].as_f64().context("it gave no time")?;
        Ok(Time { wall, device: times["device"].as_f64() })
    }
}

pub(crate) fn entry(
    library: &mut Library,
    operation: Operation,
    elements: usize,
) -> Entry<'_, Output> {
    let name = library.name.clone();
    let contestant = Ok(Box::new(AtWork { library, operation, elements }) as _);
    Entry { name, role: Role::Rival, contestant }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    /// The script, with NumPy for want of a GPU; it checks its results itself.
    #[test]
    fn the_script_computes_and_keeps_the_protocol() {
        let mut library = match Library::start(Path::new("python3"), "numpy") {
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
        let error = Library::start(Path::new("python3"), "nonsense").err();
        assert!(error.is_some(), "it started");
    }
}
