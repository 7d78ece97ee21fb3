//! Spreads the blocks of a dispatch over threads.
//!
//! A small dispatch runs where it is called: waking a thread costs more than it
//! would save. Memory for registers stays with its thread between dispatches.

use crate::error::{Fault, FaultKind};
use crate::exec::{Arena, Block, Budget, Grid, Lanes, Stop};
use crate::fence::copy::settle;
use crate::fence::memory::{Buffer, View};
use crate::lower::Compiled;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// A part of a buffer given to a kernel.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The `@group` it is bound to.
    pub group: u32,
    /// The `@binding` it is bound to.
    pub binding: u32,
    /// The memory.
    pub buffer: Buffer,
    /// Where the part starts, a multiple of 8 bytes.
    pub offset: usize,
    /// Its size in bytes.
    pub size: usize,
}

/// Below this many lane operations in all, other threads are left asleep.
const SMALL: u64 = 400_000;

/// More blocks than this are not begun: of the shortest kernel they would take two cores
/// more than an hour, while the limits of each axis allow thousands of times as many.
const MAX_BLOCKS: u64 = 1 << 36;

/// The largest binding, so that no valid address looks like an invalid one.
const MAX_BINDING: usize = 0xFFFF_0000;

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
}

/// Runs a kernel over `groups` workgroups, to its end.
///
/// With a `pool`, large dispatches are spread over its threads; without, and where
/// the dispatch is small, everything runs on the calling thread.
pub fn dispatch(
    kernel: &Compiled,
    groups: [u32; 3],
    bindings: &[Binding],
    immediates: &[u8],
    budget: Budget,
    pool: Option<&rayon::ThreadPool>,
) -> Result<(), Fault> {
    let program = kernel.program();
    let fault = |kind| Fault { kernel: program.name.clone(), kind, span: None };
    let grid = Grid { groups };
    let total = grid.count();
    if total == 0 {
        return Ok(());
    }
    let views = views(kernel, bindings).map_err(|what| fault(FaultKind::Binding(what)))?;
    if (immediates.len() as u64) < u64::from(program.immediates) {
        return Err(fault(FaultKind::Binding("immediates are too short".into())));
    }
    let words: Vec<u32> = immediates
        .chunks(4)
        .map(|c| c.iter().rev().fold(0, |word, &b| (word << 8) | u32::from(b)))
        .collect();

    let packed = u64::from(program.shape.packed);
    let blocks = total.div_ceil(packed);
    if blocks > MAX_BLOCKS {
        return Err(fault(FaultKind::GridTooLarge(total)));
    }
    let cancelled = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    let first_stop = Mutex::new(None);
    // A thread takes a handful of blocks at a time, in order.
    let work = blocks.saturating_mul(program.cost);
    let threads = pool.map_or(1, rayon::ThreadPool::current_num_threads).max(1) as u64;
    let step = (blocks / (threads * 8)).clamp(1, 64);
    let worker = || {
        let _cancels = CancelOnPanic(&cancelled);
        let run = |arena: &mut Arena| {
            let mut lanes = Lanes::new(program, &views, &words, &cancelled, budget, arena, grid);
            while !cancelled.load(Relaxed) {
                let start = next.fetch_add(step, Relaxed);
                if start >= blocks {
                    return;
                }
                for index in start..(start + step).min(blocks) {
                    let first = index * packed;
                    let count = packed.min(total - first) as u32;
                    if let Err(stop) = lanes.block(grid, Block { first, count }) {
                        cancelled.store(true, Relaxed);
                        if stop != Stop::Cancelled {
                            let mut slot =
                                first_stop.lock().unwrap_or_else(PoisonError::into_inner);
                            slot.get_or_insert(stop);
                        }
                        return;
                    }
                }
            }
        };
        // A thread of the pool may be inside another dispatch while it waits.
        ARENA.with(|arena| match arena.try_borrow_mut() {
            Ok(mut arena) => run(&mut arena),
            Err(_) => run(&mut Arena::default()),
        });
        settle();
    };
    match pool {
        Some(pool) if blocks > 1 && threads > 1 && work > SMALL => {
            pool.scope(|scope| {
                for _ in 0..threads.min(blocks) {
                    scope.spawn(|_| worker());
                }
            });
        }
        _ => worker(),
    }
    let stop = *first_stop.lock().unwrap_or_else(PoisonError::into_inner);
    let (kind, span) = match stop {
        Some(Stop::Budget(span)) => (FaultKind::EndlessLoop, span),
        Some(Stop::Barrier(span)) => (FaultKind::BarrierApart, span),
        _ => return Ok(()),
    };
    let span = program.spans.get(span as usize).copied().flatten();
    Err(Fault { kernel: program.name.clone(), kind, span })
}

/// Lets the other threads of a dispatch end soon where one panics.
struct CancelOnPanic<'a>(&'a AtomicBool);

impl Drop for CancelOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// The memory behind each binding of the kernel, in the kernel's order.
fn views<'a>(kernel: &Compiled, bindings: &'a [Binding]) -> Result<Vec<View<'a>>, String> {
    kernel
        .bindings()
        .iter()
        .map(|wanted| {
            let name = format!("@group({}) @binding({})", wanted.group, wanted.binding);
            let given = bindings
                .iter()
                .find(|b| b.group == wanted.group && b.binding == wanted.binding)
                .ok_or_else(|| format!("{name} is missing"))?;
            if given.size > MAX_BINDING {
                return Err(format!("{name} has {} bytes, at most {MAX_BINDING}", given.size));
            }
            if given.offset % 8 != 0 {
                return Err(format!("{name} starts at {}, not a multiple of 8", given.offset));
            }
            let view = given.buffer.view(given.offset, given.size);
            if (view.bytes() as u64) < wanted.min_size {
                return Err(format!(
                    "{name} has {} bytes, but needs {}",
                    view.bytes(),
                    wanted.min_size
                ));
            }
            Ok(view)
        })
        .collect()
}
