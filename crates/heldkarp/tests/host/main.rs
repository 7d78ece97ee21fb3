//! The solver on the host, and the rules that hold on every device.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

// What random problems ask for, and what the right answer is.
mod asked;

// Random problems of all kinds at once: no order is cheaper.
mod properties;

// What is refused, in which words; what has no tour, and why; the smallest problems.
mod rules;
