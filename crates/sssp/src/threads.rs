//! Threads: one answer for each vertex or each query, on all cores where it is worth it.

use std::sync::LazyLock;

/// How many are told sooner than another thread has woken up.
#[cfg(not(target_arch = "wasm32"))]
const SMALL: usize = 1 << 16;

/// How many cores there are.
pub(crate) fn cores() -> usize {
    // The system takes its time to tell.
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// Threads of our own: those of everybody cannot be asked for where the system has no thread left.
#[cfg(not(target_arch = "wasm32"))]
fn pool() -> Option<&'static rayon::ThreadPool> {
    static POOL: LazyLock<Option<rayon::ThreadPool>> = LazyLock::new(|| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(cores());
        (cores() > 1).then(|| builder.thread_name(|k| format!("sssp {k}")).build().ok())?
    });
    POOL.as_ref()
}

/// What `make` makes of each number below `count`, in their order, where each takes long.
pub(crate) fn side_by_side<R: Send>(
    count: usize,
    make: impl Fn(usize) -> R + Sync + Send,
) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if let (Some(pool), 2..) = (pool(), count) {
        use rayon::prelude::*;
        return pool.install(|| (0..count).into_par_iter().with_max_len(1).map(make).collect());
    }
    (0..count).map(make).collect()
}

/// The same, where each takes next to no time.
pub(crate) fn make<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if let (Some(pool), true) = (pool(), count > SMALL) {
        use rayon::prelude::*;
        return pool.install(|| (0..count).into_par_iter().with_min_len(SMALL).map(make).collect());
    }
    (0..count).map(make).collect()
}
