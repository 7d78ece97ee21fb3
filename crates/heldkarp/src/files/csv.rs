//! CSV: points or a matrix, told apart by shape.

use super::Csv;
use super::cells::{Row, rows};
use super::raw::{Raw, distances};
use super::text::{Outcome, expected, fault, is_infinite, number};
use crate::metric::euclidean;

/// Reads the text of a CSV file.
///
/// A first row of words is a header. Cities are called by a first column of words; or by the
/// first column when the header tells that others are x, y and maybe z.
pub(super) fn parse(text: &str, csv: Csv) -> Outcome<Raw> {
    let mut rows = rows(text)?;
    let mut cells = rows.iter().flat_map(|row| row.cells.iter().map(|cell| (row.line, cell)));
    // As a word it would make its row a header.
    if let Some((line, cell)) = cells.find(|(_, cell)| has_decimal_comma(cell)) {
        return expected(line, "a point before decimals", cell);
    }
    let has_header = match &rows[..] {
        [] => false,
        // Words alone are no city.
        [only] => only.cells.iter().all(|cell| is_word(cell)),
        [first, ..] => is_header(first),
    };
    let header = has_header.then(|| rows.remove(0));
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return fault(1, "expected rows of numbers, found none");
    };
    let axes = header.as_ref().filter(|_| csv != Csv::Matrix).and_then(axes);
    let width = first.cells.len();
    let is_named = match &axes {
        Some(columns) => !columns.contains(&0),
        None => rows.iter().all(|row| is_word(&row.cells[0])),
    };
    let is_told = axes.is_some();
    let columns = axes.unwrap_or_else(|| (usize::from(is_named)..width).collect());

    let (wide, high) = (columns.len(), rows.len());
    let mut raw = match (csv, is_told || wide == 2, wide == high) {
        (Csv::Auto, true, true) if !is_told => {
            let what = "expected to be told, points or matrix, as 2 rows of 2 may be both";
            return fault(first.line, what);
        }
        (Csv::Auto | Csv::Points, true, _) => points(&rows, &columns)?,
        (Csv::Auto | Csv::Matrix, _, true) => matrix(&rows, &columns)?,
        (Csv::Points, ..) => {
            return fault(first.line, format!("expected 2 numbers a row, x and y, found {wide}"));
        }
        (Csv::Matrix, ..) => {
            return fault(last.line, format!("expected a square of {wide} rows, found {high}"));
        }
        (Csv::Auto, ..) => {
            let what = format!("2 numbers a row for points, or {wide} rows of {wide} for a matrix");
            return fault(last.line, format!("expected {what}, found {high} rows of {wide}"));
        }
    };
    if is_named {
        name(&mut raw, &rows)?;
    }
    Ok(raw)
}

fn points(rows: &[Row], columns: &[usize]) -> Outcome<Raw> {
    let mut points = Vec::with_capacity(rows.len());
    for Row { line, cells } in rows {
        let mut point = [0.0; 3];
        for (place, column) in point.iter_mut().zip(columns) {
            *place = number(*line, &cells[*column], "a coordinate")?;
        }
        points.push(point);
    }
    let lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
    let mut raw = Raw::new(rows.len(), 0, distances(&points, &lines, euclidean)?);
    raw.points = Some(points.into_iter().map(|[x, y, _]| [x, y]).collect());
    Ok(raw)
}

fn matrix(rows: &[Row], columns: &[usize]) -> Outcome<Raw> {
    let is_empty = |at: usize| rows[at].cells[columns[at]].is_empty();
    // As it is written where rows and columns carry their numbers.
    if is_empty(0) && (1..rows.len()).any(|at| !is_empty(at)) {
        let text = "expected a cost in the first cell, found nothing: if the first row and column \
                    number the cities, leave them out";
        return fault(rows[0].line, text);
    }
    let mut costs = Vec::with_capacity(rows.len() * rows.len());
    for (i, Row { line, cells }) in rows.iter().enumerate() {
        for (j, cell) in columns.iter().map(|column| &cells[*column]).enumerate() {
            costs.push(match i == j {
                true => 0.0,
                false if cell.is_empty() || is_infinite(cell) => f64::INFINITY,
                false => number(*line, cell, "a cost (inf or nothing where no way leads)")?,
            });
        }
    }
    Ok(Raw::new(rows.len(), 0, costs))
}

/// Calls the cities as the first column does: by names, or by numbers where all are.
fn name(raw: &mut Raw, rows: &[Row]) -> Outcome<()> {
    for (at, row) in rows.iter().enumerate() {
        if let Some(other) = rows[..at].iter().find(|other| other.cells[0] == row.cells[0]) {
            let what = format!("a name other than that of line {}", other.line);
            return expected(row.line, what, &row.cells[0]);
        }
    }
    let names = rows.iter().map(|row| &row.cells[0]);
    match names.clone().map(|name| name.parse()).collect() {
        Ok(numbers) => raw.numbers = numbers,
        Err(_) => raw.labels = Some(names.cloned().collect()),
    }
    Ok(())
}

/// Whether a row has words and no number. One without either is a city that no way leaves.
fn is_header(row: &Row) -> bool {
    !row.cells.iter().any(|cell| is_number(cell)) && row.cells.iter().any(|cell| is_word(cell))
}

/// The columns that a header calls x and y, and z where there is one.
fn axes(header: &Row) -> Option<Vec<usize>> {
    let column = |name: &str| header.cells.iter().position(|it| it.eq_ignore_ascii_case(name));
    Some([column("x")?, column("y")?].into_iter().chain(column("z")).collect())
}

fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok()
}

fn has_decimal_comma(cell: &str) -> bool {
    cell.contains(',') && is_number(&cell.replacen(',', ".", 1))
}

fn is_word(cell: &str) -> bool {
    !cell.is_empty() && !is_number(cell)
}
