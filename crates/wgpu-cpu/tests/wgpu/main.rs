//! The device through wgpu's own interface.

#![allow(clippy::unwrap_used, reason = "tests")]

mod buffers;
mod common;
mod compute;
mod errors;
mod features;
mod time;
