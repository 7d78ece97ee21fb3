//! Graphs of the crate petgraph, where the feature `petgraph` is on.

use ::petgraph::visit::{EdgeRef, GraphProp, IntoEdgeReferences, NodeIndexable};

use super::Graph;
use crate::error::{Error, Result};
use crate::weight::Weight;

impl<W: Weight> Graph<W> {
    /// The graph of one of petgraph, whose vertices have the indices that they have there.
    /// `weight` tells what an edge costs.
    ///
    /// An undirected graph has its edges in both directions. Where a vertex was removed from a
    /// stable graph, its index stays, as a vertex without edges.
    ///
    /// # Errors
    ///
    /// As [`from_edges`](Self::from_edges).
    pub fn from_petgraph<G>(graph: G, mut weight: impl FnMut(G::EdgeRef) -> W) -> Result<Self>
    where
        G: IntoEdgeReferences + NodeIndexable + GraphProp,
    {
        let vertices = graph.node_bound();
        let vertices = u32::try_from(vertices).ok().filter(|n| *n < u32::MAX).ok_or_else(|| {
            Error::Arrays { what: format!("{vertices} vertices are more than 32 bits number") }
        })?;
        let ends = |edge: &G::EdgeRef| {
            (graph.to_index(edge.source()) as u32, graph.to_index(edge.target()) as u32)
        };
        let edges = graph.edge_references().map(|edge| {
            let (tail, head) = ends(&edge);
            (tail, head, weight(edge))
        });
        let directed = Self::from_edges(vertices, &edges.collect::<Vec<_>>())?;
        if graph.is_directed() { Ok(directed) } else { directed.undirected() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directed_and_undirected() {
        use ::petgraph::graph::{DiGraph, UnGraph};
        let directed = DiGraph::<(), u32>::from_edges([(0, 1, 7), (1, 2, 1), (0, 1, 3)]);
        let graph = Graph::from_petgraph(&directed, |edge| *edge.weight()).unwrap();
        assert_eq!(graph, Graph::from_edges(3, &[(0, 1, 7), (1, 2, 1), (0, 1, 3)]).unwrap());
        let undirected = UnGraph::<(), f32>::from_edges([(0, 1, 0.5), (1, 1, 2.0)]);
        let graph = Graph::from_petgraph(&undirected, |edge| *edge.weight()).unwrap();
        let edges = [(0, 1, 0.5f32), (1, 0, 0.5), (1, 1, 2.0)];
        assert_eq!(graph, Graph::from_edges(2, &edges).unwrap());
    }
}
