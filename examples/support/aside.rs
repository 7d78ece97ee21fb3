//! What is told beside the results, which come whether or not anybody reads it.

use std::io::{self, Write};

/// Where to tell things; that the reader left is no error.
pub(crate) struct Aside<W>(pub(crate) W);

impl<W: Write> Write for Aside<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        unless_left(self.0.write(text), text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_left(self.0.flush(), ())
    }
}

fn unless_left<T>(outcome: io::Result<T>, instead: T) -> io::Result<T> {
    match outcome {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(instead),
        outcome => outcome,
    }
}
