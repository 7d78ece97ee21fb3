//! Tests that need no device: they give the same verdict on every machine.
//!
//! `cargo test --test host` runs them; with `UPDATE_SNAPSHOTS=1` in the environment they rewrite
//! the texts under `snapshots/` instead of comparing with them, and git shows what changed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

/// Who depends on whom, and who may name a GPU interface.
mod layers;

/// House rules: how long files are, how they begin, and what must not stand in them.
mod tidy;

/// The documents say what is so: their code is compiled, their commands and names exist.
mod readme;
/// The code that README.md shows.
mod taste;

/// The WGSL that is made of a dozen kernels.
mod snapshots;

/// What each error says,
mod errors;
/// those among them that one gets for a mistake with a name, a size or a call,
mod misuse;
/// and what is said about wrong snippets: `snapshots/wrong_snippets.txt`.
mod wrong;

/// What is told about the snippets of reductions, scans, filters and histograms.
mod primitives;

/// Names of the user's that the engine uses as well.
mod names;

/// Snippets that want to break out of their place,
mod hostile;
/// and those that are deep, long or laborious.
mod limits;

/// Snippets made by chance.
mod fuzz;

/// What all examples have in common as programs.
mod command_lines;
/// The example of sssp, likewise.
mod sssp;
/// The examples of heldkarp as programs: what they print, and their exit codes.
mod tsp;

/// Examples as users run them.
mod programs;
/// What the tests above share.
mod support;
