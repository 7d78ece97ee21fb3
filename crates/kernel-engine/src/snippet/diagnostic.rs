//! The one error type of the snippet front: a sentence, the user's own line
//! with a caret under the fault, and a hint where one is known.

use std::fmt;
use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::{Error as FilesError, Files};
use codespan_reporting::term::{Chars, Config, emit_into_string};

use super::source::Place;

/// How many characters of a long line are quoted before and after the fault.
const BEFORE: usize = 60;
const AFTER: usize = 80;

/// A fault in WGSL that the user wrote, in the user's own lines and words.
///
/// Displayed, it shows the line at fault:
///
/// ```text
/// error: `foo` is not known here
///   --> snippet:1:7
///   |
/// 1 | dst = foo + 1.0;
///   |       ^^^
///   |
///   = hint: in scope are `src`, `i`, `len`
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SnippetError {
    kernel: Option<String>,
    piece: String,
    line: usize,
    column: usize,
    message: String,
    hint: Option<String>,
    /// The line at fault, or the part of it around the fault.
    quote: String,
    /// Where the caret goes within `quote`.
    caret: Range<usize>,
}

impl SnippetError {
    pub(crate) fn new(place: &Place<'_>, message: impl Into<String>, hint: Option<String>) -> Self {
        let text = place.text;
        let start = floor(text, place.range.start);
        let line_start = text.get(..start).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
        let rest = text.get(start..).unwrap_or_default();
        let line_end = start + rest.find('\n').unwrap_or(rest.len());
        let end = floor(text, place.range.end).clamp(start, line_end);
        let part = |range: Range<usize>| text.get(range).unwrap_or_default();
        let (before, fault, after) =
            (part(line_start..start), part(start..end), part(end..line_end).trim_end());

        let skipped = before.chars().count().saturating_sub(BEFORE);
        let mut quote = String::from(if skipped > 0 { "…" } else { "" });
        quote.extend(before.chars().skip(skipped).map(visible));
        let caret_start = quote.len();
        quote.extend(fault.chars().take(AFTER).map(visible));
        let caret_end = quote.len();
        quote.extend(after.chars().take(AFTER).map(visible));
        if fault.chars().nth(AFTER).is_some() || after.chars().nth(AFTER).is_some() {
            quote.push('…');
        }
        Self {
            kernel: None,
            piece: place.piece.to_owned(),
            line: 1 + part(0..line_start).matches('\n').count(),
            column: 1 + before.chars().count(),
            message: message.into(),
            hint,
            quote,
            caret: caret_start..caret_end,
        }
    }

    /// The same error, said to be of the kernel with this label.
    pub(crate) fn in_kernel(mut self, label: &str) -> Self {
        self.kernel = Some(label.to_owned());
        self
    }

    /// The label of the kernel, where it has one.
    #[must_use]
    pub fn kernel(&self) -> Option<&str> {
        self.kernel.as_deref()
    }

    /// Which of the user's texts is at fault, for example `snippet`.
    #[must_use]
    pub fn piece(&self) -> &str {
        &self.piece
    }

    /// The line in that text, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in that line, in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// How many characters are at fault, from that column on, as far as they are on that line.
    #[must_use]
    pub fn length(&self) -> usize {
        self.quote.get(self.caret.clone()).unwrap_or_default().chars().count()
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it, where that is known.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl std::error::Error for SnippetError {}

impl fmt::Display for SnippetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notes = self.hint.iter().map(|hint| format!("hint: {}", printable(hint)));
        let diagnostic = Diagnostic::error()
            .with_message(printable(&self.message))
            .with_label(Label::primary((), self.caret.clone()))
            .with_notes(notes.collect());
        let config = Config { chars: Chars::ascii(), ..Config::default() };
        match emit_into_string(&config, &Quote(self), &diagnostic) {
            Ok(text) => f.write_str(text.trim_end()),
            // Nothing in a quote makes this happen; the sentence is still worth having.
            Err(_) => write!(
                f,
                "error: {} ({}:{}:{})",
                printable(&self.message),
                self.piece,
                self.line,
                self.column
            ),
        }
    }
}

/// The quoted line as a file of that one line, with its own line and column numbers.
struct Quote<'a>(&'a SnippetError);

impl<'a> Files<'a> for Quote<'_> {
    type FileId = ();
    type Name = String;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<String, FilesError> {
        let piece = printable(&self.0.piece);
        Ok(match &self.0.kernel {
            Some(kernel) => format!("{piece} of `{}`", printable(kernel)),
            None => piece,
        })
    }

    fn source(&'a self, (): ()) -> Result<&'a str, FilesError> {
        Ok(&self.0.quote)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, FilesError> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, FilesError> {
        Ok(self.0.line)
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, FilesError> {
        Ok(self.0.column)
    }

    fn line_range(&'a self, (): (), _: usize) -> Result<Range<usize>, FilesError> {
        Ok(0..self.0.quote.len())
    }
}

/// The last character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Stands in for characters that would move the cursor or hide text.
fn visible(c: char) -> char {
    let hidden = (c.is_control() && c != '\t')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    if hidden { '\u{fffd}' } else { c }
}

fn printable(text: &str) -> String {
    text.chars().map(|c| if c == '\t' { ' ' } else { visible(c) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, range: Range<usize>) -> SnippetError {
        SnippetError::new(&Place { piece: "snippet", text, range }, "wrong", None)
    }

    #[test]
    fn shows_the_line_with_a_caret() {
        let mut error = error("a = 1;\r\n\tdst = größe + foo;\r\n", 25..28);
        assert_eq!((error.line(), error.column(), error.length()), (2, 16, 3));
        error.hint = Some("mend it".into());
        let shown = error.to_string();
        assert!(shown.starts_with("error: wrong\n"), "{shown}");
        assert!(shown.contains("--> snippet:2:16\n"), "{shown}");
        assert!(
            shown.contains("2 |     dst = größe + foo;\n  |                   ^^^\n"),
            "{shown}"
        );
        assert!(shown.ends_with("= hint: mend it"), "{shown}");
        let error = error.in_kernel("blur");
        assert_eq!(error.kernel(), Some("blur"));
        assert!(error.to_string().contains("--> snippet of `blur`:2:16\n"));
    }

    #[test]
    fn points_past_the_end_and_survives_odd_ranges() {
        let end = error("dst = 1.0", 9..9);
        assert_eq!((end.column(), end.length()), (10, 0));
        assert!(end.to_string().contains("1 | dst = 1.0\n  |          ^"), "{end}");
        for range in [0..0, 1..2, 3..900, 700..800] {
            assert!(!error("ä\nß", range.clone()).to_string().is_empty());
            assert!(!error("", range).to_string().is_empty());
        }
    }

    #[test]
    fn crops_long_lines_and_hides_control_characters() {
        let long = format!("{}foo{}", "a+".repeat(300_000), "+b".repeat(300_000));
        let error = error(&long, 600_000..600_003);
        assert_eq!(error.column(), 600_001);
        assert!(error.to_string().len() < 600);
        let odd = SnippetError::new(
            &Place { piece: "s\n", text: "// \u{1b}[31m x", range: 9..10 },
            "\u{1b}\n",
            None,
        );
        assert!(!odd.to_string().contains('\u{1b}'));
    }
}
