//! What the host's twin answers, against brute force: distances, trees, cycles, certificates; and
//! inputs on which others went wrong, on every device too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod brute;
mod cycles;
mod families;
mod floats;
mod integers;
mod queries;
#[path = "../support/mod.rs"]
mod support;
mod threads;
