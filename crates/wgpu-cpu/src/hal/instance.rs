//! The way in: a `wgpu::Instance` made of this backend.

use std::time::Duration;

use wgpu::rwh::{RawDisplayHandle, RawWindowHandle};
use wgpu::{hal, wgc};

use super::adapter::Adapter;
use super::api::Cpu;
use super::host;
use super::refused::Surface;
use crate::executor as exec;

/// The backend's instance.
#[derive(Debug)]
pub struct Instance(Options);

/// Choices for [`instance_with`].
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// wgpu's instance flags. By default wgpu's own without the validation of
    /// indirect calls, as this backend checks them itself: with that flag wgpu-core
    /// limits every buffer to 4 GiB and runs an extra kernel before each indirect
    /// dispatch.
    pub flags: wgpu::InstanceFlags,
    /// Threads that kernels run on.
    pub threads: usize,
    /// Loop iterations that one block of invocations, a workgroup or several small ones, may
    /// make before its loops count as endless and the device is lost; a million by default.
    /// They do so once they are past [`time`](Self::time) as well.
    pub iterations: u64,
    /// How long one block may be at loops before they count as endless, if they made that
    /// many iterations; ten seconds by default. With zero the outcome depends on
    /// `iterations` alone, with [`Duration::MAX`] loops may go on for ever.
    ///
    /// It bounds a block, not a dispatch: a large grid may take hours.
    pub time: Duration,
}

impl Default for Options {
    fn default() -> Self {
        let exec::Budget { iterations, time } = exec::Budget::default();
        let indirect = wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL;
        Self {
            flags: wgpu::InstanceFlags::default() - indirect,
            threads: host::threads(),
            iterations,
            time,
        }
    }
}

/// A wgpu instance whose only adapter is this CPU.
///
/// # Examples
///
/// ```
/// let instance = wgpu_cpu::instance();
/// let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
/// assert_eq!(adapters[0].get_info().device_type, wgpu::DeviceType::Cpu);
/// ```
#[must_use]
pub fn instance() -> wgpu::Instance {
    instance_with(Options::default())
}

/// The same with choices of one's own.
#[must_use]
pub fn instance_with(options: Options) -> wgpu::Instance {
    let ours = Instance(options);
    // SAFETY: nothing else owns the instance.
    let mut global = unsafe { wgc::global::Global::from_hal_instance::<Cpu>("wgpu-cpu", ours) };
    // `wgpu::Instance::from_hal` would be shorter, but it leaves no way to the flags.
    let mut core = std::mem::take(&mut global.instance);
    core.flags = options.flags;
    // SAFETY: the core instance was just created and is owned by nothing else.
    unsafe { wgpu::Instance::from_core(core) }
}

impl hal::Instance for Instance {
    type A = Cpu;

    unsafe fn init(_: &hal::InstanceDescriptor<'_>) -> Result<Self, hal::InstanceError> {
        Ok(Self(Options::default()))
    }

    // `InstanceError` cannot be made outside wgpu-hal, so a surface is created and
    // found unsupported by the adapter.
    unsafe fn create_surface(
        &self,
        _: RawDisplayHandle,
        _: RawWindowHandle,
    ) -> Result<Surface, hal::InstanceError> {
        Ok(Surface)
    }

    unsafe fn enumerate_adapters(&self, _: Option<&Surface>) -> Vec<hal::ExposedAdapter<Cpu>> {
        vec![Adapter::exposed(self.0)]
    }
}
