//! Memory that kernels share.
//!
//! A kernel may race with itself. Words are therefore only touched as relaxed
//! atomics, which compile to plain moves; [`super::copy`] and [`super::gather`] do as much
//! with vectors.

use super::copy;
use super::gather::{self, Lookup};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A zeroed, shared memory region; a clone is the same region.
#[derive(Clone, Debug)]
pub struct Buffer(Arc<Region>);

#[derive(Debug)]
struct Region {
    /// What the allocator gave, of this layout.
    allocated: NonNull<u8>,
    layout: Layout,
    /// The first address in it that is a multiple of [`ALIGN`].
    start: NonNull<AtomicU64>,
    bytes: usize,
}

/// The alignment of a region, and of the padding at its end.
const ALIGN: usize = 64;

/// The most that an allocator aligns to by itself. Beyond it one that gets fresh pages
/// of the system, which are zero, writes zeroes over them all the same.
const USUAL_ALIGN: usize = 16;

// SAFETY: the region is an owned allocation, accessed as atomics only.
unsafe impl Send for Region {}
// SAFETY: as above; atomics may be shared.
unsafe impl Sync for Region {}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: allocated in `Buffer::new` with this very layout.
        unsafe { dealloc(self.allocated.as_ptr(), self.layout) }
    }
}

impl Buffer {
    /// Allocates `bytes` zeroed bytes; `None` where the system has no room. Large ones
    /// cost no time, since the system gives pages when they are first touched.
    pub fn new(bytes: usize) -> Option<Self> {
        let size = bytes.max(1).checked_next_multiple_of(ALIGN)?.checked_add(ALIGN)?;
        let layout = Layout::from_size_align(size, USUAL_ALIGN).ok()?;
        // SAFETY: the layout's size is at least `ALIGN`.
        let allocated = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skip = allocated.as_ptr().align_offset(ALIGN);
        if skip > ALIGN {
            // SAFETY: allocated just now with this very layout, and not used.
            unsafe { dealloc(allocated.as_ptr(), layout) };
            return None;
        }
        // SAFETY: the size has `ALIGN` bytes more than are used.
        let start = unsafe { allocated.add(skip) }.cast();
        Some(Buffer(Arc::new(Region { allocated, layout, start, bytes })))
    }

    /// Size in bytes, as asked for.
    pub fn size(&self) -> usize {
        self.0.bytes
    }

    /// Where the region lies. Accesses through it follow the caller's own care.
    pub fn as_ptr(&self) -> NonNull<u8> {
        self.0.start.cast()
    }

    /// Copies bytes out of the region; what lies outside reads as nothing.
    pub fn read(&self, offset: usize, into: &mut [u8]) {
        let n = into.len().min(self.0.bytes.saturating_sub(offset));
        let mut done = 0;
        while done < n {
            let (word, at) = ((offset + done) / 4, (offset + done) % 4);
            let whole = (n - done) / 4;
            if at == 0 && whole > 0 {
                let to = into[done..done + whole * 4].as_mut_ptr();
                // SAFETY: the slices check both ranges; one is borrowed exclusively.
                unsafe { copy::copy_out(self.words()[word..word + whole].as_ptr(), to, whole) };
                done += whole * 4;
                continue;
            }
            let take = (4 - at).min(n - done);
            let bytes = self.words()[word].load(Relaxed).to_le_bytes();
            into[done..done + take].copy_from_slice(&bytes[at..at + take]);
            done += take;
        }
    }

    /// Copies bytes into the region; what lies outside is dropped.
    pub fn write(&self, offset: usize, from: &[u8]) {
        let n = from.len().min(self.0.bytes.saturating_sub(offset));
        let mut done = 0;
        while done < n {
            let (word, at) = ((offset + done) / 4, (offset + done) % 4);
            let whole = (n - done) / 4;
            if at == 0 && whole > 0 {
                let from = from[done..done + whole * 4].as_ptr();
                // SAFETY: the slices check both ranges; a region is never inside a slice.
                unsafe { copy::copy_in(from, self.words()[word..word + whole].as_ptr(), whole) };
                done += whole * 4;
                continue;
            }
            let take = (4 - at).min(n - done);
            let mask: u32 = (at..at + take).fold(0, |mask, byte| mask | 0xFF << (byte * 8));
            let mut bytes = [0; 4];
            bytes[at..at + take].copy_from_slice(&from[done..done + take]);
            let word = &self.words()[word];
            // The word's other bytes may be written by others meanwhile.
            let _ = word.fetch_update(Relaxed, Relaxed, |old| {
                Some((old & !mask) | u32::from_le_bytes(bytes))
            });
            done += take;
        }
    }

    /// The region as words, padded to whole ones.
    fn words(&self) -> &[AtomicU32] {
        let words = self.0.bytes.max(1).next_multiple_of(ALIGN) / 4;
        // SAFETY: the allocation is zeroed, and lives as long as `self`; the start is
        // aligned, and the length is what `new` made room for behind it.
        unsafe { std::slice::from_raw_parts(self.0.start.as_ptr().cast(), words) }
    }

    /// A part of the region, clipped to it. `offset` is a multiple of 8.
    pub(crate) fn view(&self, offset: usize, size: usize) -> View<'_> {
        let offset = offset & !7;
        let end = offset.saturating_add(size).min(self.0.bytes);
        let words = self.words().get(offset / 4..end.div_ceil(4)).unwrap_or(&[]);
        View { words }
    }
}

/// The words of one binding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    words: &'a [AtomicU32],
}

