//! Sort: arrays put in order on the device, by a radix sort from the least digit up.
//!
//! Each pass looks at one digit of the keys, and leaves those of equal digits as they were: so the
//! last pass, by the highest digit, leaves them in order. A pass is three kernels, none of which
//! waits for another workgroup: digits are counted for each tile of the array, the counts are
//! added up, and each tile is put in order within a workgroup and written where it belongs.
//! (Method: D. Merrill and A. Grimshaw, "High performance and scalable radix sorting", 2011.)

mod kernels;
mod passes;
#[cfg(test)]
mod stages;

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::batch::Batch;
use crate::element::{Element, Scalar, Type};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::raw::Raw;
use crate::storage::Storage;
use crate::submit::Command;
use kernels::{Path, Shape};
use passes::{BLOCKS, Values, Work};

/// The element types that arrays are sorted by: `u32`, `i32` and `f32`; `u64`, `i64` and `f64` on
/// devices that have them.
///
/// Floats are in the order of [`f32::total_cmp`]: negative NaNs, then numbers from `-inf` over
/// `-0.0` and `0.0` to `inf`, then positive NaNs.
#[diagnostic::on_unimplemented(
    message = "arrays cannot be sorted by `{Self}`",
    note = "keys are u32, i32, f32, u64, i64 or f64; sort other elements as the values of such keys"
)]
pub trait SortKey: Element {}
impl SortKey for u32 {}
impl SortKey for i32 {}
impl SortKey for f32 {}
impl SortKey for u64 {}
impl SortKey for i64 {}
impl SortKey for f64 {}

impl<K: SortKey> Storage<K> {
    /// A new storage with these elements in ascending order. [`Sort`] has more to choose from.
    ///
    /// ```no_run
    /// # let engine = kernel_engine::Engine::new()?;
    /// let sorted = engine.storage(&[3.0f32, -1.0, 2.0])?.sort()?;
    /// assert_eq!(sorted.download()?, [-1.0, 2.0, 3.0]);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Sort::sort`].
    pub fn sort(&self) -> Result<Self> {
        let sorted = Self::new(self.engine(), self.len())?;
        Sort::new(self.engine()).sort(self, &sorted)?;
        Ok(sorted)
    }

    /// New storages with these keys in ascending order, and with their values in the order of the
    /// keys. Values of equal keys stay in their order.
    ///
    /// # Errors
    ///
    /// Those of [`Sort::sort_by_key`].
    pub fn sort_by_key<V: Element>(&self, values: &Storage<V>) -> Result<(Self, Storage<V>)> {
        let sorted = Self::new(self.engine(), self.len())?;
        let sorted_values = Storage::new(self.engine(), values.len())?;
        Sort::new(self.engine()).sort_by_key(self, values, &sorted, &sorted_values)?;
        Ok((sorted, sorted_values))
    }

    /// Where the elements stand that ascending order would put first, second and so on: the
    /// permutation that sorts them. Equal elements stay in their order.
    ///
    /// # Errors
    ///
    /// Those of [`Sort::argsort`].
    pub fn argsort(&self) -> Result<Storage<u32>> {
        let order = Storage::new(self.engine(), self.len())?;
        Sort::new(self.engine()).argsort(self, &order)?;
        Ok(order)
    }
}

/// Sorts that keep what they need, so that only the first of a length asks for memory.
///
/// A sort is stable and takes time in proportion to the length, whatever the order was.
/// It has the same result on every device, every time.
/// It needs memory for the keys once more, for values of four bytes too, and an eighth of that for
/// counts; once for all sorts that do not overlap.
///
/// ```no_run
/// # let engine = kernel_engine::Engine::new()?;
/// use kernel_engine::Sort;
/// let (keys, values) = (engine.storage(&[2u32, 9, 2])?, engine.storage(&[0.5f32, 1.5, 2.5])?);
/// let sort = Sort::new(&engine).descending();
/// sort.sort_by_key(&keys, &values, &keys, &values)?; // in place
/// assert_eq!(values.download()?, [1.5, 0.5, 2.5]);
/// # Ok::<(), kernel_engine::Error>(())
/// ```
pub struct Sort {
    engine: Engine,
    descending: bool,
    path: Path,
    scratch: Arc<Mutex<Scratch>>,
}

