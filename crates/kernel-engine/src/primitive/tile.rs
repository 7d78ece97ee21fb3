//! Tile: how the input of a primitive is cut among workgroups.
//!
//! The cut follows from the types alone. So values are combined in one and the same order whatever
//! the device, its limits and its timing, and float sums come out the same every time.

use crate::element::{Scalar, Type};

/// Invocations of a workgroup at most.
const LANES: u64 = 256;

/// Values that an invocation has in its slots at most: so many loads are under way at once.
const ROWS: u64 = 8;

/// Bytes of one value in each invocation of a workgroup: with all slots and the running totals it
/// makes less than the 16,384 bytes that every device has.
const BYTES: u64 = 4096;

/// Elements that a workgroup takes, in several tiles where one tile is less.
const CHUNK: u64 = 16_384;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    /// Invocations of a workgroup.
    pub(crate) lanes: u64,
    /// Loads of each.
    pub(crate) rows: u64,
    /// Elements in a load: four of the scalars that a GPU moves faster so.
    pub(crate) width: u64,
    /// Tiles that a workgroup goes through one after another.
    pub(crate) tiles: u64,
}

impl Tile {
    /// The largest value that can be combined, in bytes.
    pub(crate) const MOST: u64 = BYTES / 8;

    /// For elements of `input`, made into values of `value`.
    pub(crate) fn of(input: Type, value: Type) -> Self {
        let stride = value.stride().max(4);
        let lanes = match BYTES / stride {
            0 => 1,
            most => (1 << most.ilog2()).min(LANES),
        };
        let rows = if stride <= 8 { ROWS * 4 / stride } else { 1 };
        let width = if is_narrow(input) { 4 } else { 1 };
        let tiles = (CHUNK / (lanes * rows * width)).clamp(1, 16);
        Self { lanes, rows, width, tiles }
    }

    /// Loads of a workgroup in one tile, and its slots.
    pub(crate) fn units(self) -> u64 {
        self.lanes * self.rows
    }

    /// Elements of one tile.
    pub(crate) fn elements(self) -> u64 {
        self.units() * self.width
    }

    /// Elements of a workgroup.
    pub(crate) fn chunk(self) -> u64 {
        self.elements() * self.tiles
    }

    /// Slots from one run of `rows` to the next.
    pub(crate) fn pitch(self) -> u64 {
        self.rows | 1
    }
}

/// Whether four of them are loaded and stored at once.
pub(crate) fn is_narrow(ty: Type) -> bool {
    matches!(ty, Type::Scalar(Scalar::F16 | Scalar::F32 | Scalar::I32 | Scalar::U32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::Element;

    #[test]
    fn workgroup_memory_and_chunks_are_bounded() {
        let wide = |n| {
            Type::Struct(Box::leak(Box::new(crate::Structure {
                name: "Wide",
                fields: vec![("part", <[f32; 4]>::TYPE); n].leak(),
            })))
        };
        let values = [u32::TYPE, f64::TYPE, <[f32; 3]>::TYPE, <[f64; 4]>::TYPE];
        for value in values.into_iter().chain([1, 2, 3, 7, 16, 31, 32].map(wide)) {
            for input in [u32::TYPE, <[f32; 4]>::TYPE] {
                let tile = Tile::of(input, value);
                let bytes = tile.lanes * value.stride() * (tile.pitch() + 2);
                assert!(bytes <= 16_384, "{value}: {bytes} bytes, {tile:?}");
                assert!(tile.lanes >= 8 && tile.lanes.is_power_of_two(), "{value}: {tile:?}");
                assert!(tile.chunk().is_power_of_two() && tile.chunk() <= CHUNK, "{tile:?}");
            }
        }
        // However small a binding, it holds the totals of what 256 of them do: so totals that are
        // loaded four at once are never in pieces.
        for value in [f32::TYPE, half::f16::TYPE] {
            let least = [half::f16::TYPE, u32::TYPE, <[f32; 4]>::TYPE, wide(32)]
                .map(|input| Tile::of(input, value).chunk() * input.size());
            assert!(least.into_iter().all(|bytes| bytes >= 256 * value.size()), "{least:?}");
        }
        let known = Tile { lanes: 256, rows: 8, width: 4, tiles: 2 };
        assert_eq!(Tile::of(f32::TYPE, f32::TYPE), known);
    }
}
