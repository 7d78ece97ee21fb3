//! Shortest paths on a device, or on the host where that is quicker or has to be.

mod batch;
mod cycles;
mod graph;
mod keys;
mod lengths;
mod near_far;
mod predecessors;
mod search;
mod verify;

use std::slice;

use kernel_engine::{DeviceKind, Engine, Wait};

use crate::error::Result;
use crate::graph::Graph;
use crate::host;
use crate::paths::Paths;
use crate::query::Query;
use crate::weight::Weight;
use graph::{Rows, Uploaded};
use lengths::Lengths;
use search::{BEYOND, Search};
use verify::Verifier;

/// Vertices and edges below which a device takes longer to be asked than the host to answer.
const SMALL: usize = 1 << 18;

/// Why it was the host.
const IS_SMALL: &str = "the graph is small";

/// How the device goes about it; the answers are the same with any.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Invocations of a workgroup: a power of two, at most 512 and no more than the device has.
    pub width: u32,
    /// Workgroups of a step; the device's kind decides unless told.
    pub groups: Option<u32>,
    /// By how much the threshold rises at first; the weights and degrees decide unless told.
    pub delta: Option<f64>,
    /// Whether that adapts to what the steps find.
    pub adapts: bool,
    /// So many times at most a workgroup walks on from what it has just found in the same step.
    pub hops: u32,
    /// In steps whose items have no more edges than this.
    pub little: u32,
    /// Vertices and edges below which the host answers.
    pub small: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            width: 256,
            groups: None,
            delta: None,
            adapts: true,
            hops: 2,
            little: 1 << 16,
            small: 0,
        }
    }
}

/// Shortest paths, on the device or on the host as [`Solver::new`] has it.
///
/// For several searches of one graph, a [`Solver`] uploads it once.
///
/// # Errors
///
/// Those of [`Solver::new`] and [`Solver::solve`].
#[cfg(not(target_arch = "wasm32"))]
pub fn solve<W: Weight>(
    engine: &Engine,
    graph: &Graph<W>,
    query: impl Into<Query<W::Distance>>,
) -> Result<Paths<W>> {
    let query = query.into();
    query.check(graph)?;
    Solver::new(engine, graph)?.solve(query)
}

/// As [`solve`], without blocking the thread.
///
/// # Errors
///
/// Those of [`solve`].
pub async fn solve_async<W: Weight>(
    engine: &Engine,
    graph: &Graph<W>,
    query: impl Into<Query<W::Distance>>,
) -> Result<Paths<W>> {
    let query = query.into();
    query.check(graph)?;
    Solver::new(engine, graph)?.solve_async(query).await
}

/// A graph that is ready to be searched, where it is quickest.
///
/// A device finds shortest paths by the near-far method (A. Davidson, S. Baxter, M. Garland,
/// J. D. Owens, *Work-efficient parallel GPU methods for single-source shortest paths*, IPDPS 2014),
/// and where integers are below 0 by Bellman and Ford's with a frontier. It looks at each edge a few
/// times. By how much the threshold rises adapts to how much the device finds to do.
///
/// Sums have 32 bits; as soon as one of integers does not fit, the device begins again with 64, if it
/// has atomics of 64 bits ([`Capacity`](kernel_engine::Capacity) tells), which `f64` needs from the
/// start. What a device cannot answer as it should, the host does: floats that are below 0,
/// subnormal, or so large that sums may be beyond all `f32`; `f64` and sums of more than 32 bits
/// where the device has no such atomics. [`Report`](crate::Report) tells which it was, and why.
/// Answers are the same in every bit.
#[derive(Debug)]
pub struct Solver<'a, W: Weight> {
    graph: &'a Graph<W>,
    engine: Engine,
    tuning: Tuning,
    /// Where it can be on a device, else why not.
    search: Result<Search, &'static str>,
    /// The graph on the device, if it is there.
    uploaded: Option<Uploaded>,
    /// Several searches together, once they were asked for.
    batch: Option<Search>,
    /// What certifies paths, likewise.
    verifier: Option<Verifier>,
}