/// Storages that hold what is on its way.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    keys: Held,
    /// Keys that nobody wants.
    more_keys: Held,
    values: Held,
    order: Held,
    prefixes: Held,
    totals: Held,
    starts: Held,
}

/// A storage that is kept for the next sort.
#[derive(Debug, Default)]
struct Held(Option<Arc<Raw>>);

impl Held {
    /// One of at least `len` elements.
    fn get(&mut self, engine: &Engine, ty: Type, len: u64) -> Result<Arc<Raw>> {
        if let Some(raw) = self.0.as_ref().filter(|raw| raw.ty == ty && raw.len >= len) {
            return Ok(raw.clone());
        }
        self.0 = None;
        let raw = Arc::new(Raw::new(engine, ty, len)?);
        self.0 = Some(raw.clone());
        Ok(raw)
    }
}

impl Sort {
    /// Sorts in ascending order, on this engine. Nothing is compiled or allocated yet.
    pub fn new(engine: &Engine) -> Self {
        let path = Path::best(engine);
        Self { engine: engine.clone(), descending: false, path, scratch: Arc::default() }
    }

    /// In descending order instead: floats from positive NaNs to negative ones. Equal keys stay in
    /// their order still.
    #[must_use]
    pub fn descending(mut self) -> Self {
        self.descending = true;
        self
    }

    #[doc(hidden)]
    /// With subgroups, if the device has them, or without; for tests.
    #[must_use]
    pub fn by_subgroups(mut self, on: bool) -> Self {
        let lanes = Path::by_subgroups(&self.engine).filter(|_| on);
        self.path = lanes.unwrap_or(Path::Threads);
        self
    }

    /// Writes `keys` in order to `sorted`, which may be the same storage.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless both are equally long, [`Error::OtherEngine`] for a storage
    /// of another engine, [`Error::TooLarge`] beyond what the device binds at once.
    pub fn sort<K: SortKey>(&self, keys: &Storage<K>, sorted: &Storage<K>) -> Result<()> {
        self.engine.batch(|batch| batch.sort(self, keys, sorted))
    }

    /// Writes `keys` in order to `sorted`, and `values` in the order of the keys to
    /// `sorted_values`. Each may be written over itself; values of other than four bytes are
    /// copied for that.
    ///
    /// # Errors
    ///
    /// Those of [`sort`](Self::sort), and [`Error::Aliased`] when both results go to one storage.
    pub fn sort_by_key<K: SortKey, V: Element>(
        &self,
        keys: &Storage<K>,
        values: &Storage<V>,
        sorted: &Storage<K>,
        sorted_values: &Storage<V>,
    ) -> Result<()> {
        self.engine.batch(|batch| batch.sort_by_key(self, keys, values, sorted, sorted_values))
    }

    /// Writes to `order` where the elements stand that come first, second and so on.
    ///
    /// # Errors
    ///
    /// Those of [`sort`](Self::sort).
    pub fn argsort<K: SortKey>(&self, keys: &Storage<K>, order: &Storage<u32>) -> Result<()> {
        self.engine.batch(|batch| batch.argsort(self, keys, order))
    }

    /// All storages must be of this engine and as long as the keys.
    fn check(&self, keys: &Arc<Raw>, others: &[(&str, &Arc<Raw>)]) -> Result<()> {
        for (what, raw) in [("the keys", keys)].iter().chain(others) {
            if !raw.engine.same(&self.engine) {
                return Err(Error::OtherEngine { what: (*what).to_owned() });
            }
            if raw.len != keys.len {
                let (expected, found) = (keys.len, raw.len);
                return Err(Error::LengthMismatch { what: (*what).to_owned(), expected, found });
            }
        }
        Ok(())
    }

    fn passes(
        &self,
        scratch: &mut Scratch,
        keys: &Arc<Raw>,
        sorted: &Arc<Raw>,
        values: Option<Values<'_>>,
    ) -> Result<Vec<Command>> {
        let shape = Shape::new(&self.engine, self.path, keys.ty.size() == 8, values.is_some());
        let (engine, descending) = (&self.engine, self.descending);
        let work = Work { engine, shape, blocks: BLOCKS, descending };
        work.record(scratch, keys, sorted, values)
    }
}

