//! Many searches together come to what each comes to by itself, which is Dijkstra's or Floyd's.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod support;

use kernel_engine::Engine;
use sssp::{Error, Graph, Paths, Query, Solver, Tuning, Unit, Weight, files, host};
use support::{engines, numbers};

type Edges = Vec<(u32, u32, i32)>;

/// That paths are those of the host, to which other tests hold Dijkstra's and Floyd's methods.
fn same<W: Weight>(graph: &Graph<W>, query: &Query<W::Distance>, found: &Paths<W>, what: &str) {
    let expected = host::solve(graph, query.clone()).unwrap();
    assert!(found.distances().eq(expected.distances()), "{what} {query:?}: distances");
    for vertex in 0..graph.vertices() {
        let before = |paths: &Paths<W>| paths.predecessor(vertex);
        assert_eq!(before(found), before(&expected), "{what} {query:?}: before {vertex}");
    }
    assert_eq!(found.sources(), expected.sources(), "{what}");
    assert_eq!(found.limit(), expected.limit(), "{what}");
}

/// All vertices as sources; whether the device found the paths.
fn check<W: Weight>(engine: &Engine, name: &str, graph: &Graph<W>, device: bool) {
    let what = format!("{} {name} {}", engine.info().name, std::any::type_name::<W>());
    let mut solver = Solver::on_device(engine, graph).unwrap();
    // Twice: the second finds the leavings of the first.
    for _ in 0..2 {
        let all = solver.solve_batch(0..graph.vertices()).unwrap();
        assert_eq!(all.len(), graph.vertices() as usize);
        for (source, found) in (0..).zip(&all) {
            assert_eq!(found.report().device.is_some(), device, "{what}: who answered");
            same(graph, &source.into(), found, &what);
        }
        let steps: Vec<_> = all.iter().map(|paths| paths.report().steps).collect();
        // Below 0 a circle of predecessors that costs nothing may come about, by invocations that
        // write side by side; then each goes by itself.
        let together = device && !graph.has_negative();
        assert!(!together || steps.iter().all(|s| *s == steps[0]), "{what}: one group, {steps:?}");
    }
}

/// The same edges with weights of every type.
fn every(engine: &Engine, name: &str, vertices: u32, edges: &Edges) {
    check(engine, name, &Graph::from_edges(vertices, edges).unwrap(), true);
    let units: Vec<_> = edges.iter().map(|&(a, b, _)| (a, b, Unit)).collect();
    check(engine, name, &Graph::from_edges(vertices, &units).unwrap(), true);
    let unsigned: Vec<_> = edges.iter().map(|&(a, b, w)| (a, b, w.unsigned_abs())).collect();
    check(engine, name, &Graph::from_edges(vertices, &unsigned).unwrap(), true);
    let floats: Vec<_> =
        edges.iter().map(|&(a, b, w)| (a, b, w.unsigned_abs() as f32 / 3.0)).collect();
    check(engine, name, &Graph::from_edges(vertices, &floats).unwrap(), true);
    let doubles: Vec<_> = edges.iter().map(|&(a, b, w)| (a, b, f64::from(w) / 3.0)).collect();
    let doubles = Graph::from_edges(vertices, &doubles).unwrap();
    let wide = engine.capacity().atomics_64 && engine.capacity().floats_64;
    check(engine, name, &doubles, wide && !doubles.has_negative());
}

#[test]
fn random_graphs_from_everywhere() {
    let mut number = numbers(0xba7c);
    for engine in engines() {
        for (vertices, edges, below) in [(2, 3, 5), (90, 500, 1000), (130, 150, 3)] {
            let edges: Edges = (0..edges)
                .map(|_| (number(vertices), number(vertices), number(below) as i32))
                .collect();
            every(&engine, "random", vertices, &edges);
        }
        // Some weights below 0, and no cycle: a potential.
        let height: Vec<i32> = (0..80).map(|_| number(50) as i32).collect();
        let edges: Edges = (0..400)
            .map(|_| (number(80), number(80), number(9) as i32))
            .map(|(a, b, w)| (a, b, w + height[b as usize] - height[a as usize]))
            .collect();
        every(&engine, "potential", 80, &edges);
        // A vertex with more edges than one near item has, and rings of zeros.
        let mut hub: Edges = (0..5000).map(|k| (7, k % 60, (k % 90) as i32)).collect();
        hub.extend((0..60).map(|v| (v, (v + 1) % 60, 0)));
        every(&engine, "hub", 60, &hub);
    }
}

