//! Inputs on which others went wrong, in the smallest form that shows it.

use std::sync::LazyLock;

use kernel_engine::Engine;
use sssp::{Error, Graph, Paths, Query, Solver, Weight, host};

use crate::support;

/// Opened once, since each compiles the kernels for itself.
static ENGINES: LazyLock<Vec<Engine>> = LazyLock::new(support::engines);

/// From which vertex, over which edges, which distances, and which predecessors: on the host, and
/// on every device.
fn row<W: Weight>(
    source: u32,
    edges: &[(u32, u32, W)],
    distances: &[Option<W::Distance>],
    predecessors: &[Option<u32>],
) {
    let graph = Graph::from_edges(distances.len() as u32, edges).unwrap();
    let check = |paths: Paths<W>| {
        assert_eq!(paths.distances().collect::<Vec<_>>(), distances, "{edges:?}");
        let told: Vec<_> = (0..graph.vertices()).map(|v| paths.predecessor(v)).collect();
        assert_eq!(told, predecessors, "{edges:?}");
        paths.verify(&graph).unwrap();
    };
    check(host::solve(&graph, source).unwrap());
    for engine in ENGINES.iter() {
        check(Solver::on_device(engine, &graph).unwrap().solve(source).unwrap());
    }
}

#[test]
fn zeros_make_no_loops() {
    // Neighbours at no distance from each other.
    let both = [(0, 1, 0i32), (1, 0, 0), (1, 2, 0), (2, 1, 0)];
    row(0, &both, &[Some(0), Some(0), Some(0)], &[None, Some(0), Some(1)]);
    let square = [(0, 1, 0i32), (1, 2, 0), (2, 3, 1), (3, 0, 1)];
    let square: Vec<_> = square.iter().flat_map(|&(a, b, w)| [(a, b, w), (b, a, w)]).collect();
    row(0, &square, &[Some(0), Some(0), Some(0), Some(1)], &[None, Some(0), Some(1), Some(0)]);
    // A loop of weight 0 is nobody's predecessor.
    row(1, &[(1, 1, 0u32), (1, 0, 0)], &[Some(0), Some(0)], &[Some(1), None]);
    // Steps that vanish beside a large float are zeros too.
    let absorbed = [(0, 1, 1e8f32), (1, 2, 1e-3), (2, 1, 1e-3), (2, 3, 1e-3), (3, 2, 1e-3)];
    let far = Some(1e8);
    row(0, &absorbed, &[Some(0.0), far, far, far], &[None, Some(0), Some(1), Some(2)]);
}

#[test]
fn rounding_makes_no_loops_either() {
    let edges = [(0, 1, 0.1), (1, 2, 6.8), (2, 1, -6.8)];
    row(0, &edges, &[Some(0.0), Some(0.1), Some(6.8999999999999995)], &[None, Some(0), Some(1)]);
    // -0.0 is zero.
    row(0, &[(0, 1, -0.0f32), (1, 0, 0.0)], &[Some(0.0), Some(0.0)], &[None, Some(0)]);
}

#[test]
fn integers_do_not_wrap() {
    let two = 2_000_000_000u32;
    let edges = [(0, 1, two), (1, 2, two), (0, 2, 2_100_000_000)];
    row(0, &edges, &[Some(0), Some(2_000_000_000), Some(2_100_000_000)], &[None, Some(0), Some(0)]);
    row(
        0,
        &[(0, 1, u32::MAX), (1, 2, u32::MAX)],
        &[Some(0), Some(4294967295), Some(8589934590)],
        &[None, Some(0), Some(1)],
    );
    row(
        0,
        &[(0, 1, i32::MIN), (1, 2, i32::MIN)],
        &[Some(0), Some(-2147483648), Some(-4294967296)],
        &[None, Some(0), Some(1)],
    );
}

#[test]
fn the_lightest_of_parallel_edges_counts() {
    row(0, &[(0, 1, 110i32), (0, 1, 100), (0, 1, 105)], &[Some(0), Some(100i64)], &[None, Some(0)]);
}

