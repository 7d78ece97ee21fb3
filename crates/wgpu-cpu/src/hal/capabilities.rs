//! What the adapter says it can do: the one place to switch features and limits.

use wgpu::{hal, wgt};

use super::host;

/// Features of the device itself, which need nothing of the executor.
const DEVICE: wgt::Features = wgt::Features::TIMESTAMP_QUERY
    .union(wgt::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS)
    .union(wgt::Features::TIMESTAMP_QUERY_INSIDE_PASSES)
    .union(wgt::Features::MAPPABLE_PRIMARY_BUFFERS)
    .union(wgt::Features::IMMEDIATES);

/// Features that the executor must support in kernels.
const EXECUTOR: wgt::Features = wgt::Features::SHADER_F64
    .union(wgt::Features::SHADER_F16)
    .union(wgt::Features::SHADER_INT64)
    .union(wgt::Features::SHADER_INT64_ATOMIC_MIN_MAX)
    .union(wgt::Features::SHADER_INT64_ATOMIC_ALL_OPS)
    .union(wgt::Features::SHADER_FLOAT32_ATOMIC)
    .union(wgt::Features::SUBGROUP)
    .union(wgt::Features::SUBGROUP_BARRIER);

/// Lanes of a subgroup.
pub(super) const SUBGROUP: u32 = 32;

/// Every feature of the adapter.
pub(super) const FEATURES: wgt::Features = DEVICE.union(EXECUTOR);

/// The largest binding the executor takes.
const BINDING: u64 = 0xFFFF_0000;

/// The most workgroups along one axis of a dispatch.
const GROUPS: u32 = 65_535;

/// What wgpu-core asks beyond features. Textures have no downlevel flags at all:
/// without `WEBGPU_TEXTURE_FORMAT_SUPPORT` wgpu-core asks the adapter what each
/// format can be used for, and the answer is nothing. The flags on storage in
/// vertex and fragment stages let bind group layouts be shared with such stages.
fn downlevel() -> wgt::DownlevelCapabilities {
    use wgt::DownlevelFlags as Flag;
    wgt::DownlevelCapabilities {
        flags: Flag::COMPUTE_SHADERS
            | Flag::INDIRECT_EXECUTION
            | Flag::BUFFER_BINDINGS_NOT_16_BYTE_ALIGNED
            | Flag::UNRESTRICTED_INDEX_BUFFER
            | Flag::NONBLOCKING_QUERY_RESOLVE
            | Flag::SHADER_F16_IN_F32
            | Flag::VERTEX_STORAGE
            | Flag::FRAGMENT_STORAGE
            | Flag::FRAGMENT_WRITABLE_STORAGE,
        limits: wgt::DownlevelLimits {},
        shader_model: wgt::ShaderModel::Sm5,
    }
}

/// Limits: wgpu's defaults where they concern drawing, so that a device asked for
/// with default limits is granted, and ours where they concern compute.
fn limits() -> wgt::Limits {
    let memory = host::memory() & !3;
    wgt::Limits {
        max_buffer_size: memory,
        max_storage_buffer_binding_size: memory.min(BINDING),
        max_uniform_buffer_binding_size: memory.min(BINDING),
        max_bind_groups: 8,
        max_bind_groups_plus_vertex_buffers: 24,
        max_bindings_per_bind_group: 1000,
        max_storage_buffers_per_shader_stage: 256,
        max_uniform_buffers_per_shader_stage: 256,
        max_buffers_and_acceleration_structures_per_shader_stage: 520,
        max_dynamic_storage_buffers_per_pipeline_layout: 256,
        max_dynamic_uniform_buffers_per_pipeline_layout: 256,
        min_storage_buffer_offset_alignment: 32,
        min_uniform_buffer_offset_alignment: 32,
        max_compute_workgroup_storage_size: 64 << 10,
        max_compute_invocations_per_workgroup: 1024,
        max_compute_workgroup_size_x: 1024,
        max_compute_workgroup_size_y: 1024,
        max_compute_workgroup_size_z: 1024,
        max_compute_workgroups_per_dimension: GROUPS,
        max_immediate_size: 256,
        ..wgt::Limits::defaults()
    }
}

/// All of it, in wgpu-hal's form.
pub(super) fn capabilities() -> hal::Capabilities {
    const FOUR: wgt::BufferSize = match wgt::BufferSize::new(4) {
        Some(four) => four,
        None => wgt::BufferSize::MIN,
    };
    hal::Capabilities {
        limits: limits(),
        alignments: hal::Alignments {
            buffer_copy_offset: FOUR,
            buffer_copy_pitch: FOUR,
            uniform_bounds_check_alignment: FOUR,
            raw_tlas_instance_size: 0,
            ray_tracing_scratch_buffer_alignment: 1,
            ray_tracing_pipeline_group_data_size: 1,
            ray_tracing_pipeline_group_data_alignment: 1,
            ray_tracing_pipeline_data_offset_alignment: 1,
        },
        downlevel: downlevel(),
        cooperative_matrix_properties: Vec::new(),
    }
}
