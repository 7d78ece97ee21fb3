//! Distance: TSPLIB's distances between points, which are whole numbers.

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
    pub(super) distance: fn([f64; 3], [f64; 3]) -> f64,
}

/// All of them that are known here.
pub(super) const METRICS: [Metric; 9] = [
    Metric { name: "EUC_2D", dimensions: 2, distance: |a, b| euclidean(a, b).round() },
    Metric { name: "EUC_3D", dimensions: 3, distance: |a, b| euclidean(a, b).round() },
    Metric { name: "CEIL_2D", dimensions: 2, distance: |a, b| euclidean(a, b).ceil() },
    Metric { name: "MAN_2D", dimensions: 2, distance: manhattan },
    Metric { name: "MAN_3D", dimensions: 3, distance: manhattan },
    Metric { name: "MAX_2D", dimensions: 2, distance: maximum },
    Metric { name: "MAX_3D", dimensions: 3, distance: maximum },
    Metric { name: "GEO", dimensions: 2, distance: geographical },
    Metric { name: "ATT", dimensions: 2, distance: pseudo_euclidean },
];

fn apart([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [(ax - bx).abs(), (ay - by).abs(), (az - bz).abs()]
}

/// The plain distance.
fn euclidean(a: [f64; 3], b: [f64; 3]) -> f64 {
    apart(a, b).map(|d| d * d).iter().sum::<f64>().sqrt()
}

fn manhattan(a: [f64; 3], b: [f64; 3]) -> f64 {
    apart(a, b).iter().sum::<f64>().round()
}

fn maximum(a: [f64; 3], b: [f64; 3]) -> f64 {
    apart(a, b).map(f64::round).into_iter().fold(0.0, f64::max)
}

/// The distance of att48 and att532: rounded, and one more where that rounded down.
fn pseudo_euclidean(a: [f64; 3], b: [f64; 3]) -> f64 {
    (apart(a, b).map(|d| d * d).iter().sum::<f64>() / 10.0).sqrt().ceil()
}

/// Kilometres on a sphere between points of latitude and longitude, each DDD.MM in degrees and
/// minutes. The degrees are cut off, not rounded, in the published optima and so here; so are the
/// kilometres, after one is added.
fn geographical(a: [f64; 3], b: [f64; 3]) -> f64 {
    /// As the definition has it. The optima depend on it.
    const ITS_PI: f64 = 3.141_592;
    const RADIUS: f64 = 6378.388;
    let radians = |x: f64| ITS_PI * (x.trunc() + 5.0 * x.fract() / 3.0) / 180.0;
    let [(a_latitude, a_longitude), (b_latitude, b_longitude)] =
        [a, b].map(|[x, y, _]| (radians(x), radians(y)));
    let q1 = (a_longitude - b_longitude).cos();
    let q2 = (a_latitude - b_latitude).cos();
    let q3 = (a_latitude + b_latitude).cos();
    // Rounding may carry the cosine of an angle past 1.
    let cosine = 0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3);
    (RADIUS * cosine.clamp(-1.0, 1.0).acos() + 1.0).trunc()
}
