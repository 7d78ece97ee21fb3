//! Report: what contests found out, as data; `table`, `plot` and JSON are made of it.

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::contest::{Line, Role, Skipped, Time};

/// All that was measured.
pub(crate) struct Report {
    /// The machine, a line each.
    pub(crate) machine: Vec<String>,
    pub(crate) parts: Vec<Part>,
    /// What of ours went wrong besides the contests.
    pub(crate) faults: Vec<String>,
}

/// One operation, over all sizes.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) about: String,
    /// What sizes count.
    pub(crate) unit: &'static str,
    /// What rows tell besides times.
    pub(crate) columns: &'static [Column],
    pub(crate) sizes: Vec<Size>,
}

/// A number of a row, in units of SI; times `scale` where people read it.
pub(crate) struct Column {
    pub(crate) head: &'static str,
    pub(crate) key: &'static str,
    pub(crate) scale: f64,
    pub(crate) unit: &'static str,
}

/// One contest.
pub(crate) struct Size {
    pub(crate) size: usize,
    pub(crate) rows: Vec<Row>,
}

/// A contestant with its numbers, one for each column of the part.
pub(crate) struct Row {
    pub(crate) line: Line,
    pub(crate) cells: Vec<Option<f64>>,
}

/// What two times have in common to be compared by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clock {
    Device,
    Wall,
}

impl Clock {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Wall => "wall",
        }
    }
}

impl Time {
    /// By the device's clock, else by the host's.
    pub(crate) fn best(&self) -> f64 {
        self.device.unwrap_or(self.wall)
    }
}

impl Size {
    /// How many times as long as ours it took, by the device's clock if it timed both.
    pub(crate) fn ratio(&self, time: &Time) -> Option<(f64, Clock)> {
        let ours = self.rows.iter().find(|row| row.line.role == Role::Ours)?;
        let ours = ours.line.time.as_ref().ok()?;
        Some(match (time.device, ours.device) {
            (Some(theirs), Some(ours)) => (theirs / ours, Clock::Device),
            _ => (time.wall / ours.wall, Clock::Wall),
        })
    }

    /// The time of one who took part.
    pub(crate) fn time_of(&self, name: &str) -> Option<&Time> {
        self.rows.iter().find(|row| row.line.name == name)?.line.time.as_ref().ok()
    }
}

impl Part {
    /// A part without contests yet, in the words that the help has for it.
    pub(crate) fn of(
        value: &impl ValueEnum,
        unit: &'static str,
        columns: &'static [Column],
    ) -> Self {
        let told = value.to_possible_value().unwrap_or_default();
        let about = told.get_help().map(ToString::to_string).unwrap_or_default();
        Self { name: told.get_name().to_owned(), about, unit, columns, sizes: Vec::new() }
    }

    /// What has become of a contestant's time with each unit of size more, since the last size
    /// at which it took part.
    pub(crate) fn growth(&self, size: usize, name: &str, time: f64) -> Option<f64> {
        let last = |it: &Size| Some((it.size, it.time_of(name)?.best()));
        let (before, earlier) = self.sizes.iter().rev().find_map(last)?;
        growth((before, earlier), (size, time))
    }

    /// Who was faster than ours, at which sizes.
    pub(crate) fn losses(&self) -> String {
        let (mut losses, mut met) = (Vec::<(&str, String)>::new(), false);
        for size in &self.sizes {
            for Row { line: Line { name, role, time }, .. } in &size.rows {
                let ratio = time.as_ref().ok().and_then(|time| size.ratio(time));
                let (Role::Rival, Some((ratio, _))) = (role, ratio) else { continue };
                met = true;
                if ratio < 1.0 {
                    let told = format!("{} ({})", count(size.size), digits(ratio));
                    match losses.iter_mut().find(|(loser, _)| loser == name) {
                        Some((_, sizes)) => *sizes += &format!(", {told}"),
                        None => losses.push((name, told)),
                    }
                }
            }
        }
        let told = losses.iter().map(|(name, sizes)| format!("{name} at {sizes}"));
        match losses.is_empty() {
            true if !met => format!("{}: no rival took part", self.name),
            true => format!("{}: no rival was faster", self.name),
            false => format!("{}: faster were {}", self.name, told.collect::<Vec<_>>().join("; ")),
        }
    }
}

/// The factor for each unit of size more, where the second size is the larger one.
pub(crate) fn growth(earlier: (usize, f64), later: (usize, f64)) -> Option<f64> {
    let step = later.0.checked_sub(earlier.0).filter(|step| *step > 0)?;
    Some((later.1 / earlier.1).powf(1.0 / step as f64))
}

impl Report {
    /// What of ours was refused or wrong.
    pub(crate) fn failures(&self) -> Vec<String> {
        let mut failures = self.faults.clone();
        for part in &self.parts {
            for size in &part.sizes {
                for Row { line: Line { name, role, time }, .. } in &size.rows {
                    let (Role::Ours | Role::Kin, Err(error)) = (role, time) else { continue };
                    if !error.is::<Skipped>() {
                        let (part, size) = (&part.name, count(size.size));
                        failures.push(format!("{part} of {size} by {name}: {error:#}"));
                    }
                }
            }
        }
        failures
    }

