//! Memory: what the host has free, and what a search takes of it.

use kernel_engine::free_memory;

use crate::binomials::binomial;
use crate::cost::TableValue;
use crate::error::{Error, Result};
use crate::normal::Normal;

/// So much is there without a question.
const LITTLE: u64 = 1 << 26;

/// Refuses a search whose table does not fit.
pub(super) fn check<T: TableValue>(normal: &Normal<T>) -> Result<()> {
    let m = normal.m();
    let needed = bytes::<T>(m, normal.symmetric);
    if needed <= LITTLE {
        return Ok(());
    }
    let available = free_memory();
    let reserves = || Vec::<u8>::new().try_reserve_exact(needed as usize).is_ok();
    if needed <= available && usize::try_from(needed).is_ok() && reserves() {
        return Ok(());
    }
    let fits = |m: &usize| bytes::<T>(*m, normal.symmetric) <= available.min(needed - 1);
    let largest = (0..m).rev().find(fits).unwrap_or_default();
    let fixed = normal.of - m;
    let device = "the host".to_owned();
    Err(Error::TooLarge { cities: normal.of, device, needed, available, largest: largest + fixed })
}

/// Bytes of the table: two levels at a time, and the largest forward one while the backward ones
/// are made, where those differ.
fn bytes<T>(m: usize, symmetric: bool) -> u64 {
    let level = |k: usize| k as u64 * binomial(m, k);
    let (k1, k2) = (m.div_ceil(2), m / 2);
    let second = if symmetric { k1.saturating_sub(1) } else { k2 };
    let third = if symmetric { 0 } else { k2.saturating_sub(1) };
    (level(k1) + level(second) + level(third)) * size_of::<T>() as u64
}
