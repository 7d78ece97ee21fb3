//! Runs of words into and out of memory that other threads may be writing. The compiler
//! never joins atomics into vectors, so `asm!` blocks do what the same sequence of relaxed
//! accesses would.

use std::sync::atomic::AtomicU32;
#[cfg(not(target_arch = "x86_64"))]
use std::sync::atomic::Ordering::Relaxed;

/// Moves words out of shared memory.
///
/// # Safety
/// Both ranges are valid for `n` words; they do not overlap.
#[inline]
pub(super) unsafe fn copy_out(from: *const AtomicU32, to: *mut u8, n: usize) {
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
pub(super) unsafe fn copy_in(from: *const u8, to: *const AtomicU32, n: usize) {
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

/// Words of a binding from which on what is written goes past the caches: it would not
/// stay there, and fetching what it overwrites is a third of a copy's traffic.
#[cfg(target_arch = "x86_64")]
pub(super) const STREAMED: usize = 8 << 20;

/// As [`copy`], past the caches; [`settle`] makes it seen by other threads.
///
/// # Safety
/// As for [`copy`]; `to` is a multiple of 16.
#[cfg(target_arch = "x86_64")]
pub(super) unsafe fn stream(from: *const u8, to: *mut u8, n: usize) {
    let whole = n / 4;
    if whole > 0 {
        // SAFETY: as in `copy`.
        unsafe {
            std::arch::asm!(
                "2:",
                "movups {a}, [{s}]",
                "movntps [{d}], {a}",
                "add {s}, 16",
                "add {d}, 16",
                "dec {n}",
                "jnz 2b",
                s = inout(reg) from => _,
                d = inout(reg) to => _,
                n = inout(reg) whole => _,
                a = out(xmm_reg) _,
                options(nostack),
            );
        }
    }
    // SAFETY: the rest of the same ranges.
    unsafe { copy(from.add(whole * 16), to.add(whole * 16), n % 4) }
}

/// Ends what streamed words may have left on their way to memory. Each thread calls it
/// before others may rely on what it wrote.
pub(crate) fn settle() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of every x86-64.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}
