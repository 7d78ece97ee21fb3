//! Frontier: a list of work that each step replaces by what it finds, such as the vertices that a
//! search has just reached.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::assemble::Variant;
use crate::call::Call;
use crate::element::{Element, Type};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::fresh::zeroed;
use crate::kernel::{Compute, Declaration, Kernel, KernelBuilder};
use crate::raw::Raw;
use crate::steps::{self, Convergence};
use crate::transfer::{self, Waiting};

/// The shape of a kernel that runs along a frontier of `T`.
#[derive(Debug)]
pub struct Expand<T>(PhantomData<fn(T) -> T>);

impl Kernel<Compute> {
    /// Starts a kernel that runs along a [`Frontier`]: once for each item.
    ///
    /// The snippet sees `src` (the item), `push(v)` (which appends an item to the frontier of the
    /// next step), `i`, `len`, `local`, `group`, `group_size` and `again()` as a compute kernel
    /// does, and whatever the builder adds. Neither the items nor what is pushed have any certain
    /// order, and an item that is pushed twice is there twice.
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// // An item is a vertex, whose neighbours are `column(row(src))` to `column(row(src + 1) - 1)`.
    /// let visit = Kernel::expand::<u32>(
    ///     "for (var e = row(src); e < row(src + 1u); e++) {
    ///          let v = column(e);
    ///          if depth_compare_exchange(v, 0xffffffffu, depth(src) + 1u) == 0xffffffffu { push(v); }
    ///      }",
    /// );
    /// let visit = visit.array::<u32>("row").array::<u32>("column").atomic::<u32>("depth").build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn expand<T: Element>(snippet: &str) -> KernelBuilder<Expand<T>> {
        let expand = Some(T::TYPE);
        KernelBuilder::of(Declaration { expand, ..Declaration::new("expand", snippet) })
    }
}

/// A list on the device whose length only the device knows: a step runs over its items, and what
/// it pushes is the list from then on.
///
/// ```no_run
/// # use kernel_engine::{Engine, Frontier, Kernel};
/// # let engine = Engine::new()?;
/// # let visit = Kernel::expand::<u32>("push(src);").build()?.call();
/// let frontier = Frontier::new(&engine, 1_000_000, &[0u32])?; // room for a million vertices
/// let done = frontier.converge(usize::MAX, |_| visit.clone())?; // until it is empty
/// # Ok::<(), kernel_engine::Error>(())
/// ```
#[derive(Debug)]
pub struct Frontier<T> {
    pub(crate) sides: Arc<Sides>,
    item: PhantomData<fn() -> T>,
}

impl<T: Element> Frontier<T> {
    /// A frontier of `items`, with room for so many at a time, which takes twice their memory.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when the room is too small for `items`, or exceeds one binding of the
    /// device; those of [`Engine::storage`].
    pub fn new(engine: &Engine, room: usize, items: &[T]) -> Result<Self> {
        let sides = Arc::new(Sides::new(engine, T::TYPE, room as u64)?);
        let frontier = Self { sides, item: PhantomData };
        frontier.upload(items)?;
        Ok(frontier)
    }

    /// Replaces all items, of which there may be any number that there is room for.
    pub fn upload(&self, items: &[T]) -> Result<()> {
        self.sides.upload(items.len() as u64, bytemuck::cast_slice(items))
    }

    /// How many items there are; waits for the device.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] when a step has pushed more than there was room for. Steps since then
    /// ran over nothing.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn len(&self) -> Result<usize> {
        pollster::block_on(self.sides.len(Waiting::block(self.engine())))
    }

    /// As [`len`](Self::len), without blocking the thread.
    pub async fn len_async(&self) -> Result<usize> {
        self.sides.len(Waiting::yielding(self.engine())).await
    }

    /// Whether there are none; waits for the device.
    ///
    /// # Errors
    ///
    /// Those of [`len`](Self::len).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Copies the items to the host, in no certain order.
    ///
    /// # Errors
    ///
    /// Those of [`len`](Self::len).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn download(&self) -> Result<Vec<T>> {
        pollster::block_on(self.read(Waiting::block(self.engine())))
    }

    /// As [`download`](Self::download), without blocking the thread.
    pub async fn download_async(&self) -> Result<Vec<T>> {
        self.read(Waiting::yielding(self.engine())).await
    }

    async fn read(&self, waiting: Waiting) -> Result<Vec<T>> {
        let mut items = zeroed(self.sides.len(waiting).await?)?;
        let bytes = bytemuck::cast_slice_mut(&mut items);
        transfer::download(self.sides.now(), HEADER, bytes, waiting).await?;
        Ok(items)
    }

    /// How many items there is room for.
    pub fn room(&self) -> usize {
        self.sides.room as usize
    }

    /// The engine that made it.
    pub fn engine(&self) -> &Engine {
        &self.sides.now().engine
    }

    /// Runs one step. What goes wrong in it is told by whoever looks at the items next.
    pub fn step(&self, call: &Call<Expand<T>>) -> Result<()> {
        let engine = self.engine();
        engine.submit(call.record(engine, &self.sides, Variant::default())?)?;
        self.sides.turn();
        Ok(())
    }

    /// Runs steps until the frontier is empty, which is one step after the last that pushed an
    /// item. At most so many; `call` gives that of each, also of some that will not run.
    ///
    /// How this is cut into submissions is told at [`Engine::converge`].
    ///
    /// # Errors
    ///
    /// Those of [`Engine::converge`] and of [`len`](Self::len).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn converge(
        &self,
        most: usize,
        call: impl FnMut(usize) -> Call<Expand<T>>,
    ) -> Result<Convergence> {
        pollster::block_on(self.settle(most, true, call))
    }

    /// As [`converge`](Self::converge), without blocking the thread.
    pub async fn converge_async(
        &self,
        most: usize,
        call: impl FnMut(usize) -> Call<Expand<T>>,
    ) -> Result<Convergence> {
        self.settle(most, false, call).await
    }

    async fn settle(
        &self,
        most: usize,
        blocks: bool,
        mut call: impl FnMut(usize) -> Call<Expand<T>>,
    ) -> Result<Convergence> {
        let step = |step: &mut steps::Step| step.expand(&call(step.number()), self);
        steps::converge(self.engine(), most, blocks, step).await.1
    }
}

