//! What can be read at any index: buffers that are shared, and memory of one thread.

use super::math::pack::from_half;
use crate::fence::gather::Lookup;
use crate::fence::memory::{View, gather_own};
use std::sync::atomic::Ordering::Relaxed;

/// Words that can be read at any index.
pub(super) trait Words: Copy {
    fn word(self, at: usize) -> Option<u32>;
    /// 64 bits, zero where they are not all inside.
    fn wide(self, at: usize) -> u64;
    fn run(self, first: usize, into: &mut [u32]) -> bool;
    /// The words at these places; zero where outside.
    fn gather(self, out: &mut [u32], x: &[u32], by: Lookup);
}

impl Words for View<'_> {
    #[inline(always)]
    fn word(self, at: usize) -> Option<u32> {
        self.words().get(at).map(|w| w.load(Relaxed))
    }

    #[inline(always)]
    fn wide(self, at: usize) -> u64 {
        View::wide(self, at).map_or(0, |w| w.load(Relaxed))
    }

    #[inline(always)]
    fn run(self, first: usize, into: &mut [u32]) -> bool {
        self.read_run(first, into)
    }

    #[inline(always)]
    fn gather(self, out: &mut [u32], x: &[u32], by: Lookup) {
        View::gather(self, out, x, by);
    }
}

impl Words for &[u32] {
    #[inline(always)]
    fn word(self, at: usize) -> Option<u32> {
        self.get(at).copied()
    }

    #[inline(always)]
    fn wide(self, at: usize) -> u64 {
        let pair = self.get(at..).and_then(|w| w.first_chunk::<2>());
        pair.map_or(0, |&[low, high]| u64::from(low) | (u64::from(high) << 32))
    }

    #[inline(always)]
    fn run(self, first: usize, into: &mut [u32]) -> bool {
        let Some(words) = self.get(first..).and_then(|w| w.get(..into.len())) else {
            return false;
        };
        into.copy_from_slice(words);
        true
    }

    #[inline(always)]
    fn gather(self, out: &mut [u32], x: &[u32], by: Lookup) {
        gather_own(self, out, x, by);
    }
}

#[inline(always)]
pub(super) fn half_at(words: impl Words, byte: usize) -> u32 {
    let word = words.word(byte / 4).unwrap_or(0) >> ((byte & 2) * 8);
    from_half(word & 0xFFFF).to_bits()
}
