//! Records commands.
//!
//! A dispatch takes the buffers of every bind group set, with dynamic offsets added.
//! That list is made once and shared until a bind group changes. Barriers do nothing:
//! commands run one after another.

use std::ops::Range;
use std::sync::Arc;

use wgpu::hal::{self, DeviceError};
use wgpu::wgt;

use super::api::Cpu;
use super::bind::{BindGroup, PipelineLayout};
use super::buffer::Buffer;
use super::command::{Bindings, Command, CommandBuffer, Groups};
use super::pipeline::{ComputePipeline, Kernel};
use super::query::QuerySet;
use super::refused::{self, Never};
use crate::executor as exec;

/// A command encoder.
#[derive(Debug, Default)]
pub struct Encoder {
    commands: Vec<Command>,
    pass: Pass,
}

/// What the current compute pass has set.
#[derive(Debug, Default)]
struct Pass {
    kernel: Option<Arc<Kernel>>,
    groups: Vec<Option<(BindGroup, Vec<wgt::DynamicOffset>)>>,
    immediates: Vec<u8>,
    /// The last dispatch's bindings and immediates, while they hold.
    bound: Option<Arc<Bindings>>,
    given: Option<Arc<[u8]>>,
    /// The timestamp to write at the end.
    end: Option<(QuerySet, u32)>,
}

impl Pass {
    fn bound(&mut self) -> Arc<Bindings> {
        let groups = &self.groups;
        self.bound.get_or_insert_with(|| Arc::new(gather(groups))).clone()
    }

    fn immediates(&mut self) -> Arc<[u8]> {
        let bytes = &self.immediates;
        self.given.get_or_insert_with(|| bytes.as_slice().into()).clone()
    }
}

fn gather(groups: &[Option<(BindGroup, Vec<wgt::DynamicOffset>)>]) -> Bindings {
    let mut all = Bindings::default();
    for (group, set) in (0..).zip(groups) {
        let Some((buffers, dynamic)) = set else { continue };
        for (bound, offset) in buffers.at(dynamic) {
            let memory = &bound.buffer.0;
            all.given.push(exec::Binding {
                group,
                binding: bound.binding,
                buffer: memory.shared().clone(),
                offset: offset as usize,
                size: bound.size.min(memory.len().saturating_sub(offset)) as usize,
            });
            if bound.writable {
                all.writable.push(memory.clone());
            }
        }
    }
    all
}

impl Encoder {
    fn dispatch(&mut self, groups: Groups) {
        // wgpu-core has checked that a pipeline is set.
        let Some(kernel) = self.pass.kernel.clone() else { return };
        let (bound, immediates) = (self.pass.bound(), self.pass.immediates());
        self.commands.push(Command::Dispatch { kernel, groups, bound, immediates });
    }
}

impl hal::CommandEncoder for Encoder {
    type A = Cpu;

    unsafe fn begin_encoding(&mut self, _: hal::Label<'_>) -> Result<(), DeviceError> {
        Ok(())
    }

    unsafe fn discard_encoding(&mut self) {
        *self = Self::default();
    }

    unsafe fn end_encoding(&mut self) -> Result<CommandBuffer, DeviceError> {
        Ok(CommandBuffer(std::mem::take(self).commands.into()))
    }

    unsafe fn reset_all<I: Iterator<Item = CommandBuffer>>(&mut self, buffers: I) {
        drop(buffers);
    }

    unsafe fn clear_buffer(&mut self, buffer: &Buffer, range: hal::MemoryRange) {
        self.commands.push(Command::Clear(buffer.0.clone(), range));
    }

    unsafe fn copy_buffer_to_buffer<T>(&mut self, src: &Buffer, dst: &Buffer, regions: T)
    where
        T: Iterator<Item = hal::BufferCopy>,
    {
        let copy = |region| Command::Copy { from: src.0.clone(), to: dst.0.clone(), region };
        self.commands.extend(regions.map(copy));
    }

    unsafe fn begin_compute_pass(&mut self, desc: &hal::ComputePassDescriptor<'_, QuerySet>) {
        self.pass = Pass::default();
        let Some(writes) = &desc.timestamp_writes else { return };
        if let Some(index) = writes.beginning_of_pass_write_index {
            self.commands.push(Command::Timestamp(writes.query_set.clone(), index));
        }
        self.pass.end = writes.end_of_pass_write_index.map(|at| (writes.query_set.clone(), at));
    }

    unsafe fn end_compute_pass(&mut self) {
        if let Some((set, index)) = std::mem::take(&mut self.pass).end {
            self.commands.push(Command::Timestamp(set, index));
        }
    }

    unsafe fn set_compute_pipeline(&mut self, pipeline: &ComputePipeline) {
        self.pass.kernel = Some(pipeline.0.clone());
    }

    unsafe fn set_bind_group(
        &mut self,
        _: &PipelineLayout,
        index: u32,
        group: &BindGroup,
        dynamic_offsets: &[wgt::DynamicOffset],
    ) {
        let index = index as usize;
        if self.pass.groups.len() <= index {
            self.pass.groups.resize(index + 1, None);
        }
        self.pass.groups[index] = Some((group.clone(), dynamic_offsets.to_vec()));
        self.pass.bound = None;
    }

    unsafe fn set_immediates(&mut self, _: &PipelineLayout, offset_bytes: u32, data: &[u32]) {
        let start = offset_bytes as usize;
        let end = start + data.len() * 4;
        if self.pass.immediates.len() < end {
            self.pass.immediates.resize(end, 0);
        }
        let words = self.pass.immediates[start..end].chunks_exact_mut(4);
        words.zip(data).for_each(|(to, word)| to.copy_from_slice(&word.to_le_bytes()));
        self.pass.given = None;
    }

    unsafe fn dispatch_workgroups(&mut self, count: [u32; 3]) {
        self.dispatch(Groups::Direct(count));
    }

    unsafe fn dispatch_workgroups_indirect(&mut self, buffer: &Buffer, offset: u64) {
        self.dispatch(Groups::Indirect(buffer.0.clone(), offset));
    }

    unsafe fn write_timestamp(&mut self, set: &QuerySet, index: u32) {
        self.commands.push(Command::Timestamp(set.clone(), index));
    }

    unsafe fn reset_queries(&mut self, set: &QuerySet, range: Range<u32>) {
        self.commands.push(Command::Reset(set.clone(), range));
    }

    unsafe fn copy_query_results(
        &mut self,
        set: &QuerySet,
        range: Range<u32>,
        buffer: &Buffer,
        offset: u64,
        stride: wgt::BufferSize,
    ) {
        let (from, to, stride) = (set.clone(), buffer.0.clone(), stride.get());
        self.commands.push(Command::Resolve { from, range, to, offset, stride });
    }

    refused::encoder_methods!();
}
