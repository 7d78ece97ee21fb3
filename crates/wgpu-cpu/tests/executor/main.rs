//! The executor by itself, against plain Rust: kernels as naga's modules, buffers as words.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod accuracy;
mod arithmetic;
mod common;
mod control;
mod device;
mod first;
mod memory;
mod types;
