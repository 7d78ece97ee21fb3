//! Lengths: what the weights of a graph are to a device, and the keys that distances have there.

use std::any::TypeId;

use kernel_engine::Capacity;

use crate::graph::Graph;
use crate::weight::{Distance, Unit, Weight};

/// Lists of more vertices than these are not indexed by 32 bits.
pub(super) const MOST_VERTICES: u32 = 1_000_000_000;

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
    /// Integers of which none is negative, whose sums have 64 bits, and their places so many fewer.
    Long { shift: u32 },
    /// Integers whose sums have 64 bits.
    SignedLong,
    /// Floats of 64 bits, as those of 32.
    Double,
}

impl Lengths {
    /// What the weights of `graph` are, or why the device cannot add them up.
    pub(super) fn of<W: Weight>(
        graph: &Graph<W>,
        capacity: Capacity,
    ) -> Result<Self, &'static str> {
        let is = |id: TypeId| TypeId::of::<W>() == id;
        // What a step reads and writes, and what the engine adds to it.
        let storages = 9 + u32::from(graph.has_negative());
        if capacity.storages < storages {
            return Err("the device has too few storages for one kernel");
        }
        if graph.edges() == 0 {
            return Err("there are no edges");
        }
        if graph.vertices() > MOST_VERTICES {
            return Err("a device takes 1,000,000,000 vertices at most");
        }
        if is(TypeId::of::<Unit>()) {
            return Ok(Self::Unit);
        }
        if is(TypeId::of::<u32>()) || is(TypeId::of::<i32>()) {
            return Ok(if graph.has_negative() { Self::Signed } else { Self::Integer });
        }
        let wide = is(TypeId::of::<f64>());
        if wide && !(capacity.atomics_64 && capacity.floats_64) {
            return Err("the weights have 64 bits, and the device has no such floats or atomics");
        }
        if graph.has_negative() {
            return Err("floats below 0 are summed up exactly, and a device rounds");
        }
        if graph.bound() > MOST_FLOAT.into() {
            return Err("sums of the weights may be beyond all floats of 32 bits");
        }
        let normal = if wide { f64::MIN_POSITIVE } else { f32::MIN_POSITIVE.into() };
        if graph.least() < normal {
            return Err("a device may take subnormal weights for 0");
        }
        Ok(if wide { Self::Double } else { Self::Float })
    }

    /// The same with sums of 64 bits, where there is such a thing and the device can.
    pub(super) fn longer<W: Weight>(self, graph: &Graph<W>, capacity: Capacity) -> Option<Self> {
        match self {
            _ if !capacity.atomics_64 => None,
            Self::Integer => {
                let bits = u64::BITS - (graph.bound() as u64).leading_zeros();
                Some(Self::Long { shift: bits.saturating_sub(31) })
            }
            Self::Signed => Some(Self::SignedLong),
            _ => None,
        }
    }

    /// Whether keys have 64 bits.
    pub(super) fn is_wide(self) -> bool {
        matches!(self, Self::Long { .. } | Self::SignedLong | Self::Double)
    }

    pub(super) fn may_be_negative(self) -> bool {
        matches!(self, Self::Signed | Self::SignedLong)
    }

    /// The key of a vertex that no path has reached.
    pub(super) fn unreached(self) -> u64 {
        match self {
            Self::Float => f32::INFINITY.to_bits().into(),
            Self::Double => f64::INFINITY.to_bits(),
            _ if self.is_wide() => u64::MAX,
            _ => u32::MAX.into(),
        }
    }

    /// The key of a source.
    pub(super) fn zero(self) -> u64 {
        match self {
            Self::Signed => 1 << 31,
            Self::SignedLong => 1 << 63,
            _ => 0,
        }
    }

    /// The distance that a key stands for.
    pub(super) fn distance<D: Distance>(self, key: u64) -> D {
        if key == self.unreached() {
            return D::UNREACHED;
        }
        D::of_key(match self {
            Self::Signed => i64::from((key as u32 ^ 1 << 31) as i32) as u64,
            _ => key ^ self.zero(),
        })
    }

    /// The key of a distance; `None` where the device has none for it.
    pub(super) fn key<D: Distance>(self, distance: D) -> Option<u64> {
        if distance == D::UNREACHED {
            return Some(self.unreached());
        }
        let raw = distance.key();
        let key = match self {
            Self::Signed => u64::from(i32::try_from(raw as i64).ok()? as u32 ^ 1 << 31),
            _ => raw ^ self.zero(),
        };
        let subnormal = match self {
            Self::Float => f32::from_bits(raw as u32).is_subnormal(),
            Self::Double => f64::from_bits(raw).is_subnormal(),
            _ => false,
        };
        // Floats below 0 and those that are no numbers are above infinity as integers.
        (key < self.unreached() && !subnormal).then_some(key)
    }

    /// The key of the limit of a certificate: nothing that is reached is beyond, where none is told.
    pub(super) fn limit<D: Distance>(self, limit: Option<D>) -> u64 {
        let all = self.unreached() - 1;
        let Some(limit) = limit.filter(|_| !self.may_be_negative()) else { return all };
        // Without a key are integers above all keys, and floats that only 0 is not above.
        self.key(limit).unwrap_or(if limit.to_f64() < 1.0 { 0 } else { all })
    }

    // Places of keys, which have 32 bits.

    /// The place after all others.
    pub(super) fn farthest(self) -> u32 {
        match self {
            Self::Float | Self::Double => f32::INFINITY.to_bits(),
            _ => u32::MAX,
        }
    }

    /// The place of a source.
    pub(super) fn start(self) -> u32 {
        if self == Self::Signed { 1 << 31 } else { 0 }
    }

    /// The largest place of a distance that is not above `cutoff`, which is not below 0.
    pub(super) fn most<D: Distance>(self, cutoff: Option<D>) -> u32 {
        let most = self.farthest() - 1;
        // With weights below 0 a path may go beyond and come back.
        let Some(cutoff) = cutoff.filter(|_| !self.may_be_negative()) else { return most };
        let place = match self {
            Self::Float | Self::Double => (cutoff.to_f64() as f32 + 0.0).to_bits(),
            Self::Long { shift } => (cutoff.key() >> shift).min(u64::from(most)) as u32,
            _ => cutoff.to_f64() as u32,
        };
        place.min(most)
    }

    /// The bits of `delta`, which is a difference of places.
    pub(super) fn delta_bits(self, delta: f64) -> u32 {
        match self {
            Self::Float | Self::Double => (delta as f32).min(MOST_FLOAT).to_bits(),
            Self::Long { shift } => ((delta / 2f64.powi(shift as i32)) as u32).max(1),
            _ => (delta as u32).max(1),
        }
    }

    /// The difference that these bits are.
    pub(super) fn delta(self, bits: u32) -> f64 {
        match self {
            Self::Float | Self::Double => f32::from_bits(bits).into(),
            Self::Long { shift } => f64::from(bits) * 2f64.powi(shift as i32),
            _ => bits.into(),
        }
    }

    /// A place that is further by these bits, as the device has it.
    pub(super) fn raised(self, place: u32, delta: u32) -> u32 {
        match self {
            Self::Float | Self::Double => {
                (f32::from_bits(place) + f32::from_bits(delta)).to_bits().max(place + 1)
            }
            _ => place.saturating_add(delta),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel_engine::Engine;

    use super::*;

    #[test]
    fn devices_that_lack_something_are_asked_for_less() {
        let Some(device) = Engine::devices().into_iter().next() else { return };
        let engine = Engine::builder().device(device.name.as_str()).build().unwrap();
        let mut capacity = engine.capacity();
        (capacity.storages, capacity.atomics_64, capacity.floats_64) = (9, true, true);
        let whole = Graph::from_edges(3, &[(0, 1, 7u32), (1, 2, u32::MAX)]).unwrap();
        let signed = Graph::from_edges(3, &[(0, 1, 7), (1, 2, -7)]).unwrap();
        let double = Graph::from_edges(3, &[(0, 1, 0.5)]).unwrap();
        assert_eq!(Lengths::of(&whole, capacity), Ok(Lengths::Integer));
        // 2^33 is the least power of two above the bound.
        let long = Some(Lengths::Long { shift: 2 });
        assert_eq!(Lengths::Integer.longer(&whole, capacity), long);
        assert_eq!(Lengths::of(&double, capacity), Ok(Lengths::Double));
        assert!(Lengths::of(&signed, capacity).unwrap_err().contains("storages"));
        capacity.storages = 10;
        assert_eq!(Lengths::of(&signed, capacity), Ok(Lengths::Signed));
        assert_eq!(Lengths::Signed.longer(&signed, capacity), Some(Lengths::SignedLong));
        capacity.atomics_64 = false;
        assert_eq!(Lengths::Integer.longer(&whole, capacity), None);
        assert!(Lengths::of(&double, capacity).unwrap_err().contains("64 bits"));
    }

    #[test]
    fn keys_stand_for_distances_in_their_order() {
        fn check<D: Distance>(lengths: Lengths, distances: &[D], none: &[D]) {
            let keys: Vec<_> = distances.iter().map(|d| lengths.key(*d).unwrap()).collect();
            assert!(keys.is_sorted_by(|a, b| a < b), "{lengths:?} {keys:?}");
            assert!(keys.iter().map(|key| lengths.distance::<D>(*key)).eq(distances.to_vec()));
            assert_eq!(lengths.key(D::UNREACHED), Some(lengths.unreached()));
            assert!(none.iter().all(|d| lengths.key(*d).is_none()), "{lengths:?} {none:?}");
        }
        let most = u64::from(u32::MAX) - 1;
        check::<u64>(Lengths::Integer, &[0, 1, most], &[most + 1, 1 << 32, u64::MAX - 1]);
        check::<u64>(
            Lengths::Long { shift: 9 },
            &[0, 1, 1 << 53, (1 << 53) + 1, u64::MAX - 1],
            &[],
        );
        let [low, high] = [i32::MIN, i32::MAX - 1].map(i64::from);
        check(Lengths::Signed, &[low, -1, 0, 1, high], &[low - 1, high + 1, i64::MIN]);
        check(Lengths::SignedLong, &[i64::MIN, low - 1, -1, 0, high + 2, i64::MAX - 1], &[]);
        let tiny = f32::from_bits(1);
        check(Lengths::Float, &[0.0, 1e-30, 1.0, f32::MAX], &[-0.0, -1.0, f32::NAN, tiny]);
        check(Lengths::Double, &[0.0, 1e-300, 1.0, f64::MAX], &[-0.0, -1.0, f64::NAN]);
    }
}
