//! The search on a device.
//!
//! An order of the m free cities is a first half of ⌈m/2⌉ and a second half of the others. The
//! table of Held and Karp is built up to the halves and no further: F[S, v] is the least cost to
//! come from the start through the cities of S to v in S, and B[T, w] the same from the end
//! backwards. The cheapest order costs the least of F[S, v] + leg v w + B[T, w], where T are the
//! cities that are not in S (M. Held and R. M. Karp, *A dynamic programming approach to sequencing
//! problems*, 1962; the halves: T. Ibaraki and others use them, and K. Kimura and others on GPUs,
//! IEICE Transactions E102-D, 2019). Where the costs are symmetric B is F.
//!
//! - `text` writes the kernels: an invocation makes all entries of one set.
//! - `packs` tells where they stand: neighbouring sets are neighbours, and read neighbours.
//! - `narrow` tells when half of the memory is enough.
//! - `sources` tells which of them a kernel reads.
//! - `plan` has the sizes. Entries of the halves themselves are never stored: the kernel that joins
//!   them makes them on the way, which saves the largest level.
//! - `search` compiles, runs and picks; [`crate::halves`] then reads the order.
//! - `batch` has small problems, each of which a workgroup solves by itself.
//!
//! Where nothing is forbidden to be mirrored, each order has a mirror image of the same cost, and
//! one of the two is enough. Of even m, the first halves without the last city are joined. Of odd m
//! too, and those with the last city only where they end in it: their mirror images do as well
//! (`Task::Cross`). These have the smaller ranks, so ties are broken as if all had been looked at.

mod batch;
mod kernels;
mod memory;
mod narrow;
mod packs;
mod plan;
mod search;
mod sources;
mod tables;
mod text;

#[cfg(not(target_arch = "wasm32"))]
pub use batch::solve_batch;

use std::ops::ControlFlow;
use std::time::Duration;

use kernel_engine::{Engine, Error as EngineError, Wait};

use self::kernels::Kernels;
pub(crate) use self::narrow::MOST as NARROW;
use self::packs::Packing;
use self::plan::{MOST, Shape};
use self::search::Search;
use self::tables::{Kept, Tables};
use crate::binomials::binomial;
use crate::cost::{Cost, TableValue};
use crate::error::{Error, Result};
use crate::halves;
use crate::host;
use crate::normal::{Normal, Order};
use crate::problem::Problem;
use crate::tour::Tour;

/// Solves problems on a device, one after another, with kernels that are compiled once.
///
/// It keeps the memory of the last problem for the next, until it is dropped.
#[derive(Debug)]
pub struct Solver {
    engine: Engine,
    kernels: Kernels,
    kept: Kept,
    left: batch::Left,
    packing: Option<Packing>,
    narrow: bool,
    size: u32,
    batch_size: u32,
    batch_chunk: Option<usize>,
}

/// How far a search is, as [`Solver::solve_with`] tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The steps that are done.
    pub level: usize,
    /// The steps that there are; each of the last few takes about as long as all before it.
    pub levels: usize,
}

/// What a problem will take, as [`Solver::plan`] tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// Whether the device solves it. The host does where fewer than 5 cities are free, where the
    /// device has no numbers of the type, or where costs are so near to 0 that it may take them for
    /// that; then nothing else is told.
    pub on_device: bool,
    /// The cities that have no fixed place.
    pub free_cities: usize,
    /// The levels that are stored, two at a time.
    pub levels: usize,
    /// Bytes of the device's memory.
    pub bytes: u64,
    /// Paths that are compared, each one entry and one leg.
    pub transitions: f64,
    /// How long that should take; what is compiled the first time comes on top.
    pub expected: Duration,
}

/// Nobody is told the progress.
pub(crate) const SILENT: Option<fn(Progress) -> ControlFlow<()>> = None;

/// By how many cities columns are cut at most.
const MOST_HIGH: usize = 4;

/// Fewer free cities have no halves that are worth a device.
const FEWEST: usize = 5;

impl Solver {
    /// A solver on the engine's device. Kernels are compiled when they are first needed.
    pub fn new(engine: &Engine) -> Self {
        let (kernels, kept, left) = Default::default();
        Self {
            engine: engine.clone(),
            kernels,
            kept,
            left,
            packing: None,
            narrow: true,
            size: 256,
            batch_size: 128,
            batch_chunk: None,
        }
    }

    #[doc(hidden)]
    /// Another way to lay out the table and other workgroups; for tests and measurements.
    pub fn tuned(mut self, lanes: usize, joined: bool, high: usize, size: u32) -> Self {
        self.packing = Some(Packing { lanes, joined, high, narrow: false });
        (self.size, self.batch_size) = (size, size);
        self
    }

