//! Room: what a batch needs on the device and on the way there, kept for the next batch.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kernel_engine::{Compute, Element, Engine, Kernel, Storage, Value, Wait};

use super::Item;
use super::kernel::{PER, kind, words};
use crate::binomials::binomial;
use crate::cost::{Cost, TableValue};
use crate::device::Solver;
use crate::device::plan::Shape;
use crate::error::Result;
use crate::host::threads;
use crate::normal::Normal;

/// What batches left, for the next ones.
#[derive(Debug, Default)]
pub(crate) struct Left(Mutex<Vec<Box<dyn Any + Send>>>);

/// What a batch needs, whatever shapes its problems have.
pub(super) struct Room<T: TableValue> {
    shapes: HashMap<Shape, Ground>,
    /// The problems of a chunk as the device wants them.
    gathered: Vec<T>,
    /// The same on the device: those of the chunk that is brought first, then of the one before.
    data: [Option<Storage<T>>; 2],
    ranks: Option<Storage<u32>>,
}

/// What problems of one shape have in common.
struct Ground {
    kernel: Kernel<Compute>,
    /// All sets from which levels are made, level after level, each in colex order.
    sets: Storage<u32>,
    binomials: Storage<u32>,
}

impl Solver {
    /// What another batch left, if one did.
    pub(super) fn room<T: TableValue>(&self) -> Room<T> {
        let mut left = self.left.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = left.iter().position(|room| room.is::<Room<T>>());
        let room = at.and_then(|at| left.swap_remove(at).downcast().ok());
        let (shapes, gathered, data, ranks) = Default::default();
        room.map_or(Room { shapes, gathered, data, ranks }, |room| *room)
    }

    pub(super) fn keep_room<T: TableValue>(&self, room: Room<T>) {
        self.left.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(room));
    }
}

impl<T: TableValue> Room<T> {
    /// Brings the problems of a chunk, all of one shape, to the device, which may still be at the
    /// chunk before.
    ///
    /// What has no normal form has some place too, and what comes of that is not looked at.
    pub(super) fn bring<C: Cost<T = T>>(
        &mut self,
        engine: &Engine,
        items: &[Item<'_, C>],
    ) -> Result<()> {
        let Some(shape) = items.first().map(|item| item.shape) else { return Ok(()) };
        let each = words(shape);
        self.gathered.resize(items.len() * each, T::default());
        let shares = items.chunks(super::SHARE).zip(self.gathered.chunks_mut(super::SHARE * each));
        threads::map(shares.collect(), |(items, gathered)| {
            let mut normal = Normal::default();
            for (item, place) in items.iter().zip(gathered.chunks_exact_mut(each)) {
                if item.problem.normal_in(&mut normal).is_ok() {
                    gather(&normal, place);
                }
            }
        });
        self.data.swap(0, 1);
        let data = at_least(&mut self.data[0], engine, self.gathered.len())?;
        Ok(data.upload_at(0, &self.gathered)?)
    }

    /// Starts the search for the best first half of each problem that was brought last.
    pub(super) fn run(&mut self, solver: &Solver, shape: Shape, count: usize) -> Result<()> {
        let engine = &solver.engine;
        let ground = match self.shapes.remove(&shape) {
            Some(ground) => ground,
            None => Ground::new::<T>(solver, shape)?,
        };
        let ground = self.shapes.entry(shape).or_insert(ground);
        let data = at_least(&mut self.data[0], engine, count * words(shape))?;
        let ranks = at_least(&mut self.ranks, engine, count)?;
        let call = ground
            .kernel
            .call()
            .set("forbidden", Value::of(T::FORBIDDEN))
            .set("count", count)
            .bind("data", data)
            .bind("sets", &ground.sets)
            .bind("binomials", &ground.binomials)
            .bind("rank", ranks);
        Ok(call.run(count.div_ceil(PER) * solver.batch_size as usize)?)
    }

    /// The ranks of those halves.
    pub(super) async fn ranks(&self, wait: Wait, count: usize) -> Result<Vec<u32>> {
        match &self.ranks {
            Some(ranks) => Ok(wait.read(ranks, count).await?),
            None => Ok(Vec::new()),
        }
    }
}

/// A storage of at least so many elements: the one that is there, or a new one.
fn at_least<'a, T: Element>(
    storage: &'a mut Option<Storage<T>>,
    engine: &Engine,
    count: usize,
) -> Result<&'a Storage<T>> {
    let found = match storage.take().filter(|storage| storage.len() >= count) {
        Some(found) => found,
        None => engine.zeros(count)?,
    };
    Ok(storage.insert(found))
}

/// Puts what the device wants to know of a problem into its place.
fn gather<T: TableValue>(normal: &Normal<T>, mut place: &mut [T]) {
    let mut put = |values: &[T]| {
        let (here, rest) = std::mem::take(&mut place).split_at_mut(values.len());
        here.copy_from_slice(values);
        place = rest;
    };
    if normal.symmetric {
        // Each leg once.
        let rows = normal.legs.chunks_exact(normal.m()).enumerate();
        rows.for_each(|(v, row)| put(&row[v + 1..]));
    } else {
        put(&normal.legs);
        put(&normal.last);
    }
    put(&normal.first);
}

impl Ground {
    fn new<T: TableValue>(solver: &Solver, shape: Shape) -> Result<Self> {
        let (engine, m, half) = (&solver.engine, shape.m, shape.half());
        let sets = |k: usize| (0u32..1 << m).filter(move |set| set.count_ones() as usize == k);
        let sets: Vec<u32> = (2..=half).flat_map(sets).collect();
        let binomials: Vec<u32> =
            (0..=half).flat_map(|j| (0..=m).map(move |c| binomial(c, j) as u32)).collect();
        Ok(Self {
            kernel: solver.kernels.get::<T>(kind(T::WGSL, shape, solver.batch_size))?,
            sets: engine.storage(&sets)?,
            binomials: engine.storage(&binomials)?,
        })
    }
}
