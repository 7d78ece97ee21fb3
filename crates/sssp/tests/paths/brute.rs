//! Brute force, which shares no line with the crate.

use std::fmt::Debug;

use sssp::{Distance, Graph, Paths, Weight};

/// Tail, head and weight of each edge.
pub(crate) type Edges<W> = Vec<(u32, u32, W)>;

/// Distances between all vertices by R. W. Floyd's method (*Algorithm 97*, CACM 5, 1962), or none
/// where some cycle is negative. Weights are in one unit, so that sums are exact.
pub(crate) fn floyd(vertices: u32, edges: &Edges<i128>) -> Option<Vec<Vec<Option<i128>>>> {
    let n = vertices as usize;
    let mut distance = vec![vec![None; n]; n];
    (0..n).for_each(|v| distance[v][v] = Some(0));
    let lower =
        |known: &mut Option<i128>, way: i128| *known = Some(known.map_or(way, |k| k.min(way)));
    for &(tail, head, weight) in edges {
        lower(&mut distance[tail as usize][head as usize], weight);
    }
    for via in 0..n {
        let onwards = distance[via].clone();
        for row in &mut distance {
            let Some(before) = row[via] else { continue };
            for (known, after) in row.iter_mut().zip(&onwards) {
                if let Some(after) = after {
                    lower(known, before + after);
                }
            }
        }
    }
    (0..n).all(|v| distance[v][v] == Some(0)).then_some(distance)
}

/// The predecessors of the crate's rule, each step of it taken over all edges, from distances in
/// which sums are exact, or as they are rounded.
pub(crate) fn rule<D: Copy + PartialOrd>(
    edges: &[(u32, u32)],
    tight: impl Fn(usize) -> bool,
    distance: &[Option<D>],
    roots: &[u32],
    negative: bool,
) -> Vec<Option<u32>> {
    let lowest = |head: u32, may: &dyn Fn(u32) -> bool| {
        let tails =
            (0..edges.len()).filter(|e| edges[*e].1 == head && tight(*e)).map(|e| edges[e].0);
        tails.filter(|tail| may(*tail)).min()
    };
    let mut placed: Vec<bool> = (0..distance.len()).map(|v| roots.contains(&(v as u32))).collect();
    let mut tree = vec![None; distance.len()];
    for v in (0..distance.len()).filter(|v| !placed[*v] && !negative) {
        tree[v] = lowest(v as u32, &|tail| distance[tail as usize] < distance[v]);
    }
    for v in 0..tree.len() {
        placed[v] |= tree[v].is_some();
    }
    loop {
        let before = placed.clone();
        for v in (0..distance.len()).filter(|v| !before[*v] && distance[*v].is_some()) {
            tree[v] = lowest(v as u32, &|tail| before[tail as usize]);
            placed[v] = tree[v].is_some();
        }
        if placed == before {
            return tree;
        }
    }
}

/// Paths are what they should be: distances, certificate, and chains that end at a source.
pub(crate) fn check<W: Weight>(
    graph: &Graph<W>,
    paths: &Paths<W>,
    expected: &[Option<W::Distance>],
    what: &impl Debug,
) {
    assert!(
        paths.distances().eq(expected.iter().copied()),
        "{what:?}: {paths:?}, not {expected:?}"
    );
    if let Err(error) = paths.verify(graph) {
        panic!("{error}: {what:?}");
    }
    for vertex in 0..graph.vertices() {
        let path = paths.path_to(vertex);
        assert_eq!(path.is_some(), paths.distance(vertex).is_some(), "{vertex} {what:?}");
        let Some(path) = path else { continue };
        assert_eq!(path.last(), Some(&vertex));
        assert!(paths.sources().contains(&path[0]), "{path:?} {what:?}");
        assert_eq!(paths.predecessor(path[0]), None, "{path:?} {what:?}");
        for step in path.windows(2) {
            assert!(graph.leaving(step[0]).any(|(head, _)| head == step[1]), "{path:?} {what:?}");
        }
    }
    assert_eq!(paths.reached(), expected.iter().flatten().count());
    let sum: f64 = expected.iter().flatten().map(|d| d.to_f64()).sum();
    assert_eq!(paths.sum(), sum);
}
