//! Graphs: of four shapes, the same in every run, each edge in both directions.

use anyhow::{Context, Result};
use clap::ValueEnum;
use sssp::Graph;

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

type Edge = (u32, u32, u32);

impl Shape {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|told| told.get_name().to_owned()).unwrap_or_default()
    }

    pub(crate) fn about(self) -> String {
        let told = self.to_possible_value();
        told.and_then(|told| Some(told.get_help()?.to_string())).unwrap_or_default()
    }

    /// A graph of this shape with about so many edges, both directions counted.
    pub(crate) fn graph(self, edges: usize) -> Result<Graph> {
        let mut numbers = Numbers::new(27_491_095);
        let pairs = (edges / 2).max(1);
        let side = |edges: f64| (edges.sqrt().round() as u32).max(2);
        let (vertices, edges) = match self {
            Self::Rmat => {
                let scale = (pairs as f64 / 16.0).log2().round().max(1.0) as u32;
                (1 << scale, rmat(scale, pairs, &mut numbers))
            }
            Self::Uniform => {
                let vertices = (pairs / 16).max(2) as u32;
                (vertices, uniform(vertices, pairs, &mut numbers))
            }
            Self::Road => {
                let side = side(pairs as f64 / (2.0 * KEPT));
                (side * side, road(side, &mut numbers))
            }
            Self::Grid => {
                let side = side(pairs as f64 / 2.0);
                (side * side, grid(side, &mut numbers))
            }
        };
        csr(vertices, &edges)
    }
}

/// A vertex of the large component, most likely: one with edges.
pub(crate) fn source(graph: &Graph) -> Result<u32> {
    let vertices = graph.vertices();
    let busy = |vertex: &u32| graph.leaving(*vertex).count() >= 3;
    (vertices / 2..vertices).chain(0..vertices / 2).find(busy).context("no vertex has 3 edges")
}

fn csr(vertices: u32, edges: &[Edge]) -> Result<Graph> {
    let mut row = vec![0u32; vertices as usize + 1];
    for (a, b, _) in edges {
        row[*a as usize + 1] += 1;
        row[*b as usize + 1] += 1;
    }
    for v in 0..vertices as usize {
        row[v + 1] += row[v];
    }
    let mut at = row.clone();
    let (mut column, mut weight) = (vec![0; edges.len() * 2], vec![0; edges.len() * 2]);
    for (a, b, w) in edges {
        for (tail, head) in [(*a, *b), (*b, *a)] {
            let place = at[tail as usize] as usize;
            at[tail as usize] += 1;
            (column[place], weight[place]) = (head, *w);
        }
    }
    Ok(Graph::from_csr(row, column, weight)?)
}

/// D. Chakrabarti, Y. Zhan, C. Faloutsos, *R-MAT: a recursive model for graph mining*, SDM 2004;
/// names are mixed, lest the busy vertices be neighbours.
fn rmat(scale: u32, edges: usize, numbers: &mut Numbers) -> Vec<Edge> {
    let mut name: Vec<u32> = (0..1 << scale).collect();
    for k in (1..name.len()).rev() {
        name.swap(k, numbers.below(k as u64 + 1) as usize);
    }
    let edge = |_| {
        let (mut a, mut b) = (0, 0);
        for _ in 0..scale {
            let at = numbers.below(100);
            let right = (57..76).contains(&at) || at >= 95;
            (a, b) = (a * 2 + usize::from(at >= 76), b * 2 + usize::from(right));
        }
        (name[a], name[b], weight(numbers))
    };
    (0..edges).map(edge).collect()
}

fn uniform(vertices: u32, edges: usize, numbers: &mut Numbers) -> Vec<Edge> {
    let vertex = |numbers: &mut Numbers| numbers.below(u64::from(vertices));
    (0..edges).map(|_| (vertex(numbers), vertex(numbers), weight(numbers))).collect()
}

fn weight(numbers: &mut Numbers) -> u32 {
    numbers.below(255) + 1
}

/// The edges of a grid: to the right and down.
fn ends(side: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..side * side).flat_map(move |v| {
        let right = (v % side + 1 < side).then_some((v, v + 1));
        let down = (v / side + 1 < side).then(|| (v, v + side));
        right.into_iter().chain(down)
    })
}

fn grid(side: u32, numbers: &mut Numbers) -> Vec<Edge> {
    ends(side).map(|(a, b)| (a, b, weight(numbers))).collect()
}

/// So many edges of a grid make its vertices have 2.41 each, as in USA-road-d.
const KEPT: f64 = 0.602;

/// Lengths are those of USA-road-d by median and mean.
fn road(side: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let mut unit = || (numbers.next() >> 11) as f64 / (1u64 << 53) as f64;
    let mut edges = Vec::new();
    for (a, b) in ends(side) {
        if unit() < KEPT {
            let (radius, angle) = ((-2.0 * (1.0 - unit()).ln()).sqrt(), unit());
            let normal = radius * (std::f64::consts::TAU * angle).cos();
            let length = (1447f64.ln() + 1.193 * normal).exp().clamp(1.0, 368_885.0);
            edges.push((a, b, length as u32));
        }
    }
    edges
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
