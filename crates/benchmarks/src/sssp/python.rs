//! Python: packages that find shortest paths, at work. `python/paths.py` is the other end.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use sssp::Graph;

use super::answer::{Answer, Facts, Found, Task};
use super::scratch::Scratch;
use crate::contest::{Contestant, Time};
use crate::python::{Python, seconds};

pub(crate) const SCRIPT: &str = include_str!("../../python/paths.py");

/// What is asked for, as pip calls it.
pub(crate) const PACKAGES: [&str; 2] = ["scipy", "rustworkx"];

/// A package at a graph that lies in files.
pub(crate) struct AtWork<'a> {
    pub(crate) package: &'a mut Python,
    pub(crate) task: &'a Task,
    pub(crate) scratch: &'a Scratch,
}

impl Contestant<Answer> for AtWork<'_> {
    fn output(&mut self) -> Result<Answer> {
        let path = |name| self.scratch.path(name).to_string_lossy().into_owned();
        let order = json!({
            "row": path("row"), "column": path("column"), "weight": path("weight"),
            "source": self.task.source, "distance": path("distance"), "before": path("before"),
        });
        let told = self.package.ask(&order)?;
        let distances = read(&self.scratch.path("distance"), f64::from_le_bytes)?;
        let distances = distances.into_iter().map(whole).collect::<Option<Vec<_>>>();
        let distances = distances.context("its distances are no whole numbers")?;
        let found = match told["tree"].as_bool() {
            Some(true) => {
                let before = read(&self.scratch.path("before"), i32::from_le_bytes)?;
                let before = before.into_iter().map(|vertex| u32::try_from(vertex).ok()).collect();
                Found::Tree(distances, before)
            }
            _ => Found::Distances(distances),
        };
        Ok(Answer { found, facts: facts(&told)? })
    }

    fn turn(&mut self) -> Result<Time> {
        self.package.turn(&json!({ "turn": 1 }))
    }
}

fn facts(told: &Value) -> Result<Facts> {
    Ok(Facts { first: seconds(told, "first")?, bytes: told["bytes"].as_f64(), ..Facts::default() })
}

/// A distance; infinity is none. The outer option is none where it is no distance at all.
fn whole(distance: f64) -> Option<Option<u64>> {
    let fits = distance >= 0.0 && distance.fract() == 0.0 && distance < 2f64.powi(53);
    match distance == f64::INFINITY {
        true => Some(None),
        false => fits.then_some(Some(distance as u64)),
    }
}

/// The numbers of a file.
fn read<T, const N: usize>(path: &Path, number: fn([u8; N]) -> T) -> Result<Vec<T>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (numbers, rest) = bytes.as_chunks::<N>();
    ensure!(rest.is_empty(), "{} ends amid a number", path.display());
    Ok(numbers.iter().map(|it| number(*it)).collect())
}

/// Writes the graph to files, as the script reads it.
pub(crate) fn write(graph: &Graph, scratch: &Scratch) -> Result<()> {
    for (name, words) in
        [("row", graph.row()), ("column", graph.column()), ("weight", graph.weight())]
    {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        fs::write(scratch.path(name), bytes).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_whole_or_refused() {
        let rows = [(3.0, Some(Some(3))), (f64::INFINITY, Some(None)), (0.5, None), (-1.0, None)];
        for (distance, expected) in rows.into_iter().chain([(f64::NAN, None), (1e300, None)]) {
            assert_eq!(whole(distance), expected, "{distance}");
        }
    }

    #[test]
    fn files_have_whole_numbers_of_numbers() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path("it");
        fs::write(&path, [1, 0, 0, 0, 255, 255, 255, 255]).unwrap();
        assert_eq!(read(&path, i32::from_le_bytes).unwrap(), [1, -1]);
        fs::write(&path, [1, 0, 0]).unwrap();
        assert!(read(&path, i32::from_le_bytes).is_err());
    }

    #[test]
    fn facts_are_read_or_missed_by_name() {
        let told = facts(&json!({ "first": 0.5, "bytes": 8 })).unwrap();
        assert_eq!((told.first, told.bytes), (0.5, Some(8.0)));
        assert_eq!(facts(&json!({})).err().unwrap().to_string(), "it gave no time");
    }
}
