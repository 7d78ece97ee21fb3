//! A buffer's memory: shared with kernels, zero until written, counted.
//!
//! Commands run one after another and wgpu-core maps a buffer only while no command
//! uses it, so plain copies suffice. The sum of all buffers is kept below the
//! machine's memory, and a large one below what is free at the moment: systems hand
//! out more than they have, and would end the process on use where an error is due
//! on creation.

use std::ptr::NonNull;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::host;
use crate::executor as exec;

/// Bytes from which a buffer is worth a look at what is free.
const LARGE: u64 = 64 << 20;

static LIMIT: LazyLock<u64> = LazyLock::new(host::memory);
static TAKEN: AtomicU64 = AtomicU64::new(0);

/// Bytes held against the machine's memory, given back on drop.
#[derive(Debug)]
struct Share(u64);

impl Share {
    fn take(bytes: u64) -> Option<Self> {
        if bytes >= LARGE && host::available().is_some_and(|free| bytes > free) {
            return None;
        }
        let limit = *LIMIT;
        let grow = |taken: u64| taken.checked_add(bytes).filter(|sum| *sum <= limit);
        TAKEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grow).ok()?;
        Some(Self(bytes))
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        TAKEN.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// The memory of one buffer.
#[derive(Debug)]
pub(super) struct Memory {
    shared: exec::Buffer,
    /// Whether anything may have been written since creation. Until then the memory
    /// is zero, and clearing it, which wgpu-core asks before first use, is free.
    written: AtomicBool,
    _share: Share,
}

impl Memory {
    /// Zeroed memory, or nothing where the machine has not enough.
    pub(super) fn new(bytes: u64) -> Option<Self> {
        let share = Share::take(bytes)?;
        let shared = exec::Buffer::new(usize::try_from(bytes).ok()?)?;
        Some(Self { shared, written: AtomicBool::new(false), _share: share })
    }

    pub(super) fn len(&self) -> u64 {
        self.shared.size() as u64
    }

    /// What kernels are given.
    pub(super) fn shared(&self) -> &exec::Buffer {
        &self.shared
    }

    /// Notes that the memory is no longer known to be zero.
    pub(super) fn touch(&self) {
        self.written.store(true, Ordering::Relaxed);
    }

    /// The address of a range, if it is inside.
    pub(super) fn address(&self, offset: u64, bytes: u64) -> Option<NonNull<u8>> {
        let end = offset.checked_add(bytes)?;
        if end > self.len() {
            return None;
        }
        let start = self.shared.as_ptr().as_ptr().wrapping_add(usize::try_from(offset).ok()?);
        NonNull::new(start)
    }

    /// Sets a range to zero.
    pub(super) fn clear(&self, offset: u64, bytes: u64) {
        if !self.written.load(Ordering::Relaxed) {
            return;
        }
        if let Some(start) = self.address(offset, bytes) {
            // SAFETY: the range is inside the memory.
            unsafe { start.as_ptr().write_bytes(0, bytes as usize) }
        }
    }

    /// Copies a range from another buffer, or from elsewhere in this one.
    pub(super) fn copy(&self, offset: u64, from: &Self, source: u64, bytes: u64) {
        if !from.written.load(Ordering::Relaxed) {
            return self.clear(offset, bytes);
        }
        if let (Some(to), Some(from)) = (self.address(offset, bytes), from.address(source, bytes)) {
            self.touch();
            // SAFETY: both ranges are inside their memory; they may overlap.
            unsafe { to.as_ptr().copy_from(from.as_ptr(), bytes as usize) }
        }
    }

    /// Writes a few bytes.
    pub(super) fn write(&self, offset: u64, bytes: &[u8]) {
        if let Some(to) = self.address(offset, bytes.len() as u64) {
            self.touch();
            // SAFETY: the range is inside the memory.
            unsafe { to.as_ptr().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
        }
    }

    /// Reads a few bytes; nothing if they are not all inside.
    pub(super) fn read<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        let from = self.address(offset, N as u64)?;
        let mut bytes = [0; N];
        // SAFETY: the range is inside the memory.
        unsafe { from.as_ptr().copy_to_nonoverlapping(bytes.as_mut_ptr(), N) };
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_outside_are_left_alone() {
        let memory = Memory::new(16).unwrap();
        memory.write(12, &[1; 8]);
        memory.write(u64::MAX, &[1]);
        assert_eq!(memory.read::<16>(0), Some([0; 16]));
        assert_eq!(memory.read::<8>(12), None);
        memory.write(12, &[7; 4]);
        memory.copy(0, &memory, 8, 8);
        assert_eq!(memory.read::<8>(0), Some([0, 0, 0, 0, 7, 7, 7, 7]));
        memory.clear(4, 4);
        assert_eq!(memory.read::<8>(0), Some([0; 8]));
    }

    #[test]
    fn more_than_the_machine_has_is_refused() {
        let half = host::memory() / 8 * 5;
        let one = Memory::new(half);
        assert!(one.is_none() || Memory::new(half).is_none());
        assert!(Memory::new(u64::MAX).is_none());
    }
}
