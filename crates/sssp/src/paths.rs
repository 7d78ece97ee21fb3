//! Paths: how far each vertex is, and the way there.

use crate::report::Report;
use crate::tree::NONE;
use crate::weight::{Distance, Length, Weight};

/// Shortest paths from the nearest of some sources to all vertices that can be reached.
///
/// Predecessors are a tree with its roots at sources, also where edges cost nothing: each vertex
/// has one path, and the same on every device and in every run. Of several shortest paths it is
/// the one by these rules: where no weight is negative, the lowest predecessor that is nearer to
/// the source; where there is no nearer one, or weights are negative, one with as few edges as can
/// be from those that have their place, and the lowest of these.
///
/// It takes 12 bytes for each vertex with distances of 64 bits, 8 with 32.
#[derive(Clone, Debug)]
pub struct Paths<W: Weight> {
    /// [`Length::UNREACHED`] for a vertex that no path reaches.
    pub(crate) distance: Vec<W::Distance>,
    /// [`NONE`] for a vertex without one.
    pub(crate) predecessor: Option<Vec<u32>>,
    pub(crate) sources: Vec<u32>,
    pub(crate) limit: Option<W::Distance>,
    pub(crate) report: Report,
}

impl<W: Weight> Paths<W> {
    /// The distance to a vertex; `None` when no path leads there, when it is beyond the
    /// [`limit`](Self::limit), or when there is no such vertex.
    pub fn distance(&self, vertex: u32) -> Option<W::Distance> {
        self.told(*self.distance.get(vertex as usize)?)
    }

    /// The distance to each vertex, in their order.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = Option<W::Distance>> {
        self.distance.iter().map(|distance| self.told(*distance))
    }

    /// The vertex before this one on its path; `None` for a source, for a vertex without a
    /// distance, and for all when the query was without predecessors.
    pub fn predecessor(&self, vertex: u32) -> Option<u32> {
        self.distance(vertex)?;
        self.before(vertex)
    }

    /// The vertices from a source to this one, both included; `None` where no distance is told,
    /// and for all when the query was without predecessors.
    pub fn path_to(&self, vertex: u32) -> Option<Vec<u32>> {
        self.distance(vertex)?;
        self.predecessor.as_ref()?;
        let mut path = vec![vertex];
        let mut at = vertex;
        while let Some(before) = self.before(at) {
            path.push(before);
            at = before;
            // Only predecessors that `verify` would refuse lead round.
            if path.len() > self.distance.len() {
                return None;
            }
        }
        path.reverse();
        Some(path)
    }

    /// The sources that were asked for.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// Where the search ended: vertices that are farther are not told. `None` when all are.
    pub fn limit(&self) -> Option<W::Distance> {
        self.limit
    }

    /// How many vertices have a distance, sources included.
    pub fn reached(&self) -> usize {
        self.distances().flatten().count()
    }

    /// The largest distance, and the lowest vertex that has it.
    pub fn farthest(&self) -> Option<(u32, W::Distance)> {
        let all = (0..).zip(self.distances());
        let reached = all.filter_map(|(vertex, distance)| Some((vertex, distance?)));
        reached.reduce(|most, other| if other.1 > most.1 { other } else { most })
    }

    /// The sum of all distances, as an `f64`.
    pub fn sum(&self) -> f64 {
        self.distances().flatten().map(Distance::to_f64).sum()
    }

    /// How the paths were found, and what that took.
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn told(&self, distance: W::Distance) -> Option<W::Distance> {
        let within = |limit| distance <= limit;
        (distance < W::Distance::UNREACHED && self.limit.is_none_or(within)).then_some(distance)
    }

    fn before(&self, vertex: u32) -> Option<u32> {
        let before = *self.predecessor.as_ref()?.get(vertex as usize)?;
        (before != NONE).then_some(before)
    }
}

/// Leaves out what is farther than the limit.
pub(crate) fn keep_within<D: Length>(
    limit: D,
    distance: &mut [D],
    predecessor: &mut Option<Vec<u32>>,
) {
    for (vertex, distance) in distance.iter_mut().enumerate().filter(|(_, d)| **d > limit) {
        *distance = D::UNREACHED;
        if let Some(predecessor) = predecessor {
            predecessor[vertex] = NONE;
        }
    }
}
