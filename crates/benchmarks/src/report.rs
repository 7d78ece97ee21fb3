//! Report: what contests found out, as data; `table`, `plot` and JSON are made of it.

use serde_json::{Value, json};

use crate::contest::{Line, Role, Time};

/// All that was measured.
pub(crate) struct Report {
    /// The machine, a line each.
    pub(crate) machine: Vec<String>,
    pub(crate) parts: Vec<Part>,
}

/// One operation, over all sizes.
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) about: String,
    /// What the bound is called.
    pub(crate) bound: &'static str,
    pub(crate) sizes: Vec<Size>,
}

/// One contest.
pub(crate) struct Size {
    pub(crate) elements: usize,
    /// Bytes that the operation must at least move.
    pub(crate) bytes: u64,
    pub(crate) lines: Vec<Line>,
    /// Bytes that the bound moves.
    pub(crate) bound_bytes: u64,
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
    fn by(&self, role: Role) -> Option<&Time> {
        self.lines.iter().find(|line| line.role == role)?.time.as_ref().ok()
    }

    /// How many times as long as ours it took, by the device's clock if it timed both.
    pub(crate) fn ratio(&self, time: &Time) -> Option<(f64, Clock)> {
        let ours = self.by(Role::Ours)?;
        Some(match (time.device, ours.device) {
            (Some(theirs), Some(ours)) => (theirs / ours, Clock::Device),
            _ => (time.wall / ours.wall, Clock::Wall),
        })
    }

    /// Bytes that it moved in a second, had it moved no more than it must.
    pub(crate) fn rate(&self, role: Role, time: &Time) -> f64 {
        let bytes = if role == Role::Bound { self.bound_bytes } else { self.bytes };
        bytes as f64 / time.best()
    }

    /// Its rate as a part of the bound's.
    pub(crate) fn share(&self, role: Role, time: &Time) -> Option<f64> {
        Some(self.rate(role, time) / self.rate(Role::Bound, self.by(Role::Bound)?))
    }
}

impl Report {
    /// What of ours was refused or wrong.
    pub(crate) fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for part in &self.parts {
            for size in &part.sizes {
                for Line { name, role, time } in &size.lines {
                    if let (Role::Ours, Err(error)) = (role, time) {
                        let (part, elements) = (&part.name, count(size.elements));
                        failures.push(format!("{part} of {elements} by {name}: {error:#}"));
                    }
                }
            }
        }
        failures
    }

    pub(crate) fn json(&self) -> Value {
        let contests = self.parts.iter().flat_map(|part| {
            part.sizes.iter().map(|size| {
                json!({
                    "operation": part.name,
                    "elements": size.elements,
                    "bytes": size.bytes,
                    "bound": part.bound,
                    "contestants": size.lines.iter().map(|line| size.json(line)).collect::<Vec<_>>(),
                })
            })
        });
        json!({ "machine": self.machine, "contests": contests.collect::<Vec<_>>() })
    }
}

impl Size {
    fn json(&self, Line { name, role, time }: &Line) -> Value {
        match time {
            Err(error) => json!({ "name": name, "left_out": format!("{error:#}") }),
            Ok(time) => {
                let (ratio, clock) = self.ratio(time).unzip();
                json!({
                    "name": name,
                    "device_seconds": time.device,
                    "wall_seconds": time.wall,
                    "bytes_per_second": self.rate(*role, time),
                    "part_of_bound": self.share(*role, time),
                    "times_ours": ratio,
                    "compared_by": clock.map(Clock::name),
                })
            }
        }
    }
}

/// A number of elements, in words as short as they are exact.
pub(crate) fn count(elements: usize) -> String {
    match elements {
        n if n > 0 && n % 1_000_000 == 0 => format!("{} M", n / 1_000_000),
        n if n > 0 && n % 1_000 == 0 => format!("{} K", n / 1_000),
        n => n.to_string(),
    }
}
