//! Programs: examples as users run them.

use std::env;
use std::io::Write;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// What a program gives: exit code, stdout, stderr. `None` where it is not built, as when only
/// these tests are.
pub(crate) fn run(example: &str, args: &[&str], stdin: &str) -> Option<(i32, String, String)> {
    let mut child = start(example, args)?;
    // Who refuses the arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some((done.status.code().unwrap(), text(done.stdout), text(done.stderr)))
}

/// Exit code and stdout of a program whose stderr nobody reads.
pub(crate) fn alone(example: &str, args: &[&str]) -> Option<(i32, String)> {
    let mut child = start(example, args)?;
    drop(child.stderr.take());
    let done = child.wait_with_output().unwrap();
    Some((done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap()))
}

/// Exit code and stderr of a program whose stdout nobody reads.
pub(crate) fn pipe(example: &str, args: &[&str]) -> Option<(i32, String)> {
    let mut child = start(example, args)?;
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    Some((done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap()))
}

fn start(example: &str, args: &[&str]) -> Option<Child> {
    let built = env::current_exe().unwrap().parent()?.parent()?.join("examples").join(example);
    let program = built.with_extension(env::consts::EXE_EXTENSION);
    if !program.is_file() {
        println!("skipped: {} is not built", program.display());
        return None;
    }
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Some(command.spawn().unwrap())
}

/// The one line of JSON.
#[track_caller]
pub(crate) fn json(example: &str, args: &[&str], stdin: &str) -> Option<Value> {
    let (code, stdout, stderr) = run(example, args, stdin)?;
    assert_eq!(code, 0, "{args:?}: {stderr}");
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    Some(serde_json::from_str(&stdout).unwrap())
}
