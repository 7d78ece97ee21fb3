//! Reductions, scans, filters and their kin, each against a loop in Rust.

mod batch;
mod filter;
mod pieces;
mod reduce;
mod scan;
mod segments;
mod shorthand;
mod sort;

/// Lengths around what one load, one workgroup's tile, and one chunk take.
pub(crate) const LENGTHS: [usize; 22] = [
    0, 1, 2, 3, 4, 5, 7, 31, 32, 33, 255, 256, 257, 1023, 1025, 8191, 8192, 8193, 16_383, 16_384,
    16_385, 70_001,
];

/// Numbers without any order in them.
pub(crate) fn numbers(n: usize) -> Vec<u32> {
    (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761) ^ (i >> 3)).collect()
}
