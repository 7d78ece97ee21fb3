//! Python: packages that find tours, at work. `python/tours.py` is the other end.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::Tours;
use super::problems::Costs;
use crate::contest::{Contestant, Time};
use crate::python::{Python, seconds};

pub(crate) const SCRIPT: &str = include_str!("../../python/tours.py");

/// What is asked for, as pip calls it.
pub(crate) const PACKAGES: [&str; 4] = ["ortools", "python-tsp", "elkai", "fast-tsp"];

/// A package at some problems, `each` of which a turn takes.
pub(crate) struct AtWork<'a> {
    pub(crate) package: &'a mut Python,
    pub(crate) costs: &'a [Costs],
    pub(crate) each: usize,
    pub(crate) turns: usize,
}

impl Contestant<Tours> for AtWork<'_> {
    fn output(&mut self) -> Result<Tours> {
        let answer = self.package.ask(&json!({ "instances": self.costs }))?;
        let tours = answer["tours"].as_array().context("it gave no tours")?;
        let tour = |tour: &serde_json::Value| {
            let cities = tour.as_array()?.iter();
            cities.map(|city| Some(city.as_u64()? as usize)).collect::<Option<Vec<_>>>()
        };
        let orders = tours.iter().map(tour).collect::<Option<_>>();
        let orders: Vec<Vec<usize>> = orders.context("its tours are no lists of cities")?;
        ensure!(orders.len() == self.costs.len(), "it gave {} tours", orders.len());
        Ok(Tours { orders, first: seconds(&answer, "first")? })
    }

    fn turn(&mut self) -> Result<Time> {
        let from = self.turns * self.each % self.costs.len();
        self.turns += 1;
        let turn = self.package.turn(&json!({ "turn": [from, from + self.each] }))?;
        Ok(Time { wall: turn.wall / self.each as f64, ..turn })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// What a package might answer, without one.
    fn answered(answer: &str) -> Result<(Tours, Time)> {
        let script = "serve(lambda it: (json.loads(it), {'name': 'it'}), lambda it, *_: it)";
        let mut package = Python::start(Path::new("python3"), script, answer)?;
        let costs = [vec![vec![0, 1], vec![1, 0]]];
        let mut at_work = AtWork { package: &mut package, costs: &costs, each: 1, turns: 0 };
        Ok((at_work.output()?, at_work.turn()?))
    }

    #[test]
    fn answers_are_read_or_refused_by_name() {
        let all = r#"{"tours": [[0, 1]], "first": 0.5, "wall": 0.25}"#;
        let (tours, time) = match answered(all) {
            Err(error) if error.to_string().ends_with("does not start") => {
                return println!("skipped: {error:#}");
            }
            answered => answered.unwrap(),
        };
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
        let error = Python::start(Path::new("python3"), SCRIPT, "nonsense").err().unwrap();
        let told = ["KeyError: 'nonsense'", "python3 does not start"];
        assert!(told.contains(&&*error.to_string()), "{error:#}");
    }
}