impl<'a, W: Weight> Solver<'a, W> {
    /// Uploads the graph, unless the host is quicker: with fewer than 2^18 vertices and edges, or
    /// where the device is a CPU.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`](crate::Error::Engine) when the device fails or has no room.
    pub fn new(engine: &Engine, graph: &'a Graph<W>) -> Result<Self> {
        if engine.info().kind == DeviceKind::Cpu {
            let why = "the device is a CPU, and the host's method is the quicker one there";
            return Ok(Self::unsearched(engine, graph, Tuning::default(), why));
        }
        Self::tuned(engine, graph, Tuning { small: SMALL, ..Tuning::default() })
    }

    /// Uploads the graph, also where the host is quicker.
    ///
    /// It takes 36 bytes for each vertex, 8 more where weights are below 0; and 8 for each edge, with
    /// edges of [`Unit`](crate::Unit) 4, of `f64` 12.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`](crate::Error::Engine) when the device fails or has no room.
    pub fn on_device(engine: &Engine, graph: &'a Graph<W>) -> Result<Self> {
        Self::tuned(engine, graph, Tuning::default())
    }

    /// As [`on_device`](Self::on_device), for those who measure.
    #[doc(hidden)]
    pub fn tuned(engine: &Engine, graph: &'a Graph<W>, tuning: Tuning) -> Result<Self> {
        let lengths = match Lengths::of(graph, engine.capacity()) {
            Ok(_) if size(graph) < tuning.small => Err(IS_SMALL),
            lengths => lengths,
        };
        let lengths = match lengths {
            Ok(lengths) => lengths,
            Err(why) => return Ok(Self::unsearched(engine, graph, tuning, why)),
        };
        let uploaded = Uploaded::new(engine, graph, &Rows::of(graph, lengths))?;
        let search = Search::new(graph, &uploaded, tuning, 0)?;
        let mut solver = Self::unsearched(engine, graph, tuning, "");
        (solver.search, solver.uploaded) = (Ok(search), Some(uploaded));
        Ok(solver)
    }

    fn unsearched(engine: &Engine, graph: &'a Graph<W>, tuning: Tuning, why: &'static str) -> Self {
        let (engine, search) = (engine.clone(), Err(why));
        Self { graph, engine, tuning, search, uploaded: None, batch: None, verifier: None }
    }

    /// Shortest paths from a source, or as a [`Query`] says.
    ///
    /// # Errors
    ///
    /// Those of [`host::solve`], and [`Error::Engine`](crate::Error::Engine) when the device fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn solve(&mut self, query: impl Into<Query<W::Distance>>) -> Result<Paths<W>> {
        Wait::finished(self.answer(Wait::Block, query.into()))
    }

    /// As [`solve`](Self::solve), without blocking the thread while the device is at work. What the
    /// host answers, it does at once.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    pub async fn solve_async(&mut self, query: impl Into<Query<W::Distance>>) -> Result<Paths<W>> {
        self.answer(Wait::Yield, query.into()).await
    }

    /// Goes over to sums of 64 bits, if the device can; whether it has.
    fn lengthen(&mut self) -> Result<bool> {
        let capacity = self.engine.capacity();
        let longer = self.uploaded.as_ref().and_then(|it| it.lengths.longer(self.graph, capacity));
        let (Some(lengths), Some(uploaded)) = (longer, &mut self.uploaded) else {
            return Ok(false);
        };
        uploaded.lengths = lengths;
        (self.batch, self.verifier) = (None, None);
        self.search = Ok(Search::new(self.graph, uploaded, self.tuning, 0)?);
        Ok(true)
    }

    async fn answer(&mut self, wait: Wait, query: Query<W::Distance>) -> Result<Paths<W>> {
        query.check(self.graph)?;
        let why = match &mut self.search {
            Ok(search) => match search.solve(wait, self.graph, slice::from_ref(&query)).await? {
                Ok(mut all) => match all.pop() {
                    Some(paths) => return Ok(paths),
                    None => "the device has no answer",
                },
                Err(BEYOND) if self.lengthen()? => return Box::pin(self.answer(wait, query)).await,
                Err(why) => why,
            },
            Err(why) => *why,
        };
        let mut paths = host::solve(self.graph, query)?;
        paths.report.reason = Some(why);
        Ok(paths)
    }
}

/// Vertices and edges.
fn size<W: Weight>(graph: &Graph<W>) -> usize {
    (graph.vertices() as usize).saturating_add(graph.edges())
}
