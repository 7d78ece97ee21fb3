//! Python: packages that find tours, at work. `python/tours.py` is the other end.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Tours;
use super::problems::Costs;
use crate::contest::{Contestant, Time};
use crate::python::Python;

const SCRIPT: &str = include_str!("../../python/tours.py");

/// What is asked for, as pip calls it.
pub(crate) const PACKAGES: [&str; 4] = ["ortools", "python-tsp", "elkai", "fast-tsp"];

/// A package that is there.
pub(crate) struct Package {
    pub(crate) name: String,
    process: Python,
}

impl Package {
    pub(crate) fn start(python: &Path, package: &str) -> Result<Self> {
        let process = Python::start(python, SCRIPT, package)?;
        Ok(Self { name: process.text("name")?, process })
    }

    /// Seconds until it was there, with Python itself.
    pub(crate) fn started(&self) -> f64 {
        self.process.started
    }
}

/// A package at some problems, `each` of which a turn takes.
pub(crate) struct AtWork<'a> {
    pub(crate) package: &'a mut Package,
    pub(crate) costs: &'a [Costs],
    pub(crate) each: usize,
    pub(crate) turns: usize,
}

impl Contestant<Tours> for AtWork<'_> {
    fn output(&mut self) -> Result<Tours> {
        let answer = self.package.process.ask(&json!({ "instances": self.costs }))?;
        let tours = answer["tours"].as_array().context("it gave no tours")?;
        let tour = |tour: &serde_json::Value| {
            let cities = tour.as_array()?.iter();
            cities.map(|city| Some(city.as_u64()? as usize)).collect::<Option<Vec<_>>>()
        };
        let orders = tours.iter().map(tour).collect::<Option<_>>();
        let orders: Vec<Vec<usize>> = orders.context("its tours are no lists of cities")?;
        ensure!(orders.len() == self.costs.len(), "it gave {} tours", orders.len());
        Ok(Tours { orders, first: answer["first"].as_f64().context("it gave no time")? })
    }

    fn turn(&mut self) -> Result<Time> {
        let from = self.turns * self.each % self.costs.len();
        self.turns += 1;
        let answer = self.package.process.ask(&json!({ "turn": [from, from + self.each] }))?;
        let wall = answer["wall"].as_f64().context("it gave no time")?;
        Ok(Time { wall: wall / self.each as f64, device: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python itself in the place of the script, with what a package might answer.
    fn answered(answer: &str) -> Result<(Tours, Time)> {
        let script = "import sys
print('{}', flush=True)
for line in sys.stdin: print(sys.argv[1], flush=True)";
        let process = Python::start("python3", script, answer)?;
        let mut package = Package { name: "it".into(), process };
        let costs = [vec![vec![0, 1], vec![1, 0]]];
        let mut at_work = AtWork { package: &mut package, costs: &costs, each: 1, turns: 0 };
        Ok((at_work.output()?, at_work.turn()?))
    }

    #[test]
    fn answers_are_read_or_refused_by_name() {
        if Python::start("python3", "print('{}')", "").is_err() {
            return println!("skipped: there is no python3");
        }
        let (tours, time) = answered(r#"{"tours": [[0, 1]], "first": 0.5, "wall": 0.25}"#).unwrap();
        assert_eq!((tours.orders, tours.first, time.wall), (vec![vec![0, 1]], 0.5, 0.25));
        for (answer, error) in [
            (r#"{"first": 0.5}"#, "it gave no tours"),
            (r#"{"tours": [[0, -1]], "first": 0.5}"#, "its tours are no lists of cities"),
            (r#"{"tours": [0], "first": 0.5}"#, "its tours are no lists of cities"),
            (r#"{"tours": []}"#, "it gave 0 tours"),
            (r#"{"tours": [[0, 1]]}"#, "it gave no time"),
            (r#"{"tours": [[0, 1]], "first": 0.5}"#, "it gave no time"),
            (r#"{"error": "ImportError: no"}"#, "ImportError: no"),
        ] {
            assert_eq!(answered(answer).err().map(|it| it.to_string()).as_deref(), Some(error));
        }
    }

    #[test]
    fn a_package_that_is_missing_is_named() {
        if Python::start("python3", "print('{}')", "").is_ok() {
            let error = Package::start(Path::new("python3"), "nonsense").err();
            assert_eq!(error.map(|it| it.to_string()).as_deref(), Some("KeyError: 'nonsense'"));
        }
    }
}
