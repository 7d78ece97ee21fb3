//! Files: what is read from TSPLIB and CSV files, and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod csv;
mod distances;
mod faults;
mod formats;
mod hostile;
mod instances;
mod mutations;
#[path = "../support/mod.rs"]
mod support;

use heldkarp::files::{self, Csv, Instance};

/// What stands in a text, which can be read.
#[track_caller]
fn read(text: &str) -> Instance {
    files::parse("file", text.as_bytes(), Csv::Auto)
        .unwrap_or_else(|error| panic!("{error}, in\n{text}"))
}

/// The costs of an instance, row after row, with 0 on the diagonal.
fn costs(instance: &Instance) -> Vec<Vec<f64>> {
    let n = instance.cities();
    let cost = |from, to| if from == to { 0.0 } else { instance.cost(from, to) };
    (0..n).map(|from| (0..n).map(|to| cost(from, to)).collect()).collect()
}

/// Why a text is refused.
#[track_caller]
fn refused(text: &str, csv: Csv) -> String {
    match files::parse("file", text.as_bytes(), csv) {
        Ok(_) => panic!("this can be read:\n{text}"),
        Err(error) => error.to_string(),
    }
}
