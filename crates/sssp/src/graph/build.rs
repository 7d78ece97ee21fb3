//! Building graphs from edges and from arrays, all of them checked.

use super::{Facts, Graph};
use crate::error::{Error, Result};
use crate::memory::{filled, room};
use crate::weight::{Unit, Weight};

impl Graph<Unit> {
    /// A graph of so many vertices, and of edges that cost 1 each, from a vertex to another.
    ///
    /// # Errors
    ///
    /// As [`from_edges`](Self::from_edges).
    pub fn from_pairs(vertices: u32, edges: &[(u32, u32)]) -> Result<Self> {
        Self::sorted(vertices, edges.len(), |e| (edges[e].0, edges[e].1, Unit))
    }
}

impl<W: Weight> Graph<W> {
    /// A graph of so many vertices, and of edges in any order, each of which is the vertex that it
    /// leaves, the vertex that it leads to, and its weight.
    ///
    /// The edges of a vertex keep their order.
    /// It takes time in O(V + E).
    ///
    /// # Errors
    ///
    /// - [`Error::NoSuchVertex`] when an edge has an end that is no vertex;
    /// - [`Error::Weight`] when a weight is NaN or -∞;
    /// - [`Error::TooManyEdges`] when 32 bits do not count them;
    /// - [`Error::NoMemory`] when there is no room for the graph.
    pub fn from_edges(vertices: u32, edges: &[(u32, u32, W)]) -> Result<Self> {
        Self::sorted(vertices, edges.len(), |e| edges[e])
    }

    /// The same from three arrays: the tail, the head and the weight of each edge (COO).
    ///
    /// # Errors
    ///
    /// As [`from_edges`](Self::from_edges), and [`Error::Arrays`] when their lengths differ.
    pub fn from_coo(vertices: u32, tail: &[u32], head: &[u32], weight: &[W]) -> Result<Self> {
        same_length("the heads", head.len(), "the tails", tail.len())?;
        same_length("the weights", weight.len(), "the tails", tail.len())?;
        Self::sorted(vertices, tail.len(), |e| (tail[e], head[e], weight[e]))
    }

    /// A graph from its compressed sparse rows (CSR): where the edges of each vertex start, and
    /// last where they end; the vertex that each leads to; its weight. The arrays are kept.
    ///
    /// # Errors
    ///
    /// As [`from_edges`](Self::from_edges), and [`Error::Arrays`] when the offsets are not such,
    /// or lengths differ.
    pub fn from_csr(row: Vec<u32>, column: Vec<u32>, weight: Vec<W>) -> Result<Self> {
        check_offsets(&row, column.len())?;
        same_length("the weights", weight.len(), "the columns", column.len())?;
        let vertices = (row.len() - 1) as u32;
        for (e, head) in column.iter().enumerate() {
            check_end("end", e, *head, vertices)?;
        }
        let facts = Facts::of(&weight)?;
        Ok(Self { row, column, weight, facts })
    }

    /// A graph from its compressed sparse columns (CSC): where the edges to each vertex start, and
    /// last where they end; the vertex that each leaves; its weight.
    ///
    /// # Errors
    ///
    /// As [`from_csr`](Self::from_csr).
    pub fn from_csc(column: &[u32], row: &[u32], weight: &[W]) -> Result<Self> {
        check_offsets(column, row.len())?;
        let mut head = room("the heads of the edges", row.len())?;
        for (vertex, ends) in column.windows(2).enumerate() {
            head.resize(ends[1] as usize, vertex as u32);
        }
        Self::from_coo((column.len() - 1) as u32, row, &head, weight)
    }

    /// The graph with each edge in both directions; an edge from a vertex to itself stays one.
    ///
    /// Where both directions were there already, with weights of their own, the lighter decides.
    /// An edge of negative weight is a negative cycle then, forth and back.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyEdges`] when 32 bits do not count them.
    pub fn undirected(&self) -> Result<Self> {
        let mut edges = room("the edges both ways", 2 * self.edges())?;
        for tail in 0..self.vertices() {
            for (head, weight) in self.leaving(tail) {
                edges.push((tail, head, weight));
                edges.extend((tail != head).then_some((head, tail, weight)));
            }
        }
        Self::from_edges(self.vertices(), &edges)
    }

    /// Sorts edges by their tails: how many each vertex has, where they start, the edges.
    fn sorted(vertices: u32, edges: usize, edge: impl Fn(usize) -> (u32, u32, W)) -> Result<Self> {
        if u32::try_from(edges).is_err() {
            return Err(Error::TooManyEdges { edges });
        }
        // Behind the start of each row stands how many edges the one before has, then where it
        // starts, and last where it ends, which is where the next one starts.
        let mut row = filled("the rows of the vertices", vertices as usize + 2, 0u32)?;
        for e in 0..edges {
            let (tail, head, _) = edge(e);
            check_end("start", e, tail, vertices)?;
            check_end("end", e, head, vertices)?;
            row[tail as usize + 2] += 1;
        }
        for v in 0..vertices as usize {
            row[v + 2] += row[v + 1];
        }
        let mut column = filled("the heads of the edges", edges, 0)?;
        let mut weight: Vec<W> = room("the weights of the edges", edges)?;
        weight.extend((0..edges).map(|e| edge(e).2));
        let facts = Facts::of(&weight)?;
        for e in 0..edges {
            let (tail, head, cost) = edge(e);
            let place = &mut row[tail as usize + 1];
            column[*place as usize] = head;
            weight[*place as usize] = cost;
            *place += 1;
        }
        row.pop();
        Ok(Self { row, column, weight, facts })
    }
}

