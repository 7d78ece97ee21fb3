//! Files that results are written to.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Finds out that a file cannot be written before anything is computed for it; `option` is what
/// names it.
pub(crate) fn check_writable(option: &str, path: &Path) -> Result<(), String> {
    // Who reads a pipe would take it for the end.
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Ok(());
    }
    // What is there stays as it is, and what is not there goes again: more can go wrong yet.
    let is_new = !path.exists();
    let mut opened = OpenOptions::new().append(true).create(true).open(path).map(drop);
    if is_new && opened.is_ok() {
        opened = fs::remove_file(path);
    }
    opened.map_err(|error| unwritable(option, path, &error))
}

/// That a file cannot be written, and what to do.
pub(crate) fn unwritable(option: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot write {}: {error}; give {option} another path", path.display())
}
