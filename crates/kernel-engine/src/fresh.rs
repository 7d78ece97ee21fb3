//! Fresh: memory for what comes back to the host.
//!
//! A system finds the pages of a new array one by one as they are written, at a fraction of a
//! bus's speed. Where it can be asked to, it finds them sooner.

#![cfg_attr(
    any(target_os = "linux", target_os = "android"),
    allow(unsafe_code, reason = "advice about memory goes by its address")
)]

use crate::element::Element;
use crate::error::{Error, Result};

/// `len` elements of zeros.
pub(crate) fn zeroed<T: Element>(len: usize) -> Result<Vec<T>> {
    let bytes = len * size_of::<T>();
    let mut fresh = bytemuck::allocation::try_zeroed_vec(len).map_err(|()| Error::OutOfMemory {
        what: "a result on the host".to_owned(),
        bytes: bytes as u64,
    })?;
    find_pages(bytemuck::cast_slice_mut(&mut fresh));
    Ok(fresh)
}

/// Has the system find the pages of a large array now, with several threads and large pages.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn find_pages(bytes: &mut [u8]) {
    use rayon::prelude::*;

    const PAGE: usize = 1 << 21;
    // Whole large pages, so that no two threads find the same.
    let skip = bytes.as_ptr().align_offset(PAGE);
    let len = bytes.len().saturating_sub(skip) / PAGE * PAGE;
    if len < 8 * PAGE {
        return;
    }
    let whole = &mut bytes[skip..][..len];
    let advise = |part: &mut [u8], advice| {
        // SAFETY: the address and the length are those of memory that this has to itself, and the
        // advice changes nothing of what is in it. Where it is refused, pages are found later.
        unsafe { libc::madvise(part.as_mut_ptr().cast(), part.len(), advice) }
    };
    advise(whole, libc::MADV_HUGEPAGE);
    let populate = |page: &mut [u8]| {
        advise(page, libc::MADV_POPULATE_WRITE);
    };
    if let Some(pool) = crate::transfer::pool() {
        pool.install(|| whole.par_chunks_mut(PAGE).for_each(populate));
    }
}

/// Other systems cannot be asked.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn find_pages(_bytes: &mut [u8]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_any_size_are_zeros() {
        for len in [0, 1, 1 << 20, (1 << 21) - 1, 1 << 21, (1 << 21) + 12345, 1 << 23] {
            let fresh = zeroed::<u32>(len).unwrap();
            assert!(fresh.len() == len && fresh.iter().all(|word| *word == 0), "{len}");
        }
    }
}
