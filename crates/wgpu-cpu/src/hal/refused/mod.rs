//! What a computing device lacks: textures, drawing, ray tracing and surfaces.
//!
//! wgpu-core refuses most of it before it gets here, because the adapter says that
//! no texture format has any usage and offers none of the features. Types that can
//! therefore never exist are [`Never`], so that methods taking one have nothing to
//! do. Samplers and surfaces can be made, since nothing in wgpu-hal lets us give a
//! reason; they are refused where they would be used.

mod device;
mod encoder;

pub(super) use device::device_methods;
pub(super) use encoder::encoder_methods;

use std::borrow::Borrow;
use std::time::Duration;

use wgpu::naga::{AddressSpace, Module, valid::FunctionInfo};
use wgpu::{hal, wgt};

use super::api::Cpu;
use super::device::Device;
use super::fence::Fence;

/// A resource that this device cannot create.
#[derive(Debug)]
pub enum Never {}

impl Borrow<dyn hal::DynTexture> for Never {
    fn borrow(&self) -> &(dyn hal::DynTexture + 'static) {
        match *self {}
    }
}

/// A sampler: it has no state, as no kernel that samples can be compiled.
#[derive(Debug)]
pub struct Sampler;

/// A surface that no adapter can present to.
#[derive(Debug)]
pub struct Surface;

/// Says in the log what was asked for, where the error cannot carry it.
pub(super) fn refuse(what: &str) {
    log::error!("wgpu-cpu has no {what}: it is a device for compute");
}

impl hal::Surface for Surface {
    type A = Cpu;

    unsafe fn configure(
        &self,
        _: &Device,
        _: &hal::SurfaceConfiguration,
    ) -> Result<(), hal::SurfaceError> {
        refuse("surfaces");
        Err(hal::SurfaceError::Other("wgpu-cpu has no surfaces"))
    }

    unsafe fn unconfigure(&self, _: &Device) {}

    unsafe fn acquire_texture(
        &self,
        _: Option<Duration>,
        _: &Fence,
    ) -> Result<hal::AcquiredSurfaceTexture<Cpu>, hal::SurfaceError> {
        Err(hal::SurfaceError::Other("wgpu-cpu has no surfaces"))
    }

    unsafe fn discard_texture(&self, texture: Never) {
        match texture {}
    }
}

/// What to say of a bind group layout's entry that kernels cannot use.
pub(super) fn entry(ty: &wgt::BindingType) -> Option<&'static str> {
    match ty {
        wgt::BindingType::Buffer { .. } => None,
        wgt::BindingType::Sampler(_) => Some("samplers"),
        wgt::BindingType::Texture { .. } => Some("sampled textures"),
        wgt::BindingType::StorageTexture { .. } => Some("storage textures"),
        wgt::BindingType::AccelerationStructure { .. } => Some("acceleration structures"),
        wgt::BindingType::ExternalTexture => Some("external textures"),
    }
}

/// The first variable of a kernel that is not a buffer, by name.
pub(super) fn variable(module: &Module, used: &FunctionInfo) -> Option<String> {
    let mut handles = module.global_variables.iter().filter(|(handle, variable)| {
        variable.space == AddressSpace::Handle && !used[*handle].is_empty()
    });
    let (_, variable) = handles.next()?;
    let name = variable.name.as_deref().unwrap_or("?");
    Some(format!("`{name}` is a texture, sampler or acceleration structure, and there are none"))
}
