//! Lines of an input, one after another, without memory for each.

use std::fmt::Display;
use std::io::Read;

use memchr::memchr;

use super::number::{self, Number};
use super::unreadable;
use crate::error::{Error, Result};

/// How much is read at once.
const CHUNK: usize = 1 << 20;

pub(super) struct Lines<'a> {
    file: &'a str,
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    /// What of the buffer has not been told yet.
    rest: std::ops::Range<usize>,
    /// The line that was last gone to.
    line: std::ops::Range<usize>,
    ended: bool,
    number: u64,
}

/// A line without its end, and without blanks around it.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) file: &'a str,
    pub(super) number: u64,
    pub(super) text: &'a [u8],
}

impl<'a> Lines<'a> {
    pub(super) fn new(file: &'a str, head: Vec<u8>, input: &'a mut dyn Read) -> Self {
        // A mark of byte order is no part of the text.
        let start = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let rest = start..head.len();
        Self { file, input, buffer: head, rest, line: 0..0, ended: false, number: 0 }
    }

    /// Goes to the next line, where there is one.
    fn advance(&mut self) -> Result<bool> {
        let mut looked = 0;
        let end = loop {
            let rest = &self.buffer[self.rest.clone()];
            match memchr(b'\n', &rest[looked..]) {
                Some(at) => break self.rest.start + looked + at,
                None if self.ended => break self.rest.end,
                None => {
                    looked = rest.len();
                    self.fill()?;
                }
            }
        };
        if self.rest.is_empty() {
            return Ok(false);
        }
        self.line = self.rest.start..end;
        self.rest.start = self.rest.end.min(end + 1);
        self.number += 1;
        Ok(true)
    }

    /// The line that was last gone to.
    pub(super) fn line(&self) -> Line<'_> {
        let text = self.buffer[self.line.clone()].trim_ascii();
        Line { file: self.file, number: self.number, text }
    }

    /// The next line that does not begin with one of `marks`.
    pub(super) fn next(&mut self, marks: &[u8]) -> Result<Option<Line<'_>>> {
        while self.advance()? {
            if !self.line().text.first().is_some_and(|first| marks.contains(first)) {
                return Ok(Some(self.line()));
            }
        }
        Ok(None)
    }

    /// The next line that is not blank either.
    pub(super) fn next_filled(&mut self, marks: &[u8]) -> Result<Option<Line<'_>>> {
        while self.advance()? {
            if self.line().text.first().is_some_and(|first| !marks.contains(first)) {
                return Ok(Some(self.line()));
            }
        }
        Ok(None)
    }

    /// What is expected where the file has ended.
    pub(super) fn ends(&self, expected: &str) -> Error {
        let what = format!("expected {expected}, and the file ends here");
        Error::File { file: self.file.to_owned(), line: self.number.max(1), what }
    }

    /// Reads more behind the rest, which moves to the front.
    fn fill(&mut self) -> Result<()> {
        self.buffer.copy_within(self.rest.clone(), 0);
        self.rest = 0..self.rest.len();
        // A line longer than that takes twice the memory each time.
        self.buffer.resize((2 * self.rest.len()).max(CHUNK), 0);
        loop {
            match self.input.read(&mut self.buffer[self.rest.end..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.rest.end += read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unreadable(self.file, &error)),
            }
            return Ok(());
        }
    }
}

impl<'a> Line<'a> {
    /// The words between blanks.
    pub(super) fn words(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let text = self.text;
        let mut rest = text;
        std::iter::from_fn(move || {
            let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
            rest = &rest[start..];
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            Some(word)
        })
    }

    /// What is expected in place of `found`; where there is nothing, of the end of the line.
    pub(super) fn fault(&self, expected: impl Display, found: Option<&[u8]>) -> Error {
        let what = match found {
            None => format!("expected {expected}, and the line ends"),
            Some([]) => format!("expected {expected}, and there is nothing"),
            Some(found) => {
                let found = String::from_utf8_lossy(found);
                // Not the whole of a book that is no graph.
                let start: String = found.chars().take(40).collect();
                let more = if start.len() < found.len() { "..." } else { "" };
                // Nor what a terminal would obey.
                let start = start.replace('\t', " ").replace(char::is_control, "\u{fffd}");
                format!("expected {expected}, not `{start}{more}`")
            }
        };
        Error::File { file: self.file.to_owned(), line: self.number, what }
    }

    /// The weight that a word is, which is `what`.
    pub(super) fn number(&self, word: Option<&[u8]>, what: impl Display) -> Result<Number> {
        let fault = || self.fault(format!("{what}, {}", number::wanted(word)), word);
        word.and_then(number::number).ok_or_else(fault)
    }

    /// That nothing comes after `what`, which ends the line.
    pub(super) fn end(&self, word: Option<&[u8]>, what: &str) -> Result<()> {
        word.map_or(Ok(()), |word| Err(self.fault(format!("nothing after {what}"), Some(word))))
    }

    /// A whole number from `least` to `most`, which is `what`.
    pub(super) fn count(
        &self,
        word: Option<&[u8]>,
        what: &str,
        least: u32,
        most: u32,
    ) -> Result<u32> {
        let number = word
            .and_then(number::digits)
            .filter(|number| (u64::from(least)..=u64::from(most)).contains(number));
        let expected = || format!("{what}, a whole number from {least} to {most}");
        number.map(|number| number as u32).ok_or_else(|| self.fault(expected(), word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_are_counted() {
        let long = "x".repeat(3 * CHUNK);
        let text = format!("\u{feff}one\r\n\n# two\n {long} \nlast");
        for chunk in [3, 7, usize::MAX] {
            let head = text.as_bytes()[..chunk.min(text.len())].to_vec();
            let mut rest = &text.as_bytes()[head.len()..];
            let mut lines = Lines::new("f", head, &mut rest);
            let mut seen = Vec::new();
            while let Some(line) = lines.next_filled(b"#").unwrap() {
                seen.push((line.number, line.text.to_vec()));
            }
            let expected =
                [(1, b"one".to_vec()), (4, long.clone().into_bytes()), (5, b"last".to_vec())];
            assert_eq!(seen, expected);
        }
    }
}
