//! Bind group layouts, bind groups and pipeline layouts.

use std::sync::Arc;

use wgpu::hal;
use wgpu::wgt;

use super::buffer::Buffer;
use super::refused::{self, Never, Sampler};

/// A bind group layout: its entries by ascending binding.
#[derive(Debug)]
pub struct BindGroupLayout(Vec<wgt::BindGroupLayoutEntry>);

/// A pipeline layout. wgpu-core has checked everything against it, and kernels find
/// their bindings by group and number, so nothing is kept.
#[derive(Debug)]
pub struct PipelineLayout;

/// A bind group: its buffers by ascending binding.
#[derive(Clone, Debug)]
pub struct BindGroup(Arc<[Bound]>);

/// A range of a buffer at a binding.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) binding: u32,
    pub(super) buffer: Buffer,
    pub(super) offset: u64,
    pub(super) size: u64,
    /// Whether kernels may write to it.
    pub(super) writable: bool,
    /// Whether an offset is added when the group is set.
    dynamic: bool,
}

impl BindGroupLayout {
    pub(super) fn new(desc: &hal::BindGroupLayoutDescriptor<'_>) -> Self {
        for what in desc.entries.iter().filter_map(|entry| refused::entry(&entry.ty)) {
            log::warn!("wgpu-cpu has no {what}: no kernel can use this bind group layout");
        }
        Self(desc.entries.to_vec())
    }
}

impl BindGroup {
    pub(super) fn new(
        desc: &hal::BindGroupDescriptor<'_, BindGroupLayout, Buffer, Sampler, Never, Never>,
    ) -> Result<Self, hal::DeviceError> {
        let mut bounds = Vec::with_capacity(desc.entries.len());
        for entry in desc.entries {
            let declared = desc.layout.0.iter().find(|one| one.binding == entry.binding);
            let Some(wgt::BindingType::Buffer { ty, has_dynamic_offset, .. }) =
                declared.map(|one| one.ty)
            else {
                continue;
            };
            let Some(given) = desc.buffers.get(entry.resource_index as usize) else {
                return Err(hal::DeviceError::Unexpected);
            };
            let buffer = Buffer::of(given).ok_or(hal::DeviceError::Unexpected)?;
            let rest = buffer.0.len().saturating_sub(given.offset);
            bounds.push(Bound {
                binding: entry.binding,
                offset: given.offset,
                size: given.size.map_or(rest, |size| size.get().min(rest)),
                writable: matches!(ty, wgt::BufferBindingType::Storage { read_only: false }),
                dynamic: has_dynamic_offset,
                buffer,
            });
        }
        Ok(Self(bounds.into()))
    }

    /// Every buffer with its offset under the dynamic offsets given, which are in
    /// the order of the bindings that want one.
    pub(super) fn at<'a>(
        &'a self,
        dynamic: &'a [wgt::DynamicOffset],
    ) -> impl Iterator<Item = (&'a Bound, u64)> {
        let mut dynamic = dynamic.iter();
        self.0.iter().map(move |bound| {
            let more = if bound.dynamic { dynamic.next() } else { None };
            (bound, bound.offset + more.map_or(0, |more| u64::from(*more)))
        })
    }
}
