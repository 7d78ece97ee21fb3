//! Metrics: how far two points are from each other.
//!
//! Each is a function of two points of any dimension, for
//! [`CostMatrix::from_points`](crate::CostMatrix::from_points).

/// The length of the straight line: the root of the sum of squares.
pub fn euclidean<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    differences(a, b).fold(0.0, f64::hypot)
}

/// The way along the axes: the sum of the differences.
pub fn manhattan<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    differences(a, b).sum()
}

/// The largest of the differences.
pub fn chebyshev<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    // Unlike `f64::max`, keeps what is not a number.
    differences(a, b)
        .fold(0.0, |largest, it| if largest >= it || largest.is_nan() { largest } else { it })
}

fn differences<const D: usize>(a: &[f64; D], b: &[f64; D]) -> impl Iterator<Item = f64> {
    a.iter().zip(b).map(|(a, b)| (a - b).abs())
}
