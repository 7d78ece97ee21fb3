//! Batch: many small problems at once, each by one workgroup.
//!
//! A problem's levels, two at a time, fit a workgroup's memory, so only its legs go to the device
//! and only the rank of the best first half comes back; the host reads the order, since a few cities
//! are quicker solved again than their path is carried.
//!
//! Problems of one shape go in chunks. While the device has a chunk, the host's threads make tours
//! of the one before and bring the one after into normal form; a single thread, the caller's, hands
//! over and takes back. A normal form is made before and again after, which is quicker than to keep
//! those of a chunk. Where the device is the host, its own solver is faster than any kernel.

mod kernel;
mod room;

pub(super) use kernel::kernel;
pub(super) use room::Left;

#[cfg(not(target_arch = "wasm32"))]
use std::sync::{Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::thread;

#[cfg(not(target_arch = "wasm32"))]
use kernel_engine::Engine;
use kernel_engine::{DeviceKind, Wait};

use self::kernel::{memory, words};
use super::plan::Shape;
use super::{FEWEST, SILENT, Solver, subset};
use crate::cost::{Cost, TableValue};
use crate::error::{NoTour, Result};
use crate::halves;
use crate::host::{self, threads};
use crate::normal::Normal;
use crate::problem::Problem;
use crate::tour::Tour;

/// Problems of a chunk, at least and at most: enough to keep a device busy for longer than it takes
/// to tell it, and so few that the first and the last, beside which nothing happens, are soon done.
const CHUNK: (usize, usize) = (1 << 12, 1 << 16);

/// Into how many chunks to cut what gives chunks of a size between.
const CHUNKS: usize = 8;

/// Values of a chunk, at most.
const VALUES: usize = 1 << 22;

/// Problems that a thread of the host takes at a time.
const SHARE: usize = 256;

/// Solves many problems on an engine's device; see [`Solver::solve_batch`].
#[cfg(not(target_arch = "wasm32"))]
pub fn solve_batch<C: Cost>(engine: &Engine, problems: &[Problem<C>]) -> Vec<Result<Tour<C>>> {
    Solver::new(engine).solve_batch(problems)
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn solve<C: Cost>(solver: &Solver, problems: &[Problem<C>]) -> Vec<Result<Tour<C>>> {
    let (mut results, ways) = on_host(solver, problems);
    let (mut small, large) = on_device(problems, &mut results, &ways);
    Wait::finished(stream(solver, Wait::Block, &mut small));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(large.len());
    let work = Mutex::new(large.into_iter());
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = take() {
                    *item.result = solver.solve(item.problem);
                }
            });
        }
    });
    results
}

pub(super) async fn solve_async<C: Cost>(
    solver: &Solver,
    problems: &[Problem<C>],
) -> Vec<Result<Tour<C>>> {
    let (mut results, ways) = on_host(solver, problems);
    let (mut small, large) = on_device(problems, &mut results, &ways);
    stream(solver, Wait::Yield, &mut small).await;
    for item in large {
        *item.result = solver.find(item.problem, Wait::Yield, SILENT).await;
    }
    results
}

/// Who solves a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Host,
    /// One workgroup of the device.
    Workgroup(Shape),
    /// The whole device, level by level.
    Device,
}

impl Way {
    fn of<C: Cost>(solver: &Solver, problem: &Problem<C>) -> Self {
        // The host tells what is wrong with it.
        if problem.check().is_err() {
            return Self::Host;
        }
        let (m, one_table) = problem.shape();
        let shape = Shape { m, one_table };
        let capacity = solver.engine.capacity();
        let fits = |shape| {
            let bytes = memory(shape) * size_of::<C::T>() + 2048;
            bytes <= capacity.workgroup_bytes as usize
        };
        match m {
            ..FEWEST => Self::Host,
            _ if problem.costs.are_tiny() => Self::Host,
            17.. => Self::Device,
            _ if problem.has_precedence() || !fits(shape) => Self::Device,
            _ if solver.batch_size > capacity.workgroup_size => Self::Device,
            _ => Self::Workgroup(shape),
        }
    }
}

