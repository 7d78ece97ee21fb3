//! Run: the stages of a primitive become dispatches.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Kind, Primitive, Stage, Tile};
use crate::assemble::{Bound, Head, Variant};
use crate::call::{Call, Prepared};
use crate::element::Element;
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent;
use crate::raw::Raw;
use crate::storage::Storage;
use crate::submit::{Command, Region, Run, Shape};

/// A call of a primitive on its way to commands.
pub(super) struct Stages<'a, S> {
    call: &'a Call<S>,
    engine: &'a Engine,
    primitive: Cow<'a, Primitive>,
    prepared: Prepared,
    commands: Vec<Command>,
}

/// What a stage reads and writes.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends<'a> {
    pub(super) src: Option<&'a Arc<Raw>>,
    pub(super) dst: Option<&'a Arc<Raw>>,
    pub(super) totals: Option<&'a Arc<Raw>>,
    pub(super) count: Option<&'a Arc<Raw>>,
    pub(super) heads: Option<&'a Arc<Raw>>,
}

impl<'a> Ends<'a> {
    const ALL: [Bound; 5] = [Bound::Src, Bound::Dst, Bound::Totals, Bound::Count, Bound::Heads];

    fn get(self, bound: Bound) -> Option<&'a Arc<Raw>> {
        match bound {
            Bound::Src => self.src,
            Bound::Dst => self.dst,
            Bound::Totals => self.totals,
            Bound::Count => self.count,
            Bound::Heads => self.heads,
            Bound::At | Bound::Named(_) | Bound::Fault => None,
        }
    }
}

impl<'a, S> Stages<'a, S> {
    pub(super) fn new(call: &'a Call<S>, engine: &'a Engine) -> Result<Self> {
        let primitive = call.kernel.inner.declaration.primitive.as_ref();
        let primitive =
            primitive.ok_or_else(|| engine.internal("a primitive", "it has no parts".into()))?;
        let prepared = call.prepare(engine)?;
        Ok(Self {
            call,
            engine,
            primitive: Cow::Borrowed(primitive),
            prepared,
            commands: Vec::new(),
        })
    }

    /// Those of a reduction by segments.
    pub(super) fn by_segments(call: &'a Call<S>, engine: &'a Engine) -> Result<Self> {
        let stages = Self::new(call, engine)?;
        Ok(Self { primitive: Cow::Owned(stages.primitive.by_segments()), ..stages })
    }

    pub(super) fn commands(self) -> Vec<Command> {
        self.commands
    }

    fn tile(&self) -> Tile {
        Tile::of(self.primitive.input, self.primitive.value)
    }

    /// Workgroups that `len` elements take.
    pub(super) fn groups(&self, len: u64) -> u64 {
        len.div_ceil(self.tile().chunk())
    }

    /// The value of nothing.
    pub(super) fn identity<T: Element>(&self) -> T {
        bytemuck::pod_read_unaligned(&self.primitive.identity)
    }

    /// Bins of a histogram.
    pub(super) fn bins(&self) -> u32 {
        match self.primitive.kind {
            Kind::Histogram { bins } => bins,
            _ => 0,
        }
    }

    /// A storage for one total of each workgroup.
    pub(super) fn totals(&self, len: u64) -> Result<Arc<Raw>> {
        self.engine.scratch(self.primitive.value, self.groups(len).max(1))
    }

    /// A stage that goes through `len` elements of the input, in stretches that fit bindings and a
    /// grid. They start where a workgroup's chunk does, so that they change nothing. What the stage
    /// does not go along with is bound as a whole, in as many pieces as it has.
    pub(super) fn through(&mut self, variant: Variant, ends: Ends<'_>, len: u64) -> Result<()> {
        let (tile, limits) = (self.tile(), self.engine.limits());
        let fold = limits.max_compute_workgroups_per_dimension;
        let length = self.call.length(len)?;
        let by_grid = u64::from(fold).pow(2).saturating_mul(tile.chunk());
        let along = [ends.src, ends.dst.filter(|_| self.along(&variant))];
        let along: Vec<_> = along.into_iter().flatten().collect();
        let mut first = 0;
        while first < len {
            let rest = by_grid.min(len - first);
            let here = along.iter().fold(rest, |here, raw| here.min(raw.together(first)));
            if here < rest && here % tile.chunk() != 0 {
                return Err(self.too_wide(tile.chunk()));
            }
            let groups = here.div_ceil(tile.chunk());
            let head = Head {
                length,
                groups: groups as u32,
                first: first as u32,
                here: here as u32,
                extent: [tile.tiles as u32, (first / tile.chunk()) as u32, 0],
                ..Head::default()
            };
            self.stage(&variant, ends, head)?;
            first += here;
        }
        Ok(())
    }

