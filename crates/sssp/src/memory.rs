//! Memory whose size a file or a caller decides, so that there may be too little.

use kernel_engine::free_memory;

use crate::error::{Error, Result};

/// So many bytes are there without a question.
const LITTLE: usize = 1 << 26;

/// So many values, or an error that says what they were for.
pub(crate) fn filled<T: Clone>(what: &'static str, length: usize, value: T) -> Result<Vec<T>> {
    let mut all = room(what, length)?;
    all.resize(length, value);
    Ok(all)
}

/// Room for so many values.
pub(crate) fn room<T>(what: &'static str, length: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    let bytes = length.saturating_mul(size_of::<T>());
    // The system may promise what it has not.
    let is_there = bytes <= LITTLE || bytes as u64 <= free_memory();
    match is_there && all.try_reserve_exact(length).is_ok() {
        true => Ok(all),
        false => Err(Error::NoMemory { what, bytes: bytes as u64 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(filled("x", 3, 7).unwrap(), [7, 7, 7]);
        let told = filled("the distances", usize::MAX / 16, 0u64).unwrap_err().to_string();
        assert!(told.contains(" bytes for the distances are not free"), "{told}");
        // The system would promise that, and has it not.
        let beyond = free_memory().saturating_add(1 << 32).min(usize::MAX as u64);
        assert!(room::<u8>("x", beyond as usize).is_err());
    }
}
