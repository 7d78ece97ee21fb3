//! Memory whose size the command line decides, so that there may be too little.

/// So many elements, each made from its index, or an error where memory does not suffice.
pub(crate) fn filled<T>(len: usize, element: impl FnMut(usize) -> T) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    // The system may promise what it has not.
    let is_there = bytes as u64 <= kernel_engine::free_memory();
    if !is_there || all.try_reserve_exact(len).is_err() {
        let gigabytes = bytes as f64 * 1e-9;
        return Err(format!(
            "{len} elements need {gigabytes:.1} GB, which this machine has not free: ask for fewer"
        ));
    }
    all.extend((0..len).map(element));
    Ok(all)
}
