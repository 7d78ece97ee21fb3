//! Python: programs in a process of their own, which take their turns by lines of JSON: an order
//! in, an answer out. An answer with an `error` is one.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program that is at work.
pub(crate) struct Python {
    /// What it said first.
    pub(crate) said: Value,
    /// Seconds until it did.
    pub(crate) started: f64,
    process: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl Python {
    /// Starts `script` with an argument.
    pub(crate) fn start(python: impl AsRef<OsStr>, script: &str, argument: &str) -> Result<Self> {
        let python = python.as_ref();
        let start = Instant::now();
        let mut command = Command::new(python);
        command.args(["-c", script, argument]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let unable = || format!("{} does not start", python.to_string_lossy());
        let mut process = command.spawn().with_context(unable)?;
        let orders = process.stdin.take().context("it has no stdin")?;
        let lines = BufReader::new(process.stdout.take().context("it has no stdout")?).lines();
        let (sender, answers) = channel();
        thread::spawn(move || {
            // It ends when either side does.
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut it = Self { said: Value::Null, started: 0.0, process, orders, answers };
        it.said = it.hear()?;
        it.started = start.elapsed().as_secs_f64();
        Ok(it)
    }

    /// A text that it said first.
    pub(crate) fn text(&self, key: &str) -> Result<String> {
        self.said[key].as_str().map(str::to_owned).with_context(|| format!("it told no {key}"))
    }

    pub(crate) fn ask(&mut self, order: &Value) -> Result<Value> {
        writeln!(self.orders, "{order}").context("Python has ended")?;
        self.hear()
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
        let script = "import sys
print('{\"name\": \"' + sys.argv[1] + '\"}', flush=True)
for line in sys.stdin:
    print({'1\\n': '{\"it\": 2}', '2\\n': '{\"error\": \"no\"}'}.get(line, 'what'), flush=True)";
        let mut python = match Python::start("python3", script, "me") {
            Ok(python) => python,
            Err(error) => return println!("skipped: {error:#}"),
        };
        assert_eq!(python.text("name").unwrap(), "me");
        assert_eq!(python.text("device").unwrap_err().to_string(), "it told no device");
        assert_eq!(python.ask(&json!(1)).unwrap()["it"], 2);
        assert_eq!(python.ask(&json!(2)).unwrap_err().to_string(), "no");
        assert_eq!(python.ask(&json!(3)).unwrap_err().to_string(), "it answered no JSON");
        assert!(python.started > 0.0);
    }

    #[test]
    fn what_is_missing_is_said() {
        let error = Python::start("python-of-nobody", "", "").err().map(|it| it.to_string());
        assert_eq!(error.as_deref(), Some("python-of-nobody does not start"));
        let Ok(ended) = Command::new("python3").args(["-c", ""]).status() else { return };
        assert!(ended.success());
        let error = Python::start("python3", "", "").err().map(|it| it.to_string());
        assert_eq!(error.as_deref(), Some("Python has ended"));
    }
}
