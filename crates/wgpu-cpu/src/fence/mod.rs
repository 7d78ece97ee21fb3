//! All unsafe code of the crate, behind safe functions.
//!
//! Two things cannot be said in safe Rust: that a loop may be compiled for a
//! processor found at run time ([`simd`]), and that memory which many threads read
//! and write at once, as a kernel may, behaves as on a machine ([`memory`], and with vectors
//! [`copy`] and [`gather`]).
#![allow(unsafe_code, reason = "this module is the fence; each block gives its reason")]

pub(crate) mod copy;
pub(crate) mod gather;
pub(crate) mod memory;
pub(crate) mod simd;
