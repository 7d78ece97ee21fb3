//! Table: a report for people, part by part and contest by contest, as each ends.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use anyhow::Result;

use crate::contest::{Line, Role};
use crate::report::{Part, Row, Size, count, digits};

/// Where tables go: to stdout, or to stderr where stdout is for JSON.
pub(crate) struct Screen {
    pub(crate) json: bool,
}

impl Screen {
    pub(crate) fn show(&self, text: &str) -> Result<()> {
        let mut stdout = io::stdout().lock();
        match self.json {
            true => io::stderr().write_all(text.as_bytes())?,
            false => stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())?,
        }
        Ok(())
    }

    /// Shows what all is about, before the first contest.
    pub(crate) fn machine(&self, lines: &[String]) -> Result<()> {
        self.show(&(lines.join("\n") + "\n"))
    }

    /// Adds a contest to a part and shows it, below the heading where it is the first.
    pub(crate) fn contest(&self, part: &mut Part, size: usize, rows: Vec<Row>) -> Result<()> {
        let heading = if part.sizes.is_empty() { heading(part) } else { String::new() };
        let size = Size { size, rows };
        self.show(&(heading + &contest(part, &size)))?;
        part.sizes.push(size);
        Ok(())
    }
}

fn heading(part: &Part) -> String {
    let mut out = format!("\n{}: {}\n", part.name, part.about);
    let _ =
        write!(out, "{:>10}  {:<30}{:>12} {:>12}", part.unit, "contestant", "device ms", "wall ms");
    for column in part.columns {
        let _ = write!(out, " {:>10}", column.head);
    }
    out + "  time / ours  by\n"
}

fn contest(part: &Part, size: &Size) -> String {
    let mut out = String::new();
    let mut number = count(size.size);
    for row in &size.rows {
        let _ = write!(out, "{number:>10}  {:<30}", row.line.name);
        number.clear();
        out += row_of(part, size, row).trim_end();
        out += "\n";
    }
    out
}

fn row_of(part: &Part, size: &Size, Row { line: Line { role, time, .. }, cells }: &Row) -> String {
    let time = match time {
        Err(error) => return format!("  left out: {}", one_line(&format!("{error:#}"))),
        Ok(time) => time,
    };
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let device = or_dash(time.device.map(|time| digits(time * 1e3)));
    let mut out = format!("{device:>12} {:>12}", digits(time.wall * 1e3));
    for (column, cell) in part.columns.iter().zip(cells) {
        let cell = or_dash(cell.map(|cell| digits(cell * column.scale) + column.unit));
        let _ = write!(out, " {cell:>10}");
    }
    let _ = match size.ratio(time) {
        None => Ok(()),
        Some(_) if *role == Role::Ours => write!(out, "{:>13}", 1),
        Some((ratio, clock)) => write!(out, "{:>13}  {}", digits(ratio), clock.name()),
    };
    out
}

/// A message on one line, not too long for a table.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 160;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;
    use crate::contest::Time;
    use crate::report::Column;

    const COLUMNS: &[Column] = &[
        Column { head: "GB/s", key: "bytes_per_second", scale: 1e-9, unit: "" },
        Column { head: "of bound", key: "part_of_bound", scale: 100.0, unit: " %" },
    ];

    #[test]
    fn like_clocks_are_compared_and_losses_shown() {
        let time = |wall, device| Ok(Time { wall, device });
        let row = |name: &str, role, time, cells: [Option<f64>; 2]| {
            let line = Line { name: name.to_owned(), role, time };
            Row { line, cells: cells.into() }
        };
        let rows = vec![
            row("ours", Role::Ours, time(4e-3, Some(2e-3)), [Some(2e9), Some(0.25)]),
            row("faster", Role::Rival, time(3e-3, Some(1e-3)), [Some(4e9), None]),
            row("host", Role::Rival, time(8e-3, None), [Some(0.5e9), Some(0.0625)]),
            row("wrong", Role::Rival, Err(anyhow!("element 3 is\n4")), [None, None]),
            row("copy", Role::Bound, time(2e-3, Some(1e-3)), [Some(8e9), Some(1.0)]),
        ];
        let part = Part {
            name: "map".into(),
            about: "x".into(),
            unit: "elements",
            columns: COLUMNS,
            sizes: vec![Size { size: 1_000_000, rows }],
        };
        let expected = [
            "map: x",
            "elements contestant device ms wall ms GB/s of bound time / ours by",
            "1 M ours 2.00 4.00 2.00 25.0 % 1",
            "faster 1.00 3.00 4.00 - 0.500 device",
            "host - 8.00 0.500 6.25 % 2.00 wall",
            "wrong left out: element 3 is 4",
            "copy 1.00 2.00 8.00 100 % 0.500 device",
        ];
        let told = heading(&part) + &contest(&part, &part.sizes[0]);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(told.trim().lines().map(words).collect::<Vec<_>>(), expected);
    }
}
