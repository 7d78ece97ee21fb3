//! Scratch: small storages for what a run leaves for itself, their memory used again and again.

use std::sync::{Arc, Mutex, Weak};

use super::Engine;
use crate::element::{Element, Type};
use crate::error::Result;
use crate::raw::Raw;

/// Bytes of a buffer at least, so that most runs are content with what is there.
const LEAST: u64 = 1 << 16;

/// Bytes of the largest buffer that is kept, and how many are.
const MOST: u64 = 4 << 20;
const KEPT: usize = 8;

/// Buffers, each with the storage that it was lent to. Once that is gone, so are the commands that
/// named it: to the queue, which runs before them whatever is submitted from then on.
pub(crate) type Scratch = Mutex<Vec<(wgpu::Buffer, Weak<Raw>)>>;

impl Engine {
    /// A storage that holds whatever its memory held before.
    pub(crate) fn scratch(&self, ty: Type, len: u64) -> Result<Arc<Raw>> {
        let bytes = len.saturating_mul(ty.size());
        if bytes > MOST || self.lacking(ty).is_some() {
            return Ok(Arc::new(Raw::new(self, ty, len)?));
        }
        let mut kept = crate::lock(&self.inner.scratch);
        let idle = |(buffer, user): &&mut (wgpu::Buffer, Weak<Raw>)| {
            user.strong_count() == 0 && buffer.size() >= bytes
        };
        if let Some((buffer, user)) = kept.iter_mut().find(idle) {
            let raw = Arc::new(Raw::of(self, ty, len, vec![buffer.clone()], len.max(1)));
            *user = Arc::downgrade(&raw);
            return Ok(raw);
        }
        let words = bytes.max(LEAST).next_power_of_two() / 4;
        let fresh = Raw::new(self, u32::TYPE, words)?;
        let Some(buffer) = fresh.piece(0).filter(|_| fresh.split().is_none()).cloned() else {
            return Ok(Arc::new(Raw::new(self, ty, len)?));
        };
        let raw = Arc::new(Raw::of(self, ty, len, vec![buffer.clone()], len.max(1)));
        // Those that were too small make room.
        kept.retain(|(_, user)| user.strong_count() > 0);
        if kept.len() < KEPT {
            kept.push((buffer, Arc::downgrade(&raw)));
        }
        Ok(raw)
    }
}
