//! Keys: distances on the device, of 32 bits or 64, and how they add up there, as WGSL.
//!
//! A key is an unsigned integer in the order of the distances, so that one atomic minimum serves
//! all types. A sum that a key does not hold is told by `beyond()`, and never wraps. The places of
//! distances on the way, `coarse` keys, have 32 bits in any case.

use kernel_engine::{Call, Compute, Engine, KernelBuilder, Storage};

use super::Wait;
use super::lengths::Lengths;
use crate::error::Result;
use crate::threads::make;
use crate::weight::Distance;

// `reach(before, edge)` is the key at the end of an edge, `coarse(key)` its place; `raised(place,
// delta)` a place that is so much further, and at least the next one; `widened(delta)` and
// `narrowed(delta)` are twice and half a delta.

const UNIT: &str = "
fn reach(before: Key, edge: u32) -> Key { return before + 1u; }
";

const INTEGER: &str = "
fn reach(before: Key, edge: u32) -> Key {
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
fn reach(before: Key, edge: u32) -> Key {
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
fn reach(before: Key, edge: u32) -> Key {
    let length = weight(edge);
    if bitcast<u32>(length) == UNREACHED { return UNREACHED; }
    return bitcast<u32>(bitcast<f32>(before) + length);
}
";

// No path of 2^32 edges of 32 bits is too long for 64.
const LONG: &str = "
fn reach(before: Key, edge: u32) -> Key { return before + u64(weight(edge)); }
";

const SIGNED_LONG: &str = "
fn reach(before: Key, edge: u32) -> Key { return before + u64(i64(weight(edge))); }
";

const DOUBLE: &str = "
fn reach(before: Key, edge: u32) -> Key {
    let length = weight(edge);
    if bitcast<u64>(length) == UNREACHED { return UNREACHED; }
    return bitcast<u64>(bitcast<f64>(before) + length);
}
fn coarse(key: Key) -> u32 { return bitcast<u32>(f32(bitcast<f64>(key))); }
";

const SAME: &str = "
fn coarse(key: Key) -> u32 { return key; }
";

const ALL_NEAR: &str = "
fn coarse(key: Key) -> u32 { return 0u; }
";

const RAISED_FLOAT: &str = "
fn raised(place: u32, delta: u32) -> u32 {
    if place >= FARTHEST { return FARTHEST; }
    return max(place + 1u, bitcast<u32>(bitcast<f32>(place) + bitcast<f32>(delta)));
}
fn widened(delta: u32) -> u32 { return bitcast<u32>(bitcast<f32>(delta) * 2.0); }
fn narrowed(delta: u32) -> u32 { return bitcast<u32>(bitcast<f32>(delta) * 0.5); }
";

const RAISED: &str = "
fn raised(place: u32, delta: u32) -> u32 { return place + min(delta, FARTHEST - place); }
fn widened(delta: u32) -> u32 { return min(delta, 0x7fffffffu) * 2u; }
fn narrowed(delta: u32) -> u32 { return delta / 2u; }
";

impl Lengths {
    /// The type of keys, that of a vertex that no path has reached, and that of a source.
    pub(super) fn constants(self) -> String {
        let (ty, suffix) = if self.is_wide() { ("u64", "lu") } else { ("u32", "u") };
        let (unreached, zero) = (self.unreached(), self.zero());
        format!(
            "alias Key = {ty};\nconst UNREACHED: Key = {unreached}{suffix};\n\
             const ZERO: Key = {zero}{suffix};\n"
        )
    }

    /// These, and the functions of keys.
    pub(super) fn wgsl(self) -> String {
        let parts = match self {
            Self::Unit => [UNIT, SAME, RAISED],
            Self::Integer => [INTEGER, SAME, RAISED],
            Self::Signed => [SIGNED, SAME, RAISED],
            Self::Float => [FLOAT, SAME, RAISED_FLOAT],
            Self::Long { .. } => [LONG, "", RAISED],
            Self::SignedLong => [SIGNED_LONG, ALL_NEAR, RAISED],
            Self::Double => [DOUBLE, "", RAISED_FLOAT],
        };
        let shifted = match self {
            Self::Long { shift } => format!(
                "fn coarse(key: Key) -> u32 {{ return u32(min(key >> {shift}u, 0xfffffffelu)); }}\n"
            ),
            _ => String::new(),
        };
        let farthest = self.farthest();
        let constants = self.constants();
        format!("{constants}const FARTHEST = {farthest}u;\n{}{shifted}", parts.concat())
    }

    /// Adds keys that a kernel reads to what it may name.
    pub(super) fn array(
        self,
        kernel: KernelBuilder<Compute>,
        name: &str,
    ) -> KernelBuilder<Compute> {
        if self.is_wide() { kernel.array::<u64>(name) } else { kernel.array::<u32>(name) }
    }

    /// Those that it writes.
    pub(super) fn output(
        self,
        kernel: KernelBuilder<Compute>,
        name: &str,
    ) -> KernelBuilder<Compute> {
        if self.is_wide() { kernel.output::<u64>(name) } else { kernel.output::<u32>(name) }
    }

    /// Those that it changes atomically.
    pub(super) fn atomic(
        self,
        kernel: KernelBuilder<Compute>,
        name: &str,
    ) -> KernelBuilder<Compute> {
        if self.is_wide() { kernel.atomic::<u64>(name) } else { kernel.atomic::<u32>(name) }
    }

    /// Those that a workgroup shares.
    pub(super) fn workgroup(
        self,
        kernel: KernelBuilder<Compute>,
        name: &str,
        length: u32,
    ) -> KernelBuilder<Compute> {
        match self.is_wide() {
            true => kernel.workgroup::<u64>(name, length),
            false => kernel.workgroup::<u32>(name, length),
        }
    }
}

/// The key of each vertex, on the device.
#[derive(Debug)]
pub(super) enum Keys {
    Narrow(Storage<u32>),
    Wide(Storage<u64>),
}

impl Keys {
    pub(super) fn new(engine: &Engine, lengths: Lengths, length: usize) -> Result<Self> {
        Ok(match lengths.is_wide() {
            true => Self::Wide(engine.zeros(length)?),
            false => Self::Narrow(engine.zeros(length)?),
        })
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Narrow(keys) => keys.len(),
            Self::Wide(keys) => keys.len(),
        }
    }

    pub(super) fn bind(&self, call: Call<Compute>, name: &str) -> Call<Compute> {
        match self {
            Self::Narrow(keys) => call.bind(name, keys),
            Self::Wide(keys) => call.bind(name, keys),
        }
    }

    pub(super) fn upload(&self, keys: &[u64]) -> Result<()> {
        match self {
            Self::Narrow(all) => {
                all.upload(&keys.iter().map(|key| *key as u32).collect::<Vec<_>>())?;
            }
            Self::Wide(all) => all.upload(keys)?,
        }
        Ok(())
    }

    pub(super) async fn download(&self, wait: Wait) -> Result<Found> {
        Ok(match self {
            Self::Narrow(keys) => Found::Narrow(wait.download(keys).await?),
            Self::Wide(keys) => Found::Wide(wait.download(keys).await?),
        })
    }
}

/// The same on the host.
#[derive(Debug)]
pub(super) enum Found {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Found {
    /// The distances of so many vertices, each at its place.
    pub(super) fn distances<D: Distance>(
        &self,
        lengths: Lengths,
        vertices: usize,
        place: impl Fn(usize) -> usize + Sync + Send,
    ) -> Vec<D> {
        match self {
            Self::Narrow(keys) => make(vertices, |v| lengths.distance(keys[place(v)].into())),
            Self::Wide(keys) => make(vertices, |v| lengths.distance(keys[place(v)])),
        }
    }
}
