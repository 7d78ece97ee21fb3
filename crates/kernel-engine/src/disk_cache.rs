//! Compiled kernels kept on disk, so that the next run starts faster.
//!
//! Where the driver lets us have its compiled code, we give it back the code
//! of earlier runs. The file is read once at start and written once at the
//! end, if something new was compiled. It is only ever a help: whatever goes
//! wrong with it is logged and otherwise makes no difference.
//!
//! `KERNEL_ENGINE_CACHE` names another directory, or turns all this `off`.

#[cfg(target_family = "wasm")]
pub(crate) use self::browser::DiskCache;
#[cfg(not(target_family = "wasm"))]
pub(crate) use self::native::DiskCache;

#[cfg(not(target_family = "wasm"))]
mod file_format;
#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(target_family = "wasm")]
mod browser {
    /// Nothing: a browser keeps compiled code by itself.
    #[derive(Debug)]
    pub(crate) struct DiskCache;

    impl DiskCache {
        pub(crate) fn open(_: &wgpu::Device, _: &wgpu::AdapterInfo) -> Self {
            Self
        }

        pub(crate) fn pipeline_cache(&self) -> Option<&wgpu::PipelineCache> {
            None
        }

        pub(crate) fn note_compiled(&self) {}

        pub(crate) fn store_if_changed(&self) {}
    }
}