#[test]
fn the_notebook_from_every_vertex() {
    let text = include_str!("../../../examples/sssp/notebook.json");
    let network = files::parse("notebook.json", text.as_bytes(), &files::Options::default());
    let files::Weighted::Unit(graph) = network.unwrap().graph else { panic!("has weights") };
    // How many each reaches, and how far they are in sum, by hand.
    let reached = [1, 2, 2, 4, 6, 6, 7, 7, 7, 7, 7];
    let sums = [0.0, 1.0, 1.0, 4.0, 7.0, 9.0, 11.0, 11.0, 11.0, 13.0, 13.0];
    for engine in engines() {
        check(&engine, "notebook", &graph, true);
        let all = Solver::on_device(&engine, &graph).unwrap().solve_batch(0..11).unwrap();
        assert!(all.iter().map(Paths::reached).eq(reached));
        assert!(all.iter().map(Paths::sum).eq(sums));
    }
}

#[test]
fn queries_of_all_kinds_in_their_order() {
    let mut number = numbers(31);
    let edges: Vec<_> = (0..900).map(|_| (number(200), number(200), number(50))).collect();
    let graph = Graph::from_edges(200, &edges).unwrap();
    let queries: Vec<Query<u64>> = vec![
        3.into(),
        [5, 9, 5].into(),
        Query::from(7).cutoff(60),
        Query::from(8).cutoff(60),
        Query::from(8).to(&[1, 2]),
        Query::from(11).without_predecessors(),
        Query::from(12).without_predecessors(),
        199.into(),
    ];
    for engine in engines() {
        // The host, which is as quick here, answers some on each core.
        let many = vec![&queries; 40].into_iter().flatten().cloned().collect::<Vec<_>>();
        let all = Solver::new(&engine, &graph).unwrap().solve_batch(many.clone()).unwrap();
        assert_eq!(all.len(), many.len());
        for (query, found) in many.iter().zip(&all) {
            same(&graph, query, found, "side by side");
        }
        let mut solver = Solver::on_device(&engine, &graph).unwrap();
        let all = solver.solve_batch(queries.clone()).unwrap();
        assert_eq!(all.len(), queries.len());
        for (query, found) in queries.iter().zip(&all) {
            same(&graph, query, found, &engine.info().name);
        }
        assert!(solver.solve_batch([0u32; 0]).unwrap().is_empty());
        // Larger groups than before, and what is left over.
        let sources: Vec<u32> = (0..200).chain(0..41).collect();
        let all = solver.solve_batch(&sources).unwrap();
        assert!(all.iter().map(|paths| paths.sources()[0]).eq(sources));
    }
}

#[test]
fn who_has_no_answer_leaves_others_theirs() {
    // From 0 to 4 a cycle of total -1 is reached, from 5 on none.
    let mut edges: Edges = (0..9).map(|v| (v, v + 1, 1)).collect();
    edges.retain(|edge| edge.0 != 4);
    edges.push((4, 3, -2));
    edges.push((3, 4, 1));
    let graph = Graph::from_edges(10, &edges).unwrap();
    for engine in engines() {
        let solvers = [Solver::on_device(&engine, &graph), Solver::new(&engine, &graph)];
        for mut solver in solvers.map(Result::unwrap) {
            let mut told = Vec::new();
            // As many as there may be cores.
            let queries = [5, 6, 2, 77, 9].repeat(40);
            solver
                .solve_each(queries, |paths| {
                    told.push(match paths {
                        Ok(paths) => paths.reached().to_string(),
                        Err(Error::NegativeCycle { vertices, total }) => {
                            format!("{vertices:?} {total}")
                        }
                        Err(error) => error.to_string(),
                    });
                    Ok::<(), Error>(())
                })
                .unwrap();
            let none = "the source is vertex 77, and the graph has 10, counted from 0";
            assert_eq!(told, ["5", "4", "[3, 4] -1", none, "1"].repeat(40));
            assert!(matches!(solver.solve_batch(0..10), Err(Error::NegativeCycle { .. })));
            assert_eq!(solver.solve_batch(5..10).unwrap().len(), 5);
        }
    }
}

#[test]
fn many_small_searches_are_worth_a_device() {
    let edges: Vec<_> = (0..999).map(|v| (v, v + 1, 1u32)).collect();
    let graph = Graph::from_edges(1000, &edges).unwrap();
    for engine in engines() {
        let tuning = Tuning { small: 1 << 18, ..Tuning::default() };
        let mut solver = Solver::tuned(&engine, &graph, tuning).unwrap();
        assert!(solver.solve(0).unwrap().report().device.is_none());
        for (sources, device) in [(100, false), (200, true)] {
            let all = solver.solve_batch(0..sources).unwrap();
            assert!(all.iter().all(|paths| paths.report().device.is_some() == device));
            assert!((0..).zip(&all).all(|(v, paths)| paths.reached() == 1000 - v));
        }
    }
}
