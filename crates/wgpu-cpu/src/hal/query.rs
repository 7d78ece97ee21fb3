//! Query sets: timestamps in nanoseconds.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::Memory;

/// A set of queries; clones are the same set.
///
/// Only timestamps are ever written. wgpu asks no feature for occlusion queries, so
/// such sets can be made too, but they are of use in render passes only.
#[derive(Clone, Debug)]
pub struct QuerySet(Arc<[AtomicU64]>);

impl QuerySet {
    pub(super) fn new(count: u32) -> Self {
        Self((0..count).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn set(&self, index: u32, value: u64) {
        if let Some(query) = self.0.get(index as usize) {
            query.store(value, Ordering::Relaxed);
        }
    }

    pub(super) fn reset(&self, range: Range<u32>) {
        range.for_each(|index| self.set(index, 0));
    }

    /// Writes a range of results, one every `stride` bytes.
    pub(super) fn resolve(&self, range: Range<u32>, to: &Memory, offset: u64, stride: u64) {
        let queries = self.0.get(range.start as usize..range.end as usize).unwrap_or_default();
        for (query, at) in queries.iter().zip(0..) {
            to.write(offset + at * stride, &query.load(Ordering::Relaxed).to_ne_bytes());
        }
    }
}
