//! Kernels that mean harm, through wgpu: each is refused, loses its device with a reason, or
//! has a defined result. None crashes, hangs, or reaches memory that it was not given.

#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;
mod grids;
mod loops;
mod memory;
mod mutants;
mod nests;
mod sizes;
mod values;
