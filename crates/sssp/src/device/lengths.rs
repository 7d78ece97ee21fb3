//! Lengths: how the weights of a graph add up in the 32 bits of a device's atomics.
//!
//! A distance on the device is a `u32` in the order of the distances, its *key*, so that one
//! atomic minimum serves all types. A sum that its type does not hold is told, and never wraps.

/// The weights of the edges, in their order.
#[derive(Clone, Copy, Debug)]
pub enum Lengths<'a> {
    /// 1 each.
    Unit,
    /// Integers of which none is negative.
    Integer(&'a [u32]),
    /// Integers.
    Signed(&'a [i32]),
    /// Floats of which none is negative, NaN or subnormal.
    Float(&'a [f32]),
}

// As WGSL: `reach(before, edge)` is the key at the end of an edge, `raised(key, delta)` a key that is
// so much further, and at least the next one.

const UNIT: &str = "
fn reach(before: u32, edge: u32) -> u32 { return before + 1u; }
";

const INTEGER: &str = "
fn reach(before: u32, edge: u32) -> u32 {
    let length = weight(edge);
    if length >= UNREACHED - before {
        beyond();
        return UNREACHED;
    }
    return before + length;
}
";

// The sign of a sum that does not fit differs from that of both its parts.
const SIGNED: &str = "
fn reach(before: u32, edge: u32) -> u32 {
    let a = before ^ 0x80000000u;
    let b = bitcast<u32>(weight(edge));
    let sum = a + b;
    let key = sum ^ 0x80000000u;
    if ((sum ^ a) & (sum ^ b)) >> 31u == 1u || key == UNREACHED {
        beyond();
        return UNREACHED;
    }
    return key;
}
";

const FLOAT: &str = "
fn reach(before: u32, edge: u32) -> u32 {
    return bitcast<u32>(bitcast<f32>(before) + weight(edge));
}
fn raised(key: u32, delta: u32) -> u32 {
    if key >= UNREACHED { return UNREACHED; }
    return max(key + 1u, bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(delta)));
}
";

const RAISED: &str = "
fn raised(key: u32, delta: u32) -> u32 { return key + min(delta, UNREACHED - key); }
";

impl Lengths<'_> {
    /// The key of a vertex that no path has reached.
    pub(super) fn unreached(self) -> u32 {
        match self {
            Self::Float(_) => f32::INFINITY.to_bits(),
            _ => u32::MAX,
        }
    }

    /// The key of a source.
    pub(super) fn zero(self) -> u32 {
        match self {
            Self::Signed(_) => 1 << 31,
            _ => 0,
        }
    }

    pub(super) fn may_be_negative(self) -> bool {
        matches!(self, Self::Signed(_))
    }

    /// The functions of keys, as WGSL.
    pub(super) fn wgsl(self) -> String {
        let parts = match self {
            Self::Unit => [UNIT, RAISED],
            Self::Integer(_) => [INTEGER, RAISED],
            Self::Signed(_) => [SIGNED, RAISED],
            Self::Float(_) => [FLOAT, ""],
        };
        let unreached = self.unreached();
        format!("const UNREACHED = {unreached}u;\n{}", parts.concat())
    }

    /// The bits of `delta`, which is a difference of keys.
    pub(super) fn delta_bits(self, delta: f64) -> u32 {
        match self {
            Self::Float(_) => (delta as f32).to_bits(),
            _ => (delta as u32).max(1),
        }
    }

    /// A key that is further by these bits, as the device has it.
    pub(super) fn raised(self, key: u32, delta: u32) -> u32 {
        match self {
            Self::Float(_) => (f32::from_bits(key) + f32::from_bits(delta)).to_bits().max(key + 1),
            _ => key.saturating_add(delta),
        }
    }

    /// The mean of at most a million weights that are finite, taken evenly.
    pub(super) fn mean(self) -> f64 {
        fn mean<T: Copy>(weights: &[T], value: impl Fn(T) -> f64) -> f64 {
            let step = weights.len().div_ceil(1 << 20).max(1);
            let values = weights.iter().step_by(step).map(|w| value(*w)).filter(|w| w.is_finite());
            let (sum, count) = values.fold((0.0, 0.0), |(sum, count), w| (sum + w, count + 1.0));
            sum / f64::max(count, 1.0)
        }
        match self {
            Self::Unit => 1.0,
            Self::Integer(weights) => mean(weights, f64::from),
            Self::Signed(weights) => mean(weights, f64::from),
            Self::Float(weights) => mean(weights, f64::from),
        }
    }
}
