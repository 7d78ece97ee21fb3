//! Table: a report for people.

use std::fmt::{self, Display};

use crate::contest::{Line, Role};
use crate::report::{Report, Size, count};

const HEADS: &str = "  elements  contestant                       device ms      wall ms       GB/s   of bound  time / ours  by";

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.machine {
            writeln!(f, "{line}")?;
        }
        for part in &self.parts {
            writeln!(f, "\n{}: {}\nThe bound is {}.", part.name, part.about, part.bound)?;
            writeln!(f, "{HEADS}")?;
            part.sizes.iter().try_for_each(|size| size.fmt(f))?;
        }
        Ok(())
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut elements = count(self.elements);
        for Line { name, role, time } in &self.lines {
            write!(f, "{elements:>10}  {name:<30}")?;
            elements.clear();
            match time {
                Err(error) => writeln!(f, "  left out: {}", one_line(&format!("{error:#}")))?,
                Ok(time) => {
                    let device = time.device.map_or_else(none, |time| digits(time * 1e3));
                    let wall = digits(time.wall * 1e3);
                    let rate = digits(self.rate(*role, time) * 1e-9);
                    let share = self.share(*role, time).map(|share| digits(share * 100.0) + " %");
                    let share = share.unwrap_or_else(none);
                    write!(f, "{device:>12} {wall:>12} {rate:>10} {share:>10}")?;
                    match self.ratio(time) {
                        None => writeln!(f)?,
                        Some(_) if *role == Role::Ours => writeln!(f, "{:>13}", 1)?,
                        Some((ratio, clock)) => {
                            writeln!(f, "{:>13}  {}", digits(ratio), clock.name())?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn none() -> String {
    "-".to_owned()
}

/// Three digits that mean something, and no exponent.
fn digits(value: f64) -> String {
    let whole = value.abs().log10().floor();
    let after = if whole.is_finite() { (2.0 - whole).clamp(0.0, 7.0) } else { 0.0 };
    format!("{value:.*}", after as usize)
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

    #[test]
    fn numbers_have_three_digits() {
        let rows = [(0.0, "0"), (12345.6, "12346"), (123.4, "123"), (1.2345, "1.23")];
        let rows = rows.into_iter().chain([(0.00123456, "0.00123"), (99.96, "100.0")]);
        for (value, text) in rows {
            assert_eq!(digits(value), text);
        }
    }

    #[test]
    fn like_clocks_are_compared_and_losses_shown() {
        let time = |wall, device| Ok(Time { wall, device });
        let line = |name: &str, role, time| Line { name: name.to_owned(), role, time };
        let lines = vec![
            line("ours", Role::Ours, time(4e-3, Some(2e-3))),
            line("faster", Role::Rival, time(3e-3, Some(1e-3))),
            line("host", Role::Rival, time(8e-3, None)),
            line("wrong", Role::Rival, Err(anyhow!("element 3 is\n4"))),
            line("copy", Role::Bound, time(2e-3, Some(1e-3))),
        ];
        let size = Size { elements: 1_000_000, bytes: 4_000_000, bound_bytes: 8_000_000, lines };
        let rows = [
            ["1 M ours", "2.00 4.00 2.00 25.0 % 1"],
            ["faster", "1.00 3.00 4.00 50.0 % 0.500 device"],
            ["host", "- 8.00 0.500 6.25 % 2.00 wall"],
            ["wrong", "left out: element 3 is 4"],
            ["copy", "1.00 2.00 8.00 100 % 0.500 device"],
        ];
        assert_eq!(
            size.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
            rows.as_flattened().join(" ")
        );
    }
}
