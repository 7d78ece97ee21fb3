//! What both formats are read with: text from bytes, numbers from words, faults with their line.

use std::fmt::Display;

/// The most bytes of a file. What can be solved takes a hundredth of it; what is larger is refused
/// before it fills the memory.
pub(super) const BYTES: usize = 4 << 20;

/// Up to this an f64 holds every whole number.
const EXACT: u64 = 1 << 53;

/// What is wrong with a file, and on which line.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) text: String,
}

/// What is read, or the fault.
pub(super) type Outcome<T> = Result<T, Fault>;

/// A fault of a line.
pub(super) fn fault<T>(line: usize, text: impl Into<String>) -> Outcome<T> {
    Err(Fault { line, text: text.into() })
}

/// The fault that something else stands where one thing is needed.
pub(super) fn expected<T>(line: usize, what: impl Display, found: &str) -> Outcome<T> {
    let shown: String = found.chars().take(40).collect();
    let rest = if shown.len() < found.len() { " and more" } else { "" };
    fault(line, format!("expected {what}, found {shown:?}{rest}"))
}

/// The text of a file, with line ends as on Unix. What is not UTF-8 is replaced: it may stand in
/// a comment, and where it matters it is a fault.
pub(super) fn text(bytes: &[u8]) -> Outcome<String> {
    let line = |at| 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
    if bytes.len() > BYTES {
        let most = BYTES >> 20;
        return fault(1, format!("expected a file of at most {most} MiB, found more"));
    }
    if let Some((what, remedy)) = kind(bytes) {
        return fault(1, format!("expected a text in UTF-8, found {what}: {remedy}"));
    }
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return fault(line(at), "expected a text in UTF-8, found a zero byte");
    }
    let text = String::from_utf8_lossy(bytes);
    Ok(text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n"))
}

/// What bytes are that begin as no text does, and what to do with them.
fn kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    match bytes {
        [0x1f, 0x8b, ..] => Some(("a file packed by gzip", "unpack it first")),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some(("UTF-16", "save it as UTF-8")),
        _ => None,
    }
}

/// Whether a word is infinity as one writes it. A number beyond the largest is not meant so.
pub(super) fn is_infinite(word: &str) -> bool {
    let word = word.strip_prefix('+').unwrap_or(word);
    word.eq_ignore_ascii_case("inf") || word.eq_ignore_ascii_case("infinity")
}

/// The finite number that a word is. A whole one must be one that an f64 holds.
pub(super) fn number(line: usize, word: &str, what: impl Display) -> Outcome<f64> {
    let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
    let Some(number) = number else { return expected(line, what, word) };
    let is_whole = word.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte));
    if is_whole && !word.parse::<i64>().is_ok_and(|whole| whole.unsigned_abs() <= EXACT) {
        return expected(line, format!("{what} of at most 2^53 in size, which is exact"), word);
    }
    Ok(number)
}

/// Whether a line has nothing to say.
pub(super) fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// Words of lines, each with the number of its line, when the first line has the number `first`.
pub(super) fn words(text: &str, first: usize) -> impl Iterator<Item = (usize, &str)> + Clone {
    let lines = (first..).zip(text.lines()).filter(|(_, line)| !is_blank(line));
    lines.flat_map(|(number, line)| line.split_whitespace().map(move |word| (number, word)))
}
