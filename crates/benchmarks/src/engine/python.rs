//! Python: libraries that this machine's `python3` may have, each in a process of its own that
//! takes its turns by lines of JSON. `python/contestant.py` is the other end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::operation::{Operation, Output};
use crate::contest::{Contestant, Entry, Role, Time};

const SCRIPT: &str = include_str!("../../python/contestant.py");

/// A library that is there, and at work.
pub(crate) struct Library {
    pub(crate) name: String,
    /// The device that it computes on, as it calls it.
    pub(crate) device: String,
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Library {
    /// Starts `cupy`, `torch` or, for tests, `numpy`.
    pub(crate) fn start(module: &str) -> Result<Self> {
        let mut command = Command::new("python3");
        command.args(["-c", SCRIPT, module]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().context("python3 does not start")?;
        let orders = process.stdin.take().context("python3 has no stdin")?;
        let answers = BufReader::new(process.stdout.take().context("python3 has no stdout")?);
        let (name, device) = Default::default();
        let mut library = Self { name, device, process, orders, answers };
        let said = library.hear()?;
        let text = |key: &str| said[key].as_str().map(str::to_owned).context("it has no name");
        (library.name, library.device) = (text("name")?, text("device")?);
        Ok(library)
    }

    fn ask(&mut self, order: &Value) -> Result<Value> {
        writeln!(self.orders, "{order}").context("python3 has ended")?;
        self.hear()
    }

    fn hear(&mut self) -> Result<Value> {
        let mut line = String::new();
        ensure!(self.answers.read_line(&mut line)? > 0, "python3 has ended");
        let answer: Value = serde_json::from_str(&line)?;
        match &answer["error"] {
            Value::Null => Ok(answer),
            error => bail!("{}", error.as_str().unwrap_or("it failed")),
        }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // It is idle, and has nothing to lose.
        let _ = self.process.kill();
        let _ = self.process.wait();
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
        library.ask(&json!({ "operation": operation.name(), "elements": *elements }))?;
        Ok(Output::Checked)
    }

    fn turn(&mut self) -> Result<Time> {
        let times = self.library.ask(&json!({ "turn": 1 }))?;
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
        let mut library = match Library::start("numpy") {
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
        let error = Library::start("nonsense").err().map(|error| format!("{error:#}"));
        assert!(error.is_some(), "it started");
    }
}
