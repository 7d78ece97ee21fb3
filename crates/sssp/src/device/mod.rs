//! Shortest paths on a device.

mod graph;
mod lengths;
mod near_far;
mod predecessors;

pub use graph::Rows;
pub use lengths::Lengths;

use std::time::{Duration, Instant};

use kernel_engine::Engine;

use crate::error::Result;
use graph::Uploaded;
use near_far::NearFar;
use predecessors::Predecessors;

/// How the device goes about it; the answers are the same with any.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Invocations of a workgroup: a power of two, and no more than the device has.
    pub width: u32,
    /// Workgroups of a step; the device's kind decides unless told.
    pub groups: Option<u32>,
    /// By how much the threshold rises; the weights and degrees decide unless told.
    pub delta: Option<f64>,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { width: 256, groups: None, delta: None }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// From the nearest of these, of which there is at least one.
    pub sources: &'a [u32],
    /// The search may end when all of these, if any, have their distances.
    pub targets: &'a [u32],
    /// No key above this one is looked for.
    pub most: u32,
    /// Whether predecessors are wanted.
    pub predecessors: bool,
}

impl<'a> Ask<'a> {
    /// All distances and predecessors.
    pub fn all(sources: &'a [u32]) -> Self {
        Self { sources, targets: &[], most: u32::MAX - 1, predecessors: true }
    }
}

/// What a device found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// The key of each vertex's distance.
    pub distance: Vec<u32>,
    /// The vertex before each on its path, `u32::MAX` for none; empty unless it was asked for.
    pub predecessor: Vec<u32>,
    /// Steps in which distances were passed on or far vertices parted.
    pub steps: u32,
    /// Dispatches that they took.
    pub dispatches: usize,
    /// Edges along which a distance was passed on.
    pub relaxations: u64,
    /// The delta that was used.
    pub delta: f64,
    /// Time until all distances were final, and then until predecessors had been downloaded.
    pub search: Duration,
    /// Time until predecessors were there on the host.
    pub tree: Duration,
}

/// Why a device cannot say.
#[derive(Clone, Debug)]
pub enum Failed {
    /// A cycle of predecessors, each vertex before the next.
    Cycle(Vec<u32>),
    /// The host must do it: sums do not fit, or chains of zeros are too long.
    Host,
}

/// A graph on a device, and the kernels that solve it from any source.
#[derive(Debug)]
pub struct Solver<'a> {
    engine: Engine,
    rows: Rows<'a>,
    method: NearFar,
    predecessors: Predecessors,
    delta: f64,
}

impl<'a> Solver<'a> {
    /// Uploads a graph of at least one vertex.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`](crate::Error::Engine) when the device fails or has no room.
    pub fn new(engine: &Engine, rows: Rows<'a>, tuning: Tuning) -> Result<Self> {
        let graph = Uploaded::new(engine, &rows)?;
        let method = NearFar::new(engine, &graph, &rows, tuning)?;
        let predecessors =
            Predecessors::new(engine, &graph, &rows, &method.distance, &method.mark)?;
        let degree = rows.column.len() as f64 / rows.vertices().max(1) as f64;
        let delta = tuning.delta.unwrap_or(32.0 * rows.lengths.mean() / degree.max(1.0));
        Ok(Self { engine: engine.clone(), rows, method, predecessors, delta })
    }

    /// Distances from the nearest source, and predecessors.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`](crate::Error::Engine) when the device fails.
    pub fn solve(&mut self, ask: &Ask<'_>) -> Result<Result<Found, Failed>> {
        let delta = self.rows.lengths.delta_bits(self.delta);
        self.method.begin(&self.engine, &self.rows, ask, delta)?;
        let signed = self.rows.lengths.may_be_negative();
        let start = Instant::now();
        let (mut dispatches, mut together) = (0, if signed { 8 } else { usize::MAX });
        let outcome = loop {
            let outcome = self.method.run(&self.engine, together)?;
            dispatches += outcome.dispatches;
            if outcome.beyond {
                return Ok(Err(Failed::Host));
            }
            if outcome.converged {
                break outcome;
            }
            let cycle = self.method.parents()?.as_deref().and_then(circle);
            if let Some(cycle) = cycle.filter(|cycle| self.rows.total(cycle) < 0) {
                return Ok(Err(Failed::Cycle(cycle)));
            }
            // No path without a cycle has more edges than this.
            if outcome.steps as usize > self.rows.vertices() {
                return Ok(Err(Failed::Host));
            }
            together = dispatches;
        };
        let search = start.elapsed();
        let predecessor = match ask.predecessors {
            true => self.predecessors.find(&self.engine, &self.rows, ask.sources)?,
            false => Some(Vec::new()),
        };
        let Some(predecessor) = predecessor else { return Ok(Err(Failed::Host)) };
        let tree = start.elapsed() - search;
        Ok(Ok(Found {
            distance: self.method.distance.download()?,
            predecessor,
            steps: outcome.steps,
            dispatches,
            relaxations: outcome.relaxations,
            delta: self.delta,
            search,
            tree,
        }))
    }
}

/// A cycle among parents, each vertex before the next, where there is one.
fn circle(parent: &[u32]) -> Option<Vec<u32>> {
    // From which start a vertex was come to; 0 is none.
    let mut seen = vec![0; parent.len()];
    for start in 0..parent.len() as u32 {
        let mut at = start;
        while let Some(place) = seen.get_mut(at as usize) {
            if *place != 0 {
                break;
            }
            *place = start + 1;
            at = parent[at as usize];
        }
        if seen.get(at as usize) == Some(&(start + 1)) {
            let mut cycle = vec![at];
            let mut before = parent[at as usize];
            while before != at {
                cycle.push(before);
                before = parent[before as usize];
            }
            cycle.reverse();
            return Some(cycle);
        }
    }
    None
}
