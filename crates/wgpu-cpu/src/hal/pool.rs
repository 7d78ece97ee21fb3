//! Pools of threads for dispatches, shared by the devices of a process.

use std::sync::{Arc, Mutex, Weak};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::lock;

static POOLS: Mutex<Vec<Weak<ThreadPool>>> = Mutex::new(Vec::new());

/// A pool of so many threads; none for a single one, or where the system has no
/// threads to give, as dispatches then run on the queue's own.
pub(super) fn of(threads: usize) -> Option<Arc<ThreadPool>> {
    if threads < 2 {
        return None;
    }
    let mut pools = lock(&POOLS);
    pools.retain(|pool| pool.strong_count() > 0);
    let fits = |pool: &Arc<ThreadPool>| pool.current_num_threads() == threads;
    if let Some(pool) = pools.iter().filter_map(Weak::upgrade).find(fits) {
        return Some(pool);
    }
    let name = |index| format!("wgpu-cpu-{index}");
    match ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build() {
        Ok(pool) => {
            let pool = Arc::new(pool);
            pools.push(Arc::downgrade(&pool));
            Some(pool)
        }
        Err(error) => {
            log::warn!("wgpu-cpu: no {threads} threads, kernels run on one: {error}");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::sync::Arc;

    #[test]
    fn pools_are_shared() {
        let (two, three) = (of(2).unwrap(), of(3).unwrap());
        assert!(Arc::ptr_eq(&two, &of(2).unwrap()));
        assert!(!Arc::ptr_eq(&two, &three));
        assert!(of(1).is_none());
    }
}
