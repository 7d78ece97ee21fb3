//! Search: the levels of the table one after another on the device, and the join of two halves.

use std::ops::ControlFlow;

use kernel_engine::{Call, Compute, Engine, Wait};

use super::Progress;
use super::kernels::{Kernels, Kind, PICKED, Task};
use super::plan::Shape;
use super::tables::Tables;
use crate::binomials::binomial;
use crate::cost::TableValue;
use crate::error::{Error, NoTour, Result};
use crate::host::threads;
use crate::normal::{Normal, Order};

/// One kernel's run.
#[derive(Clone, Copy, Debug)]
struct Step {
    kind: Kind,
    /// Forward or backward.
    table: usize,
    /// Invocations, one for each set.
    extent: u64,
    /// The rank of the first set, its number among all that are joined, and its complement's rank.
    first: u64,
    base: u64,
    mirror: u64,
    /// The block that has the sets, and the one that has their complements.
    block: usize,
    opposite: usize,
    /// The cities that a set and its complement make, as bits.
    full: u32,
    /// Where the candidates go; of `Pick`, how many there are.
    at: u64,
    /// Which pair of storages `Pick` reads.
    from: usize,
}

impl Step {
    /// Whether it does the same for other sets of the same level.
    fn is_with(&self, other: &Self) -> bool {
        self.kind == other.kind && self.table == other.table
    }
}

/// A search that is set up.
pub(crate) struct Search<'a, T: TableValue> {
    engine: &'a Engine,
    kernels: &'a Kernels,
    /// What level 1 of each table holds.
    firsts: Vec<Vec<T>>,
    shape: Shape,
    tables: &'a Tables<T>,
    /// In which pair of storages the best is first in the end.
    last: usize,
    steps: Vec<Step>,
}

impl<'a, T: TableValue> Search<'a, T> {
    pub(crate) fn new(
        engine: &'a Engine,
        kernels: &'a Kernels,
        normal: &'a Normal<T>,
        shape: Shape,
        tables: &'a Tables<T>,
        size: u32,
    ) -> Result<Self> {
        let precedence = normal.has_precedence();
        let kind = |task, k| Kind {
            task,
            k,
            one_table: shape.one_table,
            precedence,
            packing: tables.packing(),
            size,
            value: T::WGSL,
        };
        let (m, half, high) = (shape.m, shape.half(), tables.packing().high);
        let groups = |extent: u64| extent.div_ceil(u64::from(size));
        let mut steps = Vec::new();
        // The sets of `of` cities, block by block, up to an end; a candidate for each workgroup.
        let mut count = 0;
        let mut add = |kind: Kind, table: usize, (of, end): (usize, u64), base: u64| {
            for block in tables.packing().blocks() {
                let ranks = shape.ranks(high, block, kind.k);
                let (first, end) = (ranks.start, ranks.end.min(end));
                if first >= end {
                    continue;
                }
                let all = (1_u64 << of) - 1;
                steps.push(Step {
                    kind,
                    table,
                    extent: end - first,
                    first,
                    base: base + first,
                    mirror: binomial(of, kind.k) - 1 - first,
                    block,
                    opposite: (all >> (m - high)) as usize & !block,
                    full: all as u32,
                    at: count,
                    from: 0,
                });
                count += if kind.task == Task::Level { 0 } else { groups(end - first) };
            }
        };
        for table in 0..shape.tables() {
            for k in shape.levels() {
                // One kernel serves both tables.
                let kind = Kind { one_table: true, ..kind(Task::Level, k) };
                add(kind, table, (m, u64::MAX), 0);
            }
        }
        let task = if m.is_multiple_of(2) { Task::Even } else { Task::Odd };
        add(kind(task, half), 0, (m, shape.joins()), 0);
        if task == Task::Odd && shape.one_table {
            let sets = binomial(m - 1, half - 1);
            add(kind(Task::Cross, half - 1), 0, (m - 1, sets / 2), binomial(m - 1, half));
        }
        let mut from = 0;
        while count > 1 {
            let pick = Kind { one_table: true, precedence: false, ..kind(Task::Pick, 0) };
            let extent = count.div_ceil(u64::from(PICKED));
            let (first, base, mirror, block, opposite) = Default::default();
            steps.push(Step {
                kind: pick,
                table: 0,
                extent,
                first,
                base,
                mirror,
                block,
                opposite,
                full: 0,
                at: count,
                from,
            });
            (count, from) = (groups(extent), 1 - from);
        }

        let reversed = normal.reversed();
        let ways = [normal, &reversed];
        tables.load(ways)?;
        Ok(Self {
            engine,
            kernels,
            firsts: ways.map(first).into(),
            shape,
            tables,
            last: from,
            steps,
        })
    }

    /// Runs all, and gives what the best order costs and the rank of its first half.
    pub(crate) async fn run(
        &self,
        wait: Wait,
        progress: Option<impl FnMut(Progress) -> ControlFlow<()>>,
    ) -> Result<(T, u64)> {
        let calls = self.calls()?;
        let steps: Vec<(&Step, &Call<Compute>)> = self.steps.iter().zip(&calls).collect();
        match progress {
            None => self.submit(&steps)?,
            Some(mut progress) => {
                let levels: Vec<_> = steps.chunk_by(|a, b| a.0.is_with(b.0)).collect();
                for (at, level) in levels.iter().enumerate() {
                    self.submit(level)?;
                    wait.done(self.engine).await?;
                    let told = Progress { level: at + 1, levels: levels.len() };
                    if progress(told).is_break() {
                        return Err(Error::Cancelled);
                    }
                }
            }
        }
        let (value, rank) = &self.tables.candidates[self.last];
        let (values, ranks) = (wait.read(value, 1).await?, wait.read(rank, 1).await?);
        let rank = ranks.first().copied().unwrap_or_default();
        Ok((values.first().copied().unwrap_or_default(), rank.into()))
    }

