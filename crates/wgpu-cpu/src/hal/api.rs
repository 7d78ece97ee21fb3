//! The list of types that make up this backend.

use std::any::Any;

use wgpu::{hal, wgt};

use super::adapter::Adapter;
use super::bind::{BindGroup, BindGroupLayout, PipelineLayout};
use super::buffer::Buffer;
use super::command::CommandBuffer;
use super::device::Device;
use super::encoder::Encoder;
use super::fence::Fence;
use super::instance::Instance;
use super::pipeline::{ComputePipeline, ShaderModule};
use super::query::QuerySet;
use super::queue::Queue;
use super::refused::{Never, Sampler, Surface};

/// The backend, for wgpu's `as_hal` and `from_hal` functions.
///
/// wgpu has no variant for a backend from outside, so it passes as
/// `wgpu::Backend::Noop`, the only one without meaning elsewhere in wgpu-core.
#[derive(Clone, Debug)]
pub struct Cpu;

impl hal::Api for Cpu {
    const VARIANT: wgt::Backend = wgt::Backend::Noop;

    type Instance = Instance;
    type Surface = Surface;
    type Adapter = Adapter;
    type Device = Device;
    type Queue = Queue;
    type CommandEncoder = Encoder;
    type CommandBuffer = CommandBuffer;
    type Buffer = Buffer;
    type Texture = Never;
    type SurfaceTexture = Never;
    type TextureView = Never;
    type Sampler = Sampler;
    type QuerySet = QuerySet;
    type Fence = Fence;
    type BindGroupLayout = BindGroupLayout;
    type BindGroup = BindGroup;
    type PipelineLayout = PipelineLayout;
    type ShaderModule = ShaderModule;
    type RenderPipeline = Never;
    type ComputePipeline = ComputePipeline;
    type RayTracingPipeline = Never;
    type PipelineCache = Never;
    type AccelerationStructure = Never;
}

/// Lets wgpu-core hold a type behind a `dyn` and get it back.
macro_rules! resources {
    ($($type:ty: $($kind:ident),*;)*) => {$(
        impl hal::DynResource for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn as_any_mut(&mut self) -> &mut dyn Any {
                self
            }
        }
        $(impl hal::$kind for $type {})*
    )*};
}

resources! {
    Instance:;
    Surface:;
    Adapter:;
    Device:;
    Queue:;
    Encoder:;
    CommandBuffer: DynCommandBuffer;
    Buffer: DynBuffer;
    Sampler: DynSampler;
    QuerySet: DynQuerySet;
    Fence: DynFence;
    BindGroupLayout: DynBindGroupLayout;
    BindGroup: DynBindGroup;
    PipelineLayout: DynPipelineLayout;
    ShaderModule: DynShaderModule;
    ComputePipeline: DynComputePipeline;
    Never: DynTexture, DynSurfaceTexture, DynTextureView, DynRenderPipeline,
        DynRayTracingPipeline, DynPipelineCache, DynAccelerationStructure;
}
