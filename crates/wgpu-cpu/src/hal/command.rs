//! What an encoder records and the queue runs.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use wgpu::hal::BufferCopy;

use super::fault::Fault;
use super::memory::Memory;
use super::pipeline::Kernel;
use super::query::QuerySet;
use super::timeline::Rules;
use crate::executor as exec;

/// A finished list of commands.
#[derive(Debug)]
pub struct CommandBuffer(pub(super) Arc<[Command]>);

/// One command, with everything it needs kept alive.
#[derive(Debug)]
pub(super) enum Command {
    Clear(Arc<Memory>, Range<u64>),
    Copy { from: Arc<Memory>, to: Arc<Memory>, region: BufferCopy },
    Dispatch { kernel: Arc<Kernel>, groups: Groups, bound: Arc<Bindings>, immediates: Arc<[u8]> },
    Timestamp(QuerySet, u32),
    Reset(QuerySet, Range<u32>),
    Resolve { from: QuerySet, range: Range<u32>, to: Arc<Memory>, offset: u64, stride: u64 },
}

/// How many workgroups to run.
#[derive(Debug)]
pub(super) enum Groups {
    Direct([u32; 3]),
    /// Read from a buffer when the command runs.
    Indirect(Arc<Memory>, u64),
}

/// The buffers of all bind groups set, shared by dispatches that change none.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    pub(super) given: Vec<exec::Binding>,
    /// Those that kernels may write to.
    pub(super) writable: Vec<Arc<Memory>>,
}

/// Bytes that a copy moves in a nanosecond, at least.
const COPY_RATE: u64 = 4;

impl Command {
    /// Nanoseconds that the command should take; nothing if there is no telling.
    pub(super) fn expect(&self) -> Option<u64> {
        match self {
            Self::Clear(_, range) => Some((range.end - range.start) / COPY_RATE),
            Self::Copy { region, .. } => Some(region.size.get() / COPY_RATE),
            Self::Dispatch { kernel, groups: Groups::Direct(groups), .. } => {
                kernel.cost.expect(count(*groups))
            }
            Self::Dispatch { kernel, groups: Groups::Indirect(..), .. } => {
                kernel.cost.expect_again()
            }
            Self::Timestamp(..) => Some(0),
            Self::Reset(_, range) | Self::Resolve { range, .. } => {
                Some(u64::from(range.end.saturating_sub(range.start)))
            }
        }
    }

    /// Runs the command; an error says which kernel failed and why.
    pub(super) fn run(&self, rules: &Rules) -> Result<(), Fault> {
        match self {
            Self::Clear(memory, range) => memory.clear(range.start, range.end - range.start),
            Self::Copy { from, to, region } => {
                to.copy(region.dst_offset, from, region.src_offset, region.size.get());
            }
            Self::Dispatch { kernel, groups, bound, immediates } => {
                return dispatch(kernel, rules.groups(groups), bound, immediates, rules);
            }
            Self::Timestamp(set, index) => set.set(*index, rules.now()),
            Self::Reset(set, range) => set.reset(range.clone()),
            Self::Resolve { from, range, to, offset, stride } => {
                from.resolve(range.clone(), to, *offset, *stride);
            }
        }
        Ok(())
    }
}

fn dispatch(
    kernel: &Kernel,
    groups: [u32; 3],
    bound: &Bindings,
    immediates: &[u8],
    rules: &Rules,
) -> Result<(), Fault> {
    if count(groups) == 0 {
        return Ok(());
    }
    bound.writable.iter().for_each(|memory| memory.touch());
    let start = Instant::now();
    let pool = rules.pool.as_deref();
    Fault::of(kernel, || {
        exec::dispatch(&kernel.compiled, groups, &bound.given, immediates, rules.budget, pool)
    })?;
    let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    kernel.cost.learn(count(groups), took);
    Ok(())
}

/// Workgroups in all, no more than a u64 can count.
fn count(groups: [u32; 3]) -> u64 {
    groups.iter().fold(1, |all, axis| all.saturating_mul(u64::from(*axis)))
}
