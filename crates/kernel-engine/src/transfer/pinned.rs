//! Pinned: staging memory for uploads that lies with the host.
//!
//! A Vulkan driver of a GPU with its own memory shows that to the host too, and wgpu takes upload
//! buffers from there: the host then writes over the bus itself, which on an H200 is half as fast
//! as the device fetching what the host wrote into memory of its own.
#![cfg_attr(
    not(target_family = "wasm"),
    allow(unsafe_code, reason = "where the memory of a buffer lies is asked for below wgpu")
)]

use crate::engine::Engine;

/// A buffer of the host's memory that can be mapped for writing and copied from; none where there
/// is no such choice, or no such memory left.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "windows"))]
pub(super) fn buffer(engine: &Engine, size: u64) -> Option<wgpu::Buffer> {
    use wgpu::hal::{BufferDescriptor, Device, MemoryFlags, api::Vulkan};
    use wgpu::{BufferUsages, BufferUses};

    let label = Some("upload");
    let device = &engine.inner.device;
    // Memory that the host reads is its own on every driver; the buffer is never read.
    let usage = BufferUses::MAP_READ | BufferUses::COPY_SRC;
    let wanted = BufferDescriptor { label, size, usage, memory_flags: MemoryFlags::empty() };
    // SAFETY: the handle is used for this call only, which a buffer of any size may ask for, and
    // which says by an error what it cannot.
    let raw = unsafe { device.as_hal::<Vulkan>()?.create_buffer(&wanted) }.ok()?;
    let usage = BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC;
    let desc = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation: false };
    // SAFETY: it is of this device and of that size; host-visible memory can be mapped either way,
    // and to a copy it is what was asked for. No byte of it is copied that was not written before.
    Some(unsafe { device.create_buffer_from_hal::<Vulkan>(raw, &desc) })
}

/// Elsewhere wgpu's own choice is all there is.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "windows")))]
pub(super) fn buffer(_engine: &Engine, _size: u64) -> Option<wgpu::Buffer> {
    None
}
