//! Prepare: a call checked and laid out, up to what differs from run to run.

use std::sync::Arc;

use super::Call;
use crate::assemble::{self, Bound, Head, Slot};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::extent;
use crate::kernel::Role;
use crate::raw::{Pieces, Raw};
use crate::submit::Region;

impl<S> Call<S> {
    /// The storages and the uniform block without its head, all there and of one engine.
    pub(crate) fn prepare(&self, engine: &Engine) -> Result<Prepared> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let declaration = &self.kernel.inner.declaration;
        let missing = |name: &str, method| Error::Missing {
            kernel: self.label(),
            name: name.to_owned(),
            method,
        };
        let mut storages = Vec::new();
        let layout = assemble::layout(declaration);
        let mut uniform = vec![0; layout.size as usize];
        let mut at = size_of::<Head>();
        for (binding, bound) in declaration.bindings.iter().zip(&self.storages) {
            let raw = bound.as_ref().ok_or_else(|| missing(&binding.name, "bind"))?;
            if !raw.engine.same(engine) {
                return Err(Error::OtherEngine { what: format!("`{}`", binding.name) });
            }
            write(&mut uniform, at, &self.length(raw.len)?.to_ne_bytes());
            at += 4;
            storages.push(raw.clone());
        }
        for (((name, _), value), offset) in
            declaration.params.iter().zip(&self.params).zip(&layout.params)
        {
            let value = value.as_ref().ok_or_else(|| missing(name, "set"))?;
            write(&mut uniform, *offset as usize, value);
        }
        if let (Some(primitive), Some(offset)) = (&declaration.primitive, layout.params.last()) {
            write(&mut uniform, *offset as usize, &primitive.identity);
        }
        Ok(Prepared { storages, uniform })
    }

    /// A number of elements or invocations that an index of 32 bits reaches.
    pub(crate) fn length(&self, len: u64) -> Result<u32> {
        let limit = extent::MAX_INVOCATIONS;
        u32::try_from(len).ok().filter(|_| len <= limit).ok_or_else(|| Error::TooLarge {
            what: format!("kernel `{}`", self.label()),
            unit: "elements",
            needed: len,
            limit,
            remedy: "split the run".to_owned(),
        })
    }

    /// The storages of which the kernel may want any element, where they are in several pieces.
    pub(crate) fn pieces(&self, prepared: &Prepared) -> Vec<(Bound, Pieces)> {
        let declaration = &self.kernel.inner.declaration;
        let bindings = declaration.bindings.iter().zip(&prepared.storages).enumerate();
        let any = bindings.filter(|(_, (binding, _))| binding.role.is_any(declaration.map));
        any.filter_map(|(k, (_, raw))| Some((Bound::Named(k), raw.split()?))).collect()
    }

    /// Picks the storages that the slots name.
    pub(crate) fn regions(
        &self,
        slots: &[Slot],
        pick: impl Fn(&Slot) -> Option<Region>,
    ) -> Result<Vec<Option<Region>>> {
        let mut regions: Vec<Option<Region>> = Vec::new();
        for slot in slots {
            let mut region = pick(slot);
            if let Some(region) = &mut region {
                let twin = slots.iter().zip(&regions).find(|(other, earlier)| {
                    let same = earlier.as_ref().is_some_and(|e| e.raw.is(&region.raw));
                    same && other.what != slot.what && !(slot.read_only && other.read_only)
                });
                if let Some((other, _)) = twin {
                    return Err(self.aliased(other.what, slot.what));
                }
                region.reads = !self.overwrites(slot.what, slots);
            }
            regions.push(region);
        }
        Ok(regions)
    }

    /// Whether a run replaces all of a storage without a look at what it held.
    fn overwrites(&self, bound: Bound, slots: &[Slot]) -> bool {
        let declaration = &self.kernel.inner.declaration;
        let output = |k: usize| declaration.bindings.get(k).is_some_and(|b| b.role == Role::Output);
        match bound {
            Bound::Dst => slots.iter().any(|slot| slot.what == Bound::Src),
            Bound::Named(k) => declaration.map.is_some() && output(k),
            _ => false,
        }
    }

    pub(super) fn name(&self, bound: Bound) -> String {
        match bound {
            Bound::Src => "src".to_owned(),
            Bound::At => "at".to_owned(),
            Bound::Dst => "dst".to_owned(),
            Bound::Named(k) => self
                .kernel
                .inner
                .declaration
                .bindings
                .get(k)
                .map_or_else(String::new, |b| b.name.clone()),
            Bound::Totals => "the totals of the workgroups".to_owned(),
            Bound::Count if self.kernel.inner.declaration.primitive.is_some() => {
                "the count".to_owned()
            }
            Bound::Count => "the extent's count".to_owned(),
            Bound::Heads => "the heads of segments".to_owned(),
            Bound::Fault => "the fault counts".to_owned(),
        }
    }

    fn aliased(&self, first: Bound, second: Bound) -> Error {
        let map = self.kernel.inner.declaration.map.is_some();
        let remedy = match (first, second) {
            (Bound::Src, Bound::Dst) | (Bound::Dst, Bound::Src) if map => {
                "to overwrite the input, use `.run_in_place`"
            }
            _ => "write to a storage of its own, and take the two in turn (`PingPong`)",
        };
        Error::Aliased {
            kernel: self.label(),
            first: self.name(first),
            second: self.name(second),
            remedy,
        }
    }

    pub(super) fn group_size(&self) -> u64 {
        self.kernel.inner.declaration.workgroup_size.iter().map(|n| u64::from(*n)).product()
    }

    pub(crate) fn too_many(&self, groups: u64, fold: u32) -> Error {
        Error::TooLarge {
            what: format!("kernel `{}`", self.label()),
            unit: "workgroups",
            needed: groups,
            limit: u64::from(fold).pow(2),
            remedy: "split the run, or use larger workgroups".to_owned(),
        }
    }
}

/// What a call brings to each of its runs.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) storages: Vec<Arc<Raw>>,
    uniform: Vec<u8>,
}

impl Prepared {
    pub(crate) fn with_head(&self, head: &Head) -> Vec<u8> {
        let mut uniform = self.uniform.clone();
        write(&mut uniform, 0, bytemuck::bytes_of(head));
        uniform
    }
}

fn write(bytes: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = bytes.get_mut(at..at + value.len()) {
        place.copy_from_slice(value);
    }
}

impl Region {
    /// A piece of a storage.
    pub(crate) fn piece(raw: &Arc<Raw>, piece: usize) -> Option<Self> {
        let size = raw.piece(piece)?.size();
        Some(Self { raw: raw.clone(), piece, offset: 0, size, reads: true, along: false })
    }

    /// The elements from `first` on, as many as `len`, rounded up to whole wide loads. They lie in
    /// one piece.
    pub(crate) fn part(raw: &Arc<Raw>, first: u64, len: u64) -> Option<Self> {
        let (piece, first) = raw.place(first);
        let (offset, bytes) = (first * raw.ty.size(), len * raw.ty.size());
        let room = raw.piece(piece)?.size().saturating_sub(offset);
        let size = bytes.next_multiple_of(16).max(16).min(room);
        Some(Self { raw: raw.clone(), piece, offset, size, reads: true, along: true })
    }
}
