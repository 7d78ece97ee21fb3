//! Query: from where, to where, how far, and what is to be told.

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::weight::{Distance, Length, Weight};

/// From where shortest paths are wanted, to where, and how far.
///
/// It is made of a source, or of several: `3.into()`, `[3, 5].into()`. From several, each vertex
/// has its distance from the nearest of them.
///
/// ```
/// # use sssp::{Graph, Query, host};
/// # let graph = Graph::from_edges(10, &[(3, 9, 70u32), (5, 4, 20), (4, 9, 40)])?;
/// let paths = host::solve(&graph, Query::from([3, 5]).to(&[9]).cutoff(100))?;
/// assert_eq!(paths.path_to(9), Some(vec![5, 4, 9]));
/// # Ok::<(), sssp::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Query<D> {
    pub(crate) sources: Vec<u32>,
    pub(crate) targets: Vec<u32>,
    pub(crate) cutoff: Option<D>,
    pub(crate) predecessors: bool,
}

impl<D: Distance> Query<D> {
    /// Ends the search as soon as these vertices have their distances: what is farther than the
    /// farthest of them is not told. Where one cannot be reached, all distances are.
    ///
    /// Weights below 0 forbid to end early; then only less is told.
    #[must_use]
    pub fn to(mut self, targets: &[u32]) -> Self {
        self.targets = targets.to_vec();
        self
    }

    /// Tells no distance above this one, nor looks for any.
    #[must_use]
    pub fn cutoff(mut self, distance: D) -> Self {
        self.cutoff = Some(distance);
        self
    }

    /// Distances alone: then no predecessor and no path is known.
    #[must_use]
    pub fn without_predecessors(mut self) -> Self {
        self.predecessors = false;
        self
    }

    /// An error unless `graph` can be asked this.
    pub(crate) fn check<W: Weight>(&self, graph: &Graph<W>) -> Result<()> {
        let wrong = |what: String| Err(Error::Query { what });
        if self.sources.is_empty() {
            return wrong("there is no source, and at least one is needed".to_owned());
        }
        for source in &self.sources {
            graph.check("the source", *source)?;
        }
        for target in &self.targets {
            graph.check("the target", *target)?;
        }
        match self.cutoff {
            Some(cutoff) if cutoff.partial_cmp(&cutoff).is_none() => {
                wrong(format!("the cutoff is {cutoff}, which is no distance"))
            }
            Some(cutoff) if cutoff < D::ZERO && !graph.has_negative() => {
                wrong(format!("the cutoff is {cutoff}, and no distance is below 0"))
            }
            _ => Ok(()),
        }
    }
}

impl<D: Length> Query<D> {
    /// How far a search has come that found these distances: to the farthest target, if all are
    /// reached, else to the cutoff.
    pub(crate) fn limit(&self, distance: &[D]) -> Option<D> {
        let far = |a: Option<D>, b: &u32| {
            let b = distance[*b as usize];
            Some(a.filter(|a| *a > b).unwrap_or(b))
        };
        let farthest = self.targets.iter().fold(None, far);
        let within = |d: &D| *d < D::UNREACHED && self.cutoff.is_none_or(|cutoff| *d <= cutoff);
        farthest.filter(within).or(self.cutoff)
    }
}

impl<D> From<Vec<u32>> for Query<D> {
    fn from(sources: Vec<u32>) -> Self {
        Self { sources, targets: Vec::new(), cutoff: None, predecessors: true }
    }
}

impl<D> From<u32> for Query<D> {
    fn from(source: u32) -> Self {
        vec![source].into()
    }
}

impl<D> From<&u32> for Query<D> {
    fn from(source: &u32) -> Self {
        vec![*source].into()
    }
}

impl<D> From<&[u32]> for Query<D> {
    fn from(sources: &[u32]) -> Self {
        sources.to_vec().into()
    }
}

impl<D, const N: usize> From<[u32; N]> for Query<D> {
    fn from(sources: [u32; N]) -> Self {
        sources.to_vec().into()
    }
}
