//! Copy: bytes between arrays and mapped memory, by several threads, since one alone moves a
//! fraction of what a bus does, and touches fresh pages one by one.

use std::ops::Range;
#[cfg(not(target_arch = "wasm32"))]
use std::thread::available_parallelism;

#[cfg(not(target_arch = "wasm32"))]
use once_cell::sync::OnceCell;
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;
#[cfg(not(target_arch = "wasm32"))]
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Bytes that one thread copies in one go.
const SHARE: usize = 1 << 19;

type Mapped = Result<(), wgpu::MapRangeError>;

/// Threads that copy; more have nothing to add on any bus.
#[cfg(not(target_arch = "wasm32"))]
const MOST_THREADS: usize = 16;

/// A mapped buffer, and what is to be copied into it or out of it from an offset on.
pub(super) enum Carry<'a> {
    Up(&'a wgpu::Buffer, u64, &'a [u8]),
    Down(&'a wgpu::Buffer, u64, &'a mut [u8]),
}

/// Copies all of it at once. After what goes up, the last word is filled up with zeros.
pub(super) fn carry<'a>(what: impl IntoIterator<Item = Carry<'a>>) -> Mapped {
    each(what.into_iter().flat_map(Carry::shares), |(skip, range, share)| {
        let words = range.start..range.end.next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
        match share {
            Carry::Up(to, _, from) => {
                let mut view = to.slice(words).get_mapped_range_mut()?;
                view.slice(skip..skip + from.len()).copy_from_slice(from);
                view.slice(skip + from.len()..).fill(0);
            }
            Carry::Down(from, _, to) => {
                let view = from.slice(words).get_mapped_range()?;
                to.copy_from_slice(&view[skip..skip + to.len()]);
            }
        }
        Ok(())
    })
}

/// What one thread copies: the part of the buffer to look at, and the bytes of it to leave alone.
type Share<'a> = (usize, Range<u64>, Carry<'a>);

impl<'a> Carry<'a> {
    fn shares(mut self) -> impl Iterator<Item = Share<'a>> {
        let (Self::Up(_, offset, _) | Self::Down(_, offset, _)) = self;
        let len = match &self {
            Self::Up(_, _, from) => from.len(),
            Self::Down(_, _, to) => to.len(),
        };
        shares(offset, len).map(move |(skip, range)| {
            let len = (range.end - range.start) as usize - skip;
            let share = match &mut self {
                Self::Up(to, _, from) => {
                    Self::Up(to, offset, from.split_off(..len).unwrap_or_default())
                }
                Self::Down(from, _, to) => {
                    Self::Down(from, offset, to.split_off_mut(..len).unwrap_or_default())
                }
            };
            (skip, range, share)
        })
    }
}

/// Cuts the `len` bytes from `offset` on where a view may start; each part with the bytes that its
/// view has before it.
fn shares(offset: u64, len: usize) -> impl Iterator<Item = (usize, Range<u64>)> {
    let (mut at, end) = (offset, offset + len as u64);
    std::iter::from_fn(move || {
        let (from, start) = (at, at / wgpu::MAP_ALIGNMENT * wgpu::MAP_ALIGNMENT);
        at = ((from / SHARE as u64 + 1) * SHARE as u64).min(end);
        (from < end).then_some(((from - start) as usize, start..at))
    })
}

/// Does the parts side by side where there are several.
#[cfg(not(target_arch = "wasm32"))]
fn each<T: Send>(
    parts: impl Iterator<Item = T>,
    work: impl Fn(T) -> Mapped + Sync + Send,
) -> Mapped {
    let parts: Vec<T> = parts.collect();
    match pool().filter(|_| parts.len() > 1) {
        Some(pool) => pool.install(|| parts.into_par_iter().try_for_each(work)),
        None => parts.into_iter().try_for_each(work),
    }
}

/// Does the parts one after another; a browser has no threads.
#[cfg(target_arch = "wasm32")]
fn each<T>(mut parts: impl Iterator<Item = T>, work: impl Fn(T) -> Mapped) -> Mapped {
    parts.try_for_each(work)
}

/// The threads of all engines; none where one is all there is.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn pool() -> Option<&'static ThreadPool> {
    static POOL: OnceCell<Option<ThreadPool>> = OnceCell::new();
    let start = || {
        let threads = available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let builder = builder.thread_name(|k| format!("kernel-engine copy {k}"));
        (threads > 1).then(|| builder.build().ok()).flatten()
    };
    POOL.get_or_init(start).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_one_share() {
        for offset in [0, 4, 8, SHARE as u64 - 4, SHARE as u64, SHARE as u64 + 12] {
            for len in [0, 1, 3, 4, SHARE - 8, SHARE - 4, SHARE, SHARE + 4, 5 * SHARE + 3] {
                let mut at = offset;
                for (skip, range) in shares(offset, len) {
                    assert_eq!(range.start + skip as u64, at);
                    assert!(range.start % wgpu::MAP_ALIGNMENT == 0 && range.end > at);
                    // Views of two shares must not overlap.
                    assert!(at == offset || skip == 0);
                    at = range.end;
                }
                assert_eq!(at, offset + len as u64);
            }
        }
    }
}
