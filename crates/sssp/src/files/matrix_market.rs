//! Matrix Market: a banner, `ROWS COLUMNS ENTRIES`, and `ROW COLUMN [VALUE]` for each entry.
//!
//! An entry is an edge from the vertex of its row to that of its column. Some files have lost
//! their banner or their size; then what can be told from the entries is assumed.

use super::edges::{Edges, Parsed};
use super::lines::{Line, Lines};
use super::names::Names;
use super::number::{Number, digits, numbers};
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
        if line.text.starts_with(b"%") && lines.next_filled(b"%")?.is_none() {
            return Err(lines.ends("an entry, `ROW COLUMN [VALUE]`"));
        }
        return loose(lines, None);
    }
    let (weighted, symmetry) = banner(&line)?;
    let Some(line) = lines.next_filled(b"%")? else {
        return Err(lines.ends("the size, `ROWS COLUMNS ENTRIES`"));
    };
    let Ok(header) = size(&line) else { return loose(lines, Some((weighted, symmetry))) };
    let mut edges = Edges::default();
    for come in 0..header.entries {
        let Some(line) = lines.next_filled(b"%")? else {
            return Err(lines.ends(&format!(
                "{} entries, as the size says, of which {come} came",
                header.entries
            )));
        };
        let (row, column, value) = entry(&line, header.vertices, weighted)?;
        symmetry.push(&mut edges, row, column, value);
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
    line.end(words.next(), "the number of entries")?;
    Ok(Header { vertices: rows, entries })
}

fn entry(line: &Line<'_>, vertices: u32, weighted: bool) -> Result<(u32, u32, Option<Number>)> {
    let plain = match weighted {
        true => numbers(line.text, None)
            .map(|[row, column, value]| (row, column, Some(Number::Integer(value as i64)))),
        false => numbers(line.text, None).map(|[row, column]| (row, column, None)),
    };
    let inside = |end| (1..=u64::from(vertices)).contains(&end);
    if let Some((row, column, value)) =
        plain.filter(|(row, column, _)| inside(*row) && inside(*column))
    {
        return Ok((row as u32 - 1, column as u32 - 1, value));
    }
    let mut words = line.words();
    let row = line.count(words.next(), "the row of the entry", 1, vertices)?;
    let column = line.count(words.next(), "the column of the entry", 1, vertices)?;
    if !weighted {
        line.end(words.next(), "the column of the entry, as there are no values")?;
        return Ok((row - 1, column - 1, None));
    }
    let value = line.number(words.next(), "the value of the entry")?;
    line.end(words.next(), "the value of the entry")?;
    Ok((row - 1, column - 1, Some(value)))
}

impl Symmetry {
    /// The edges that an entry stands for.
    fn push(self, edges: &mut Edges, row: u32, column: u32, value: Option<Number>) {
        let negative = |number| match number {
            Number::Integer(i) => Number::Integer(i.saturating_neg()),
            Number::Float(float) => Number::Float(-float),
        };
        match self {
            Self::General => edges.push(row, column, value),
            Self::Symmetric => edges.push_both(row, column, value, value),
            Self::Skew => edges.push_both(row, column, value, value.map(negative)),
        }
    }
}

/// Entries of which the first is the line that has been gone to, if that is not a size after all.
/// A banner may have told whether they have values, and their symmetry.
fn loose(lines: &mut Lines<'_>, banner: Option<(bool, Symmetry)>) -> Result<Parsed> {
    let first = lines.line();
    let three = first.words().count() > 2;
    // Three numbers may be the size, which only the number of lines after it can tell.
    let size = size(&first);
    let said = first.words().nth(2).and_then(digits);
    let most = u32::MAX - 1;
    let start = entry(&first, most, banner.map_or(three, |(weighted, _)| weighted));
    let mut all = Vec::new();
    let mut weighted = banner.map(|(weighted, _)| weighted);
    while let Some(line) = lines.next_filled(b"%")? {
        let weighted = *weighted.get_or_insert_with(|| line.words().count() > 2);
        all.push(entry(&line, most, weighted)?);
    }
    let sized = said == Some(all.len() as u64) && !all.is_empty();
    let vertices = match size {
        Ok(size) if sized => Some(size.vertices),
        // A first line that is neither is taken for a wrong size where there should be one.
        Err(error) if sized || (banner.is_some() && start.is_err()) => return Err(error),
        _ => None,
    };
    if vertices.is_none() {
        all.insert(0, start?);
        if all[0].2.is_some() != all.last().is_some_and(|(.., value)| value.is_some()) {
            return Err(
                lines.ends("as many entries as the first line says, which has three numbers")
            );
        }
    }
    let largest = all.iter().map(|(row, column, _)| row.max(column) + 1).max().unwrap_or(0);
    let vertices = vertices.unwrap_or(largest);
    if largest > vertices {
        return Err(
            lines.ends(&format!("rows and columns up to {vertices}, and there is {largest}"))
        );
    }
    let mut warnings = vec![match (banner, sized) {
        (Some(_), _) => {
            format!("there is no size: {vertices} vertices are assumed, the largest number")
        }
        (None, true) => "there is no banner: the first line is taken for the size".to_owned(),
        (None, false) => format!(
            "there is no banner and no size: {vertices} vertices are assumed, the largest number"
        ),
    }];
    let symmetry = banner.map_or_else(
        || {
            // Files of symmetric matrices have the entries below the diagonal only.
            let below = all.iter().all(|(row, column, _)| row >= column);
            let symmetric = below && all.iter().any(|(row, column, _)| row > column);
            let (symmetry, what) = match symmetric {
                true => (Symmetry::Symmetric, "all entries are below the diagonal: a symmetric matrix is assumed, whose edges lead both ways"),
                false => (Symmetry::General, "a general matrix is assumed, whose edges lead from row to column"),
            };
            warnings.push(what.to_owned());
            symmetry
        },
        |(_, symmetry)| symmetry,
    );
    let mut edges = Edges::default();
    for (row, column, value) in all {
        symmetry.push(&mut edges, row, column, value);
    }
    let both_ways = symmetry != Symmetry::General;
    Ok(Parsed { edges, names: Names::counted(1, vertices), both_ways, warnings })
}
