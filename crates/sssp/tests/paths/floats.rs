//! Floats: rounded where no weight is negative, exact where some are.

use sssp::{Error, Graph, Query, host};

use crate::brute::{Edges, check, floyd};
use crate::families::{numbers, shapes, sources};

/// Rounds over all edges, in the type of the weights, until nothing changes.
macro_rules! rounds {
    ($vertices:expr, $edges:expr, $source:expr) => {{
        let mut distance = vec![None; $vertices as usize];
        distance[$source as usize] = Some(0.0);
        loop {
            let before = distance.clone();
            for &(tail, head, weight) in $edges {
                let Some(way) = distance[tail as usize].map(|d| d + weight) else { continue };
                let known = &mut distance[head as usize];
                if weight.is_finite() && known.is_none_or(|known| way < known) {
                    *known = Some(way);
                }
            }
            if distance == before {
                break distance;
            }
        }
    }};
}

#[test]
fn positive_sums_are_rounded_from_the_source_onwards() {
    let mut number = numbers();
    // The fourth is absorbed by most others, the last cannot be passed.
    let weights = [0.1, 0.7, 1e8, 1e-3, 0.0, 1e-30, 1e30, f32::INFINITY];
    for (what, (vertices, ends)) in shapes() {
        for kinds in [3, 4, 8] {
            let edges: Edges<f32> =
                ends.iter().map(|&(a, b)| (a, b, weights[number(kinds) as usize])).collect();
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            let double: Edges<f64> = edges.iter().map(|&(a, b, w)| (a, b, w.into())).collect();
            let doubled = Graph::from_edges(vertices, &double).unwrap();
            for source in sources(vertices) {
                let paths = host::solve(&graph, source).unwrap();
                check(&graph, &paths, &rounds!(vertices, &edges, source), &(what, source, &edges));
                let exact = host::solve(&doubled, source).unwrap();
                check(&doubled, &exact, &rounds!(vertices, &double, source), &(what, source));
                for (single, double) in paths.distances().zip(exact.distances()) {
                    assert_eq!(single.is_some(), double.is_some());
                    let (single, double) =
                        (f64::from(single.unwrap_or(0.0)), double.unwrap_or(0.0));
                    assert!((single - double).abs() <= 1e-5 * double, "{single} {double}");
                }
            }
        }
    }
}

#[test]
fn negative_sums_are_exact() {
    let mut number = numbers();
    for (what, (vertices, ends)) in shapes() {
        // Units of weights that no single word holds together, and of heights that cancel.
        for shift in [0u32, 20, 60] {
            let height: Vec<i128> =
                (0..vertices).map(|_| i128::from(number(50)) << shift).collect();
            let mut weight =
                |a: u32, b: u32| height[a as usize] - height[b as usize] + i128::from(number(3));
            let exact: Edges<i128> = ends.iter().map(|&(a, b)| (a, b, weight(a, b))).collect();
            // What a float holds of a weight is less by as little as not to make cycles negative.
            let exact: Edges<i128> =
                exact.iter().map(|&(a, b, w)| (a, b, (w as f64) as i128)).collect();
            let Some(all) = floyd(vertices, &exact) else { continue };
            let unit = f64::from_bits((1023 - 30) << 52);
            let edges: Edges<f64> =
                exact.iter().map(|&(a, b, w)| (a, b, w as f64 * unit)).collect();
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            for source in sources(vertices) {
                let paths = host::solve(&graph, source).unwrap();
                let expected: Vec<_> =
                    all[source as usize].iter().map(|d| d.map(|d| d as f64 * unit)).collect();
                check(&graph, &paths, &expected, &(what, source, &edges));
            }
        }
    }
}

#[test]
fn what_no_float_holds_is_an_error() {
    let edges = [(0, 1, f32::MAX), (1, 2, f32::MAX)];
    let solve = |edges: &[_]| host::solve(&Graph::from_edges(4, edges).unwrap(), 0);
    assert!(matches!(solve(&edges), Err(Error::TooFar { vertex: 2, .. })));
    // Not so where another way is short enough, or where it is all below 0.
    let around = [edges[0], edges[1], (0, 2, 5.0)];
    assert_eq!(solve(&around).unwrap().distance(2), Some(5.0));
    let below = [(0, 1, -f32::MAX), (1, 2, -f32::MAX)];
    assert!(matches!(solve(&below), Err(Error::TooFar { vertex: 2, .. })));
    let back = [below[0], below[1], (2, 3, f32::MAX), (3, 2, f32::MAX)];
    assert!(matches!(solve(&back), Err(Error::TooFar { vertex: 2, .. })));
}

/// Sums beyond all floats are as far as what is not reached, and no shortest path.
#[test]
fn what_is_beyond_a_limit_may_be_beyond_all_floats() {
    let most = f32::MAX;
    let graph = Graph::from_edges(4, &[(0, 1, 1.0), (0, 2, most), (2, 3, most)]).unwrap();
    for (query, reached) in [(Query::from(0).to(&[1]), 2), (Query::from(0).cutoff(most), 3)] {
        let paths = host::solve(&graph, query).unwrap();
        paths.verify(&graph).unwrap();
        assert_eq!(
            (paths.reached(), paths.distance(3), paths.predecessor(3)),
            (reached, None, None)
        );
    }
}
