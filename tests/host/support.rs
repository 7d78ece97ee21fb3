//! Support: the project's files, snapshots, and tests in a process of their own.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// A text file of the project.
pub(crate) struct File {
    /// From the root of the project, with `/` between the parts.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A place in the project.
pub(crate) fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the project, with line ends as on Unix.
pub(crate) fn read(path: &str) -> String {
    let text = fs::read_to_string(at(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.replace("\r\n", "\n")
}

/// The text files that are in git or about to be; where git does not answer, those on disk.
pub(crate) fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut paths = tracked().unwrap_or_else(|| {
            let mut paths = Vec::new();
            walk(&at(""), "", &mut paths);
            paths
        });
        paths.sort();
        let text = |path: &str| fs::read_to_string(at(path)).ok();
        let file = |path: String| Some(File { text: text(&path)?.replace("\r\n", "\n"), path });
        let files: Vec<File> = paths.into_iter().filter_map(file).collect();
        assert!(files.iter().any(|file| file.path == "tests/host/support.rs"));
        files
    })
}

/// Those files whose path begins and ends so.
pub(crate) fn files_in(start: &str, end: &str) -> Vec<&'static File> {
    let fits = |file: &&File| file.path.starts_with(start) && file.path.ends_with(end);
    files().iter().filter(fits).collect()
}

fn tracked() -> Option<Vec<String>> {
    let git = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = Command::new("git").args(git).current_dir(at("")).output().ok()?;
    let paths = String::from_utf8(listed.stdout).ok()?;
    listed.status.success().then(|| paths.split_terminator('\0').map(str::to_owned).collect())
}

fn walk(directory: &Path, prefix: &str, paths: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        match entry.file_type().unwrap().is_dir() {
            true if name == "target" || name == ".git" => {}
            true => walk(&entry.path(), &format!("{path}/"), paths),
            false => paths.push(path),
        }
    }
}

/// A line without its comment. (A string with `//` in it ends there too, which does no harm here.)
pub(crate) fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// A line without its comment and its strings.
pub(crate) fn bare_code(line: &str) -> String {
    code(line).split('"').step_by(2).collect()
}

/// Whether `word` stands in `text` by itself, not as a part of a longer name.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(part) && !after.starts_with(part)
    })
}

/// Fails with all faults at once.
#[track_caller]
pub(crate) fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Compares a text with its snapshot, or makes it the snapshot when asked to. The fault, if any.
pub(crate) fn snapshot(path: &str, text: &str) -> Option<String> {
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(at(path), text).unwrap();
        return None;
    }
    let kept = fs::read_to_string(at(path)).unwrap_or_default().replace("\r\n", "\n");
    if kept == text {
        return None;
    }
    let same = kept.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(nothing)").to_owned();
    Some(format!(
        "{path}, line {}:\n  kept: {}\n  now:  {}\nif this is right, run with UPDATE_SNAPSHOTS=1",
        same + 1,
        line(&kept),
        line(text)
    ))
}

const ALONE: &str = "KERNEL_ENGINE_TEST_ALONE";

/// Runs the body of the test called `test` in a process of its own, with these variables in its
/// environment, so that an abort or a hang there is no more than a failure here.
#[track_caller]
pub(crate) fn alone(test: &str, variables: &[(&str, &str)], limit: Duration, body: impl FnOnce()) {
    if env::var_os(ALONE).is_some_and(|name| name == test) {
        return body();
    }
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(ALONE, test)
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (stdout, stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (stdout, stderr) = (drain(stdout), drain(stderr));
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.to_string(),
            None if start.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
            None => {
                let _ = child.kill();
                child.wait().unwrap();
                break format!("still at work after {limit:?}");
            }
        }
    };
    let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
    let ran = stdout.contains("1 passed");
    assert!(ran, "{test} by itself: {status}\n{}\n{}", tail(&stdout), tail(&stderr));
}

fn drain(mut from: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn tail(text: &str) -> &str {
    let start = text.len().saturating_sub(4000);
    text.get(start..).unwrap_or(text)
}
