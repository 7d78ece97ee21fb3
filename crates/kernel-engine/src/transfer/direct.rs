//! Direct: on a device whose memory is the host's, a storage is mapped and copied once, without
//! staging.
//!
//! wgpu refuses a submission that uses a mapped buffer. So a storage is mapped only when the
//! device is done with it, and for no longer than the copy takes; who submits something with it
//! meanwhile waits for the storage's lock. What is in use goes through staging as elsewhere.

use super::copy::{Carry, carry};
use crate::error::Result;
use crate::pending::Pending;
use crate::raw::{Raw, Span};

/// Copies to a storage as much as may be now; gives how many bytes, of whole pieces.
pub(super) fn upload(raw: &Raw, offset: u64, bytes: &[u8]) -> Result<usize> {
    let mut done = 0;
    for span in raw.spans(offset, bytes.len() as u64, u64::MAX) {
        let end = done + span.size as usize;
        let from = &bytes[done..end];
        let copy = || carry([Carry::Up(span.buffer, span.offset, from)]);
        if !while_mapped(raw, &span, wgpu::MapMode::Write, copy)? {
            break;
        }
        done = end;
    }
    Ok(done)
}

/// Copies from a storage as much as may be now; gives how many bytes, of whole pieces.
pub(super) fn download(raw: &Raw, offset: u64, out: &mut [u8]) -> Result<usize> {
    let mut done = 0;
    for span in raw.spans(offset, out.len() as u64, u64::MAX) {
        let end = done + span.size as usize;
        let to = &mut out[done..end];
        let copy = || carry([Carry::Down(span.buffer, span.offset, to)]);
        if !while_mapped(raw, &span, wgpu::MapMode::Read, copy)? {
            break;
        }
        done = end;
    }
    Ok(done)
}

/// Runs `copy` with a part of a storage mapped; says whether it did, as it does not while the
/// device uses the storage.
fn while_mapped(
    raw: &Raw,
    span: &Span<'_>,
    mode: wgpu::MapMode,
    copy: impl FnOnce() -> Result<(), wgpu::MapRangeError>,
) -> Result<bool> {
    let engine = &raw.engine;
    let start = span.offset / wgpu::MAP_ALIGNMENT * wgpu::MAP_ALIGNMENT;
    let end = (span.offset + span.size).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    let slice = span.buffer.slice(start..end);
    let _held = crate::lock(&raw.host);
    let (copied, fault) = engine.scoped(|device| {
        let mut pending = Pending::map(slice, mode, device, &engine.inner.lost, None);
        // What nothing uses is mapped at a look.
        let _ = engine.look();
        let ready = pending.is_ready();
        let copied = ready.then(copy).transpose();
        span.buffer.unmap();
        copied
    });
    match (copied, fault) {
        (Err(error), _) => Err(engine.internal("copying a storage", error.to_string())),
        (Ok(Some(())), Some(fault)) => Err(engine.blame("copying a storage", fault)),
        (Ok(copied), _) => Ok(copied.is_some()),
    }
}
