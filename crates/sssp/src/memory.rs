//! Memory whose size a file or a caller decides, so that there may be too little.

use crate::error::{Error, Result};

/// So many values, or an error that says what they were for.
pub(crate) fn filled<T: Clone>(what: &'static str, length: usize, value: T) -> Result<Vec<T>> {
    let mut all = room(what, length)?;
    all.resize(length, value);
    Ok(all)
}

/// Room for so many values.
pub(crate) fn room<T>(what: &'static str, length: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    match all.try_reserve_exact(length) {
        Ok(()) => Ok(all),
        Err(_) => Err(Error::NoMemory { what, bytes: length as u64 * size_of::<T>() as u64 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_an_error() {
        assert_eq!(filled("x", 3, 7).unwrap(), [7, 7, 7]);
        let told = filled("the distances", usize::MAX / 16, 0u64).unwrap_err().to_string();
        assert!(told.ends_with(" bytes for the distances are not there"), "{told}");
    }
}
