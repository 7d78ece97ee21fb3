//! Memory: what the device has, as far as one can know.

use kernel_engine::{DeviceKind, Engine, Storage, free_memory};

use super::packs::Packing;
use super::plan::{MOST, Shape};
use crate::binomials::binomial;
use crate::cost::TableValue;

/// Bytes by which the memory of a device is measured.
const BLOCK: u64 = 1 << 30;

/// Whether the device binds all that the largest kernels of a search read and write.
pub(crate) fn fits<T: TableValue>(engine: &Engine, shape: Shape, packing: Packing) -> bool {
    let capacity = engine.capacity();
    let pieces = |k: usize| -> u64 {
        let packs = packing.packs(k);
        let columns = longest(shape, packing, k);
        let count = |lanes: usize, columns: u64| {
            let size = (lanes * size_of::<T>()) as u64;
            match columns.saturating_mul(size) <= capacity.storage_bytes {
                true => 1,
                false => {
                    let piece = (capacity.storage_bytes / size).max(1).ilog2();
                    columns.div_ceil(1 << piece)
                }
            }
        };
        match packing.joined {
            true => count(packing.lanes, columns.saturating_mul(packs.len() as u64)),
            false => packs.iter().map(|pack| count(pack.lanes, columns)).sum(),
        }
    };
    let top = shape.top();
    // What `Kind::sources` has at most.
    let (sources, halves) = match packing.high {
        0 => (1, shape.tables() as u64),
        high => (1 + high as u64, 2),
    };
    // Legs, binomials and masks; values and ranks of the candidates.
    let level = pieces(top) + pieces(top - 1) * sources + 3;
    let join = pieces(top) * sources * halves + 5;
    shape.m <= MOST
        && level.max(join) <= u64::from(capacity.storages)
        && joined_index(packing, shape)
}

/// Columns of the longest block of a level.
fn longest(shape: Shape, packing: Packing, k: usize) -> u64 {
    let columns = |block| {
        let ranks = shape.ranks(packing.high, block, k);
        ranks.end - ranks.start
    };
    packing.blocks().map(columns).max().unwrap_or_default()
}

/// Whether each row of a pack is in one binding.
pub(crate) fn whole<T>(engine: &Engine, shape: Shape, packing: Packing) -> bool {
    let bytes = engine.capacity().storage_bytes / (packing.lanes * size_of::<T>()) as u64;
    (1..=shape.top()).all(|k| longest(shape, packing, k) <= bytes)
}

/// Whether 32 bits index a level whose rows share a storage.
fn joined_index(packing: Packing, shape: Shape) -> bool {
    let top = shape.top();
    let columns = binomial(shape.m, top).saturating_mul(packing.packs(top).len() as u64);
    !packing.joined || columns <= u64::from(u32::MAX)
}

/// Bytes that are free, where that is known: the host's own, on a device that is the host.
pub(crate) fn free(engine: &Engine) -> u64 {
    if engine.info().kind != DeviceKind::Cpu {
        return u64::MAX;
    }
    free_memory()
}

/// Bytes that are free, found out by taking all.
pub(crate) fn probe(engine: &Engine) -> u64 {
    let free = free(engine);
    // A browser tells only later that there was too little, and by then all of it is asked for.
    if free < u64::MAX || cfg!(target_arch = "wasm32") {
        return free;
    }
    let mut taken: Vec<Storage<u32>> = Vec::new();
    let mut block = BLOCK;
    let mut bytes = 0u64;
    while block >= BLOCK / 16 && taken.len() < 4096 {
        match engine.zeros((block / 4) as usize) {
            Ok(storage) => {
                taken.push(storage);
                bytes += block;
            }
            Err(_) => block /= 2,
        }
    }
    bytes
}

/// About how many transitions the device makes in a second.
pub(crate) fn transitions_per_second(engine: &Engine) -> f64 {
    match engine.info().kind {
        DeviceKind::Cpu => 2e8,
        DeviceKind::Discrete => 5e11,
        _ => 2e10,
    }
}
