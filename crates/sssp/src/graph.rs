//! Graph: vertices and directed edges with weights, in compressed sparse rows.

use crate::error::{Error, Result};

/// A directed graph with weights, in compressed sparse rows.
///
/// Vertices are numbered from 0. Every vertex has a row, also one without edges.
/// Edges from a vertex to itself, and several between the same two, are allowed; so is weight 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: u32,
    /// Where the out-edges of each vertex start, and where the last ones end: V + 1 offsets.
    row: Vec<u32>,
    /// The vertex that each edge leads to.
    column: Vec<u32>,
    weight: Vec<u32>,
}

impl Graph {
    /// A graph of so many vertices, and of edges in any order, each of which is the vertex that it
    /// leaves, the vertex that it leads to, and its weight.
    ///
    /// The edges of a vertex keep their order.
    /// It takes time in O(V + E).
    ///
    /// # Errors
    ///
    /// - [`Error::NoSuchVertex`] when an edge has an end that is no vertex;
    /// - [`Error::TooManyEdges`] when 32 bits do not count them.
    pub fn from_edges(vertices: u32, edges: &[(u32, u32, u32)]) -> Result<Self> {
        if u32::try_from(edges.len()).is_err() {
            return Err(Error::TooManyEdges { edges: edges.len() });
        }
        for (k, &(tail, head, _)) in edges.iter().enumerate() {
            for (end, vertex) in [("start", tail), ("end", head)] {
                if vertex >= vertices {
                    let what = format!("the {end} of edge {k}");
                    return Err(Error::NoSuchVertex { what, vertex, vertices });
                }
            }
        }

        // Counting sort by tail: how many edges each vertex has, where they start, the edges.
        let mut row = vec![0; vertices as usize + 1];
        for &(tail, ..) in edges {
            row[tail as usize + 1] += 1;
        }
        for v in 0..vertices as usize {
            row[v + 1] += row[v];
        }
        let mut free = row.clone();
        let mut column = vec![0; edges.len()];
        let mut weight = vec![0; edges.len()];
        for &(tail, head, length) in edges {
            let place = &mut free[tail as usize];
            column[*place as usize] = head;
            weight[*place as usize] = length;
            *place += 1;
        }
        Ok(Self { vertices, row, column, weight })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.vertices
    }

    /// How many edges there are.
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
    pub fn weight(&self) -> &[u32] {
        &self.weight
    }

    /// An error unless `source` is a vertex.
    pub(crate) fn check_source(&self, source: u32) -> Result<()> {
        if source < self.vertices {
            return Ok(());
        }
        let what = "the source".to_owned();
        Err(Error::NoSuchVertex { what, vertex: source, vertices: self.vertices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_a_row() {
        let edges = [(3, 0, 5), (1, 3, 6), (3, 3, 7), (1, 0, 8)];
        let graph = Graph::from_edges(6, &edges).unwrap();
        assert_eq!(graph.row(), [0, 0, 2, 2, 4, 4, 4]);
        assert_eq!(graph.column(), [3, 0, 0, 3]);
        assert_eq!(graph.weight(), [6, 8, 5, 7]);
        assert_eq!((graph.vertices(), graph.edges()), (6, 4));
    }

    #[test]
    fn no_edges_and_no_vertices_are_graphs() {
        assert_eq!(Graph::from_edges(2, &[]).unwrap().row(), [0, 0, 0]);
        assert_eq!(Graph::from_edges(0, &[]).unwrap().row(), [0]);
    }

    #[test]
    fn ends_that_are_no_vertices_are_named() {
        let refused = |edges: &[_]| Graph::from_edges(3, edges).unwrap_err().to_string();
        assert_eq!(
            refused(&[(0, 1, 1), (3, 1, 1)]),
            "the start of edge 1 is vertex 3, and the graph has 3, counted from 0"
        );
        assert_eq!(
            refused(&[(0, u32::MAX, 1)]),
            "the end of edge 0 is vertex 4294967295, and the graph has 3, counted from 0"
        );
        let graph = Graph::from_edges(3, &[]).unwrap();
        assert!(graph.check_source(2).is_ok());
        assert!(graph.check_source(3).is_err());
    }
}
