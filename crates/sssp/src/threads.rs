//! Threads: one answer for each vertex, on all cores where it is worth it.

/// How many are told sooner than another thread has woken up.
#[cfg(not(target_arch = "wasm32"))]
const SMALL: usize = 1 << 16;

/// What `make` makes of each number below `count`, in their order.
pub(crate) fn make<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if count > SMALL {
        use rayon::prelude::*;
        return (0..count).into_par_iter().with_min_len(SMALL).map(make).collect();
    }
    (0..count).map(make).collect()
}
