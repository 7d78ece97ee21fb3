//! Python: programs in a process of their own, which take their turns by lines of JSON: an order
//! in, an answer out. An answer with an `error` is one.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::contest::Time;

/// What stands before each program.
const PROTOCOL: &str = include_str!("../python/protocol.py");

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that is at work.
pub(crate) struct Python {
    /// Who it is, as it said first.
    pub(crate) name: String,
    /// All that it said then.
    said: Value,
    /// Seconds until it did.
    started: f64,
    process: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl Python {
    /// Starts `script` with an argument.
    pub(crate) fn start(python: &Path, script: &str, argument: &str) -> Result<Self> {
        let start = Instant::now();
        let mut command = Command::new(python);
        command.args(["-c", &[PROTOCOL, script].concat(), argument]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let unable = || format!("{} does not start", python.display());
        let mut process = command.spawn().with_context(unable)?;
        let orders = process.stdin.take().context("it has no stdin")?;
        let lines = BufReader::new(process.stdout.take().context("it has no stdout")?).lines();
        let (sender, answers) = channel();
        thread::spawn(move || {
            // It ends when either side does.
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let (name, said) = Default::default();
        let mut it = Self { name, said, started: 0.0, process, orders, answers };
        it.said = it.hear()?;
        it.started = start.elapsed().as_secs_f64();
        it.name = it.text("name")?;
        Ok(it)
    }

    /// Those of the packages that a Python has, at work; what becomes of each is noted.
    pub(crate) fn start_all(
        python: &Path,
        script: &str,
        packages: &[&str],
        notes: &mut Vec<String>,
    ) -> Vec<Self> {
        let mut started = Vec::new();
        for package in packages {
            match Self::start(python, script, package) {
                Ok(it) => {
                    notes.push(format!("{}: starts in {:.2} s", it.name, it.started));
                    started.push(it);
                }
                Err(error) => notes.push(format!("left out: {package}: {error:#}")),
            }
        }
        started
    }

    /// A text that it said first.
    pub(crate) fn text(&self, key: &str) -> Result<String> {
        self.said[key].as_str().map(str::to_owned).with_context(|| format!("it told no {key}"))
    }

    pub(crate) fn ask(&mut self, order: &Value) -> Result<Value> {
        writeln!(self.orders, "{order}").context("Python has ended")?;
        self.hear()
    }

    /// What it tells of a turn.
    pub(crate) fn turn(&mut self, order: &Value) -> Result<Time> {
        let told = self.ask(order)?;
        Ok(Time { wall: seconds(&told, "wall")?, device: told["device"].as_f64() })
    }

    fn hear(&mut self) -> Result<Value> {
        let line = match self.answers.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => bail!("Python has ended"),
            Err(RecvTimeoutError::Timeout) => {
                // Its answer would be taken for that to another order.
                let _ = self.process.kill();
                bail!("no answer within {PATIENCE:?}");
            }
        };
        let answer: Value = serde_json::from_str(&line).context("it answered no JSON")?;
        match &answer["error"] {
            Value::Null => Ok(answer),
            error => bail!("{}", error.as_str().unwrap_or("it failed")),
        }
    }
}

/// A time in an answer.
pub(crate) fn seconds(answer: &Value, key: &str) -> Result<f64> {
    answer[key].as_f64().context("it gave no time")
}

impl Drop for Python {
    fn drop(&mut self) {
        // It is idle, and has nothing to lose.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers_are_those_to_the_orders() {
        let script = "
def obey(it, state, order):
    if order == 3: print('what', flush=True)
    return {1: {'it': 2}, 2: {'wall': 0.5, 'device': 0.25}}[order]

serve(lambda name: (None, {'name': name}), obey)";
        let mut python = match Python::start(Path::new("python3"), script, "me") {
            Ok(python) => python,
            Err(error) => return println!("skipped: {error:#}"),
        };
        assert_eq!(python.name, "me");
        assert_eq!(python.text("device").unwrap_err().to_string(), "it told no device");
        assert_eq!(python.ask(&json!(1)).unwrap()["it"], 2);
        assert_eq!(python.turn(&json!(1)).unwrap_err().to_string(), "it gave no time");
        let Time { wall, device } = python.turn(&json!(2)).unwrap();
        assert_eq!((wall, device), (0.5, Some(0.25)));
        assert_eq!(python.ask(&json!(4)).unwrap_err().to_string(), "KeyError: 4");
        assert_eq!(python.ask(&json!(3)).unwrap_err().to_string(), "it answered no JSON");
        assert!(python.started > 0.0);
    }

    #[test]
    fn what_is_missing_is_said() {
        let told = |python, script| {
            let error = Python::start(Path::new(python), script, "").err();
            error.map(|it| it.to_string()).unwrap_or_default()
        };
        assert_eq!(told("python-of-nobody", ""), "python-of-nobody does not start");
        let Ok(ended) = Command::new("python3").args(["-c", ""]).status() else { return };
        assert!(ended.success());
        assert_eq!(told("python3", ""), "Python has ended");
        let nameless = "serve(lambda _: (None, {}), None)";
        assert_eq!(told("python3", nameless), "it told no name");
    }
}