    /// The stage of one workgroup, over `len` totals.
    pub(super) fn spine(&mut self, ends: Ends<'_>, len: u64) -> Result<()> {
        let value = self.primitive.value;
        let tiles = len.div_ceil(Tile::of(value, value).elements());
        let (here, extent) = (len as u32, [tiles as u32, 0, 0]);
        let head = Head { length: here, groups: 1, here, extent, ..Head::default() };
        let variant = Variant { stage: Stage::Spine, ..Variant::default() };
        self.stage(&variant, ends, head)
    }

    /// Whether a stage writes one element for each that it reads.
    fn along(&self, variant: &Variant) -> bool {
        matches!(self.primitive.kind, Kind::Scan { .. } | Kind::Segments { .. })
            && variant.stage == Stage::Finish
    }

    fn stage(&mut self, variant: &Variant, ends: Ends<'_>, head: Head) -> Result<()> {
        let along = |bound| match bound {
            Bound::Src => variant.stage != Stage::Spine,
            Bound::Dst => self.along(variant),
            _ => false,
        };
        // What is bound as a whole may take several bindings.
        let mut pieces = self.call.pieces(&self.prepared);
        let whole = Ends::ALL.into_iter().filter(|bound| !along(*bound));
        pieces.extend(whole.filter_map(|bound| Some((bound, ends.get(bound)?.split()?))));
        let by_segments = matches!(self.primitive.kind, Kind::Segments { .. });
        let all = Variant { pieces, by_segments, ..variant.clone() };
        let pipeline = self.engine.pipeline(&self.call.kernel.inner, all)?;
        let storages = self.call.regions(&pipeline.assembled.slots, |slot| match slot.what {
            Bound::Named(k) => Region::piece(self.prepared.storages.get(k)?, slot.piece),
            bound if along(bound) => {
                Region::part(ends.get(bound)?, head.first.into(), head.here.into())
            }
            bound => Region::piece(ends.get(bound)?, slot.piece),
        })?;
        let fold = self.engine.limits().max_compute_workgroups_per_dimension;
        let groups = u64::from(head.groups);
        let grid = extent::fold(groups, fold).ok_or_else(|| self.call.too_many(groups, fold))?;
        let uniform = self.prepared.with_head(&Head { kernel: pipeline.number, ..head });
        let shape = Shape::Counted;
        self.commands.push(Command::Run(Run { pipeline, uniform, storages, grid, shape }));
        Ok(())
    }

    /// A storage in pieces, none of which has all elements of a workgroup.
    fn too_wide(&self, chunk: u64) -> Error {
        let widest = self.primitive.input.size().max(self.primitive.value.size());
        Error::TooLarge {
            what: format!("kernel `{}`", self.call.label()),
            needed: chunk * widest,
            limit: self.engine.limits().max_storage_buffer_binding_size,
            unit: "bytes in one binding",
            remedy: "split the array over several storages".to_owned(),
        }
    }
}

/// An error unless `storage` is of that engine and has that many elements.
pub(super) fn fits<T>(
    engine: &Engine,
    storage: &Storage<T>,
    what: &str,
    expected: u64,
) -> Result<()> {
    let found = storage.raw.len;
    if !storage.raw.engine.same(engine) {
        return Err(Error::OtherEngine { what: what.to_owned() });
    }
    if found != expected {
        return Err(Error::LengthMismatch { what: what.to_owned(), expected, found });
    }
    Ok(())
}