    pub(crate) fn json(&self) -> Value {
        let contests = self.parts.iter().flat_map(|part| {
            part.sizes.iter().map(|size| {
                let rows: Vec<Value> = size.rows.iter().map(|row| part.row(size, row)).collect();
                json!({ "operation": part.name, part.unit: size.size, "contestants": rows })
            })
        });
        json!({ "machine": self.machine, "contests": contests.collect::<Vec<_>>() })
    }
}

impl Part {
    fn row(&self, size: &Size, Row { line: Line { name, time, .. }, cells }: &Row) -> Value {
        let time = match time {
            Err(error) => return json!({ "name": name, "left_out": format!("{error:#}") }),
            Ok(time) => time,
        };
        let mut row = Map::new();
        let mut put = |key: &str, value: Value| row.insert(key.to_owned(), value);
        put("name", json!(name));
        put("device_seconds", json!(time.device));
        put("wall_seconds", json!(time.wall));
        for (column, cell) in self.columns.iter().zip(cells) {
            put(column.key, json!(cell));
        }
        let (ratio, clock) = size.ratio(time).unzip();
        put("times_ours", json!(ratio));
        put("compared_by", json!(clock.map(Clock::name)));
        Value::Object(row)
    }
}

/// A size as people write it: digits, underscores between them, K or M behind.
pub(crate) fn elements(text: &str) -> Result<usize, String> {
    let digits = text.replace('_', "").to_uppercase();
    let (digits, unit) = match digits.strip_suffix(['K', 'M']) {
        Some(rest) if digits.ends_with('K') => (rest, 1_000),
        Some(rest) => (rest, 1_000_000),
        None => (&*digits, 1),
    };
    let number = digits.trim().parse().ok().and_then(|number: usize| number.checked_mul(unit));
    let fitting = number.filter(|number| (1..=u32::MAX as usize).contains(number));
    fitting
        .ok_or_else(|| "a number from 1 to 4294967295 is needed, such as 1000, 100K or 1M".into())
}

/// A size, in words as short as they are exact.
pub(crate) fn count(size: usize) -> String {
    match size {
        n if n > 0 && n % 1_000_000 == 0 => format!("{} M", n / 1_000_000),
        n if n > 0 && n % 1_000 == 0 => format!("{} K", n / 1_000),
        n => n.to_string(),
    }
}

/// Three digits that mean something, and no exponent.
pub(crate) fn digits(value: f64) -> String {
    let whole = value.abs().log10().floor();
    let after = if whole.is_finite() { (2.0 - whole).clamp(0.0, 7.0) } else { 0.0 };
    format!("{value:.*}", after as usize)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let rows = [(0.0, "0"), (12345.6, "12346"), (123.4, "123"), (1.2345, "1.23")];
        let rows = rows.into_iter().chain([(0.00123456, "0.00123"), (99.96, "100.0")]);
        for (value, text) in rows {
            assert_eq!(digits(value), text);
        }
    }

    fn part(times: &[(usize, f64)]) -> Part {
        let size = |&(size, wall): &(usize, f64)| {
            let time = Ok(Time { wall, device: None });
            let line = Line { name: "it".to_owned(), role: Role::Kin, time };
            Size { size, rows: vec![Row { line, cells: vec![] }] }
        };
        let sizes = times.iter().map(size).collect();
        Part { name: "a".into(), about: "b".into(), unit: "cities", columns: &[], sizes }
    }

    #[test]
    fn growth_is_by_unit_of_size() {
        let part = part(&[(10, 1.0), (14, 16.0)]);
        assert_eq!(part.growth(16, "it", 64.0), Some(2.0));
        assert_eq!(part.growth(15, "it", 48.0), Some(3.0));
        assert_eq!(part.growth(14, "it", 48.0), None);
        assert_eq!(part.growth(16, "another", 64.0), None);
        assert_eq!(growth((10, 8.0), (13, 1.0)), Some(0.5));
        assert_eq!(growth((13, 8.0), (10, 1.0)), None);
    }

    #[test]
    fn losses_are_those_to_rivals() {
        let line = |name: &str, role, wall| {
            let time = Ok(Time { wall, device: None });
            Row { line: Line { name: name.to_owned(), role, time }, cells: vec![] }
        };
        let size = |size, rival| Size {
            size,
            rows: vec![
                line("ours", Role::Ours, 4.0),
                line("kin", Role::Kin, 1.0),
                line("rival", Role::Rival, rival),
            ],
        };
        let mut part = part(&[]);
        part.sizes = vec![size(10, 2.0), size(11, 5.0), size(12, 1.0)];
        assert_eq!(part.losses(), "a: faster were rival at 10 (0.500), 12 (0.250)");
        part.sizes = vec![size(11, 5.0)];
        assert_eq!(part.losses(), "a: no rival was faster");
        part.sizes[0].rows.pop();
        assert_eq!(part.losses(), "a: no rival took part");
    }

    #[test]
    fn ours_fail_where_they_are_wrong_and_not_where_they_are_left_out() {
        let mut part = part(&[(10, 1.0), (11, 1.0), (12, 1.0)]);
        part.sizes[1].rows[0].line.time = Err(anyhow!("it is wrong"));
        part.sizes[2].rows[0].line.time = Err(Skipped("it would take long".into()).into());
        let report = Report { machine: vec![], parts: vec![part], faults: vec!["more".into()] };
        assert_eq!(report.failures(), ["more", "a of 11 by it: it is wrong"]);
    }
}
