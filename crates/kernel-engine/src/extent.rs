//! Extent: how many invocations a compute kernel runs, and how they fold into workgroups.

use crate::storage::Storage;

/// How many invocations a compute kernel runs: a number, two or three numbers, or a number that
/// waits in a storage on the device.
///
/// ```
/// use kernel_engine::Extent;
/// let line: Extent = 1000.into();
/// let board: Extent = (640, 480).into();
/// let block: Extent = (64, 64, 64).into();
/// # let _ = (line, board, block);
/// ```
#[derive(Clone, Debug)]
pub struct Extent(pub(crate) Repr);

#[derive(Clone, Debug)]
pub(crate) enum Repr {
    Fixed([i128; 3]),
    Counted { count: Storage<u32>, at: u64 },
}

impl Extent {
    /// As many as the first word of `count` says when the kernel starts, which the host need not
    /// know: a kernel before it may have written it.
    pub fn count(count: &Storage<u32>) -> Self {
        Self::count_at(count, 0)
    }

    /// As many as word number `at` of `count` says when the kernel starts.
    pub fn count_at(count: &Storage<u32>, at: usize) -> Self {
        Self(Repr::Counted { count: count.clone(), at: at as u64 })
    }
}

macro_rules! extents {
    ($($ty:ty),*) => {$(
        impl From<$ty> for Extent {
            fn from(x: $ty) -> Self {
                Self(Repr::Fixed([x as i128, 1, 1]))
            }
        }
        impl From<($ty, $ty)> for Extent {
            fn from((x, y): ($ty, $ty)) -> Self {
                Self(Repr::Fixed([x as i128, y as i128, 1]))
            }
        }
        impl From<($ty, $ty, $ty)> for Extent {
            fn from((x, y, z): ($ty, $ty, $ty)) -> Self {
                Self(Repr::Fixed([x as i128, y as i128, z as i128]))
            }
        }
    )*};
}

// `i32` is here because a bare literal is one; a negative extent is refused when it runs.
extents!(i32, u32, usize);

/// The most invocations of one dispatch: a little less than 2^32, so that the index of an
/// invocation beyond the end, in the last workgroup, still fits 32 bits.
pub(crate) const MAX_INVOCATIONS: u64 = (1 << 32) - 8192;

/// `groups` workgroups as a grid of x by y, neither above `limit`, with few to spare.
/// `None` when even a square is too small.
pub(crate) fn fold(groups: u64, limit: u32) -> Option<(u32, u32)> {
    let y = groups.div_ceil(u64::from(limit)).max(1);
    let x = groups.div_ceil(y);
    (y <= u64::from(limit)).then_some((u32::try_from(x).ok()?, u32::try_from(y).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_cover_and_stay_within_the_limit() {
        for limit in [1u32, 2, 3, 7, 65_535] {
            for groups in (0..200).chain([65_534, 65_535, 65_536, 131_071, 4_000_000]) {
                match fold(groups, limit) {
                    Some((x, y)) => {
                        assert!(x <= limit && y <= limit);
                        let grid = u64::from(x) * u64::from(y);
                        assert!(grid >= groups && grid - groups < u64::from(y).max(1));
                    }
                    None => assert!(groups > u64::from(limit) * u64::from(limit)),
                }
            }
        }
    }
}
