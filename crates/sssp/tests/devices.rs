//! Every device found comes to the distances that Dijkstra's method and the twin come to.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod support;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kernel_engine::Engine;
use sssp::{Error, Graph, Rounds, reference};
use support::{engines, numbers};

/// Tail, head and weight of each edge.
type Edges = [(u32, u32, u32)];

const SEED: u64 = 0x5eed_0f0d;

/// Distances that do not overflow (E. W. Dijkstra, *A note on two problems in connexion with
/// graphs*, 1959), from the edges as they were given.
fn dijkstra(vertices: u32, edges: &Edges, source: u32) -> Vec<Option<u64>> {
    let mut distances = vec![None; vertices as usize];
    let mut queue = BinaryHeap::from([Reverse((0, source))]);
    while let Some(Reverse((distance, vertex))) = queue.pop() {
        if distances[vertex as usize].is_none() {
            distances[vertex as usize] = Some(distance);
            for &(_, head, weight) in edges.iter().filter(|(tail, ..)| *tail == vertex) {
                queue.push(Reverse((distance + u64::from(weight), head)));
            }
        }
    }
    distances
}

/// A device and the twin, from each source, against Dijkstra's method.
fn check(engine: &Engine, vertices: u32, edges: &Edges, sources: &[u32]) {
    let graph = Graph::from_edges(vertices, edges).unwrap();
    for &source in sources {
        let what = format!("{} from {source}: {vertices} {edges:?}", engine.info().name);
        let expected = dijkstra(vertices, edges, source);
        let mut rounds = Rounds::new(engine, &graph, source).unwrap();
        let mut twin = reference::Rounds::new(&graph, source).unwrap();
        let mut count = 0;
        let end = loop {
            match rounds.relax() {
                Ok(true) => count += 1,
                end => break end,
            }
            assert!(count < vertices, "no path has so many edges; {what}");
        };
        let twin_end = loop {
            match twin.relax() {
                Ok(true) => {}
                end => break end,
            }
        };
        let distances = rounds.distances().unwrap();
        assert_eq!(distances, twin.distances(), "{what}");

        let fits = |distance: &u64| *distance < u64::from(u32::MAX);
        for (distance, expected) in distances.iter().zip(&expected) {
            assert_eq!(distance.map(u64::from), expected.filter(fits), "{what}");
        }
        match (end, twin_end) {
            (Ok(false), Ok(false)) => assert!(expected.iter().flatten().all(fits), "{what}"),
            (Err(Error::TooFar { vertex, .. }), Err(Error::TooFar { vertex: twin_vertex, .. })) => {
                assert_eq!(vertex, twin_vertex, "{what}");
                assert!(expected[vertex as usize].is_some_and(|d| !fits(&d)), "{what}");
            }
            ends => panic!("{ends:?} {what}"),
        }
    }
}

#[test]
fn small_random_graphs_come_to_dijkstras_distances() {
    let mut number = numbers(SEED);
    for engine in engines() {
        // From hardly any edges, with sinks and vertices alone, to many parallel ones.
        for (vertices, edges) in [(1, 2), (2, 3), (7, 5), (12, 30), (40, 60), (40, 400), (300, 900)]
        {
            // Few weights make ties and paths of length 0.
            for below in [1, 3, 1000, u32::MAX / 100] {
                let edges: Vec<_> = (0..edges)
                    .map(|_| (number(vertices), number(vertices), number(below)))
                    .collect();
                check(&engine, vertices, &edges, &[0, vertices / 2, vertices - 1]);
            }
        }
    }
}

#[test]
fn odd_graphs() {
    let rows: [(u32, &Edges); 7] = [
        (1, &[]),
        (3, &[]),
        (1, &[(0, 0, 5)]),
        // A circle of length 0, a self loop, the same edge three times.
        (4, &[(0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 2, 9), (1, 2, 4), (1, 2, 9)]),
        // A sink between, and the last vertex as the only one with edges.
        (5, &[(4, 1, 2), (4, 3, 1), (4, 4, 1)]),
        // The long way round is shorter.
        (4, &[(0, 3, 100), (0, 1, 1), (1, 2, 1), (2, 3, 1)]),
        // Vertices without edges in the middle of the rows.
        (9, &[(0, 8, 1), (8, 3, 1), (3, 7, 1)]),
    ];
    for engine in engines() {
        for (vertices, edges) in rows {
            check(&engine, vertices, edges, &(0..vertices).collect::<Vec<_>>());
        }
    }
}

#[test]
fn what_does_not_fit_32_bits_is_an_error() {
    let most = u32::MAX - 1;
    let rows: [(u32, &Edges); 5] = [
        (2, &[(0, 1, most)]),
        (2, &[(0, 1, u32::MAX)]),
        (4, &[(0, 1, most), (1, 2, 0), (1, 3, 1)]),
        // Too far at first, and then not.
        (4, &[(0, 1, u32::MAX), (0, 2, 1), (2, 3, 1), (3, 1, 1)]),
        // Beyond the first that is too far nothing is named.
        (5, &[(0, 3, most), (3, 4, most), (4, 2, most), (3, 1, 0)]),
    ];
    for engine in engines() {
        for (vertices, edges) in rows {
            check(&engine, vertices, edges, &[0]);
        }
    }
}

#[test]
fn a_chain_takes_at_most_a_round_for_each_edge_and_one() {
    let edges: Vec<_> = (0..200).map(|v| (v, v + 1, v % 3)).collect();
    // Against the order in which a device is likely to go.
    let back: Vec<_> = edges.iter().map(|&(a, b, weight)| (200 - a, 200 - b, weight)).collect();
    for engine in engines() {
        check(&engine, 201, &edges, &[0, 100]);
        check(&engine, 201, &back, &[200]);
    }
}

#[test]
fn a_vertex_with_many_edges_is_whole() {
    // More than the 65,535 turns of a loop that some drivers allow.
    let vertices = 70_001;
    let edges: Vec<_> = (1..vertices).map(|v| (0, v, v)).collect();
    let graph = Graph::from_edges(vertices, &edges).unwrap();
    for engine in engines() {
        let mut rounds = Rounds::new(&engine, &graph, 0).unwrap();
        assert!(rounds.relax().unwrap());
        assert!(!rounds.relax().unwrap());
        assert!(rounds.distances().unwrap().iter().eq((0..vertices).map(Some)));
    }
}

#[test]
fn a_source_that_is_no_vertex_is_refused() {
    let graph = Graph::from_edges(2, &[(0, 1, 1)]).unwrap();
    for engine in engines() {
        let refused = Rounds::new(&engine, &graph, 2).unwrap_err().to_string();
        assert_eq!(refused, "the source is vertex 2, and the graph has 2, counted from 0");
    }
}
