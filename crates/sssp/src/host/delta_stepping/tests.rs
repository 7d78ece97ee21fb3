//! What buckets find is what Dijkstra's method finds.

use super::*;
use crate::host::dijkstra::dijkstra;
use crate::paths::keep_within;

/// A number below `below`.
fn dice(state: &mut u64, below: u32) -> u32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (((*state >> 33) * u64::from(below)) >> 31) as u32
}

/// Edges of some shapes, each with a number of which its weight is made.
fn shape(kind: u32, state: &mut u64) -> (u32, Vec<(u32, u32, u32)>) {
    let n = 1 + dice(state, 300);
    let mut vertex = |k: u32| match kind % 6 {
        // Any two; a path; a star; a few hubs; rings; rows and columns.
        0 => (dice(state, n), dice(state, n)),
        1 => (k % n, (k + 1) % n),
        2 if k.is_multiple_of(2) => (0, k % n),
        2 => (k % n, 0),
        3 => (dice(state, 3) % n, dice(state, n)),
        4 => (k % n, if k % 5 == 4 { (k - 4) % n } else { (k + 1) % n }),
        _ => (k % n, (k % n + if k.is_multiple_of(2) { 1 } else { 17 }) % n),
    };
    let ends: Vec<_> = (0..n * 4).map(&mut vertex).collect();
    (n, ends.into_iter().map(|(a, b)| (a, b, dice(state, 1 << 20))).collect())
}

/// What is told of a search.
fn within<D: Distance>(mut search: Search<D>) -> Search<D> {
    if let Some(limit) = search.limit {
        keep_within(limit, &mut search.distance, &mut search.predecessor);
    }
    search
}

fn agree<W: Weight>(weight: impl Fn(u32) -> W, seed: u64) {
    let mut state = seed;
    for kind in 0..30 {
        let (n, edges) = shape(kind, &mut state);
        let edges: Vec<_> = edges.into_iter().map(|(a, b, w)| (a, b, weight(w))).collect();
        let graph = Graph::from_edges(n, &edges).unwrap();
        let mut vertices = |most| -> Vec<u32> {
            (0..dice(&mut state, most)).map(|_| dice(&mut state, n)).collect()
        };
        let (mut query, targets) = (Query::from(vertices(3)), vertices(4));
        query.sources.push(0);
        let full = dijkstra(&graph, &query).unwrap();
        let reached = full.distance.iter().filter(|d| **d < W::Distance::UNREACHED);
        let half = reached.map(|d| d.to_f64()).fold(0.0, f64::max) / 2.0;
        for cutoff in [None, Some(W::Distance::from_f64(half))] {
            for targets in [&[], &targets[..]] {
                query.cutoff = cutoff;
                query.targets = targets.to_vec();
                let right = within(dijkstra(&graph, &query).unwrap());
                for threads in [1, 2, 5] {
                    let found = within(by(threads, &graph, &query).unwrap().unwrap());
                    assert_eq!(found.distance, right.distance, "{kind} {threads} {query:?}");
                    assert_eq!(found.predecessor, right.predecessor, "{kind} {query:?}");
                    assert_eq!(found.limit, right.limit, "{kind} {query:?}");
                }
            }
        }
    }
}

#[test]
fn it_finds_what_dijkstra_does() {
    agree(|w| w % 255 + 1, 1);
    agree(|w| w % 3, 2);
    agree(|w| (w % 1000) as i32, 3);
    agree(|_| crate::Unit, 4);
    agree(|w| w as f32 * 1e-3, 5);
    // Few add anything to what lies before them.
    agree(|w| f32::powi(10.0, (w % 40) as i32 - 20), 6);
    agree(|w| if w % 4 == 0 { f32::INFINITY } else { 0.0 }, 7);
    // Few are impassable in all but name.
    agree(|w| if w % 50 == 0 { 1e30 } else { w as f32 * 1e-6 }, 8);
    agree(|w| if w % 9 == 0 { 1 << 27 } else { w % 2 }, 9);
}

#[test]
fn distances_beyond_32_bits_are_left_to_others() {
    let path = |weight| Graph::from_edges(3, &[(0, 1, weight), (1, 2, weight)]).unwrap();
    let found = |graph: &Graph| by(2, graph, &Query::from(0)).unwrap().map(|it| it.distance);
    assert_eq!(
        found(&path((u32::MAX - 1) / 2)),
        Some(vec![0, u64::from(u32::MAX / 2), u64::from(u32::MAX) - 1])
    );
    assert_eq!(found(&path(u32::MAX / 2 + 1)), None);
    let doubles = Graph::from_edges(2, &[(0, 1, 1.0f64); 1 << 20]).unwrap();
    assert!(delta_stepping(4, &doubles, &Query::from(0)).unwrap().is_none());
}

#[test]
fn large_graphs_have_all_cores() {
    let side = 400;
    let at = |x: u32, y: u32| (x % side) * side + y % side;
    let edges = (0..side * side).flat_map(|k| {
        let (x, y, w) = (k / side, k % side, k.wrapping_mul(2_654_435_761) >> 20);
        [(at(x, y), at(x + 1, y), w), (at(x, y), at(x, y + 1), w ^ 99)]
    });
    let graph = Graph::from_edges(side * side, &edges.collect::<Vec<_>>()).unwrap();
    let paths = crate::host::solve(&graph, 7).unwrap();
    paths.verify(&graph).unwrap();
    assert_eq!(paths.distance, dijkstra(&graph, &Query::from(7)).unwrap().distance);
    if thread::available_parallelism().is_ok_and(|cores| cores.get() > 1) {
        assert_eq!(paths.report().method, Method::DeltaStepping);
        assert!(paths.report().delta > Some(0.0) && paths.report().steps > Some(1));
    }
}

/// How often an edge is looked at, for each edge.
fn looks<W: Weight>(vertices: u32, edges: &[(u32, u32, W)]) -> f64 {
    let graph = Graph::from_edges(vertices, edges).unwrap();
    let found = by(1, &graph, &Query::from(0)).unwrap().unwrap();
    assert_eq!(found.distance, dijkstra(&graph, &Query::from(0)).unwrap().distance);
    found.report.relaxations.unwrap() as f64 / edges.len() as f64
}

#[test]
fn no_edge_is_looked_at_without_need() {
    // Each vertex of a path finds a shorter way to one with many edges.
    let path = (0..900).flat_map(|v| [(v, v + 1, 1), (v, 1000, 2 * (900 - v))]);
    let hub: Vec<_> = path.chain((0..9000).map(|k| (1000, 1001 + k, 5))).collect();
    let seen = looks(10_001, &hub);
    assert!(seen < 2.0, "{seen}");
    // What is far apart at first lies close together later.
    let far = (0..26).map(|v| (v, v + 1, 1u32 << v));
    let ladder = (26..20_000).flat_map(|v| [(v, v + 1, 1), (v, v + 100, 200)]);
    let seen = looks(20_100, &far.chain(ladder).collect::<Vec<_>>());
    assert!(seen < 20.0, "{seen}");
    // A grid in which some edges are as long as a number can be.
    let grid = (0..250_000u32).flat_map(|v| {
        let w = |k: u32| f32::from((v.wrapping_mul(k) >> 16) as u16) + 1.0;
        let long = |k| if v % 101 == 0 { 1e30 } else { w(k) };
        [(v, (v + 1) % 250_000, long(2_654_435_761)), (v, (v + 500) % 250_000, w(40_503 << 7))]
    });
    let seen = looks(250_000, &grid.collect::<Vec<_>>());
    assert!(seen < 4.0, "{seen}");
}