/// Bytes of the words that stand before the items.
pub(crate) const WORDS: u64 = 36;

/// Bytes before the items, which any element may be aligned by: two groups of words in turn, each of
/// how many workgroups there are in x, y and z, and how many items; and how much room was needed when
/// there was too little.
const HEADER: u64 = 64;

/// The two lists: one is read, the other one is written.
#[derive(Debug)]
pub(crate) struct Sides {
    /// Words: a header and the items.
    lists: [Arc<Raw>; 2],
    item: Type,
    pub(crate) room: u64,
    /// How often they have changed places.
    turn: AtomicU32,
}

impl Sides {
    fn new(engine: &Engine, item: Type, room: u64) -> Result<Self> {
        let what = format!("a frontier with room for {room} {item}");
        if let Some(feature) = engine.lacking(item) {
            return Err(engine.unsupported(what, feature));
        }
        // WGSL rounds a struct up to its alignment, and wants an array to have an element.
        let bytes = room.max(1).saturating_mul(item.size()).saturating_add(HEADER);
        let words = bytes.div_ceil(HEADER).saturating_mul(HEADER / 4);
        let list = || {
            let list = Raw::used(engine, u32::TYPE, words, wgpu::BufferUsages::INDIRECT)?;
            match list.split() {
                None => Ok(Arc::new(list)),
                Some(_) => Err(Error::TooLarge {
                    what: what.clone(),
                    needed: list.bytes(),
                    limit: engine.limits().max_storage_buffer_binding_size,
                    unit: "bytes in one binding",
                    remedy: "give it less room".to_owned(),
                }),
            }
        };
        Ok(Self { lists: [list()?, list()?], item, room, turn: AtomicU32::new(0) })
    }

    fn upload(&self, count: u64, items: &[u8]) -> Result<()> {
        self.fits(count)?;
        self.turn.store(0, Ordering::Relaxed);
        let most = self.lists[0].engine.limits().max_compute_workgroups_per_dimension;
        for (list, count) in self.lists.iter().zip([count as u32, 0]) {
            let groups = count.div_ceil(256).clamp(1, most);
            let words = [groups, 1, 1, count, 1, 1, 1, 0, 0];
            transfer::upload(list, 0, bytemuck::cast_slice(&words))?;
            list.mark_written(0);
        }
        transfer::upload(&self.lists[0], HEADER, items)
    }

    pub(crate) async fn len(&self, waiting: Waiting) -> Result<usize> {
        let ((now, at), _) = self.now_and_next();
        let mut words = [0u32; 9];
        transfer::download(now, 0, bytemuck::cast_slice_mut(&mut words), waiting).await?;
        self.check(&words)?;
        Ok(if at == 0 { words[3] } else { words[7] } as usize)
    }

    pub(crate) fn lists(&self) -> &[Arc<Raw>; 2] {
        &self.lists
    }

    /// An error when the words of any of the lists tell of an item too many.
    pub(crate) fn check(&self, words: &[u32]) -> Result<()> {
        let needed = words.chunks_exact(WORDS as usize / 4).filter_map(|list| list.last());
        self.fits(needed.max().copied().unwrap_or(0).into())
    }

    fn fits(&self, needed: u64) -> Result<()> {
        if needed <= self.room {
            return Ok(());
        }
        Err(Error::TooLarge {
            what: format!("a frontier of {}", self.item),
            needed,
            limit: self.room,
            unit: "items",
            remedy: "make it with more room, or push each item once".to_owned(),
        })
    }

    fn now(&self) -> &Arc<Raw> {
        self.now_and_next().0.0
    }

    /// The list to read and the list to write, each with the first of the words that count: of a list
    /// that is written other ones than when it was written last.
    pub(crate) fn now_and_next(&self) -> ((&Arc<Raw>, u32), (&Arc<Raw>, u32)) {
        let turn = self.turn.load(Ordering::Relaxed);
        let [a, b] = &self.lists;
        let (now, next) = if turn.is_multiple_of(2) { (a, b) } else { (b, a) };
        ((now, turn / 2 % 2 * 4), (next, turn.wrapping_add(1) / 2 % 2 * 4))
    }

    /// The lists change places.
    pub(crate) fn turn(&self) {
        self.turn.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn turn_back(&self) {
        self.turn.fetch_sub(1, Ordering::Relaxed);
    }
}
