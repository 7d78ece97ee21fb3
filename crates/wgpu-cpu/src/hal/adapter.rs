//! The one adapter: this CPU.

use wgpu::{hal, wgt};

use super::api::Cpu;
use super::capabilities::{FEATURES, SUBGROUP, capabilities};
use super::device::Device;
use super::host;
use super::instance::Options;
use super::queue::Queue;
use super::refused::Surface;
use super::timeline::Timeline;
use crate::executor as exec;

/// The CPU; every device gets a worker of its own.
#[derive(Debug)]
pub struct Adapter(Options);

impl Adapter {
    /// The adapter with everything wgpu-core is told about it.
    pub(super) fn exposed(options: Options) -> hal::ExposedAdapter<Cpu> {
        let (threads, vectors) = (options.threads, exec::vectors());
        let plural = if threads == 1 { "" } else { "s" };
        let info = wgt::AdapterInfo {
            name: format!("CPU ({threads} thread{plural}, {vectors})"),
            driver: "wgpu-cpu".to_owned(),
            driver_info: match host::model() {
                Some(model) => format!("{}, {model}", env!("CARGO_PKG_VERSION")),
                None => env!("CARGO_PKG_VERSION").to_owned(),
            },
            subgroup_min_size: SUBGROUP,
            subgroup_max_size: SUBGROUP,
            ..wgt::AdapterInfo::new(wgt::DeviceType::Cpu, wgt::Backend::Noop)
        };
        hal::ExposedAdapter {
            adapter: Self(options),
            info,
            features: FEATURES,
            capabilities: capabilities(),
        }
    }
}

impl hal::Adapter for Adapter {
    type A = Cpu;

    unsafe fn open(
        &self,
        _: wgt::Features,
        limits: &wgt::Limits,
        _: &wgt::MemoryHints,
    ) -> Result<hal::OpenDevice<Cpu>, hal::DeviceError> {
        let timeline = Timeline::new(limits.max_compute_workgroups_per_dimension, self.0);
        let device = Device(timeline.clone());
        Ok(hal::OpenDevice { device, queue: Queue::new(timeline)? })
    }

    unsafe fn texture_format_capabilities(
        &self,
        _: wgt::TextureFormat,
    ) -> hal::TextureFormatCapabilities {
        hal::TextureFormatCapabilities::empty()
    }

    unsafe fn surface_capabilities(&self, _: &Surface) -> Option<hal::SurfaceCapabilities> {
        None
    }

    unsafe fn get_presentation_timestamp(&self) -> wgt::PresentationTimestamp {
        wgt::PresentationTimestamp::INVALID_TIMESTAMP
    }

    // Commands run one after another, so no usage ever needs a barrier.
    fn get_ordered_buffer_usages(&self) -> wgt::BufferUses {
        wgt::BufferUses::all()
    }

    fn get_ordered_texture_usages(&self) -> wgt::TextureUses {
        wgt::TextureUses::all()
    }
}
