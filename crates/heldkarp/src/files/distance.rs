//! Distance: TSPLIB's distances between points, which are whole numbers.

use crate::metric::{chebyshev, manhattan};

/// How far two points are apart, by a rule of TSPLIB.
///
/// G. Reinelt, *TSPLIB 95*, Universität Heidelberg, 1995, section 2. `nint` rounds to the nearest
/// whole number, halves away from zero, as `round` does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Metric {
    /// Its name as an EDGE_WEIGHT_TYPE.
    pub(super) name: &'static str,
    /// How many coordinates a point has.
    pub(super) dimensions: usize,
    /// The distance. Of two dimensions the third is 0 for all points.
    pub(super) distance: fn(&[f64; 3], &[f64; 3]) -> f64,
}

/// All of them that are known here.
pub(super) const METRICS: [Metric; 9] = [
    Metric { name: "EUC_2D", dimensions: 2, distance: |a, b| squares(a, b).sqrt().round() },
    Metric { name: "EUC_3D", dimensions: 3, distance: |a, b| squares(a, b).sqrt().round() },
    Metric { name: "CEIL_2D", dimensions: 2, distance: |a, b| squares(a, b).sqrt().ceil() },
    Metric { name: "MAN_2D", dimensions: 2, distance: |a, b| manhattan(a, b).round() },
    Metric { name: "MAN_3D", dimensions: 3, distance: |a, b| manhattan(a, b).round() },
    Metric { name: "MAX_2D", dimensions: 2, distance: |a, b| chebyshev(a, b).round() },
    Metric { name: "MAX_3D", dimensions: 3, distance: |a, b| chebyshev(a, b).round() },
    Metric { name: "GEO", dimensions: 2, distance: geographical },
    // The definition rounds, and adds one where that rounded down.
    Metric { name: "ATT", dimensions: 2, distance: |a, b| (squares(a, b) / 10.0).sqrt().ceil() },
];

/// The square of the length of the straight line. The root of it is rounded the same way
/// everywhere, and exact where it can be.
fn squares(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Kilometres on a sphere between points of latitude and longitude, each DDD.MM in degrees and
/// minutes. The degrees are cut off, not rounded, in the published optima and so here; so are the
/// kilometres, after one is added.
fn geographical(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    #[allow(clippy::approx_constant, reason = "the definition has it, and the optima depend on it")]
    const ITS_PI: f64 = 3.141_592;
    const RADIUS: f64 = 6378.388;
    let radians = |x: f64| ITS_PI * (x.trunc() + 5.0 * x.fract() / 3.0) / 180.0;
    let (a, b) = (a.map(radians), b.map(radians));
    let q1 = (a[1] - b[1]).cos();
    let q2 = (a[0] - b[0]).cos();
    let q3 = (a[0] + b[0]).cos();
    // Rounding may carry the cosine of an angle past 1.
    let cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
    (RADIUS * cosine.clamp(-1.0, 1.0).acos() + 1.0).trunc()
}
