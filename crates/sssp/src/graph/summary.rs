//! Summary: what a graph is made of, in one look.

use std::fmt;

use super::Graph;
use crate::weight::Weight;

/// What a graph is made of. Printed, it is one line for each thing that there is.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// How many vertices there are.
    pub vertices: u32,
    /// How many edges, in both directions where the graph is undirected.
    pub edges: usize,
    /// Edges from a vertex to itself.
    pub loops: usize,
    /// Edges beyond the first from one vertex to another.
    pub parallels: usize,
    /// Vertices without an edge that leaves them.
    pub sinks: usize,
    /// Vertices without any edge, loops apart; they are sinks too unless they have a loop.
    pub isolated: usize,
    /// Edges of weight below 0.
    pub negative: usize,
    /// Edges of weight 0.
    pub zero: usize,
    /// Edges of weight +∞, which nobody can pass.
    pub impassable: usize,
    /// The most edges that leave one vertex.
    pub largest_degree: u32,
    /// The least and the largest weight of edges that can be passed, where there are any.
    pub weights: Option<(f64, f64)>,
}

impl<W: Weight> Graph<W> {
    /// Looks at all vertices and edges, in O(V + E).
    pub fn summary(&self) -> Summary {
        let mut summary =
            Summary { vertices: self.vertices(), edges: self.edges(), ..Summary::default() };
        // The last vertex with an edge to each; vertices count from 1 here, since 0 is none.
        let mut seen_from = vec![0; self.row.len() - 1];
        let mut connected = vec![false; self.row.len() - 1];
        for tail in 0..self.vertices() {
            let degree = self.edges_of(tail).len();
            summary.sinks += usize::from(degree == 0);
            summary.largest_degree = summary.largest_degree.max(degree as u32);
            for (head, weight) in self.leaving(tail) {
                let parallel = std::mem::replace(&mut seen_from[head as usize], tail + 1) > tail;
                summary.parallels += usize::from(parallel);
                summary.loops += usize::from(head == tail);
                if head != tail {
                    connected[tail as usize] = true;
                    connected[head as usize] = true;
                }
                summary.weigh(weight.to_f64());
            }
        }
        summary.isolated = connected.iter().filter(|connected| !**connected).count();
        summary
    }
}

impl Summary {
    fn weigh(&mut self, weight: f64) {
        self.negative += usize::from(weight < 0.0);
        self.zero += usize::from(weight == 0.0);
        self.impassable += usize::from(weight == f64::INFINITY);
        if weight < f64::INFINITY {
            let (least, largest) = self.weights.unwrap_or((weight, weight));
            self.weights = Some((least.min(weight), largest.max(weight)));
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} vertices, {} edges", self.vertices, self.edges)?;
        if let Some((least, largest)) = self.weights {
            write!(f, ", weights {least} to {largest}")?;
        }
        let more = [
            (self.loops, "edges from a vertex to itself"),
            (self.parallels, "parallel edges, of which the lightest counts"),
            (self.sinks, "vertices without an out-edge"),
            (self.isolated, "of no edge to or from another vertex"),
            (self.negative, "edges of negative weight"),
            (self.zero, "edges of weight 0"),
            (self.impassable, "impassable edges"),
        ];
        for (count, what) in more.iter().filter(|(count, _)| *count > 0) {
            write!(f, "\n{count} {what}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_counted() {
        let inf = f32::INFINITY;
        let edges = [(0, 1, 1.5), (0, 1, -2.0), (0, 2, 0.0), (0, 1, inf), (2, 2, 1.0), (4, 4, 3.0)];
        let expected = Summary {
            vertices: 6,
            edges: 6,
            loops: 2,
            parallels: 2,
            sinks: 3,
            isolated: 3,
            negative: 1,
            zero: 1,
            impassable: 1,
            largest_degree: 4,
            weights: Some((-2.0, 3.0)),
        };
        let summary = Graph::from_edges(6, &edges).unwrap().summary();
        assert_eq!(summary, expected);
        assert!(
            summary.to_string().starts_with("6 vertices, 6 edges, weights -2 to 3\n2 edges from")
        );
        let none = Graph::from_pairs(2, &[]).unwrap().summary();
        assert_eq!(
            none.to_string(),
            "2 vertices, 0 edges\n2 vertices without an out-edge\n2 of no edge to or from another vertex"
        );
    }
}
