//! Packs: how the rows of a level lie in storages.

use std::collections::BTreeMap;
use std::ops::Range;

use kernel_engine::{Call, Compute, Engine, KernelBuilder, Storage};

use super::plan::Shape;
use crate::cost::TableValue;

/// How rows are put together.
///
/// A level has a row for each place that the end can take among the cities of a set in ascending
/// order, and a column for each set. Up to `lanes` rows make a pack, an array of vectors, so that
/// one load gets that many entries of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packing {
    /// Rows of a pack: 1, 2 or 4.
    pub(crate) lanes: usize,
    /// Whether all packs of a level share one storage, one behind the other, because the device
    /// binds too few; then the last is filled up.
    pub(crate) joined: bool,
    /// By how many of the highest cities the columns are cut into blocks, because one binding is too
    /// small for a row: the sets of a block have the same of them. Without a city a set is in a block
    /// of the level below that is known beforehand; so each is in storages of its own.
    pub(crate) high: usize,
    /// Whether two rows share a word; see [`narrow`](super::narrow).
    pub(crate) narrow: bool,
}

/// Some rows of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pack {
    /// How many rows it has room for.
    pub(crate) lanes: usize,
    /// Its number among those of its level with as much room.
    pub(crate) number: usize,
}

impl Packing {
    /// As it is best where nothing is scarce.
    pub(crate) const APART: Self = Self { lanes: 4, joined: false, high: 0, narrow: false };

    /// Where few storages can be bound.
    pub(crate) const JOINED: Self = Self { joined: true, ..Self::APART };

    /// The blocks of each level, by those of the highest cities that its sets have, as bits.
    pub(crate) fn blocks(self) -> Range<usize> {
        0..1 << self.high
    }

    /// The packs of level `k`: as many full ones as there are, then one of each smaller power of
    /// two that is needed.
    pub(crate) fn packs(self, k: usize) -> Vec<Pack> {
        let rows = if self.narrow { k.div_ceil(2) } else { k };
        let full = if self.joined { rows.div_ceil(self.lanes) } else { rows / self.lanes };
        let mut packs: Vec<Pack> =
            (0..full).map(|number| Pack { lanes: self.lanes, number }).collect();
        let rest = rows.saturating_sub(full * self.lanes);
        for lanes in [2, 1] {
            if rest & lanes != 0 {
                packs.push(Pack { lanes, number: 0 });
            }
        }
        packs
    }

    /// How many storages level `k` takes.
    pub(crate) fn storages(self, k: usize) -> usize {
        if self.joined { k.min(1) } else { self.packs(k).len() }
    }

    /// The storages for any of some levels, each of so many columns, and their lengths.
    fn lengths(self, levels: impl IntoIterator<Item = (usize, u64)>) -> BTreeMap<Pack, u64> {
        let mut lengths = BTreeMap::new();
        for (k, columns) in levels {
            let packs = self.packs(k);
            let stretch = if self.joined { packs.len() as u64 } else { 1 };
            for pack in packs.into_iter().take(self.storages(k)) {
                let length = lengths.entry(pack).or_insert(0);
                *length = columns.saturating_mul(stretch).max(*length);
            }
        }
        lengths
    }

    /// Bytes of those storages.
    pub(crate) fn bytes<T>(self, levels: impl IntoIterator<Item = (usize, u64)>) -> u64 {
        let bytes = |(pack, length): (&Pack, &u64)| {
            length.saturating_mul((pack.lanes * size_of::<T>()) as u64)
        };
        self.lengths(levels).iter().map(bytes).fold(0, u64::saturating_add)
    }

    /// Declares the storages of level `k` as `name0`, `name1`, ..
    pub(crate) fn declare<T: TableValue>(
        self,
        mut builder: KernelBuilder<Compute>,
        name: &str,
        k: usize,
        written: bool,
    ) -> KernelBuilder<Compute> {
        for (at, pack) in self.packs(k).into_iter().take(self.storages(k)).enumerate() {
            let name = format!("{name}{at}");
            builder = match (pack.lanes, written) {
                (1, false) => builder.array::<T>(&name),
                (2, false) => builder.array::<T::Two>(&name),
                (_, false) => builder.array::<T::Four>(&name),
                (1, true) => builder.output::<T>(&name),
                (2, true) => builder.output::<T::Two>(&name),
                (_, true) => builder.output::<T::Four>(&name),
            };
        }
        builder
    }
}