impl Facts {
    /// Looks at weights in the order in which they were given, so that a wrong one can be told.
    fn of<W: Weight>(weights: &[W]) -> Result<Self> {
        let mut facts = Self { negative: false, largest: 0.0, least: f64::INFINITY };
        for (edge, weight) in weights.iter().enumerate() {
            let value = weight.to_f64();
            if value.is_nan() || value == f64::NEG_INFINITY {
                return Err(Error::Weight { edge, weight: weight.to_string() });
            }
            facts.negative |= value < 0.0;
            if value < f64::INFINITY {
                facts.largest = facts.largest.max(value.abs());
            }
            if value != 0.0 {
                facts.least = facts.least.min(value.abs());
            }
        }
        Ok(facts)
    }
}

fn check_end(end: &str, edge: usize, vertex: u32, vertices: u32) -> Result<()> {
    if vertex < vertices {
        return Ok(());
    }
    Err(Error::NoSuchVertex { what: format!("the {end} of edge {edge}"), vertex, vertices })
}

fn same_length(what: &str, length: usize, other: &str, expected: usize) -> Result<()> {
    if length == expected {
        return Ok(());
    }
    Err(Error::Arrays { what: format!("{what} are {length}, and {other} {expected}") })
}

/// Whether `offsets` part `edges` edges into rows.
fn check_offsets(offsets: &[u32], edges: usize) -> Result<()> {
    let wrong = |what: String| Err(Error::Arrays { what });
    if u32::try_from(edges).is_err() {
        return Err(Error::TooManyEdges { edges });
    }
    if u32::try_from(offsets.len()).is_err() {
        return wrong(format!(
            "there are {} offsets, and 32 bits do not count them",
            offsets.len()
        ));
    }
    match (offsets.first(), offsets.last()) {
        (Some(0), Some(last)) if *last as usize == edges => {}
        (Some(0), Some(last)) => {
            return wrong(format!("the last offset is {last}, and there are {edges} edges"));
        }
        (Some(first), _) => return wrong(format!("the first offset is {first}, and must be 0")),
        (None, _) => {
            return wrong("there are no offsets: a graph without vertices has one, 0".to_owned());
        }
    }
    match offsets.windows(2).position(|ends| ends[1] < ends[0]) {
        None => Ok(()),
        Some(at) => wrong(format!(
            "offset {} is {}, which is below the one before it, {}",
            at + 1,
            offsets[at + 1],
            offsets[at]
        )),
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
        assert_eq!(Graph::<u32>::from_edges(2, &[]).unwrap().row(), [0, 0, 0]);
        assert_eq!(Graph::<u32>::from_edges(0, &[]).unwrap().row(), [0]);
        assert_eq!(Graph::<f32>::from_csr(vec![0], vec![], vec![]).unwrap().vertices(), 0);
    }

    #[test]
    fn four_forms_are_one_graph() {
        let edges = [(0, 1, 3), (2, 0, 2), (2, 2, 5), (2, 1, 4)];
        let graph = Graph::from_edges(3, &edges).unwrap();
        let csr = Graph::from_csr(vec![0, 1, 1, 4], vec![1, 0, 2, 1], vec![3, 2, 5, 4]).unwrap();
        let coo = Graph::from_coo(3, &[0, 2, 2, 2], &[1, 0, 2, 1], &[3, 2, 5, 4]).unwrap();
        assert_eq!(graph, csr);
        assert_eq!(graph, coo);
        let csc = Graph::from_csc(&[0, 1, 3, 4], &[2, 0, 2, 2], &[2, 3, 4, 5]).unwrap();
        assert_eq!(csc.row(), graph.row());
        assert_eq!(csc.column(), [1, 0, 1, 2]);
        assert_eq!(csc.weight(), [3, 2, 4, 5]);
        assert_eq!(graph.undirected().unwrap().edges(), 7);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let told = |result: Result<Graph<f32>>| result.unwrap_err().to_string();
        let csr = |row: &[u32], column: &[u32]| {
            told(Graph::from_csr(row.to_vec(), column.to_vec(), vec![1.0; column.len()]))
        };
        let rows = [
            (
                told(Graph::from_edges(3, &[(0, 1, 1.0), (3, 1, 1.0)])),
                "the start of edge 1 is vertex 3, and the graph has 3, counted from 0",
            ),
            (
                told(Graph::from_edges(3, &[(0, u32::MAX, 1.0)])),
                "the end of edge 0 is vertex 4294967295, and the graph has 3, counted from 0",
            ),
            (
                told(Graph::from_edges(2, &[(1, 0, 1.0), (0, 1, f32::NAN)])),
                "the weight of edge 1 is NaN, which is no weight: it is a number above -inf",
            ),
            (
                told(Graph::from_edges(2, &[(1, 0, f32::NEG_INFINITY)])),
                "the weight of edge 0 is -inf, which is no weight: it is a number above -inf",
            ),
            (
                csr(&[], &[]),
                "wrong arrays: there are no offsets: a graph without vertices has one, 0",
            ),
            (csr(&[1, 1], &[0]), "wrong arrays: the first offset is 1, and must be 0"),
            (csr(&[0, 2], &[0]), "wrong arrays: the last offset is 2, and there are 1 edges"),
            (
                csr(&[0, 2, 1], &[0]),
                "wrong arrays: offset 2 is 1, which is below the one before it, 2",
            ),
            (
                csr(&[0, 1], &[1]),
                "the end of edge 0 is vertex 1, and the graph has 1, counted from 0",
            ),
            (
                told(Graph::from_coo(2, &[0], &[1], &[])),
                "wrong arrays: the weights are 0, and the tails 1",
            ),
        ];
        for (told, expected) in rows {
            assert_eq!(told, expected);
        }
    }
}