    /// What each step calls, with its kernel compiled; those that are not yet, on all cores.
    fn calls(&self) -> Result<Vec<Call<Compute>>> {
        if !self.kernels.have(self.steps.iter().map(|step| step.kind)) {
            let levels = self.steps.chunk_by(Step::is_with).map(|steps| &steps[0]);
            let compiled = threads::map(levels.collect(), |step| self.call(step)?.run(0));
            compiled.into_iter().collect::<kernel_engine::Result<()>>()?;
        }
        let calls = self.steps.iter().map(|step| self.call(step));
        Ok(calls.collect::<kernel_engine::Result<_>>()?)
    }

    /// Hands steps to the device, each table's levels after their first one is filled in.
    fn submit(&self, steps: &[(&Step, &Call<Compute>)]) -> Result<()> {
        let starts =
            |step: &Step| step.kind.task == Task::Level && step.kind.k == 2 && step.block == 0;
        for steps in steps.chunk_by(|_, next| !starts(next.0)) {
            if let Some((step, _)) = steps.first().filter(|it| starts(it.0)) {
                let rows = self.tables.rows(self.shape, step.table, 1);
                rows.start(self.shape, &self.firsts[step.table])?;
            }
            self.engine.batch(|batch| {
                steps.iter().try_for_each(|(step, call)| batch.run(call, extent(step)))
            })?;
        }
        Ok(())
    }

    fn call(&self, step: &Step) -> kernel_engine::Result<Call<Compute>> {
        let Step { kind: Kind { task, k, precedence, packing, .. }, table, .. } = *step;
        let call = self.kernels.get::<T>(step.kind)?.call();
        let forbidden = kernel_engine::Value::of(T::FORBIDDEN);
        let call = call.set("forbidden", forbidden);
        if task == Task::Pick {
            let (from, to) =
                (&self.tables.candidates[step.from], &self.tables.candidates[1 - step.from]);
            let call = call.set("count", step.at).bind("value_in", &from.0);
            return Ok(call.bind("rank_in", &from.1).bind("value", &to.0).bind("rank", &to.1));
        }
        let shape = self.shape;
        let mut call = call
            .set("m", shape.m)
            .set("first", step.first)
            .bind("costs", &self.tables.costs[table])
            .bind("binomials", &self.tables.binomials);
        let below = step.kind.below();
        let columns = |call: Call<Compute>, name: &str, k| match packing.joined {
            true => call.set(&format!("{name}_columns"), binomial(shape.m, k)),
            false => call,
        };
        let mut mirror = step.mirror;
        for source in step.kind.sources() {
            let (table, block) = match source.back {
                true => (shape.tables() - 1, source.block(packing.high, step.opposite)),
                false => (table, source.block(packing.high, step.block)),
            };
            call = self.tables.rows(shape, table, below).bind(call, &source.name, block, below);
            call = columns(call, &source.name, below);
            let start = shape.ranks(packing.high, block, below).start;
            if packing.high > 0 {
                call = call.set(&format!("{}_base", source.name), start);
            }
            if source.back {
                mirror = step.mirror.saturating_sub(start);
            }
        }
        if precedence {
            call = call.bind("masks", &self.tables.masks[table]);
        }
        if task == Task::Level {
            call = self.tables.rows(shape, table, k).bind(call, "q", step.block, k);
            return Ok(columns(call, "q", k));
        }
        let (value, rank) = &self.tables.candidates[0];
        let call = call.set("full", step.full).set("mirror", mirror);
        let call = call.set("base", step.base).set("at", step.at);
        Ok(call.bind("value", value).bind("rank", rank))
    }
}

fn extent(step: &Step) -> usize {
    usize::try_from(step.extent).unwrap_or(usize::MAX)
}

/// The paths of one city.
fn first<T: TableValue>(normal: &Normal<T>) -> Vec<T> {
    let first = normal.first.iter().zip(&normal.before);
    first.map(|(cost, before)| if *before == 0 { *cost } else { T::FORBIDDEN }).collect()
}

/// The order that was read, if there is one, and it costs what the device says that the best does:
/// both are the same sums, and a device that adds otherwise may have missed the best.
pub(super) fn agreed<T: TableValue>(order: Order<T>, cost: T) -> Result<Order<T>> {
    if order.cost != cost {
        let (tour, table) = (format!("{:?}", order.cost), format!("{cost:?}"));
        return Err(Error::Disagreement { tour, table });
    }
    if order.cost >= T::FORBIDDEN {
        return Err(NoTour::NoOrder.into());
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_device_says_is_looked_at() {
        let said = |found: f32, cost: f32| {
            let outcome = agreed(Order { order: vec![0, 1], cost: found }, cost);
            outcome.map(|order| order.cost).map_err(|error| error.to_string())
        };
        assert_eq!(said(1.5, 1.5), Ok(1.5));
        let none = f32::FORBIDDEN;
        assert_eq!(said(none, none), Err(Error::from(NoTour::NoOrder).to_string()));
        // A device that took small costs for 0, and one that found no way where there is one.
        for (found, cost) in [(1e-40, 0.0), (1.5, none), (none, 1.5)] {
            assert!(said(found, cost).unwrap_err().contains("the table says"));
        }
    }
}
