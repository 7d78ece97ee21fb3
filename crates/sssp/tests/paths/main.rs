//! What the host's twin answers, against brute force: distances, trees, cycles, certificates.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod brute;
mod cycles;
mod families;
mod floats;
mod integers;
mod queries;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "no device is asked")]
mod support;
mod threads;
