//! Pinned: staging memory that lies with the host, and that kernels see too.
//!
//! A Vulkan driver of a GPU with memory of its own shows that to the host as well, and wgpu takes
//! upload buffers from there. The host then writes over the bus by itself, which on an H200 is two
//! thirds as fast as the device that fetches what the host wrote into its own memory.
#![cfg_attr(
    not(target_family = "wasm"),
    allow(unsafe_code, reason = "where the memory of a buffer lies is asked for below wgpu")
)]

use crate::engine::Engine;

/// A buffer that may be mapped and copied as `own` has it, and that kernels may use; none where
/// there is no such choice, or no such memory left.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "windows"))]
pub(super) fn buffer(
    engine: &Engine,
    label: &str,
    size: u64,
    own: wgpu::BufferUsages,
) -> Option<wgpu::Buffer> {
    use wgpu::hal::{BufferDescriptor, Device, MemoryFlags, api::Vulkan};
    use wgpu::{BufferUsages, BufferUses};

    let (label, device) = (Some(label), &engine.inner.device);
    let copies = BufferUses::COPY_SRC | BufferUses::COPY_DST;
    // Memory that the host reads is its own on every driver.
    let usage = BufferUses::MAP_READ | BufferUses::STORAGE_READ_WRITE | copies;
    let wanted = BufferDescriptor { label, size, usage, memory_flags: MemoryFlags::empty() };
    // SAFETY: the handle is used for this call only, which a buffer of any size may ask for, and
    // which says by an error what it cannot.
    let raw = unsafe { device.as_hal::<Vulkan>()?.create_buffer(&wanted) }.ok()?;
    let usage = own | BufferUsages::STORAGE;
    let desc = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false };
    // SAFETY: it is of this device, of that size, and for more than those uses; what the host sees
    // can be mapped either way. No byte of it is read that was not written before.
    Some(unsafe { device.create_buffer_from_hal::<Vulkan>(raw, &desc) })
}

/// Elsewhere wgpu's own choice is all there is.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "windows")))]
pub(super) fn buffer(
    _engine: &Engine,
    _label: &str,
    _size: u64,
    _own: wgpu::BufferUsages,
) -> Option<wgpu::Buffer> {
    None
}
