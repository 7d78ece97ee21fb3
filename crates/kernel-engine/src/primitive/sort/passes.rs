//! Passes: a sort as a row of commands, three for each digit.

use std::sync::Arc;

use super::kernels::{Kernels, Shape};
use super::{Scratch, key_type};
use crate::assemble::Variant;
use crate::call::Call;
use crate::element::{Element, Scalar};
use crate::engine::Engine;
use crate::error::Result;
use crate::kernel::Compute;
use crate::raw::Raw;
use crate::submit::Command;

/// Workgroups that count, each a block of tiles: enough for any device, and few enough that their
/// counts are added up at once.
pub(super) const BLOCKS: u64 = 1024;

/// Values to sort along, or none for the keys' own indices, and where they go.
pub(super) type Values<'a> = (Option<&'a Arc<Raw>>, &'a Arc<Raw>);

/// What all passes have in common.
pub(super) struct Work<'a> {
    pub(super) engine: &'a Engine,
    pub(super) shape: Shape,
    /// The most blocks.
    pub(super) blocks: u64,
    pub(super) descending: bool,
}

impl Work<'_> {
    /// The commands that write `keys` in order to `sorted`.
    pub(super) fn record(
        &self,
        scratch: &mut Scratch,
        keys: &Arc<Raw>,
        sorted: &Arc<Raw>,
        values: Option<Values<'_>>,
    ) -> Result<Vec<Command>> {
        let (engine, shape, len) = (self.engine, self.shape, keys.len);
        let words = if shape.wide { 2 } else { 1 };
        let kernels = shape.kernels()?;
        let tables = self.tables(scratch, len)?;
        if len == 0 {
            return Ok(Vec::new());
        }

        // Pass by pass to and fro; there is an even number, so the last one leaves them `sorted`.
        let spare = scratch.keys.get(engine, key_type(keys.ty), len)?;
        let spare_values = match values {
            Some(_) => Some(scratch.values.get(engine, u32::TYPE, len)?),
            None => None,
        };
        let bits = shape.path.bits();
        let mut commands = Vec::new();
        for pass in 0..words * 32 / bits {
            let (first, odd) = (pass == 0, pass % 2 == 1);
            let word = pass * bits / 32;
            let [flip, flip_negative] = self.flips(keys.ty.as_scalar(), word + 1 == words);
            let (from, to) = match (first, odd) {
                (true, _) => (keys, &spare),
                (_, true) => (&spare, sorted),
                (_, false) => (sorted, &spare),
            };
            let keyed = |call: Call<Compute>| {
                call.set("elements", len as u32)
                    .set("blocks", tables.blocks)
                    .set("tiles_each", tables.tiles_each)
                    .set("shift", pass * bits % 32)
                    .set("flip", flip)
                    .set("flip_negative", flip_negative)
                    .set("word", word)
                    .bind_bits("keys", from)
                    .bind_bits("prefixes", &tables.prefixes)
            };
            let Kernels { count, starts, scatter } = &kernels;
            let count = keyed(count.call()).bind_bits("totals", &tables.totals);
            let starts = starts.call().set("blocks", tables.blocks);
            let starts = starts.bind_bits("totals", &tables.totals);
            let starts = starts.bind_bits("starts", &tables.starts);
            let mut scatter =
                keyed(scatter.call()).bind_bits("starts", &tables.starts).bind_bits("sorted", to);
            if let (Some((given, target)), Some(spare)) = (values, &spare_values) {
                let (from, to) = match (first, odd) {
                    // Indices are not read, so any storage will do that is not written.
                    (true, _) => (given.unwrap_or(target), spare),
                    (_, true) => (spare, target),
                    (_, false) => (target, spare),
                };
                scatter = scatter
                    .set("numbered", u32::from(first && given.is_none()))
                    .bind_bits("values", from)
                    .bind_bits("sorted_values", to);
            }
            for (call, groups) in
                [(count, tables.blocks), (starts, shape.path.digits()), (scatter, tables.tiles)]
            {
                commands.extend(call.record(
                    engine,
                    (groups * shape.threads).into(),
                    Variant::default(),
                )?);
            }
        }
        Ok(commands)
    }

    fn tables(&self, scratch: &mut Scratch, len: u64) -> Result<Tables> {
        let (engine, digits) = (self.engine, u64::from(self.shape.path.digits()));
        let tiles = len.div_ceil(u64::from(self.shape.tile()));
        let tiles_each = tiles.div_ceil(self.blocks).max(1);
        let blocks = tiles.div_ceil(tiles_each);
        Ok(Tables {
            tiles: tiles as u32,
            blocks: blocks as u32,
            tiles_each: tiles_each as u32,
            prefixes: scratch.prefixes.get(engine, u32::TYPE, tiles * digits)?,
            totals: scratch.totals.get(engine, u32::TYPE, blocks * digits)?,
            starts: scratch.starts.get(engine, u32::TYPE, (blocks + 1) * digits)?,
        })
    }

    /// The bits to flip in a word of keys, of those that are not negative and of those that are,
    /// so that the words are in the order of the keys.
    fn flips(&self, scalar: Option<Scalar>, top: bool) -> [u32; 2] {
        let sign = if top { 1 << 31 } else { 0 };
        let ascending = match scalar {
            Some(Scalar::I32 | Scalar::I64) => [sign, sign],
            Some(Scalar::F32 | Scalar::F64) => [sign, u32::MAX],
            _ => [0, 0],
        };
        ascending.map(|bits| if self.descending { !bits } else { bits })
    }
}

/// What the kernels of a pass tell each other.
struct Tables {
    tiles: u32,
    blocks: u32,
    /// Tiles of a block.
    tiles_each: u32,
    /// For each tile how often each digit occurs before it in its block.
    prefixes: Arc<Raw>,
    /// For each digit how often it occurs in each block.
    totals: Arc<Raw>,
    /// For each block how often each digit occurs before it; behind the last, how often in all.
    starts: Arc<Raw>,
}
