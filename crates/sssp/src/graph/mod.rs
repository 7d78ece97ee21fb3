//! Graph: vertices and directed edges with weights, in compressed sparse rows.

mod build;
#[cfg(feature = "petgraph")]
mod petgraph;
mod summary;

pub use summary::Summary;

use crate::error::{Error, Result};
use crate::weight::{Distance, Length, Weight};

/// Weights that are looked at to find their mean.
const SAMPLE: usize = 1 << 20;

/// A directed graph with weights, in compressed sparse rows.
///
/// Vertices are numbered from 0. Every vertex has a row, also one without edges.
/// Edges from a vertex to itself, and several between the same two, are allowed; so are weights
/// of 0 and below. An undirected graph has each of its edges in both directions.
///
/// It takes 4 (V + E) bytes, and the weights, for each of which [`Unit`](crate::Unit) takes none.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph<W = u32> {
    /// Where the out-edges of each vertex start, and where the last ones end: V + 1 offsets.
    row: Vec<u32>,
    /// The vertex that each edge leads to.
    column: Vec<u32>,
    weight: Vec<W>,
    facts: Facts,
}

/// What is known of all weights.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Facts {
    /// Whether any is below 0.
    negative: bool,
    /// The largest absolute value of one that is finite.
    largest: f64,
    /// The least one that is not 0; +∞ where there is none.
    least: f64,
}

impl<W: Weight> Graph<W> {
    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        (self.row.len() - 1) as u32
    }

    /// How many edges there are; of an undirected graph, in both directions.
    pub fn edges(&self) -> usize {
        self.column.len()
    }

    /// Where the edges of each vertex start in [`column`](Self::column) and
    /// [`weight`](Self::weight), and last where they end: one more than there are vertices.
    pub fn row(&self) -> &[u32] {
        &self.row
    }

    /// The vertex that each edge leads to.
    pub fn column(&self) -> &[u32] {
        &self.column
    }

    /// The weight of each edge.
    pub fn weight(&self) -> &[W] {
        &self.weight
    }

    /// The heads and weights of the edges that leave a vertex; none where there is no such vertex.
    pub fn leaving(&self, vertex: u32) -> impl Iterator<Item = (u32, W)> {
        let edges = self.edges_of(vertex);
        let heads = self.column[edges.clone()].iter().copied();
        heads.zip(self.weight[edges].iter().copied())
    }

    /// Whether any weight is below 0.
    pub fn has_negative(&self) -> bool {
        self.facts.negative
    }

    /// No shortest path is longer than this, nor shorter than its negative: V - 1 times the
    /// largest weight. It tells whether distances fit a type.
    pub fn bound(&self) -> f64 {
        f64::from(self.vertices().saturating_sub(1)) * self.facts.largest
    }

    /// No weight is nearer to 0, but for those that are 0.
    pub(crate) fn least(&self) -> f64 {
        self.facts.least
    }

    /// The mean of weights that are taken evenly from all, impassable ones apart; an odd step goes
    /// through the edges of all directions, where vertices have as many each.
    pub(crate) fn mean(&self) -> f64 {
        let weights = self.weight.iter().step_by(self.edges().div_ceil(SAMPLE) | 1);
        let finite = weights.map(|weight| weight.to_f64()).filter(|weight| weight.is_finite());
        let (sum, count) = finite.fold((0.0, 0.0), |(sum, count), w| (sum + w, count + 1.0));
        sum / f64::max(count, 1.0)
    }

    fn edges_of(&self, vertex: u32) -> std::ops::Range<usize> {
        match self.row.get(vertex as usize..) {
            Some([start, end, ..]) => *start as usize..*end as usize,
            _ => 0..0,
        }
    }

    /// An error unless `vertex`, which is `what`, is a vertex.
    pub(crate) fn check(&self, what: &str, vertex: u32) -> Result<()> {
        let vertices = self.vertices();
        match vertex < vertices {
            true => Ok(()),
            false => Err(Error::NoSuchVertex { what: what.to_owned(), vertex, vertices }),
        }
    }
}

/// The passable edges of a graph, in whatever type their lengths add up.
pub(crate) trait Arcs {
    type Length: Length;

    fn vertices(&self) -> u32;

    /// The heads and lengths of the passable edges that leave a vertex.
    fn passable(&self, vertex: u32) -> impl Iterator<Item = (u32, Self::Length)>;
}

impl<W: Weight> Arcs for Graph<W> {
    type Length = W::Distance;

    fn vertices(&self) -> u32 {
        self.vertices()
    }

    fn passable(&self, vertex: u32) -> impl Iterator<Item = (u32, W::Distance)> {
        self.leaving(vertex).filter_map(|(head, weight)| Some((head, weight.length()?)))
    }
}

/// A vertex whose distance is beyond what `D` holds, where there is one; `distance` has all others.
pub(crate) fn too_far<W: Weight>(graph: &Graph<W>, distance: &[W::Distance]) -> Result<()> {
    if graph.bound() <= W::Distance::MOST {
        return Ok(());
    }
    let mut beyond = (0..graph.vertices()).flat_map(|tail| {
        let before = distance[tail as usize];
        let heads = graph.passable(tail).filter(move |(_, length)| {
            before < W::Distance::UNREACHED && before.plus(*length) >= W::Distance::UNREACHED
        });
        heads
            .map(|(head, _)| head)
            .filter(|head| distance[*head as usize] >= W::Distance::UNREACHED)
    });
    match beyond.next() {
        Some(vertex) => Err(Error::TooFar { vertex, most: W::Distance::MOST }),
        None => Ok(()),
    }
}
