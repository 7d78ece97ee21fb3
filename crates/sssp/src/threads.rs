//! Threads: one answer for each vertex or each query, on all cores where it is worth it.

/// How many are told sooner than another thread has woken up.
#[cfg(not(target_arch = "wasm32"))]
const SMALL: usize = 1 << 16;

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What `make` makes of each number below `count`, in their order, where each takes long.
pub(crate) fn side_by_side<R: Send>(
    count: usize,
    make: impl Fn(usize) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if count > 1 {
        use rayon::prelude::*;
        return (0..count).into_par_iter().with_max_len(1).map(make).collect();
    }
    (0..count).map(make).collect()
}

/// The same, where each takes next to no time.
pub(crate) fn make<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if count > SMALL {
        use rayon::prelude::*;
        return (0..count).into_par_iter().with_min_len(SMALL).map(make).collect();
    }
    (0..count).map(make).collect()
}
