//! Threads: shares of the work, on all cores where there are several and it is worth it.

/// How many additions are done sooner than another thread has woken up.
const SMALL: usize = 400_000;

/// Into how many pieces to cut so many additions.
pub(super) fn pieces(additions: usize) -> usize {
    if additions < SMALL { 1 } else { 8 * threads() }
}

#[cfg(not(target_arch = "wasm32"))]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(target_arch = "wasm32")]
fn threads() -> usize {
    1
}

/// What `make` makes of each number below `count`, in their order.
pub(crate) fn make<R: Send>(count: usize, make: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        use rayon::prelude::*;
        (0..count).into_par_iter().map(make).collect()
    }
    #[cfg(target_arch = "wasm32")]
    (0..count).map(make).collect()
}

/// What `work` makes of each share, in their order.
pub(crate) fn map<S: Send, R: Send>(shares: Vec<S>, work: impl Fn(S) -> R + Sync + Send) -> Vec<R> {
    #[cfg(not(target_arch = "wasm32"))]
    if shares.len() > 1 {
        use rayon::prelude::*;
        return shares.into_par_iter().with_max_len(1).map(work).collect();
    }
    shares.into_iter().map(work).collect()
}
