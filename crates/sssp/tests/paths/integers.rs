//! Integers: every shape with weights small, zero, large, mixed and negative.

use sssp::{Graph, host};

use crate::brute::{Edges, check, floyd, rule};
use crate::families::{numbers, shapes, sources};

/// From each source, distances by Floyd's method and predecessors by the rule taken literally.
macro_rules! compare {
    ($weight:ty, $distance:ty, $vertices:expr, $edges:expr, $what:expr) => {{
        let (vertices, edges, what): (u32, &Edges<$weight>, _) = ($vertices, $edges, $what);
        let exact: Edges<i128> = edges.iter().map(|&(a, b, w)| (a, b, w.into())).collect();
        let all = floyd(vertices, &exact).expect("no cycle is negative");
        let graph = Graph::from_edges(vertices, edges).unwrap();
        let ends: Vec<_> = edges.iter().map(|&(a, b, _)| (a, b)).collect();
        for source in sources(vertices) {
            let paths = host::solve(&graph, source).unwrap();
            let expected = &all[source as usize];
            let told: Vec<_> = expected.iter().map(|d| d.map(|d| d as $distance)).collect();
            check(&graph, &paths, &told, &(what, source, edges));
            let tight = |e: usize| {
                let (tail, head, weight) = exact[e];
                let before = expected[tail as usize];
                before.is_some_and(|before| Some(before + weight) == expected[head as usize])
            };
            let tree = rule(&ends, tight, expected, &[source], graph.has_negative());
            for vertex in 0..vertices {
                let told = paths.predecessor(vertex);
                assert_eq!(told, tree[vertex as usize], "{what} {source} {vertex} {edges:?}");
            }
            let alone =
                host::solve(&graph, sssp::Query::from(source).without_predecessors()).unwrap();
            assert!(alone.distances().eq(paths.distances()));
            alone.verify(&graph).unwrap();
            assert_eq!(alone.path_to(source), None);
        }
    }};
}

#[test]
fn weights_that_are_not_negative() {
    let mut number = numbers();
    for (what, (vertices, ends)) in shapes() {
        for most in [1, 2, 3, 255, u32::MAX] {
            let edges = ends.iter().map(|&(a, b)| (a, b, number(most))).collect();
            compare!(u32, u64, vertices, &edges, what);
        }
        // Huge and tiny ones mixed, the largest there is among them.
        let mixed = [0, 1, u32::MAX, 1 << 30, u32::MAX];
        let edges = ends.iter().map(|&(a, b)| (a, b, mixed[number(5) as usize])).collect();
        compare!(u32, u64, vertices, &edges, what);
        let edges = ends.iter().map(|&(a, b)| (a, b, number(9) as i32)).collect();
        compare!(i32, i64, vertices, &edges, what);
    }
}

#[test]
fn negative_weights_without_negative_cycles() {
    let mut number = numbers();
    for (what, (vertices, ends)) in shapes() {
        // A weight and the difference of heights of its ends: round a cycle those cancel.
        for (most, slope) in [(1, 5), (2, 3), (100, 1000), (1 << 20, 1 << 29)] {
            let height: Vec<i32> = (0..vertices).map(|_| number(slope) as i32).collect();
            let weight = |a: u32, b: u32| height[a as usize] - height[b as usize];
            let edges: Edges<i32> =
                ends.iter().map(|&(a, b)| (a, b, weight(a, b) + number(most) as i32)).collect();
            compare!(i32, i64, vertices, &edges, what);
        }
    }
}

#[test]
fn edges_without_weights_cost_one() {
    for (what, (vertices, ends)) in shapes() {
        let graph = Graph::from_pairs(vertices, &ends).unwrap();
        let ones: Edges<u32> = ends.iter().map(|&(a, b)| (a, b, 1)).collect();
        let weighted = Graph::from_edges(vertices, &ones).unwrap();
        for source in sources(vertices) {
            let expected = host::solve(&weighted, source).unwrap();
            let expected: Vec<_> = expected.distances().map(|d| d.map(|d| d as u32)).collect();
            check(&graph, &host::solve(&graph, source).unwrap(), &expected, &what);
        }
    }
}
