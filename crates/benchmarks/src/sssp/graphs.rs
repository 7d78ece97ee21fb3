//! Graphs: of about so many edges, of four shapes that sssp's example `rates` makes.

#[path = "../../../sssp/examples/rates/graphs.rs"]
mod shapes;

use anyhow::Result;
use clap::ValueEnum;
use sssp::Graph;

pub(crate) use self::shapes::source;
use self::shapes::{KEPT, grid, rmat, road, uniform};
use crate::numbers::Numbers;

/// The shape of a graph. What stands above a name is told in tables and in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shape {
    /// R-MAT (.57 .19 .19 .05), 32 edges a vertex, weights 1 to 255
    Rmat,
    /// edges between any two vertices, 32 a vertex, weights 1 to 255
    Uniform,
    /// a grid with 0.602 of its edges and lengths as roads have, 1 to 368,885
    Road,
    /// a grid, weights 1 to 255
    Grid,
}

impl Shape {
    /// A graph of this shape with about so many edges, both directions counted.
    pub(crate) fn graph(self, edges: usize) -> Result<Graph> {
        let mut numbers = Numbers::new(27_491_095);
        let pairs = (edges / 2).max(1);
        let side = |edges: f64| (edges.sqrt().round() as u32).max(2);
        Ok(match self {
            Self::Rmat => {
                let scale = (pairs as f64 / 16.0).log2().round().max(1.0) as u32;
                rmat(scale, pairs, &mut numbers)
            }
            Self::Uniform => uniform((pairs / 16).max(2) as u32, pairs, &mut numbers),
            Self::Road => road(side(pairs as f64 / (2.0 * KEPT)), &mut numbers),
            Self::Grid => grid(side(pairs as f64 / 2.0), &mut numbers),
        }?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_as_told() {
        for &shape in Shape::value_variants() {
            for edges in [100, 10_000, 300_000] {
                let graph = shape.graph(edges).unwrap();
                let near = graph.edges().abs_diff(edges) as f64 / edges as f64;
                assert!(
                    near < if edges == 100 { 0.4 } else { 0.05 },
                    "{shape:?}: {}",
                    graph.edges()
                );
                let a_vertex = graph.edges() as f64 / f64::from(graph.vertices());
                let (least, most, heaviest) = match shape {
                    Shape::Rmat => (22.0, 46.0, 255),
                    Shape::Uniform => (31.0, 34.0, 255),
                    Shape::Road => (1.5, 2.6, 368_885),
                    Shape::Grid => (3.2, 4.0, 255),
                };
                assert!((least..most).contains(&a_vertex), "{shape:?} of {edges}: {a_vertex}");
                assert!(graph.weight().iter().all(|it| (1..=heaviest).contains(it)));
                assert_eq!(graph, shape.graph(edges).unwrap());
                assert!(graph.leaving(source(&graph).unwrap()).count() >= 3);
            }
        }
    }

    #[test]
    fn edges_lead_there_and_back() {
        let graph = Shape::Road.graph(1000).unwrap();
        let mut there: Vec<_> = (0..graph.vertices())
            .flat_map(|tail| graph.leaving(tail).map(move |(head, weight)| (tail, head, weight)))
            .collect();
        let mut back: Vec<_> =
            there.iter().map(|&(tail, head, weight)| (head, tail, weight)).collect();
        there.sort_unstable();
        back.sort_unstable();
        assert_eq!(there, back);
    }

    #[test]
    fn roads_are_as_long_as_real_ones() {
        let graph = Shape::Road.graph(1_000_000).unwrap();
        let mut lengths = graph.weight().to_vec();
        lengths.sort_unstable();
        let mean = lengths.iter().map(|it| f64::from(*it)).sum::<f64>() / lengths.len() as f64;
        assert!((1400..1500).contains(&lengths[lengths.len() / 2]));
        assert!((2800.0..3100.0).contains(&mean), "{mean}");
    }
}
