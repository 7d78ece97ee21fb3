//! The device against WGSL's rules: kernels of one construct each, and random ones.
//!
//! What is expected is computed in Rust, within the bounds that WGSL gives. The same kernels run on
//! Mesa's llvmpipe where it is, so that a misread rule is seen as a difference of two devices.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

// How kernels are run and answers are judged.
mod devices;
mod dice;
mod rows;
mod span;
mod value;

// Expressions.
mod conversions;
mod floats;
mod functions;
mod integers;
mod matrices;
mod packing;
mod vectors;

// Statements.
mod calls;
mod composites;
mod control;

// Memory, and invocations that work together.
mod atomics;
mod bounds;
mod spaces;
mod subgroups;
mod workgroup;

// What WGSL has as an extension, or not at all.
mod widths;

// Kernels that nobody wrote.
mod fuzz;