impl Batch {
    /// Records a sort of `keys` into `sorted`; see [`Sort::sort`].
    pub fn sort<K: SortKey>(
        &mut self,
        sort: &Sort,
        keys: &Storage<K>,
        sorted: &Storage<K>,
    ) -> Result<()> {
        self.owns(keys, "the keys")?;
        sort.check(&keys.raw, &[("the storage to sort into", &sorted.raw)])?;
        let passes = sort.passes(self.scratch(&sort.scratch), &keys.raw, &sorted.raw, None)?;
        self.record(passes);
        Ok(())
    }

    /// Records a sort of `keys` into `sorted`, and of `values` along with them; see
    /// [`Sort::sort_by_key`].
    pub fn sort_by_key<K: SortKey, V: Element>(
        &mut self,
        sort: &Sort,
        keys: &Storage<K>,
        values: &Storage<V>,
        sorted: &Storage<K>,
        sorted_values: &Storage<V>,
    ) -> Result<()> {
        self.owns(keys, "the keys")?;
        let others = [
            ("the values", &values.raw),
            ("the storage to sort into", &sorted.raw),
            ("the storage for the sorted values", &sorted_values.raw),
        ];
        sort.check(&keys.raw, &others)?;
        if Arc::ptr_eq(&sorted.raw, &sorted_values.raw) {
            return Err(Error::Aliased {
                kernel: "sort".to_owned(),
                first: "sorted".to_owned(),
                second: "sorted_values".to_owned(),
                remedy: "give each a storage of its own",
            });
        }
        let (engine, scratch) = (&sort.engine, self.scratch(&sort.scratch));
        if V::TYPE.size() == 4 {
            let values = Some((Some(&values.raw), &sorted_values.raw));
            let passes = sort.passes(scratch, &keys.raw, &sorted.raw, values)?;
            self.record(passes);
            return Ok(());
        }
        // Larger values move once, when their order is known.
        let order = scratch.order.get(engine, u32::TYPE, keys.raw.len)?;
        let passes = sort.passes(scratch, &keys.raw, &sorted.raw, Some((None, &order)))?;
        let written = [&sorted.raw, &sorted_values.raw];
        let (mut source, mut commands) = (values.clone(), Vec::new());
        if written.iter().any(|raw| Arc::ptr_eq(raw, &values.raw)) {
            source = Storage::new(engine, values.len())?;
            commands.extend(values.copy(&source)?);
        }
        commands.extend(passes);
        let gather = Kernel::compute("sorted_set(i, values(order(i)));").label("sort.gather");
        let gather = gather.array::<u32>("order").array::<V>("values").output::<V>("sorted");
        let gather = gather.build()?.call().bind_bits("order", &order);
        let gather = gather.bind("values", &source).bind("sorted", sorted_values);
        commands.extend(gather.record(engine, keys.len().into())?);
        self.record(commands);
        Ok(())
    }

    /// Records where the elements of `keys` stand that come first, second and so on; see
    /// [`Sort::argsort`].
    pub fn argsort<K: SortKey>(
        &mut self,
        sort: &Sort,
        keys: &Storage<K>,
        order: &Storage<u32>,
    ) -> Result<()> {
        self.owns(keys, "the keys")?;
        sort.check(&keys.raw, &[("the storage for the order", &order.raw)])?;
        let scratch = self.scratch(&sort.scratch);
        let sorted = scratch.more_keys.get(&sort.engine, key_type(keys.raw.ty), keys.raw.len)?;
        let passes = sort.passes(scratch, &keys.raw, &sorted, Some((None, &order.raw)))?;
        self.record(passes);
        Ok(())
    }
}

/// How the kernels see keys: as one word or as two.
fn key_type(ty: Type) -> Type {
    match ty.size() {
        8 => Type::Vector(Scalar::U32, 2),
        _ => Type::Scalar(Scalar::U32),
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, descending, path, .. } = self;
        write!(f, "Sort({engine:?}, descending: {descending}, {path:?})")
    }
}
