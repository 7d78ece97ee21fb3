//! Lengths: how the weights of a graph add up in the 32 bits of a device's atomics.
//!
//! A distance on the device is a `u32` in the order of the distances, its *key*, so that one
//! atomic minimum serves all types. A sum that its type does not hold is told, and never wraps.

use std::any::TypeId;

use crate::graph::Graph;
use crate::weight::{Distance, Unit, Weight};

/// More vertices than these have lists that 32 bits do not index.
const MOST_VERTICES: u32 = 1 << 30;

/// The largest float that is a threshold or a bound: twice and more of it is finite.
const MOST_FLOAT: f32 = f32::MAX / 4.0;

/// What the weights of a graph are to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lengths {
    /// 1 each.
    Unit,
    /// Integers of which none is negative.
    Integer,
    /// Integers.
    Signed,
    /// Floats of which none is negative, NaN or subnormal.
    Float,
}

// As WGSL: `reach(before, edge)` is the key at the end of an edge, `raised(key, delta)` a key that is
// so much further, and at least the next one; `widened(delta)` and `narrowed(delta)` are twice and
// half a delta.

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
    let length = weight(edge);
    if bitcast<u32>(length) == UNREACHED { return UNREACHED; }
    return bitcast<u32>(bitcast<f32>(before) + length);
}
fn raised(key: u32, delta: u32) -> u32 {
    if key >= UNREACHED { return UNREACHED; }
    return max(key + 1u, bitcast<u32>(bitcast<f32>(key) + bitcast<f32>(delta)));
}
fn widened(delta: u32) -> u32 { return bitcast<u32>(bitcast<f32>(delta) * 2.0); }
fn narrowed(delta: u32) -> u32 { return bitcast<u32>(bitcast<f32>(delta) * 0.5); }
";

const RAISED: &str = "
fn raised(key: u32, delta: u32) -> u32 { return key + min(delta, UNREACHED - key); }
fn widened(delta: u32) -> u32 { return min(delta, 0x7fffffffu) * 2u; }
fn narrowed(delta: u32) -> u32 { return delta / 2u; }
";

impl Lengths {
    /// What the weights of `graph` are, or why no device can add them up.
    pub(super) fn of<W: Weight>(graph: &Graph<W>) -> Result<Self, &'static str> {
        let is = |id: TypeId| TypeId::of::<W>() == id;
        if graph.edges() == 0 {
            return Err("there are no edges");
        }
        if graph.vertices() > MOST_VERTICES {
            return Err("a device takes 2^30 vertices at most");
        }
        if is(TypeId::of::<Unit>()) {
            return Ok(Self::Unit);
        }
        if is(TypeId::of::<u32>()) || is(TypeId::of::<i32>()) {
            return Ok(if graph.has_negative() { Self::Signed } else { Self::Integer });
        }
        if !is(TypeId::of::<f32>()) {
            return Err("a device adds up in 32 bits, and the weights have 64");
        }
        if graph.has_negative() {
            return Err("floats below 0 are summed up exactly, and a device rounds");
        }
        if graph.bound() > MOST_FLOAT.into() {
            return Err("sums of the weights may be beyond all floats");
        }
        if graph.weight().iter().any(|weight| (weight.to_f64() as f32).is_subnormal()) {
            return Err("a device may take subnormal weights for 0");
        }
        Ok(Self::Float)
    }

    /// The distance that a key stands for; `None` for that of a vertex that no path has reached.
    pub(super) fn distance<D: Distance>(self, key: u32) -> Option<D> {
        let value = match self {
            Self::Float => f64::from(f32::from_bits(key)),
            Self::Signed => f64::from((key ^ 1 << 31) as i32),
            Self::Unit | Self::Integer => key.into(),
        };
        (key != self.unreached()).then(|| D::from_f64(value))
    }

    /// The key of a distance; `None` where 32 bits have none for it.
    pub(super) fn key<D: Distance>(self, distance: D) -> Option<u32> {
        if distance == D::UNREACHED {
            return Some(self.unreached());
        }
        let value = distance.to_f64();
        let key = match self {
            Self::Float => (value as f32).to_bits(),
            Self::Signed => (value as i32 as u32) ^ 1 << 31,
            Self::Unit | Self::Integer => value as u32,
        };
        // What does not come back was rounded, or is no distance that a device finds.
        let back = self.distance::<D>(key)?;
        (back == distance && (value > 0.0 || key == self.zero() || self.may_be_negative()))
            .then_some(key)
    }

    /// The largest key of a distance that is not above `cutoff`, which is not below 0.
    pub(super) fn most<D: Distance>(self, cutoff: Option<D>) -> u32 {
        let most = self.unreached() - 1;
        match (self, cutoff) {
            (Self::Float, Some(cutoff)) => (cutoff.to_f64() as f32 + 0.0).to_bits().min(most),
            (Self::Unit | Self::Integer, Some(cutoff)) => (cutoff.to_f64() as u32).min(most),
            // A path may go beyond and come back.
            (Self::Signed, _) | (_, None) => most,
        }
    }

    /// The key of a vertex that no path has reached.
    pub(super) fn unreached(self) -> u32 {
        match self {
            Self::Float => f32::INFINITY.to_bits(),
            _ => u32::MAX,
        }
    }

    /// The key of a source.
    pub(super) fn zero(self) -> u32 {
        match self {
            Self::Signed => 1 << 31,
            _ => 0,
        }
    }

    pub(super) fn may_be_negative(self) -> bool {
        matches!(self, Self::Signed)
    }

    /// The functions of keys, as WGSL.
    pub(super) fn wgsl(self) -> String {
        let parts = match self {
            Self::Unit => [UNIT, RAISED],
            Self::Integer => [INTEGER, RAISED],
            Self::Signed => [SIGNED, RAISED],
            Self::Float => [FLOAT, ""],
        };
        let unreached = self.unreached();
        format!("const UNREACHED = {unreached}u;\n{}", parts.concat())
    }

    /// The bits of `delta`, which is a difference of keys.
    pub(super) fn delta_bits(self, delta: f64) -> u32 {
        match self {
            Self::Float => (delta as f32).min(MOST_FLOAT).to_bits(),
            _ => (delta as u32).max(1),
        }
    }

    /// The difference of keys that these bits are.
    pub(super) fn delta(self, bits: u32) -> f64 {
        match self {
            Self::Float => f32::from_bits(bits).into(),
            _ => bits.into(),
        }
    }

    /// A key that is further by these bits, as the device has it.
    pub(super) fn raised(self, key: u32, delta: u32) -> u32 {
        match self {
            Self::Float => (f32::from_bits(key) + f32::from_bits(delta)).to_bits().max(key + 1),
            _ => key.saturating_add(delta),
        }
    }
}
