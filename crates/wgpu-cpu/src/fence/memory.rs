//! Memory that kernels share.
//!
//! A kernel may race with itself. Words are therefore only touched as relaxed
//! atomics, which compile to plain moves. Since the compiler never joins atomics
//! into vectors, runs of words are moved by an `asm!` block that does what the
//! same sequence of relaxed word accesses would.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

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
                unsafe { copy_out(self.words()[word..word + whole].as_ptr(), to, whole) };
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
                unsafe { copy_in(from, self.words()[word..word + whole].as_ptr(), whole) };
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
        unsafe { copy_out(words.as_ptr(), into.as_mut_ptr().cast(), into.len()) };
        true
    }

    /// Writes a run of words; false (and nothing written) where it is not all inside.
    #[inline]
    pub(crate) fn write_run(self, first: usize, from: &[u32]) -> bool {
        let Some(end) = first.checked_add(from.len()) else { return false };
        let Some(words) = self.words.get(first..end) else { return false };
        // SAFETY: both ranges have `from.len()` words; atomics allow writing through
        // a shared reference, and arenas are never inside a region.
        unsafe { copy_in(from.as_ptr().cast(), words.as_ptr(), from.len()) };
        true
    }
}

impl View<'_> {
    /// `out` = the words at the byte addresses `addr`, `off` words on; zero where outside.
    #[inline]
    pub(crate) fn gather(self, out: &mut [u32], addr: &[u32], off: usize) {
        let n = out.len().min(addr.len());
        #[cfg(target_arch = "x86_64")]
        if n >= 16 && *GATHERS && self.words.len() < 1 << 30 && off < 1 << 29 {
            let whole = n / 16;
            // SAFETY: `GATHERS` saw AVX-512F. Both slices have `whole * 16` words.
            // Addresses over 4 and the offset are below 2^30 each, so that their sum
            // does not wrap; only those below the length are read, each as one
            // aligned word, which is what relaxed atomics would do.
            unsafe {
                std::arch::asm!(
                    "vpbroadcastd zmm16, {len32:e}",
                    "vpbroadcastd zmm17, {off32:e}",
                    "2:",
                    "vmovdqu32 zmm18, [{a}]",
                    "vpsrld zmm18, zmm18, 2",
                    "vpaddd zmm18, zmm18, zmm17",
                    "vpcmpltud k1, zmm18, zmm16",
                    "vpxord zmm19, zmm19, zmm19",
                    "vpgatherdd zmm19 {{k1}}, [{base} + zmm18 * 4]",
                    "vmovdqu32 [{d}], zmm19",
                    "add {a}, 64",
                    "add {d}, 64",
                    "dec {n}",
                    "jnz 2b",
                    base = in(reg) self.words.as_ptr(),
                    len32 = in(reg) self.words.len(),
                    off32 = in(reg) off,
                    a = inout(reg) addr.as_ptr() => _,
                    d = inout(reg) out.as_mut_ptr() => _,
                    n = inout(reg) whole => _,
                    out("xmm16") _,
                    out("xmm17") _,
                    out("xmm18") _,
                    out("xmm19") _,
                    out("k1") _,
                    options(nostack),
                );
            }
            return self.gather_words(&mut out[whole * 16..], &addr[whole * 16..], off);
        }
        self.gather_words(out, addr, off);
    }

    fn gather_words(self, out: &mut [u32], addr: &[u32], off: usize) {
        for (d, &a) in out.iter_mut().zip(addr) {
            let word = self.words.get((a / 4) as usize + off);
            *d = word.map_or(0, |w| w.load(Relaxed));
        }
    }
}

/// May words be gathered sixteen at a time?
#[cfg(target_arch = "x86_64")]
static GATHERS: LazyLock<bool> = LazyLock::new(|| {
    std::arch::is_x86_feature_detected!("avx512f") && std::env::var_os("WGPU_CPU_SIMD").is_none()
});

/// Moves words out of shared memory.
///
/// # Safety
/// Both ranges are valid for `n` words; they do not overlap.
#[inline]
unsafe fn copy_out(from: *const AtomicU32, to: *mut u8, n: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller's promise.
    unsafe {
        copy(from.cast(), to, n);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for i in 0..n {
        // SAFETY: inside both ranges by the caller's promise.
        unsafe { to.add(i * 4).cast::<u32>().write_unaligned((*from.add(i)).load(Relaxed)) };
    }
}

/// Moves words into shared memory.
///
/// # Safety
/// Both ranges are valid for `n` words; they do not overlap.
#[inline]
unsafe fn copy_in(from: *const u8, to: *const AtomicU32, n: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller's promise; atomics may be written through a shared pointer.
    unsafe {
        copy(from, to.cast_mut().cast(), n);
    }
    #[cfg(not(target_arch = "x86_64"))]
    for i in 0..n {
        // SAFETY: inside both ranges by the caller's promise.
        unsafe { (*to.add(i)).store(from.add(i * 4).cast::<u32>().read_unaligned(), Relaxed) };
    }
}

/// Moves words as the same sequence of relaxed word accesses would.
///
/// # Safety
/// Both ranges are valid for `n` words; they do not overlap.
#[cfg(target_arch = "x86_64")]
unsafe fn copy(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: moves `n * 4` bytes inside both ranges. SSE is part of every x86-64.
    // The compiler cannot see into the block, so a race with another thread is a
    // matter of the machine, whose vector moves keep each aligned word whole.
    unsafe {
        std::arch::asm!(
            "sub {n}, 16",
            "jb 3f",
            "2:",
            "movups {a}, [{s}]",
            "movups {b}, [{s} + 16]",
            "movups {c}, [{s} + 32]",
            "movups {e}, [{s} + 48]",
            "movups [{d}], {a}",
            "movups [{d} + 16], {b}",
            "movups [{d} + 32], {c}",
            "movups [{d} + 48], {e}",
            "add {s}, 64",
            "add {d}, 64",
            "sub {n}, 16",
            "jae 2b",
            "3:",
            "add {n}, 16",
            "jz 5f",
            "4:",
            "mov {t:e}, [{s}]",
            "mov [{d}], {t:e}",
            "add {s}, 4",
            "add {d}, 4",
            "dec {n}",
            "jnz 4b",
            "5:",
            s = inout(reg) from => _,
            d = inout(reg) to => _,
            n = inout(reg) n => _,
            t = out(reg) _,
            a = out(xmm_reg) _,
            b = out(xmm_reg) _,
            c = out(xmm_reg) _,
            e = out(xmm_reg) _,
            options(nostack),
        );
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
