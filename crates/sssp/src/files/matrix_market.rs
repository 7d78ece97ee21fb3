//! Matrix Market: a banner, `ROWS COLUMNS ENTRIES`, and `ROW COLUMN [VALUE]` for each entry.
//!
//! An entry is an edge from the vertex of its row to that of its column. Some files have lost
//! their banner, and their size with it; then all lines are entries.

use super::edges::{Edges, Parsed};
use super::lines::{Line, Lines};
use super::names::Names;
use super::number::{Number, number};
use crate::error::Result;

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    General,
    Symmetric,
    /// An entry stands for its negative, too.
    Skew,
}

/// What is known before the entries.
struct Header {
    vertices: u32,
    entries: usize,
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Result<Parsed> {
    let Some(line) = lines.next_filled(b"")? else {
        return Err(lines.ends("a banner, `%%MatrixMarket matrix coordinate ...`"));
    };
    if !line.text.starts_with(b"%%MatrixMarket") {
        return without_banner(lines);
    }
    let (weighted, symmetry) = banner(&line)?;
    let Some(line) = lines.next_filled(b"%")? else {
        return Err(lines.ends("the size, `ROWS COLUMNS ENTRIES`"));
    };
    let header = size(&line)?;
    let mut edges = Edges::default();
    for come in 0..header.entries {
        let Some(line) = lines.next_filled(b"%")? else {
            return Err(lines.ends(&format!(
                "{} entries, as the size says, of which {come} came",
                header.entries
            )));
        };
        let (row, column, value) = entry(&line, header.vertices, weighted)?;
        match symmetry {
            Symmetry::General => edges.push(row, column, value),
            Symmetry::Symmetric => edges.push_both(row, column, value, value),
            Symmetry::Skew => edges.push_both(row, column, value, value.map(negative)),
        }
    }
    if let Some(line) = lines.next_filled(b"%")? {
        return Err(line.fault(
            format!("no more than {} entries, as the size says", header.entries),
            Some(line.text),
        ));
    }
    let both_ways = symmetry != Symmetry::General;
    Ok(Parsed { edges, names: Names::counted(1, header.vertices), both_ways, warnings: Vec::new() })
}

fn banner(line: &Line<'_>) -> Result<(bool, Symmetry)> {
    let words: Vec<String> =
        line.words().map(|word| String::from_utf8_lossy(word).to_lowercase()).collect();
    let word = |k: usize| words.get(k).map_or("", |word| word);
    let fault = |expected: &str, k: usize| {
        Err(line.fault(format!("{expected} in the banner"), line.words().nth(k)))
    };
    if word(1) != "matrix" {
        return fault("`matrix`", 1);
    }
    if word(2) != "coordinate" {
        return fault("`coordinate`, since an array has an edge between any two vertices,", 2);
    }
    let weighted = match word(3) {
        "pattern" => false,
        "real" | "integer" | "double" => true,
        _ => return fault("`real`, `integer` or `pattern`, whose values are weights,", 3),
    };
    let symmetry = match word(4) {
        "general" => Symmetry::General,
        "symmetric" | "hermitian" => Symmetry::Symmetric,
        "skew-symmetric" if weighted => Symmetry::Skew,
        _ => return fault("`general`, `symmetric` or `skew-symmetric`", 4),
    };
    Ok((weighted, symmetry))
}

fn size(line: &Line<'_>) -> Result<Header> {
    let mut words = line.words();
    let rows = line.count(words.next(), "how many rows there are", 0, u32::MAX - 1)?;
    let word = words.next();
    let columns = line.count(word, "how many columns there are", 0, u32::MAX - 1)?;
    if columns != rows {
        return Err(
            line.fault(format!("{rows} columns, as many as rows, each of which is a vertex"), word)
        );
    }
    let entries = line.count(words.next(), "how many entries there are", 0, u32::MAX)? as usize;
    Ok(Header { vertices: rows, entries })
}

fn entry(line: &Line<'_>, vertices: u32, weighted: bool) -> Result<(u32, u32, Option<Number>)> {
    let mut words = line.words();
    let row = line.count(words.next(), "the row of the entry", 1, vertices)?;
    let column = line.count(words.next(), "the column of the entry", 1, vertices)?;
    if !weighted {
        return Ok((row - 1, column - 1, None));
    }
    let word = words.next();
    let value = word.and_then(number);
    match value {
        None => Err(line.fault("the value of the entry, a number", word)),
        _ => Ok((row - 1, column - 1, value)),
    }
}

fn negative(number: Number) -> Number {
    match number {
        Number::Integer(i) => Number::Integer(i.saturating_neg()),
        Number::Float(float) => Number::Float(-float),
    }
}

/// Entries alone, the first of which is the line that has been gone to, or perhaps the size.
fn without_banner(lines: &mut Lines<'_>) -> Result<Parsed> {
    let mut warnings = Vec::new();
    if lines.line().text.starts_with(b"%") && lines.next_filled(b"%")?.is_none() {
        return Err(lines.ends("an entry, `ROW COLUMN [VALUE]`"));
    }
    let first = lines.line();
    let words = first.words().count();
    // Three numbers may be the size, which only the number of lines after it can tell.
    let size = size(&first).ok().filter(|_| words == 3);
    let weighted = words > 2;
    let most = u32::MAX - 1;
    let mut all = vec![entry(&first, most, weighted)?];
    let mut two = None;
    while let Some(line) = lines.next_filled(b"%")? {
        let pattern = *two.get_or_insert(size.is_some() && line.words().count() == 2);
        all.push(entry(&line, most, weighted && !pattern)?);
    }
    let pattern = two == Some(true);
    let size = size.filter(|size| size.entries + 1 == all.len());
    if size.is_some() {
        all.remove(0);
        warnings.push(
            "there is no banner, `%%MatrixMarket ...`: the first line is taken for the size"
                .to_owned(),
        );
    } else if pattern {
        return Err(lines.ends("as many entries as the first line says, which is of three numbers"));
    }
    let largest = all.iter().map(|(row, column, _)| row.max(column) + 1).max().unwrap_or(0);
    let vertices = size.as_ref().map_or(largest, |size| size.vertices);
    if largest > vertices {
        return Err(
            lines.ends(&format!("rows and columns up to {vertices}, and there is {largest}"))
        );
    }
    // Files of symmetric matrices have the entries below the diagonal only.
    let symmetric = all.iter().all(|(row, column, _)| row >= column)
        && all.iter().any(|(row, column, _)| row > column);
    if size.is_none() {
        warnings.push(format!(
            "there is no banner and no size: {vertices} vertices are assumed, the largest number"
        ));
    }
    if symmetric {
        warnings.push("all entries are below the diagonal: a symmetric matrix is assumed, whose edges lead both ways".to_owned());
    } else {
        warnings
            .push("a general matrix is assumed, whose edges lead from row to column".to_owned());
    }
    let mut edges = Edges::default();
    for (row, column, value) in all {
        match symmetric {
            true => edges.push_both(row, column, value, value),
            false => edges.push(row, column, value),
        }
    }
    Ok(Parsed { edges, names: Names::counted(1, vertices), both_ways: symmetric, warnings })
}
