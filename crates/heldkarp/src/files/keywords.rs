//! Keywords: a TSPLIB file cut into its entries and its sections of numbers, in any order.

use super::text::{Fault, Outcome, expected, fault, is_blank, words};

/// Entries of one line, `KEY : value`.
const ENTRIES: [&str; 11] = [
    "NAME",
    "TYPE",
    "COMMENT",
    "DIMENSION",
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "NODE_COORD_TYPE",
    "DISPLAY_DATA_TYPE",
    "EDGE_DATA_FORMAT",
    "CAPACITY",
    "BEST_KNOWN",
];

/// Sections, whose numbers follow.
const SECTIONS: [&str; 3] = ["NODE_COORD_SECTION", "DISPLAY_DATA_SECTION", "EDGE_WEIGHT_SECTION"];

/// A keyword with what belongs to it: its value, or the numbers down to the next keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    key: &'static str,
    pub(super) line: usize,
    pub(super) value: &'a str,
}

impl<'a> Entry<'a> {
    /// The words of a section, with their lines.
    pub(super) fn words(self) -> impl Iterator<Item = (usize, &'a str)> + Clone {
        words(self.value, self.line)
    }

    /// The line on which a section ends.
    pub(super) fn end(self) -> usize {
        self.words().last().map_or(self.line, |(line, _)| line)
    }
}

/// The keywords of a file.
#[derive(Clone, Debug)]
pub(super) struct Keywords<'a> {
    entries: Vec<Entry<'a>>,
    /// The line on which the file ends.
    end: usize,
}

impl<'a> Keywords<'a> {
    /// Cuts up the text of a file.
    pub(super) fn of(text: &'a str) -> Outcome<Self> {
        let mut found = Self { entries: Vec::new(), end: text.lines().count().max(1) };
        let (mut rest, mut line) = (text, 1);
        while let Some(first) = rest.lines().next() {
            let mut taken = (rest.len()).min(first.len() + 1);
            let trimmed = first.trim();
            let (key, value) = key_and_value(trimmed);
            if key.eq_ignore_ascii_case("EOF") {
                found.end = line;
                break;
            }
            if !is_blank(trimmed) {
                let key = known(line, key, trimmed)?;
                let from = first.trim_end().len() - value.len();
                if SECTIONS.contains(&key) {
                    let below = rest[taken..].split_inclusive('\n');
                    taken += below.take_while(|line| is_data(line)).map(str::len).sum::<usize>();
                    found.add(Entry { key, line, value: &rest[from..taken] })?;
                } else if key != "COMMENT" {
                    found.add(Entry { key, line, value })?;
                }
            }
            line += rest[..taken].matches('\n').count();
            rest = &rest[taken..];
        }
        Ok(found)
    }

    fn add(&mut self, entry: Entry<'a>) -> Outcome<()> {
        if let Some(other) = self.get(entry.key) {
            let text = format!("expected {} once, found it on line {} too", entry.key, other.line);
            return fault(entry.line, text);
        }
        self.entries.push(entry);
        Ok(())
    }

    /// What belongs to a keyword, where it is there.
    pub(super) fn get(&self, key: &str) -> Option<Entry<'a>> {
        self.entries.iter().copied().find(|entry| entry.key == key)
    }

    /// What belongs to a keyword that must be there.
    pub(super) fn need(&self, key: &str) -> Outcome<Entry<'a>> {
        let none = || Fault { line: self.end, text: format!("expected {key} before the end") };
        self.get(key).ok_or_else(none)
    }
}

/// Whether a line belongs to the section above it.
fn is_data(line: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    is_blank(line) || line.trim_start().starts_with(is_number)
}

/// The first word of a line, and the rest behind a colon or a space.
fn key_and_value(line: &str) -> (&str, &str) {
    let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (key, rest) = line.split_at(line.find(|c| !is_key(c)).unwrap_or(line.len()));
    let rest = rest.trim_start();
    (key, rest.strip_prefix(':').unwrap_or(rest).trim_start())
}

/// The keyword that a word is.
fn known(line: usize, key: &str, whole: &str) -> Outcome<&'static str> {
    let same = |known: &&&str| key.eq_ignore_ascii_case(known);
    match ENTRIES.iter().chain(&SECTIONS).find(same) {
        Some(known) => Ok(known),
        None if key.to_ascii_uppercase().ends_with("_SECTION") => {
            let sections = SECTIONS.join(", ");
            fault(line, format!("{key} is not supported, expected a section among {sections}"))
        }
        None => expected(line, "a keyword of TSPLIB, or a number of a section", whole),
    }
}

/// Whether a text is of TSPLIB: it begins with a keyword, or with a word and a colon.
pub(super) fn is_tsplib(text: &str) -> bool {
    let first = text.lines().find(|line| !is_blank(line)).unwrap_or_default().trim();
    let (key, _) = key_and_value(first);
    let rest = &first[key.len()..];
    // A header may have the word too, in front of a comma.
    let is_key = ENTRIES.contains(&key) || key.ends_with("_SECTION") || key == "EOF";
    let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
    !key.is_empty() && (rest.trim_start().starts_with(':') || is_key && is_whole)
}
