//! What is told on stderr beside the results, which come whether or not anybody reads it.

use std::io::{self, Write};

/// Stderr, where nothing can fail: there is nowhere left to tell that it is closed.
pub(crate) struct Aside;

impl Write for Aside {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
