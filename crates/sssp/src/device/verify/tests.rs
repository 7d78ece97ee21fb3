//! Answers with one thing wrong, each refused by host and device in the same words.

use kernel_engine::{DeviceChoice, Engine};

use crate::graph::Graph;
use crate::paths::Paths;
use crate::query::Query;
use crate::tree::NONE;
use crate::weight::{Distance, Length, Weight};
use crate::{Solver, host};

/// From 0: 1 at 2, 2 at 3, 3 at 7, 6 at 7 by a ring of zeros; no way leads to 4, 5, 7, 8.
const EDGES: [(u32, u32, i32); 10] = [
    (0, 1, 2),
    (0, 2, 5),
    (1, 2, 1),
    (2, 3, 4),
    (3, 6, 0),
    (6, 3, 0),
    (4, 5, 0),
    (5, 4, 0),
    (7, 0, 1),
    (8, 7, 1),
];

fn far<W: Weight>(distance: f64) -> W::Distance {
    W::Distance::from_f64(distance)
}

fn set<W: Weight>(paths: &mut Paths<W>, vertex: usize, distance: f64, before: u32) {
    paths.distance[vertex] = far::<W>(distance);
    if let Some(predecessor) = &mut paths.predecessor {
        predecessor[vertex] = before;
    }
}

/// What is done to an answer, and what is said then.
type Row<W> = (fn(&mut Paths<W>), &'static str);

fn rows<W: Weight>() -> Vec<Row<W>> {
    vec![
        (|p| set(p, 3, 8.0, 2), "the edge from 2 to 3 makes 3 nearer"),
        (|p| set(p, 2, 2.0, 1), "the edge from 2 to 3 makes 3 nearer"),
        (|p| set(p, 1, 1.0, 0), "the edge from 1 to 2 makes 2 nearer"),
        // The two hold each other up, and no way leads there from outside.
        (
            |p| {
                set(p, 3, 6.0, 6);
                set(p, 6, 6.0, 3);
            },
            "no path to vertex 3 is as short as is told",
        ),
        (|p| set(p, 3, 7.0, 1), "vertex 3 has another predecessor by the rule"),
        (|p| set(p, 3, 7.0, 7), "vertex 3 has another predecessor by the rule"),
        (|p| set(p, 2, 3.0, 0), "vertex 2 has another predecessor by the rule"),
        (|p| set(p, 2, 3.0, NONE), "vertex 2 has another predecessor by the rule"),
        (|p| set(p, 2, 3.0, 1_000_000), "vertex 2 has another predecessor by the rule"),
        // A loop of edges that cost nothing.
        (|p| set(p, 3, 7.0, 6), "vertex 3 has another predecessor by the rule"),
        (
            |p| {
                set(p, 4, 9.0, 5);
                set(p, 5, 9.0, 4);
            },
            "no path to vertex 4 is as short as is told",
        ),
        (|p| set(p, 7, 1.0, NONE), "no path to vertex 7 is as short as is told"),
        (|p| set(p, 8, 3.0, 7), "the edge from 8 to 7 makes 7 nearer"),
        (|p| set(p, 0, 1.0, NONE), "source 0 is not at distance 0"),
        (|p| set(p, 0, 0.0, 1), "vertex 0 has another predecessor by the rule"),
        // What is not reached has no predecessor.
        (
            |p| {
                set(p, 8, 0.0, 7);
                p.distance[8] = W::Distance::UNREACHED;
            },
            "vertex 8 has another predecessor by the rule",
        ),
        (
            |p| {
                set(p, 6, 0.0, NONE);
                p.distance[6] = W::Distance::UNREACHED;
            },
            "the edge from 3 to 6 makes 6 nearer",
        ),
        // More than a device has numbers for.
        (|p| set(p, 6, 1e12, 3), "the edge from 3 to 6 makes 6 nearer"),
        (|p| p.limit = Some(far::<W>(5.0)), ""),
        (
            |p| {
                p.predecessor = None;
                p.distance[3] = far::<W>(8.0);
            },
            "the edge from 2 to 3 makes 3 nearer",
        ),
        (|p| p.predecessor = None, ""),
        (
            |p| {
                p.distance.pop();
            },
            "the graph has 9 vertices, and the paths 8",
        ),
        (|p| p.sources = vec![9], "the source is vertex 9, and the graph has 9, counted from 0"),
        (|p| p.sources = vec![0, 2], "source 2 is not at distance 0"),
    ]
}

/// Each row, on the device and on the host.
fn check<W: Weight>(engine: &Engine, graph: &Graph<W>) {
    let paths = host::solve(graph, 0).unwrap();
    let mut solver = Solver::on_device(engine, graph).unwrap();
    solver.verify(&paths).unwrap();
    for (wrong, told) in rows::<W>() {
        let mut changed = paths.clone();
        wrong(&mut changed);
        let what = format!("{} {}: {changed:?}", engine.info().name, std::any::type_name::<W>());
        let said = |result: crate::Result<()>| match result {
            Ok(()) => String::new(),
            Err(error) => error.to_string().trim_start_matches("not certified: ").to_owned(),
        };
        assert_eq!(said(changed.verify(graph)), told, "by the host, {what}");
        assert_eq!(said(solver.verify(&changed)), told, "by the device, {what}");
    }
    // What is beyond the limit may be left out, and nothing else.
    if !graph.has_negative() {
        let mut near = host::solve(graph, Query::from(0).cutoff(far::<W>(3.0))).unwrap();
        solver.verify(&near).unwrap();
        near.limit = Some(far::<W>(7.0));
        assert!(solver.verify(&near).is_err() && near.verify(graph).is_err());
        // A zero and floats for which a device has no numbers, and one beyond 32 bits.
        for limit in [-0.0, f64::from_bits(1), 1e-40, 1e12] {
            let near = host::solve(graph, Query::from(0).cutoff(far::<W>(limit))).unwrap();
            assert_eq!(near.reached(), if limit < 1.0 { 1 } else { 5 });
            solver.verify(&near).unwrap();
        }
    }
    // The graph is searched as before.
    assert!(solver.solve(0).unwrap().distances().eq(paths.distances()));
}

#[test]
fn whatever_is_wrong_is_found() {
    fn with<W: Weight>(below: bool, weight: fn(i32) -> W) -> Graph<W> {
        let more = below.then_some((8, 4, -1));
        let edges: Vec<_> =
            EDGES.into_iter().chain(more).map(|(a, b, w)| (a, b, weight(w))).collect();
        Graph::from_edges(9, &edges).unwrap()
    }
    for device in Engine::devices() {
        let choice = DeviceChoice::Named(device.name);
        let engine = Engine::builder().device(choice).build().unwrap();
        check(&engine, &with(false, |w| w as u32));
        check(&engine, &with(false, |w| w as f32));
        check(&engine, &with(false, f64::from));
        check(&engine, &with(false, |w| w));
        // No path leads to 8, so a weight below 0 from there changes none.
        check(&engine, &with(true, |w| w));
    }
}
