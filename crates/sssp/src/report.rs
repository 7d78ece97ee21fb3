//! Report: how paths were found.

use std::fmt;
use std::time::Duration;

/// How paths were found, and what that took.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The method, chosen by weights and shape.
    pub method: Method,
    /// The device; `None` for the host's own code.
    pub device: Option<String>,
    /// Rounds over a frontier, where the method has them.
    pub steps: Option<u64>,
    /// How often an edge was looked at, where that was counted.
    pub relaxations: Option<u64>,
    /// How often the device was told to run a kernel of the search: a step is one, or hundreds are.
    pub dispatches: Option<u64>,
    /// The width of a bucket of distances at the end, where the method has them.
    pub delta: Option<f64>,
    /// What a device took for each part, in their order: `start`, `search`, `predecessors`, `copy`
    /// (of what it found to the host). Empty where the host answered.
    pub times: Vec<(&'static str, Duration)>,
    /// Why the host answered what a [`Solver`](crate::Solver) was asked, where it did.
    pub reason: Option<&'static str>,
}

/// A method of finding shortest paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Dijkstra's, on the host.
    #[default]
    Dijkstra,
    /// Buckets of distances one after another, on all cores of the host.
    DeltaStepping,
    /// Bellman and Ford's with a line of vertices, on the host.
    BellmanFord,
    /// Near and far vertices by a threshold that rises, on a device.
    NearFar,
    /// Bellman and Ford's with a frontier, on a device.
    Frontier,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dijkstra => "Dijkstra on the host",
            Self::DeltaStepping => "delta-stepping on the host",
            Self::BellmanFord => "Bellman-Ford on the host",
            Self::NearFar => "near-far",
            Self::Frontier => "Bellman-Ford with a frontier",
        })
    }
}
