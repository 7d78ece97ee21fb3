//! Files: problems from TSPLIB and CSV files.

mod cells;
mod csv;
mod distance;
mod keywords;
mod raw;
mod text;
mod tsplib;
mod weights;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::problem::Problem;
use raw::Raw;

/// What a CSV file holds, where its shape leaves that open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Csv {
    /// Points where a row has two numbers, a matrix where there are as many rows as columns. Two
    /// rows of two are refused, since they may be both.
    #[default]
    Auto,
    /// Points: x and y in each row.
    Points,
    /// A matrix: row a, column b has what it costs to go from city a to city b.
    Matrix,
}

/// What a file says: a problem, and how its cities are called.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The file's own name for it, else the name of the file.
    pub name: String,
    /// The cities as the file numbers them: CSV files from 0, TSPLIB as it says, mostly from 1.
    pub numbers: Vec<u64>,
    /// The cities as the file calls them, where it does.
    pub labels: Option<Vec<String>>,
    /// Where to draw the cities, x to the right and y up, where the file tells.
    pub points: Option<Vec<[f64; 2]>>,
    /// What is to be solved.
    pub problem: AnyProblem,
}

/// A problem with costs of the type that holds them exactly.
#[derive(Clone, Debug)]
pub enum AnyProblem {
    /// All costs are whole numbers, and every tour fits an `i32`.
    Whole(Problem<i32>),
    /// Some cost has a fraction, or a tour may exceed an `i32`.
    Real(Problem<f64>),
}

/// Reads a file: TSPLIB when it begins with a keyword, else CSV. `-` is stdin.
///
/// TSPLIB files may be of TYPE TSP, ATSP or SOP. Their costs stand in the file in any
/// EDGE_WEIGHT_FORMAT, or are distances by EUC_2D, EUC_3D, CEIL_2D, MAN_2D, MAN_3D, MAX_2D, MAX_3D,
/// GEO or ATT, rounded as TSPLIB says. Entries and sections come in any order.
///
/// CSV files have a city a row: x and y, whose costs are the lengths of straight lines, or the
/// costs of going from it to each city, `inf` or nothing where no way leads. Commas, semicolons,
/// tabs or spaces part the cells. A first row of words is a header, which may tell which columns
/// are x, y and z; a first column of words names the cities. Lines that begin with `#` are skipped.
///
/// # Errors
///
/// - [`Error::Unreadable`] when the file cannot be read;
/// - [`Error::File`] with the line and what was expected there. That a city cannot be reached, or
///   that there are more cities than can be solved, is found out by the solver.
pub fn read(path: impl AsRef<Path>, csv: Csv) -> Result<Instance> {
    let path = path.as_ref();
    let is_stdin = path == Path::new("-");
    let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let most = text::BYTES as u64 + 1;
    let read = match is_stdin {
        true => io::stdin().lock().take(most).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|why| Error::Unreadable { file: name.clone(), why: why.to_string() })?;
    parse(&name, &bytes, csv)
}

/// Reads what stands in a file of that name, as [`read`] does.
///
/// ```
/// use heldkarp::files::{self, AnyProblem, Csv};
/// use heldkarp::host;
///
/// let instance = files::parse("page.csv", b"0,170,186,114\n170,0,343,225\n186,343,0,134\n114,225,134,0", Csv::Auto)?;
/// let AnyProblem::Whole(problem) = &instance.problem else { return Ok(()) };
/// assert_eq!(host::solve(problem)?.cost, 715);
/// # Ok::<(), heldkarp::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::File`] with the line and what was expected there.
pub fn parse(file: &str, bytes: &[u8], csv: Csv) -> Result<Instance> {
    let raw = read_raw(bytes, csv);
    let raw = raw.map_err(|fault| {
        let text::Fault { line, text } = fault;
        Error::File { file: file.to_owned(), line, fault: text }
    })?;
    raw.instance(file)
}

fn read_raw(bytes: &[u8], csv: Csv) -> text::Outcome<Raw> {
    let text = text::text(bytes)?;
    match keywords::is_tsplib(&text) {
        true => tsplib::parse(&text),
        false => csv::parse(&text, csv),
    }
}

impl Instance {
    /// How many cities there are.
    pub fn cities(&self) -> usize {
        self.numbers.len()
    }

    /// How the file calls a city, or numbers it; nothing for one that is not there.
    pub fn city_name(&self, city: usize) -> String {
        let label = self.labels.as_ref().and_then(|labels| labels.get(city)).cloned();
        let number = || self.numbers.get(city).map(u64::to_string);
        label.or_else(number).unwrap_or_default()
    }

    /// The city that the file calls or numbers so.
    pub fn city(&self, name: &str) -> Option<usize> {
        let label = self.labels.as_ref().and_then(|it| it.iter().position(|label| label == name));
        let number = || {
            let number = name.parse().ok()?;
            self.numbers.iter().position(|it| *it == number)
        };
        label.or_else(number)
    }

    /// What it costs to go from a city to another; infinite where no way leads, or where one is
    /// not there.
    pub fn cost(&self, from: usize, to: usize) -> f64 {
        match &self.problem {
            AnyProblem::Whole(problem) => cost(problem, from, to),
            AnyProblem::Real(problem) => cost(problem, from, to),
        }
    }
}

fn cost<C: Cost + Into<f64>>(problem: &Problem<C>, from: usize, to: usize) -> f64 {
    let cities = problem.costs.cities();
    match from < cities && to < cities && !problem.forbidden.contains(&(from, to)) {
        true => problem.costs[(from, to)].into(),
        false => f64::INFINITY,
    }
}