#[test]
fn negative_edges_are_not_dijkstras() {
    let edges = [(0, 1, 3i32), (2, 0, 2), (1, 2, -2), (1, 0, 4)];
    row(1, &edges, &[Some(0), Some(0i64), Some(-2)], &[Some(2), None, Some(1)]);
    row(
        0,
        &[(0, 1, 5i32), (1, 2, -3), (2, 3, 1)],
        &[Some(0), Some(5i64), Some(2), Some(3)],
        &[None, Some(0), Some(1), Some(2)],
    );
}

#[test]
fn the_last_vertex_is_a_source_like_others() {
    let path: Vec<_> = [(0, 1, 1i32), (1, 2, 1), (2, 3, 1)]
        .iter()
        .flat_map(|&(a, b, w)| [(a, b, w), (b, a, w)])
        .collect();
    row(3, &path, &[Some(3i64), Some(2), Some(1), Some(0)], &[Some(1), Some(2), Some(3), None]);
    row(3, &path[..1], &[None, None, None, Some(0i64)], &[None; 4]);
}

#[test]
fn cycles_come_whole() {
    let cycle = |paths| match paths {
        Err(Error::NegativeCycle { vertices, total }) => (vertices, total),
        other => panic!("{other:?}"),
    };
    let solve = |edges: &[(u32, u32, i32)]| {
        let graph = Graph::from_edges(3, edges).unwrap();
        let found = cycle(host::solve(&graph, 0));
        for engine in ENGINES.iter() {
            assert_eq!(cycle(Solver::on_device(engine, &graph).unwrap().solve(0)), found);
        }
        found
    };
    // The source hangs on the cycle and is no part of it.
    assert_eq!(solve(&[(0, 1, 1), (1, 2, -3), (2, 1, 1), (1, 0, 9)]), (vec![1, 2], -2.0));
    assert_eq!(solve(&[(0, 1, 1), (1, 1, -1)]), (vec![1], -1.0));
    assert_eq!(solve(&[(0, 0, -4)]), (vec![0], -4.0));
    assert_eq!(solve(&[(0, 1, -1), (1, 0, -1)]), (vec![0, 1], -2.0));
}

#[test]
fn infinite_edges_stop_paths_and_cycles() {
    let inf = f64::INFINITY;
    row(0, &[(0, 1, inf), (1, 2, 1.0)], &[Some(0.0), None, None], &[None; 3]);
    let edges = [(0, 1, inf), (1, 2, -5.0), (2, 1, 1.0), (0, 3, 1.0)];
    row(0, &edges, &[Some(0.0), None, None, Some(1.0)], &[None, None, None, Some(0)]);
}

#[test]
fn the_unit_of_weights_does_not_matter() {
    for unit in [1e-12, 1e-9, 1.0, 1e9] {
        let edges = [(0, 1, 3.0 * unit), (0, 2, unit), (2, 1, unit)];
        row(0, &edges, &[Some(0.0), Some(unit + unit), Some(unit)], &[None, Some(2), Some(0)]);
    }
}

#[test]
fn a_source_reached_from_another_below_zero_has_a_predecessor() {
    let graph = Graph::from_edges(3, &[(0, 1, -5i32), (1, 2, 1)]).unwrap();
    let paths = host::solve(&graph, Query::from([0, 1])).unwrap();
    assert_eq!(paths.distances().flatten().collect::<Vec<_>>(), [0, -5, -4]);
    assert_eq!(paths.path_to(2), Some(vec![0, 1, 2]));
    paths.verify(&graph).unwrap();
}

#[test]
fn directions_that_differ_are_both_there() {
    let graph = Graph::from_edges(2, &[(0, 1, 5u32), (1, 0, 3)]).unwrap().undirected().unwrap();
    for source in [0, 1] {
        let paths = host::solve(&graph, source).unwrap();
        assert_eq!(paths.distance(1 - source), Some(3));
        paths.verify(&graph).unwrap();
    }
}

#[test]
fn a_star_of_sinks_ends() {
    let edges = [(1, 2, 1i32), (1, 3, 1), (1, 4, 1), (1, 5, 1)];
    let far = Some(1);
    row(
        1,
        &edges,
        &[None, Some(0), far, far, far, far],
        &[None, None, Some(1), Some(1), Some(1), Some(1)],
    );
}
