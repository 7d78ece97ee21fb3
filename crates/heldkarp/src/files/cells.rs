//! Cells: the rows of a CSV file, whatever parts them.

use super::raw::MOST;
use super::text::{Outcome, expected, fault, is_blank};

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
            separator = [';', ',', '\t'].into_iter().find(|it| bare.contains(*it));
        }
        let cells = cells(line, text, separator)?;
        if let Some(first) = rows.first() && first.cells.len() != cells.len() {
            let (wanted, found) = (first.cells.len(), cells.len());
            let text = format!("expected {wanted} cells, as line {} has, found {found}", first.line);
            return fault(line, text);
        }
        // One may be a header.
        if rows.len() > MOST {
            return fault(line, format!("expected at most {MOST} cities, found another row"));
        }
        rows.push(Row { line, cells });
    }
    Ok(rows)
}

/// The cells of a line. In quotes a separator is a character like others, and two quotes are one.
fn cells(line: usize, text: &str, separator: Option<char>) -> Outcome<Vec<String>> {
    let mut cells = Vec::new();
    let mut cell = String::new();
    let (mut quoted, mut chars) = (false, text.trim().chars().peekable());
    loop {
        let next = chars.next();
        let parts = next.is_none_or(|c| match separator {
            Some(separator) => c == separator,
            None => c.is_whitespace() && !cell.is_empty(),
        });
        match next {
            None if quoted => return expected(line, "a quote that ends before the line does", text),
            Some('"') if quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            Some('"') => quoted = !quoted,
            _ if parts && !quoted => {
                // One cell may be a name.
                if cells.len() > MOST {
                    return fault(line, format!("expected at most {MOST} cities, found more cells"));
                }
                cells.push(cell.trim().to_owned());
                cell.clear();
            }
            Some(c) => cell.push(c),
            None => {}
        }
        if next.is_none() {
            return Ok(cells);
        }
    }
}
