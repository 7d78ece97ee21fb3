//! Access: what the rest of the crate asks of the device, with errors that name the thing.

#[cfg(not(target_arch = "wasm32"))]
use std::time::Duration;

use super::Engine;
use crate::check::{self, Needs};
#[cfg(not(target_arch = "wasm32"))]
use crate::device;
use crate::device::DeviceKind;
use crate::element::Type;
use crate::error::{Error, Result};
#[cfg(not(target_arch = "wasm32"))]
use crate::wait;

/// How long to look for what is behind an error.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: Duration = Duration::from_secs(1);

impl Engine {
    /// What the device lacks to hold elements of a type.
    pub(crate) fn lacking(&self, ty: Type) -> Option<&'static str> {
        Needs::of(ty).lacking(self.inner.features)
    }

    pub(crate) fn unsupported(&self, what: String, feature: &str) -> Error {
        let (feature, device) = (feature.to_owned(), self.inner.info.name.clone());
        let remedy = "use a 32-bit type, or a device that has them (`Engine::devices()` lists all)";
        Error::Unsupported { what, feature, device, remedy }
    }

    pub(crate) fn internal(&self, what: &str, message: String) -> Error {
        Error::Internal { what: what.to_owned(), message }
    }

    /// A buffer, or an error that names what it was for.
    pub(crate) fn buffer(
        &self,
        label: &str,
        size: u64,
        usage: wgpu::BufferUsages,
        what: impl FnOnce() -> String,
    ) -> Result<wgpu::Buffer> {
        let (label, mapped_at_creation) = (Some(label), false);
        self.create(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation }, what)
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn create(
        &self,
        wanted: &wgpu::BufferDescriptor<'_>,
        what: impl FnOnce() -> String,
    ) -> Result<wgpu::Buffer> {
        self.check()?;
        let (buffer, fault) = self.scoped(|device| device.create_buffer(wanted));
        match fault {
            None => Ok(buffer),
            Some(wgpu::Error::OutOfMemory { .. }) => {
                Err(Error::OutOfMemory { what: what(), bytes: wanted.size })
            }
            Some(fault) => Err(self.blame("creating a buffer", fault)),
        }
    }

    /// A browser says only later that it has no memory; then this is told under the same name.
    #[cfg(target_arch = "wasm32")]
    fn create(
        &self,
        wanted: &wgpu::BufferDescriptor<'_>,
        what: impl FnOnce() -> String,
    ) -> Result<wgpu::Buffer> {
        self.check()?;
        let scope = self.inner.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let buffer = self.inner.device.create_buffer(wanted);
        let answer = scope.pop();
        let error = Error::OutOfMemory { what: what(), bytes: wanted.size };
        let reported = self.inner.reported.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if answer.await.is_some() {
                crate::lock(&reported).get_or_insert(error);
            }
        });
        Ok(buffer)
    }

    /// The error for what the device said of an operation.
    pub(crate) fn blame(&self, what: &str, fault: wgpu::Error) -> Error {
        self.reason(match fault {
            wgpu::Error::OutOfMemory { .. } => {
                Error::OutOfMemory { what: what.to_owned(), bytes: 0 }
            }
            fault => self.internal(what, fault.to_string()),
        })
    }

    /// Runs `work` with the device; an error that it makes belongs to this caller alone.
    pub(crate) fn scoped<T>(
        &self,
        work: impl FnOnce(&wgpu::Device) -> T,
    ) -> (T, Option<wgpu::Error>) {
        let device = &self.inner.device;
        // A browser tells only later: then the device's own callback hears of it, and so does who
        // calls next or reads a result.
        if cfg!(target_arch = "wasm32") {
            return (work(device), None);
        }
        let internal = device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let value = work(device);
        // Natively the answer is there at once.
        let scopes = [validation, memory, internal];
        let errors: Vec<_> =
            scopes.into_iter().map(|scope| pollster::block_on(scope.pop())).collect();
        (value, errors.into_iter().flatten().next())
    }

    /// An error when the device is lost or has reported one since the last call.
    pub(crate) fn check(&self) -> Result<()> {
        self.check_lost()?;
        let reported = crate::lock(&self.inner.reported).take();
        reported.map_or(Ok(()), |error| Err(self.reason(error)))
    }

    fn check_lost(&self) -> Result<()> {
        let lost = self.inner.lost.get();
        lost.map_or(Ok(()), |told| Err(Error::DeviceLost { reason: self.why_lost(told) }))
    }

    /// Why the device was lost: the kernel whose fault it is, where that is known; else what was
    /// told.
    pub(super) fn why_lost(&self, told: String) -> String {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(fault) = device::fault(&self.inner.device) {
            return fault;
        }
        told
    }

    /// What is behind an error of the device. One that its program closed says so only when its
    /// work is done, and until then blames what it is asked to do.
    fn reason(&self, error: Error) -> Error {
        #[cfg(not(target_arch = "wasm32"))]
        let _ = wait::wait(&self.inner.device, &self.inner.lost, None, Some(PATIENCE));
        self.check_lost().err().unwrap_or(error)
    }

    /// Workgroups that keep the whole device busy, for a grid that strides over its work.
    pub(crate) fn resident_workgroups(&self) -> u64 {
        match self.inner.info.kind {
            DeviceKind::Cpu => 64,
            _ => 1024,
        }
    }

    /// Compiles on the stack that deep snippets need.
    pub(crate) fn compile<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T> {
        check::on_large_stack(work).map_err(|message| self.internal("compiling", message))
    }
}
