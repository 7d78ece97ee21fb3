//! The engine on real devices: every test runs on every device of this machine.
//!
//! Without any device the tests say so and pass, unless `KERNEL_ENGINE_REQUIRE_DEVICE` is set.
//! What is expected is always computed in Rust, by other means than the engine's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

/// Asserts that a result is an error of one kind, and gives its text.
macro_rules! refused {
    ($result:expr, $kind:pat $(if $guard:expr)?) => {
        match $result {
            Err(error @ $kind) $(if $guard)? => error.to_string(),
            other => panic!("{other:?} instead of {}", stringify!($kind)),
        }
    };
}

// How tests get at devices.
mod child;
mod devices;

// What gpgpu.js could do in 2017.
mod original;

// How many elements and invocations there may be.
mod counted;
mod extents;
mod huge;
mod lengths;
mod pieces;
mod streams;

// What elements and parameters may be.
mod elements;
mod params;
mod structs;
mod types;

// What happens at the edge of arrays and of numbers.
mod bounds;
mod floats;
mod precise;

// What storages hold and where they may be bound.
mod aliasing;
mod binding;
mod copies;
mod storages;

// Steps that build on each other.
mod batch;
mod pingpong;

// Invocations that work together.
mod atomics;
mod workgroup;

// Whole arrays at once: sums, prefix sums, choices.
mod primitives;

// Functions of WGSL that are more than arithmetic.
mod builtins;

// Loops that a driver may end.
mod loops;
mod watchdog;

// Many threads, much work, little memory.
mod growth;
mod threads;

// Snippets that nobody wrote.
mod expressions;

// What it costs, and waiting for it.
mod asynchronous;
mod report;
mod time;

// What can be missing: memory, and in the end the device.
mod faults;
mod lost;
mod memory;
