//! The device: creates resources, maps buffers, waits.

use std::sync::Arc;
use std::time::Duration;

use wgpu::hal::{self, DeviceError};
use wgpu::wgt;

use super::api::Cpu;
use super::bind::{BindGroup, BindGroupLayout, PipelineLayout};
use super::buffer::Buffer;
use super::encoder::Encoder;
use super::fault::Fault;
use super::fence::Fence;
use super::pipeline::{ComputePipeline, ShaderModule};
use super::query::QuerySet;
use super::queue::Queue;
use super::refused::{self, Never, Sampler};
use super::timeline::Timeline;

/// A device.
#[derive(Debug)]
pub struct Device(pub(super) Arc<Timeline>);

/// Why a device of this backend was lost: the kernel and what it did.
///
/// wgpu reports such a loss through the device-lost callback and as an error of
/// `map_async`, but it has no way to carry the reason there.
#[must_use]
pub fn fault(device: &wgpu::Device) -> Option<Fault> {
    // SAFETY: nothing of the device is destroyed.
    let ours = unsafe { device.as_hal::<Cpu>() }?;
    ours.0.fault().cloned()
}

impl hal::Device for Device {
    type A = Cpu;

    unsafe fn create_buffer(
        &self,
        desc: &hal::BufferDescriptor<'_>,
    ) -> Result<Buffer, DeviceError> {
        Buffer::new(desc)
    }

    unsafe fn destroy_buffer(&self, _: Buffer) {}

    unsafe fn add_raw_buffer(&self, _: &Buffer) {}

    unsafe fn map_buffer(
        &self,
        buffer: &Buffer,
        range: hal::MemoryRange,
    ) -> Result<hal::BufferMapping, DeviceError> {
        // Whatever a faulty kernel left behind is not a result.
        self.0.check()?;
        let bytes = range.end.saturating_sub(range.start);
        let ptr = buffer.0.address(range.start, bytes).ok_or(DeviceError::Unexpected)?;
        buffer.0.touch();
        Ok(hal::BufferMapping { ptr, is_coherent: true })
    }

    unsafe fn unmap_buffer(&self, _: &Buffer) {}

    unsafe fn flush_mapped_ranges<I>(&self, _: &Buffer, _: I) {}

    unsafe fn invalidate_mapped_ranges<I>(&self, _: &Buffer, _: I) {}

    unsafe fn create_command_encoder(
        &self,
        _: &hal::CommandEncoderDescriptor<'_, Queue>,
    ) -> Result<Encoder, DeviceError> {
        Ok(Encoder::default())
    }

    unsafe fn create_bind_group_layout(
        &self,
        desc: &hal::BindGroupLayoutDescriptor<'_>,
    ) -> Result<BindGroupLayout, DeviceError> {
        Ok(BindGroupLayout::new(desc))
    }

    unsafe fn destroy_bind_group_layout(&self, _: BindGroupLayout) {}

    unsafe fn create_pipeline_layout(
        &self,
        _: &hal::PipelineLayoutDescriptor<'_, BindGroupLayout>,
    ) -> Result<PipelineLayout, DeviceError> {
        Ok(PipelineLayout)
    }

    unsafe fn destroy_pipeline_layout(&self, _: PipelineLayout) {}

    unsafe fn create_bind_group(
        &self,
        desc: &hal::BindGroupDescriptor<'_, BindGroupLayout, Buffer, Sampler, Never, Never>,
    ) -> Result<BindGroup, DeviceError> {
        BindGroup::new(desc)
    }

    unsafe fn destroy_bind_group(&self, _: BindGroup) {}

    unsafe fn create_shader_module(
        &self,
        _: &hal::ShaderModuleDescriptor<'_>,
        shader: hal::ShaderInput<'_>,
    ) -> Result<ShaderModule, hal::ShaderError> {
        ShaderModule::new(shader)
    }

    unsafe fn destroy_shader_module(&self, _: ShaderModule) {}

    unsafe fn create_compute_pipeline(
        &self,
        desc: &hal::ComputePipelineDescriptor<'_, PipelineLayout, ShaderModule, Never>,
    ) -> Result<ComputePipeline, hal::PipelineError> {
        ComputePipeline::new(desc)
    }

    unsafe fn destroy_compute_pipeline(&self, _: ComputePipeline) {}

    unsafe fn create_query_set(
        &self,
        desc: &wgt::QuerySetDescriptor<hal::Label<'_>>,
    ) -> Result<QuerySet, DeviceError> {
        Ok(QuerySet::new(desc.count))
    }

    unsafe fn destroy_query_set(&self, _: QuerySet) {}

    unsafe fn create_fence(&self) -> Result<Fence, DeviceError> {
        Ok(Fence::default())
    }

    unsafe fn destroy_fence(&self, _: Fence) {}

    unsafe fn get_fence_value(&self, fence: &Fence) -> Result<hal::FenceValue, DeviceError> {
        Ok(fence.value())
    }

    // Never an error: wgpu panics in `Device::poll` on any other than a time-out.
    // A loss is told by `check_if_oom`, which wgpu-core asks after every poll.
    unsafe fn wait(
        &self,
        fence: &Fence,
        value: hal::FenceValue,
        timeout: Option<Duration>,
    ) -> Result<bool, DeviceError> {
        Ok(fence.wait(value, timeout))
    }

    unsafe fn start_graphics_debugger_capture(&self) -> bool {
        false
    }

    unsafe fn stop_graphics_debugger_capture(&self) {}

    fn get_internal_counters(&self) -> wgt::HalCounters {
        wgt::HalCounters::default()
    }

    fn check_if_oom(&self) -> Result<(), DeviceError> {
        self.0.check()
    }

    refused::device_methods!();
}
