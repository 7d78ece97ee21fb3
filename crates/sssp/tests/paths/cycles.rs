//! Negative cycles: found, returned, and never made up.

use sssp::{Error, Graph, Weight, host};

use crate::brute::{Edges, floyd};
use crate::families::{numbers, shapes, sources};

/// The cycle is one of the graph, it is negative, and the total is its sum.
fn check<W: Weight>(graph: &Graph<W>, error: &Error, least: f64) {
    let Error::NegativeCycle { vertices, total } = error else { panic!("{error}") };
    let next = |k: usize| vertices[(k + 1) % vertices.len()];
    let lightest = |k: usize| {
        let edges = graph.leaving(vertices[k]).filter(|(head, _)| *head == next(k));
        edges.map(|(_, weight)| weight.to_f64()).fold(f64::INFINITY, f64::min)
    };
    let sum: f64 = (0..vertices.len()).map(lightest).sum();
    assert_eq!(*total, sum, "{vertices:?}");
    assert!(*total < 0.0 && *total >= least);
    let mut once = vertices.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), vertices.len(), "{vertices:?} names a vertex twice");
    assert_eq!(vertices[0], once[0], "the lowest comes first");
}

#[test]
fn random_weights_have_a_cycle_exactly_where_it_is_reached() {
    let mut number = numbers();
    let mut found = 0;
    for (what, (vertices, ends)) in shapes() {
        for _ in 0..8 {
            let edges: Edges<i32> =
                ends.iter().map(|&(a, b)| (a, b, number(20) as i32 - 2)).collect();
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            let float: Edges<f64> =
                edges.iter().map(|&(a, b, w)| (a, b, f64::from(w) * 0.125)).collect();
            let floats = Graph::from_edges(vertices, &float).unwrap();
            for source in sources(vertices) {
                // Of the vertices that the source reaches, whatever the weights.
                let ones = Graph::from_pairs(vertices, &ends).unwrap();
                let reached = host::solve(&ones, source).unwrap();
                let within = |e: &&(u32, u32, i32)| reached.distance(e.0).is_some();
                let there =
                    edges.iter().filter(within).map(|&(a, b, w)| (a, b, w.into())).collect();
                let cycle = floyd(vertices, &there).is_none();
                match (host::solve(&graph, source), host::solve(&floats, source)) {
                    (Ok(_), Ok(_)) => assert!(!cycle, "{what} {source} {edges:?}"),
                    (Err(error), Err(float)) => {
                        assert!(cycle, "{what} {source} {edges:?}");
                        check(&graph, &error, f64::NEG_INFINITY);
                        check(&floats, &float, f64::NEG_INFINITY);
                        found += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn far_from_the_source_it_is_found_soon() {
    // A path of a million edges would take as many rounds over all of them.
    let length = 1_000_000;
    let mut edges: Edges<i32> = (0..length).map(|v| (v, v + 1, 1)).collect();
    edges.extend([(length, length + 1, -5), (length + 1, length, 4)]);
    let graph = Graph::from_edges(length + 2, &edges).unwrap();
    check(&graph, &host::solve(&graph, 0).unwrap_err(), -1.0);
}

#[test]
fn a_cycle_of_total_zero_is_none() {
    let ring: Edges<i32> = vec![(0, 1, 5), (1, 2, -3), (2, 3, 1), (3, 1, 2), (3, 4, -9)];
    let graph = Graph::from_edges(5, &ring).unwrap();
    let paths = host::solve(&graph, 0).unwrap();
    assert_eq!(paths.distances().flatten().collect::<Vec<_>>(), [0, 5, 2, 3, -6]);
    assert_eq!(paths.path_to(4), Some(vec![0, 1, 2, 3, 4]));
    // Floats that cancel exactly, beside a distance that absorbs them.
    let ring = vec![(0, 1, 1e16), (1, 2, 0.5), (2, 3, -0.75), (3, 1, 0.25), (3, 4, 1.0)];
    let graph = Graph::from_edges(5, &ring).unwrap();
    let paths = host::solve(&graph, 0).unwrap();
    assert_eq!(paths.path_to(4), Some(vec![0, 1, 2, 3, 4]));
    paths.verify(&graph).unwrap();
}