    #[doc(hidden)]
    /// Tables of whole words, also where half of one is enough; for tests and measurements.
    pub fn wide(self) -> Self {
        Self { narrow: false, ..self }
    }

    #[doc(hidden)]
    /// So many problems of a batch at a time; for tests and measurements.
    pub fn chunked(self, problems: usize) -> Self {
        Self { batch_chunk: Some(problems.max(1)), ..self }
    }

    /// The cheapest tour.
    ///
    /// Time grows as m² 2ᵐ with the number m of free cities, memory as m 2ᵐ/√m. It takes half as
    /// much where costs are whole and so small that a tour costs less than 65,535, what each leg
    /// costs being counted from the cheapest one.
    ///
    /// # Errors
    ///
    /// Those of [`host::solve`]; [`Error::TooLarge`] when the device has too little memory;
    /// [`Error::Engine`] when it fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve<C: Cost>(&self, problem: &Problem<C>) -> Result<Tour<C>> {
        Wait::finished(self.find(problem, Wait::Block, SILENT))
    }

    /// As [`solve`](Self::solve), without blocking the thread while the device works.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    pub async fn solve_async<C: Cost>(&self, problem: &Problem<C>) -> Result<Tour<C>> {
        self.find(problem, Wait::Yield, SILENT).await
    }

    /// As [`solve`](Self::solve), telling each step that is done. `Break` ends the search.
    ///
    /// # Errors
    ///
    /// Besides: [`Error::Cancelled`] when `progress` breaks.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve_with<C: Cost>(
        &self,
        problem: &Problem<C>,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Tour<C>> {
        Wait::finished(self.find(problem, Wait::Block, Some(progress)))
    }

    /// As [`solve_with`](Self::solve_with), without blocking the thread while the device works.
    ///
    /// # Errors
    ///
    /// Those of [`solve_with`](Self::solve_with).
    pub async fn solve_with_async<C: Cost>(
        &self,
        problem: &Problem<C>,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Tour<C>> {
        self.find(problem, Wait::Yield, Some(progress)).await
    }

    /// What a problem will take on this device.
    ///
    /// # Errors
    ///
    /// Those of the problem itself, and [`Error::TooLarge`] where it is known beforehand.
    pub fn plan<C: Cost>(&self, problem: &Problem<C>) -> Result<Plan> {
        let normal = problem.normal()?;
        let shape = Shape::of(&normal);
        if !self.answers(problem, &normal)? {
            let (on_device, expected, transitions) = (false, Duration::ZERO, 0.0);
            let (free_cities, levels, bytes) = (shape.m, 0, 0);
            return Ok(Plan { on_device, free_cities, levels, bytes, transitions, expected });
        }
        let packing = self.packing(&normal)?;
        let transitions = shape.transitions();
        let seconds = transitions / memory::transitions_per_second(&self.engine) + 2e-4;
        Ok(Plan {
            on_device: true,
            free_cities: shape.m,
            levels: shape.top(),
            bytes: shape.bytes::<C::T>(packing),
            transitions,
            expected: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
        })
    }

    /// The cheapest tours of many problems, one result for each, in their order.
    ///
    /// Problems of up to 14 or so cities are solved many at a time, each by one workgroup in its own
    /// memory, while the host's threads bring and take away others, some at a time; so a million of
    /// them fit any device. Larger ones, and those where one city must come before another, are solved as
    /// [`solve`](Self::solve) does.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve_batch<C: Cost>(&self, problems: &[Problem<C>]) -> Vec<Result<Tour<C>>> {
        batch::solve(self, problems)
    }

    /// As [`solve_batch`](Self::solve_batch), without blocking this thread while it waits for the
    /// device. In a browser it is the host's only one.
    pub async fn solve_batch_async<C: Cost>(
        &self,
        problems: &[Problem<C>],
    ) -> Vec<Result<Tour<C>>> {
        batch::solve_async(self, problems).await
    }

    pub(crate) async fn find<C: Cost>(
        &self,
        problem: &Problem<C>,
        wait: Wait,
        progress: Option<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<Tour<C>> {
        let normal = problem.normal()?;
        let order = match self.answers(problem, &normal)? {
            true => self.search(&normal, wait, progress).await?,
            false => host::search(&normal)?,
        };
        problem.tour(&normal, &order)
    }

    /// Whether the device solves a problem, and not the host.
    fn answers<C: Cost>(&self, problem: &Problem<C>, normal: &Normal<C::T>) -> Result<bool> {
        Ok(normal.m() >= FEWEST && !problem.costs.are_tiny() && self.has::<C::T>()?)
    }

    /// Whether the device has numbers of that type; few have `f64`, and all have the others.
    fn has<T: TableValue>(&self) -> Result<bool> {
        if T::WGSL != "f64" {
            return Ok(true);
        }
        match self.engine.zeros::<T>(1) {
            Err(EngineError::Unsupported { .. }) => Ok(false),
            outcome => Ok(outcome.map(|_| true)?),
        }
    }

    async fn search<T: TableValue>(
        &self,
        normal: &Normal<T>,
        wait: Wait,
        progress: Option<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<Order<T>> {
        let (shape, packing) = (Shape::of(normal), self.packing(normal)?);
        let tables = self.tables::<T>(packing, shape).map_err(|error| match error {
            EngineError::OutOfMemory { .. } | EngineError::TooLarge { .. } => {
                self.too_large(normal, memory::probe(&self.engine))
            }
            error => error.into(),
        })?;
        let search = Search::new(&self.engine, &self.kernels, normal, shape, &tables, self.size)?;
        let (cost, rank) = search.run(wait, progress).await?;
        drop(search);
        self.keep(tables);
        search::agreed(halves::order(normal, subset(shape, rank)), cost)
    }

    /// The memory of the last search, if this one finds room in it; else new memory.
    fn tables<T: TableValue>(
        &self,
        packing: Packing,
        shape: Shape,
    ) -> kernel_engine::Result<Box<Tables<T>>> {
        let kept = self.kept.lock().unwrap_or_else(|e| e.into_inner()).take();
        if let Some(Ok(tables)) = kept.map(|kept| kept.downcast::<Tables<T>>())
            && tables.fit(packing, shape, self.size)
        {
            return Ok(tables);
        }
        Ok(Box::new(Tables::new(&self.engine, packing, shape, self.size)?))
    }

    fn keep<T: TableValue>(&self, tables: Box<Tables<T>>) {
        *self.kept.lock().unwrap_or_else(|e| e.into_inner()) = Some(tables);
    }

    /// How the table is laid out, if it can be.
    fn packing<T: TableValue>(&self, normal: &Normal<T>) -> Result<Packing> {
        let packing = self.laid_out::<T>(Shape::of(normal), self.is_narrow(normal));
        packing.ok_or_else(|| self.too_large(normal, memory::free(&self.engine)))
    }

    fn is_narrow<T: TableValue>(&self, normal: &Normal<T>) -> bool {
        self.narrow && narrow::is_enough(normal)
    }

    fn laid_out<T: TableValue>(&self, shape: Shape, narrow: bool) -> Option<Packing> {
        // A cut costs nothing, but where it is needed a binding that is too small does.
        let mut cut = (0..=MOST_HIGH).map(|high| Packing { high, narrow, ..Packing::APART });
        let cut = cut.find(|it| memory::whole::<T>(&self.engine, shape, *it));
        let chosen = [self.packing.or(cut), Some(Packing::APART), Some(Packing::JOINED)];
        let mut chosen = chosen.into_iter().flatten().map(|it| Packing { narrow, ..it });
        let chosen = chosen.find(|it| memory::fits::<T>(&self.engine, shape, *it));
        chosen.filter(|_| shape.m <= MOST)
    }

    fn too_large<T: TableValue>(&self, normal: &Normal<T>, available: u64) -> Error {
        let (shape, narrow) = (Shape::of(normal), self.is_narrow(normal));
        let fitting = |m: &usize| {
            let shape = Shape { m: *m, ..shape };
            let packing = self.laid_out::<T>(shape, narrow);
            packing.is_some_and(|packing| shape.bytes::<T>(packing) <= available)
        };
        let largest = (FEWEST..=shape.m.min(MOST + 1) - 1).rev().find(fitting).unwrap_or(0);
        Error::TooLarge {
            cities: normal.of,
            device: self.engine.info().name.clone(),
            needed: shape.bytes::<T>(Packing { narrow, ..Packing::APART }),
            available,
            largest: largest + normal.of - shape.m,
        }
    }
}

/// The set of the first half that has this rank.
fn subset(shape: Shape, rank: u64) -> u64 {
    let (mut rest, mut left) = (rank, shape.half());
    let mut set = 0;
    for c in (0..shape.m).rev() {
        if left > 0 && binomial(c, left) <= rest {
            rest -= binomial(c, left);
            left -= 1;
            set |= 1 << c;
        }
    }
    set
}
