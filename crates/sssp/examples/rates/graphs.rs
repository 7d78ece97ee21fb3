//! Graphs: of four shapes, the same in every run, each edge in both directions.

use sssp::{Graph, Result, Weight};

use crate::numbers::Numbers;

/// D. Chakrabarti, Y. Zhan, C. Faloutsos, *R-MAT: a recursive model for graph mining*, SDM 2004;
/// names are mixed, lest the busy vertices be neighbours.
pub(crate) fn rmat(scale: u32, pairs: usize, numbers: &mut Numbers) -> Result<Graph> {
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
    both_ways(1 << scale, (0..pairs).map(edge))
}

/// Edges between any two vertices.
pub(crate) fn uniform(vertices: u32, pairs: usize, numbers: &mut Numbers) -> Result<Graph> {
    let vertex = |numbers: &mut Numbers| numbers.below(u64::from(vertices));
    both_ways(vertices, (0..pairs).map(|_| (vertex(numbers), vertex(numbers), weight(numbers))))
}

pub(crate) fn grid(side: u32, numbers: &mut Numbers) -> Result<Graph> {
    both_ways(side * side, ends(side).map(|(a, b)| (a, b, weight(numbers))))
}

/// So many edges of a grid make its vertices have 2.41 each, as in USA-road-d.
pub(crate) const KEPT: f64 = 0.602;

/// A grid without some of its edges. Lengths are those of USA-road-d by median and mean.
pub(crate) fn road(side: u32, numbers: &mut Numbers) -> Result<Graph> {
    let edge = |(a, b)| {
        if numbers.unit() >= KEPT {
            return None;
        }
        let (radius, angle) = ((-2.0 * (1.0 - numbers.unit()).ln()).sqrt(), numbers.unit());
        let normal = radius * (std::f64::consts::TAU * angle).cos();
        let length = (1447f64.ln() + 1.193 * normal).exp().clamp(1.0, 368_885.0);
        Some((a, b, length as u32))
    };
    both_ways(side * side, ends(side).filter_map(edge))
}

/// A vertex of the large component, most likely: one with edges.
pub(crate) fn source<W: Weight>(graph: &Graph<W>) -> Option<u32> {
    let vertices = graph.vertices();
    let busy = |vertex: &u32| graph.leaving(*vertex).count() >= 3;
    (vertices / 2..vertices).chain(0..vertices / 2).find(busy)
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

fn both_ways(vertices: u32, edges: impl Iterator<Item = (u32, u32, u32)>) -> Result<Graph> {
    let edges: Vec<_> = edges.flat_map(|(a, b, weight)| [(a, b, weight), (b, a, weight)]).collect();
    Graph::from_edges(vertices, &edges)
}
