//! Buffers, and how to get one out of a binding.

use std::cell::RefCell;
use std::fmt::{self, Write};
use std::sync::Arc;

use wgpu::hal;

use super::memory::Memory;

/// A buffer; clones share its memory.
#[derive(Clone)]
pub struct Buffer(pub(super) Arc<Memory>);

impl Buffer {
    pub(super) fn new(desc: &hal::BufferDescriptor<'_>) -> Result<Self, hal::DeviceError> {
        let memory = Memory::new(desc.size).ok_or(hal::DeviceError::OutOfMemory)?;
        Ok(Self(Arc::new(memory)))
    }

    /// The buffer that a binding refers to.
    ///
    /// wgpu-hal 30 keeps that field of `BufferBinding` to itself. The binding's
    /// derived `Debug` reaches it though, so the binding is formatted into nothing
    /// while our own `Debug` notes whom it was called on.
    pub(super) fn of(binding: &hal::BufferBinding<'_, Self>) -> Option<Self> {
        CAUGHT.replace(Catch::Open);
        let formatted = write!(Nowhere, "{binding:?}");
        match CAUGHT.replace(Catch::Closed) {
            Catch::Caught(buffer) if formatted.is_ok() => Some(buffer),
            _ => None,
        }
    }
}

enum Catch {
    Closed,
    Open,
    Caught(Buffer),
}

thread_local! {
    static CAUGHT: RefCell<Catch> = const { RefCell::new(Catch::Closed) };
}

struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        CAUGHT.with_borrow_mut(|catch| {
            if matches!(catch, Catch::Open) {
                *catch = Catch::Caught(self.clone());
            }
        });
        f.debug_struct("Buffer").field("bytes", &self.0.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::wgt;

    fn buffer(size: u64) -> Buffer {
        let (usage, memory_flags) = (wgt::BufferUses::empty(), hal::MemoryFlags::empty());
        Buffer::new(&hal::BufferDescriptor { label: None, size, usage, memory_flags }).unwrap()
    }

    #[test]
    fn a_binding_gives_its_buffer() {
        let (one, two) = (buffer(16), buffer(16));
        for each in [&one, &two, &one] {
            let binding = hal::BufferBinding::new_unchecked(each, 0, None);
            assert!(Arc::ptr_eq(&Buffer::of(&binding).unwrap().0, &each.0));
        }
        assert_eq!(format!("{one:?}"), "Buffer { bytes: 16 }");
        assert_eq!(Arc::strong_count(&one.0), 1);
    }
}