impl<'a> View<'a> {
    pub(crate) fn bytes(self) -> usize {
        self.words.len() * 4
    }

    #[inline(always)]
    pub(crate) fn words(self) -> &'a [AtomicU32] {
        self.words
    }

    /// The 64 bits at a word index, where they are inside and aligned.
    pub(crate) fn wide(self, word: usize) -> Option<&'a AtomicU64> {
        let pair = self.words.get(word..word.checked_add(2)?)?;
        let pointer = pair.as_ptr().cast::<AtomicU64>();
        // SAFETY: both words are inside the region, and the pointer is aligned.
        pointer.is_aligned().then(|| unsafe { &*pointer })
    }

    /// Reads a run of words; false (and nothing read) where it is not all inside.
    #[inline]
    pub(crate) fn read_run(self, first: usize, into: &mut [u32]) -> bool {
        let Some(end) = first.checked_add(into.len()) else { return false };
        let Some(words) = self.words.get(first..end) else { return false };
        // SAFETY: both ranges have `into.len()` words, and do not overlap: one is
        // borrowed exclusively.
        unsafe { copy::copy_out(words.as_ptr(), into.as_mut_ptr().cast(), into.len()) };
        true
    }

    /// Writes a run of words; false (and nothing written) where it is not all inside.
    #[inline]
    pub(crate) fn write_run(self, first: usize, from: &[u32]) -> bool {
        let Some(end) = first.checked_add(from.len()) else { return false };
        let Some(words) = self.words.get(first..end) else { return false };
        let (from, n) = (from.as_ptr().cast(), from.len());
        // SAFETY: both ranges have `n` words; atomics allow writing through a shared
        // reference, and arenas are never inside a region.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            if self.words.len() >= copy::STREAMED && words.as_ptr().addr() % 16 == 0 {
                copy::stream(from, words.as_ptr().cast_mut().cast(), n);
                return true;
            }
            copy::copy_in(from, words.as_ptr(), n);
        }
        true
    }
}

impl View<'_> {
    /// `out` = the words at the places that follow from `x`; zero where outside.
    #[inline]
    pub(crate) fn gather(self, out: &mut [u32], x: &[u32], by: Lookup) {
        let (words, len) = (self.words.as_ptr().cast(), self.words.len());
        // SAFETY: the region has these words.
        let done = unsafe { gather::gather(words, len, out, x, by) };
        for (d, &x) in out.iter_mut().zip(x).skip(done) {
            let word = by.word(x).and_then(|at| self.words.get(at));
            *d = word.map_or(0, |w| w.load(Relaxed));
        }
    }

    /// Writes words to such places for the lanes of `mask`, in their order; drops what is
    /// outside.
    #[inline]
    pub(crate) fn scatter(self, from: &[u32], x: &[u32], by: Lookup, mask: &[u32]) {
        let (words, len) = (self.words.as_ptr().cast_mut().cast(), self.words.len());
        // SAFETY: the region has these words, and atomics allow writing through a shared
        // reference.
        let done = unsafe { gather::scatter(words, len, from, x, by, mask) };
        for ((&bits, &x), &m) in from.iter().zip(x).zip(mask).skip(done) {
            if m != 0
                && let Some(cell) = by.word(x).and_then(|at| self.words.get(at))
            {
                cell.store(bits, Relaxed);
            }
        }
    }
}

/// [`View::gather`] from memory of one thread.
#[inline]
pub(crate) fn gather_own(words: &[u32], out: &mut [u32], x: &[u32], by: Lookup) {
    // SAFETY: the slice has these words.
    let done = unsafe { gather::gather(words.as_ptr(), words.len(), out, x, by) };
    for (d, &x) in out.iter_mut().zip(x).skip(done) {
        *d = by.word(x).and_then(|at| words.get(at)).copied().unwrap_or(0);
    }
}

/// [`View::scatter`] to memory of one thread.
#[inline]
pub(crate) fn scatter_own(words: &mut [u32], from: &[u32], x: &[u32], by: Lookup, mask: &[u32]) {
    let (pointer, len) = (words.as_mut_ptr(), words.len());
    // SAFETY: the slice has these words.
    let done = unsafe { gather::scatter(pointer, len, from, x, by, mask) };
    for ((&bits, &x), &m) in from.iter().zip(x).zip(mask).skip(done) {
        if m != 0
            && let Some(cell) = by.word(x).and_then(|at| words.get_mut(at))
        {
            *cell = bits;
        }
    }
}

#[cfg(target_endian = "big")]
compile_error!("buffers hold little-endian words");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_at_any_offset() {
        let buffer = Buffer::new(1003).expect("memory");
        let bytes: Vec<u8> = (0..1003u32).map(|i| (i * 7 + i / 256) as u8).collect();
        for (offset, n) in [(0, 1003), (1, 900), (2, 5), (3, 64), (1000, 3), (4, 0), (7, 1)] {
            buffer.write(0, &[0; 1003]);
            buffer.write(offset, &bytes[..n]);
            let mut all = vec![9; 1003];
            buffer.read(0, &mut all);
            assert!(all[..offset].iter().chain(&all[offset + n..]).all(|&b| b == 0));
            assert_eq!(all[offset..offset + n], bytes[..n]);
            let mut part = vec![0; n];
            buffer.read(offset, &mut part);
            assert_eq!(part, bytes[..n]);
        }
        buffer.write(1001, &[1, 2, 3, 4]);
        buffer.write(5000, &[1]);
        let mut past = [7; 4];
        buffer.read(1001, &mut past);
        assert_eq!(past, [1, 2, 7, 7]);
    }
}