/// Storages that hold a level at a time, each of a level in its turn.
#[derive(Debug)]
pub(crate) struct Rows<T: TableValue> {
    packing: Packing,
    blocks: Vec<BTreeMap<Pack, Vector<T>>>,
}

#[derive(Clone, Debug)]
enum Vector<T: TableValue> {
    One(Storage<T>),
    Two(Storage<T::Two>),
    Four(Storage<T::Four>),
}

impl<T: TableValue> Rows<T> {
    /// Storages for every other level up to `last`.
    pub(crate) fn new(
        engine: &Engine,
        packing: Packing,
        shape: Shape,
        last: usize,
    ) -> kernel_engine::Result<Self> {
        let storages = |block| {
            let lengths = packing.lengths(shape.every_other(last, packing.high, block));
            let vector = |(pack, length): (Pack, u64)| {
                let length = usize::try_from(length).unwrap_or(usize::MAX);
                let vector = match pack.lanes {
                    1 => Vector::One(engine.zeros(length)?),
                    2 => Vector::Two(engine.zeros(length)?),
                    _ => Vector::Four(engine.zeros(length)?),
                };
                Ok((pack, vector))
            };
            lengths.into_iter().map(vector).collect()
        };
        let blocks = packing.blocks().map(storages).collect::<kernel_engine::Result<_>>()?;
        Ok(Self { packing, blocks })
    }

    /// Whether there is room for every other level up to `last`.
    pub(crate) fn fit(&self, shape: Shape, last: usize) -> bool {
        let len = |vector: Option<&Vector<T>>| match vector {
            Some(Vector::One(storage)) => storage.len(),
            Some(Vector::Two(storage)) => storage.len(),
            Some(Vector::Four(storage)) => storage.len(),
            None => 0,
        };
        let Packing { high, .. } = self.packing;
        self.blocks.iter().enumerate().all(|(block, storages)| {
            let lengths = self.packing.lengths(shape.every_other(last, high, block));
            lengths.iter().all(|(pack, length)| len(storages.get(pack)) as u64 >= *length)
        })
    }

    /// Fills in level 1: one entry for each city.
    pub(crate) fn start(&self, shape: Shape, first: &[T]) -> kernel_engine::Result<()> {
        for (block, storages) in self.blocks.iter().enumerate() {
            let ranks = shape.ranks(self.packing.high, block, 1);
            let first = &first[ranks.start as usize..ranks.end as usize];
            let narrow = |value: &T| if self.packing.narrow { value.narrowed() } else { *value };
            let first: Vec<T> = first.iter().map(narrow).collect();
            let wide = first.iter().flat_map(|value| {
                std::iter::once(*value).chain((1..self.packing.lanes).map(|_| T::default()))
            });
            let wide: Vec<T> = wide.collect();
            for pack in self.packing.packs(1) {
                match storages.get(&pack).filter(|_| !first.is_empty()) {
                    Some(Vector::One(storage)) => storage.upload_at(0, &first)?,
                    Some(Vector::Two(storage)) => storage.upload_at(0, cast(&wide))?,
                    Some(Vector::Four(storage)) => storage.upload_at(0, cast(&wide))?,
                    None => {}
                }
            }
        }
        Ok(())
    }

    /// Binds the storages of a block of level `k` as [`Packing::declare`] names them.
    pub(crate) fn bind(
        &self,
        mut call: Call<Compute>,
        name: &str,
        block: usize,
        k: usize,
    ) -> Call<Compute> {
        let packs = self.packing.packs(k).into_iter().take(self.packing.storages(k));
        for (at, pack) in packs.enumerate() {
            let name = format!("{name}{at}");
            call = match self.blocks.get(block).and_then(|storages| storages.get(&pack)) {
                Some(Vector::One(storage)) => call.bind(&name, storage),
                Some(Vector::Two(storage)) => call.bind(&name, storage),
                Some(Vector::Four(storage)) => call.bind(&name, storage),
                None => call,
            };
        }
        call
    }
}

/// Values as vectors of them.
fn cast<T: kernel_engine::Element, V: kernel_engine::Element>(values: &[T]) -> &[V] {
    kernel_engine::bytemuck::cast_slice(values)
}
