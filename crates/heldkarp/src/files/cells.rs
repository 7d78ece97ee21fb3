//! Cells: the rows of a CSV file, whatever parts them.

use super::text::{Outcome, expected, fault, is_blank};
use crate::normal::MAX_CITIES;

/// A row, and the line where it stands.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) cells: Vec<String>,
}

/// The rows of a text, all of one width. The first one tells what parts the cells: semicolons,
/// else commas, else tabs, else spaces.
pub(super) fn rows(text: &str) -> Outcome<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_blank(line));
    let mut separator = None;
    for (line, text) in lines {
        if rows.is_empty() {
            let bare: String = text.split('"').step_by(2).collect();
            let find = |text: &str| [';', ',', '\t'].into_iter().find(|it| text.contains(*it));
            separator = find(&bare).or_else(|| find(text));
        }
        let cells = cells(line, text, separator)?;
        if let Some(first) = rows.first()
            && first.cells.len() != cells.len()
        {
            let (wanted, found) = (first.cells.len(), cells.len());
            let text =
                format!("expected {wanted} cells, as line {} has, found {found}", first.line);
            return fault(line, text);
        }
        // One may be a header.
        if rows.len() > MAX_CITIES {
            return fault(line, format!("expected at most {MAX_CITIES} cities, found another row"));
        }
        rows.push(Row { line, cells });
    }
    Ok(rows)
}

/// The cells of a line. In quotes a separator is a character like others, and two quotes are one;
/// but not where spaces part the cells.
fn cells(line: usize, text: &str, separator: Option<char>) -> Outcome<Vec<String>> {
    // The first may be a name.
    let too_many = || format!("expected at most {MAX_CITIES} cities, found more cells");
    let Some(separator) = separator else {
        let words = text.split_whitespace().map(str::to_owned);
        let cells: Vec<String> = words.take(MAX_CITIES + 2).collect();
        return if cells.len() > MAX_CITIES + 1 { fault(line, too_many()) } else { Ok(cells) };
    };
    let mut cells = vec![String::new()];
    let (mut quoted, mut chars) = (false, text.trim_end().chars().peekable());
    while let Some(c) = chars.next() {
        let cell = cells.len() - 1;
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => cells[cell].push('"'),
            '"' => quoted = !quoted,
            c if c != separator || quoted => cells[cell].push(c),
            _ if cells.len() > MAX_CITIES => return fault(line, too_many()),
            _ => cells.push(String::new()),
        }
    }
    match quoted {
        true => expected(line, "a quote that ends before the line does", text),
        false => Ok(cells.into_iter().map(|cell| cell.trim().to_owned()).collect()),
    }
}
