//! Capacity: how much of each thing a kernel may have, for programs that make their kernels to fit.

use super::Engine;

/// What atomics of 64 bits need.
const ATOMICS_64: wgpu::Features =
    wgpu::Features::SHADER_INT64.union(wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS);

/// What a kernel may use at most on an engine's device; see [`Engine::capacity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capacity {
    /// Storages of one kernel; one that exceeds `storage_bytes` counts once for each piece.
    pub storages: u32,
    /// Bytes of a storage that still counts once.
    pub storage_bytes: u64,
    /// Bytes of a kernel's workgroup variables.
    pub workgroup_bytes: u32,
    /// Invocations of a workgroup.
    pub workgroup_size: u32,
    /// Whether there are atomics of `u64` and `i64`.
    pub atomics_64: bool,
    /// Whether there is `f64`.
    pub floats_64: bool,
}

impl Engine {
    /// What a kernel may use at most on this device.
    ///
    /// A kernel that wants more is refused when it runs; one that is written for many devices, or
    /// generated, asks here first.
    pub fn capacity(&self) -> Capacity {
        let limits = self.limits();
        // A driver that ends loops early has one storage taken for telling.
        let taken = u32::from(self.inner.faults.is_some());
        Capacity {
            storages: limits.max_storage_buffers_per_shader_stage.saturating_sub(taken),
            storage_bytes: limits.max_buffer_size.min(limits.max_storage_buffer_binding_size),
            workgroup_bytes: limits.max_compute_workgroup_storage_size,
            workgroup_size: limits.max_compute_invocations_per_workgroup,
            atomics_64: self.inner.features.contains(ATOMICS_64),
            floats_64: self.inner.features.contains(wgpu::Features::SHADER_F64),
        }
    }
}
