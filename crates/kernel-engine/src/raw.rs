//! Raw: what is behind a storage: its buffers, and what wrote them last.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::element::{Element, Type};
use crate::engine::Engine;
use crate::error::{Error, Result};

/// A storage without its element type.
///
/// What fits one binding is one buffer. What does not is cut into pieces that do, of as many
/// elements each as the largest power of two that fits: so a kernel finds the piece of an index
/// by a shift, and the ends of pieces of storages of different types fall together.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(crate) engine: Engine,
    pieces: Vec<wgpu::Buffer>,
    /// Elements of each piece; the last may have fewer.
    piece: u64,
    pub(crate) ty: Type,
    pub(crate) len: u64,
    /// The submission that wrote it last, by number; zero for the host.
    written: Arc<AtomicU64>,
    /// Held while the host has it mapped, and while a submission that uses it is handed over.
    pub(crate) host: Arc<Mutex<()>>,
}

/// Bytes of one piece.
#[derive(Debug)]
pub(crate) struct Span<'a> {
    pub(crate) buffer: &'a wgpu::Buffer,
    pub(crate) offset: u64,
    pub(crate) size: u64,
}

/// How a kernel finds elements of a storage in several pieces: how many, each of 2^shift elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pieces {
    pub(crate) count: u32,
    pub(crate) shift: u32,
}

/// The most pieces of a storage; far more than kernels bind.
const MOST_PIECES: u64 = 256;

/// Bytes of memory for `len` elements of `size` bytes: whole wide loads, and never none.
fn allocated(len: u64, size: u64) -> Option<u64> {
    len.max(1).checked_mul(size)?.checked_next_multiple_of(16)
}

impl Raw {
    pub(crate) fn new(engine: &Engine, ty: Type, len: u64) -> Result<Self> {
        let what = || format!("a storage of {len} {ty}");
        let size = ty.size();
        let needed = allocated(len, size).unwrap_or(u64::MAX);
        if let Some(feature) = engine.lacking(ty) {
            return Err(engine.unsupported(what(), feature));
        }
        let limits = engine.limits();
        let limit = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size) / 16 * 16;
        let piece = match needed <= limit {
            true => len.max(1),
            false => (limit / size).checked_ilog2().map_or(1, |shift| 1 << shift),
        };
        let most = MOST_PIECES.saturating_mul(allocated(piece, size).unwrap_or(limit));
        if needed > limit && (needed > most || size > limit) {
            let (limit, remedy) = (limit.max(most), "split the array over several storages");
            let remedy = remedy.to_owned();
            return Err(Error::TooLarge { what: what(), needed, limit, unit: "bytes", remedy });
        }
        let mut usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        if engine.inner.mappable {
            usage |= wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::MAP_WRITE;
        }
        let mut pieces = Vec::new();
        let mut rest = len.max(1);
        while rest > 0 {
            let here = rest.min(piece);
            let bytes = allocated(here, size).unwrap_or(limit);
            pieces.push(engine.buffer("storage", bytes, usage, what).map_err(
                |error| match error {
                    Error::OutOfMemory { what, .. } => Error::OutOfMemory { what, bytes: needed },
                    error => error,
                },
            )?);
            rest -= here;
        }
        Ok(Self::of(engine, ty, len, pieces, piece))
    }

    /// A storage in buffers that are there.
    pub(crate) fn of(
        engine: &Engine,
        ty: Type,
        len: u64,
        pieces: Vec<wgpu::Buffer>,
        piece: u64,
    ) -> Self {
        let (written, host) = Default::default();
        Self { engine: engine.clone(), pieces, piece, ty, len, written, host }
    }

    /// The same memory as vectors of four words, whatever its elements are; all pieces are full of
    /// them.
    pub(crate) fn quads(&self) -> Self {
        let count = |len| allocated(len, self.ty.size()).map_or(1, |bytes| bytes / 16);
        let last = self.len.saturating_sub(1) / self.piece;
        let piece = count(self.piece);
        let len = last * piece + count(self.len - last * self.piece);
        let (written, host) = (self.written.clone(), self.host.clone());
        let (engine, pieces) = (self.engine.clone(), self.pieces.clone());
        Self { engine, pieces, piece, ty: <[u32; 4]>::TYPE, len, written, host }
    }

    /// Whether it is the same memory.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.host, &other.host)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.len * self.ty.size()
    }

    /// How kernels find its elements; none where one binding has them all.
    pub(crate) fn split(&self) -> Option<Pieces> {
        let count = self.pieces.len() as u32;
        (count > 1).then(|| Pieces { count, shift: self.piece.trailing_zeros() })
    }

    /// The piece of that number.
    pub(crate) fn piece(&self, number: usize) -> Option<&wgpu::Buffer> {
        self.pieces.get(number)
    }

    /// The number of the piece that has an element, and the element's index in it.
    pub(crate) fn place(&self, element: u64) -> (usize, u64) {
        ((element / self.piece) as usize, element % self.piece)
    }

    /// How many elements from `first` on lie in one piece.
    pub(crate) fn together(&self, first: u64) -> u64 {
        self.piece - first % self.piece
    }

    /// The stretches of `len` bytes from `offset` on, none across two pieces or longer than `most`.
    pub(crate) fn spans(&self, offset: u64, len: u64, most: u64) -> impl Iterator<Item = Span<'_>> {
        let piece = self.piece * self.ty.size();
        let (mut at, end) = (offset, offset + len);
        std::iter::from_fn(move || {
            let (number, offset) = ((at / piece) as usize, at % piece);
            let size = (end - at).min(piece - offset).min(most);
            at += size;
            let buffer = self.pieces.get(number).filter(|_| size > 0)?;
            Some(Span { buffer, offset, size })
        })
    }

    pub(crate) fn mark_written(&self, submission: u64) {
        self.written.store(submission, Ordering::Release);
    }

    /// An error when what wrote it last is known to be wrong.
    pub(crate) fn check(&self) -> Result<()> {
        self.engine.check_fault(self.written.load(Ordering::Acquire))
    }

    /// Byte offset and size of a range, checked; both suit a copy.
    pub(crate) fn region(&self, what: &str, start: u64, len: u64) -> Result<(u64, u64)> {
        let range = |message: String| Error::Range { what: what.to_owned(), message };
        let end = start.checked_add(len).filter(|end| *end <= self.len);
        let end = end.ok_or_else(|| {
            range(format!(
                "{len} elements from {start} on leave the storage, which has {}",
                self.len
            ))
        })?;
        let size = self.ty.size();
        let odd = |at: u64| !(at * size).is_multiple_of(4);
        if len > 0 && (odd(start) || (odd(end) && end != self.len)) {
            return Err(range(format!(
                "a range of {} must start and end at an even index, or end with the storage",
                self.ty
            )));
        }
        Ok((start * size, len * size))
    }
}