/// A problem that a device solves, and where its tour goes.
struct Item<'a, C: Cost> {
    problem: &'a Problem<C>,
    shape: Shape,
    result: &'a mut Result<Tour<C>>,
}

/// Solves what is the host's, and tells who solves each problem.
fn on_host<C: Cost>(solver: &Solver, problems: &[Problem<C>]) -> (Vec<Result<Tour<C>>>, Vec<Way>) {
    let slower = solver.packing.is_none() && solver.engine.info().kind == DeviceKind::Cpu;
    let host = slower || matches!(solver.has::<C::T>(), Ok(false));
    let way = |at: usize| if host { Way::Host } else { Way::of(solver, &problems[at]) };
    let ways = threads::make(problems.len(), way);
    let results = threads::make(problems.len(), |at| match ways[at] {
        Way::Host => host::solve(&problems[at]),
        _ => Err(NoTour::NoOrder.into()),
    });
    (results, ways)
}

/// What is the device's: problems for workgroups, those of one shape together, and larger ones.
fn on_device<'a, C: Cost>(
    problems: &'a [Problem<C>],
    results: &'a mut [Result<Tour<C>>],
    ways: &[Way],
) -> (Vec<Item<'a, C>>, Vec<Item<'a, C>>) {
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for ((problem, result), way) in problems.iter().zip(results).zip(ways) {
        match *way {
            Way::Host => {}
            Way::Workgroup(shape) => small.push(Item { problem, shape, result }),
            Way::Device => large.push(Item { problem, shape: Shape::default(), result }),
        }
    }
    small.sort_unstable_by_key(|item| item.shape);
    (small, large)
}

/// Solves chunk after chunk, the next one under way while tours are made of the last.
async fn stream<C: Cost>(solver: &Solver, wait: Wait, items: &mut [Item<'_, C>]) {
    let usual = (items.len() / CHUNKS).clamp(CHUNK.0, CHUNK.1);
    let most = solver.batch_chunk.unwrap_or(usual);
    let shapes = items.chunk_by_mut(|a, b| a.shape == b.shape);
    let chunks = shapes.flat_map(|items| {
        let fit = VALUES / words(items[0].shape);
        items.chunks_mut(most.min(fit))
    });
    let mut room = solver.room::<C::T>();
    let mut under_way: Option<(&mut [Item<'_, C>], Result<()>)> = None;
    for chunk in chunks.map(Some).chain([None]) {
        let next = chunk.map(|items| {
            let shape = items[0].shape;
            let brought = room.bring(&solver.engine, items);
            (items, shape, brought)
        });
        let done = match under_way.take() {
            Some((items, Ok(()))) => {
                let ranks = room.ranks(wait, items.len()).await;
                Some((items, ranks))
            }
            Some((items, Err(error))) => Some((items, Err(error))),
            None => None,
        };
        under_way = next.map(|(items, shape, brought)| {
            let started = brought.and_then(|()| room.run(solver, shape, items.len()));
            (items, started)
        });
        match done {
            Some((items, Ok(ranks))) => make_tours(items, &ranks),
            Some((items, Err(error))) => {
                items.iter_mut().for_each(|item| *item.result = Err(error.clone()));
            }
            None => {}
        }
    }
    solver.keep_room(room);
}

/// Makes tours of the ranks of their first halves.
fn make_tours<C: Cost>(items: &mut [Item<'_, C>], ranks: &[u32]) {
    let shares = items.chunks_mut(SHARE).zip(ranks.chunks(SHARE));
    threads::map(shares.collect(), |(items, ranks)| {
        let (mut normal, mut room) = Default::default();
        for (item, rank) in items.iter_mut().zip(ranks) {
            *item.result = item.tour(*rank, &mut normal, &mut room);
        }
    });
}

impl<C: Cost> Item<'_, C> {
    fn tour(
        &self,
        rank: u32,
        normal: &mut Normal<C::T>,
        room: &mut halves::Room<C::T>,
    ) -> Result<Tour<C>> {
        self.problem.normal_in(normal)?;
        let order = room.order(normal, subset(self.shape, rank.into()));
        match order.cost < C::T::FORBIDDEN {
            true => self.problem.tour(normal, order),
            false => Err(NoTour::NoOrder.into()),
        }
    }
}
