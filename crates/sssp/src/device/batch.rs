//! Batch: many searches of one graph that take their steps together.
//!
//! Each has a copy of the vertices, and a step is one dispatch for all of them: where a single
//! search leaves a device idle between its steps, many fill it.

use super::graph::{Rows, Uploaded};
use super::lengths::Lengths;
use super::search::Search;
use super::{IS_SMALL, SMALL, Solver, Wait, size};
use crate::error::{Error, Result};
use crate::host;
use crate::paths::Paths;
use crate::query::Query;
use crate::threads::{cores, side_by_side};
use crate::weight::Weight;

/// Copies of all vertices together at most, of 28 to 40 bytes each: 640 MiB.
const MOST_COPIES: u64 = 1 << 24;

/// Edges of all copies together at most, so that 32 bits count what a step walks.
const MOST_EDGES: u64 = 1 << 31;

/// Searches that go together at most, as a power of two.
const MOST_TOGETHER: u32 = 10;

impl<W: Weight> Solver<'_, W> {
    /// Shortest paths for each of many queries, such as `0..graph.vertices()`: from each source
    /// alone.
    ///
    /// On a device they go in groups that fit, of up to 1024 searches, which take their steps
    /// together: as many as have 2^24 vertices in all, and 2^31 edges. For that it takes 28 bytes
    /// for each vertex of each of them, 8 more where weights are below 0, 4 more for
    /// sums of 64 bits, and so 640 MiB at most, beside what
    /// [`on_device`](Self::on_device) tells. Queries with targets, or with another cutoff than
    /// the one before, go by themselves. Steps, relaxations and times that are reported are those
    /// of the group. On the host, where the device is a CPU or all of them together are small, each
    /// core answers another, or all cores one after another where vertices are many.
    ///
    /// All paths are kept; [`solve_each`](Self::solve_each) does not.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve), for the first query that has any.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve_batch<Q: Into<Query<W::Distance>>>(
        &mut self,
        queries: impl IntoIterator<Item = Q>,
    ) -> Result<Vec<Paths<W>>> {
        Wait::finished(self.collect(Wait::Block, queries))
    }

    /// As [`solve_batch`](Self::solve_batch), without blocking the thread.
    ///
    /// # Errors
    ///
    /// Those of [`solve_batch`](Self::solve_batch).
    pub async fn solve_batch_async<Q: Into<Query<W::Distance>>>(
        &mut self,
        queries: impl IntoIterator<Item = Q>,
    ) -> Result<Vec<Paths<W>>> {
        self.collect(Wait::Yield, queries).await
    }

    /// As [`solve_batch`](Self::solve_batch), and hands the paths of each query over as soon as its
    /// group is done, in their order: so all of them need not be in memory at once. One that has
    /// no answer leaves the others theirs.
    ///
    /// # Errors
    ///
    /// What `found` fails with; [`Error::Engine`] when the device has no room for a group.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve_each<Q: Into<Query<W::Distance>>, E: From<Error>>(
        &mut self,
        queries: impl IntoIterator<Item = Q>,
        found: impl FnMut(Result<Paths<W>>) -> Result<(), E>,
    ) -> Result<(), E> {
        Wait::finished(self.each(Wait::Block, queries, found))
    }

    /// As [`solve_each`](Self::solve_each), without blocking the thread.
    ///
    /// # Errors
    ///
    /// What `found` fails with; [`Error::Engine`] when the device has no room for a group.
    pub async fn solve_each_async<Q: Into<Query<W::Distance>>, E: From<Error>>(
        &mut self,
        queries: impl IntoIterator<Item = Q>,
        found: impl FnMut(Result<Paths<W>>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each(Wait::Yield, queries, found).await
    }

    async fn collect<Q: Into<Query<W::Distance>>>(
        &mut self,
        wait: Wait,
        queries: impl IntoIterator<Item = Q>,
    ) -> Result<Vec<Paths<W>>> {
        let mut all = Vec::new();
        let keep = |paths: Result<Paths<W>>| paths.map(|paths| all.push(paths));
        self.each(wait, queries, keep).await?;
        Ok(all)
    }

    async fn each<Q: Into<Query<W::Distance>>, E: From<Error>>(
        &mut self,
        wait: Wait,
        queries: impl IntoIterator<Item = Q>,
        mut found: impl FnMut(Result<Paths<W>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let queries: Vec<Query<W::Distance>> = queries.into_iter().map(Q::into).collect();
        let mut rest = &queries[..];
        let on_cores = self.abreast(queries.len());
        while !rest.is_empty() {
            let abreast = on_cores.min(rest.len());
            if let (Err(why), 2..) = (&self.search, abreast) {
                let (group, others) = rest.split_at(abreast);
                rest = others;
                let answer = |k: usize| host::on(1, self.graph, group[k].clone());
                for mut paths in side_by_side(abreast, answer) {
                    if let Ok(paths) = &mut paths {
                        paths.report.reason = Some(why);
                    }
                    found(paths)?;
                }
                continue;
            }
            let alike = self.alike(rest);
            let batch = if alike > 1 { self.batch_of(alike, queries.len())? } else { None };
            let most = batch.map_or(1, Search::most);
            let (group, others) = rest.split_at(alike.min(most));
            rest = others;
            let together = match &mut self.batch {
                Some(batch) if group.len() > 1 => batch.solve(wait, self.graph, group).await?.ok(),
                _ => None,
            };
            match together {
                Some(all) => all.into_iter().try_for_each(|paths| found(Ok(paths)))?,
                None => {
                    for query in group {
                        found(self.answer(wait, query.clone()).await)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// How many of all the queries the host answers side by side, one on each core; 1 where a device
    /// answers, or one query is worth all cores.
    fn abreast(&self, all: usize) -> usize {
        let most = MOST_COPIES / u64::from(self.graph.vertices()).max(1);
        // Some more than there are cores, since they do not take the same time.
        let most = most.min(4 * cores() as u64) as usize;
        if self.on_host(all) && most.min(all) >= cores().max(2) { most } else { 1 }
    }

    /// Whether the host answers each of so many queries.
    fn on_host(&self, all: usize) -> bool {
        match &self.search {
            Ok(_) => false,
            // Many small ones are worth a device.
            Err(why) => *why != IS_SMALL || size(self.graph).saturating_mul(all) < SMALL,
        }
    }

    /// How many of the queries, from the first on, may go together.
    fn alike(&self, queries: &[Query<W::Distance>]) -> usize {
        let fits = |query: &&Query<W::Distance>| {
            let first = &queries[0];
            query.targets.is_empty()
                && (query.cutoff, query.predecessors) == (first.cutoff, first.predecessors)
                && query.check(self.graph).is_ok()
        };
        queries.iter().take_while(fits).count().max(1)
    }

    /// What searches so many together, `all` of them in the end; `None` where each goes by itself.
    fn batch_of(&mut self, together: usize, all: usize) -> Result<Option<&Search>> {
        if self.on_host(all) {
            return Ok(None);
        }
        let mut copies = together.next_power_of_two().ilog2().min(MOST_TOGETHER);
        let (vertices, edges) = (u64::from(self.graph.vertices()), self.graph.edges() as u64);
        while copies > 0 && (vertices << copies > MOST_COPIES || edges << copies > MOST_EDGES) {
            copies -= 1;
        }
        if copies == 0 {
            return Ok(None);
        }
        if self.batch.as_ref().is_some_and(|batch| batch.most() >= 1 << copies) {
            return Ok(self.batch.as_ref());
        }
        if self.uploaded.is_none() {
            let Ok(lengths) = Lengths::of(self.graph, self.engine.capacity()) else {
                return Ok(None);
            };
            let rows = Rows::of(self.graph, lengths);
            self.uploaded = Some(Uploaded::new(&self.engine, self.graph, &rows)?);
        }
        let Some(uploaded) = &self.uploaded else { return Ok(None) };
        self.batch = None;
        while copies > 0 {
            match Search::new(self.graph, uploaded, self.tuning, copies) {
                Err(Error::Engine(kernel_engine::Error::OutOfMemory { .. })) => copies -= 1,
                batch => {
                    self.batch = Some(batch?);
                    break;
                }
            }
        }
        Ok(self.batch.as_ref())
    }
}
