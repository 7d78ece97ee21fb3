//! Every device found comes to the host's distances and predecessors, for all types of weights.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod support;

use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use kernel_engine::Engine;
use pollster::block_on;
use sssp::files::{self, Options, Weighted};
use sssp::{
    Error, Graph, Method, Paths, Query, Rounds, Solver, Tuning, Unit, Weight, host, solve,
    solve_async,
};
use support::{engines, numbers};

/// Tail, head, weight.
type Edges = Vec<(u32, u32, i32)>;

fn random(number: &mut impl FnMut(u32) -> u32, vertices: u32, edges: u32, below: u32) -> Edges {
    (0..edges).map(|_| (number(vertices), number(vertices), number(below) as i32)).collect()
}

/// The default, and few invocations with a threshold that rises slowly or not at all.
fn tunings() -> [Tuning; 4] {
    [
        Tuning::default(),
        Tuning { width: 64, groups: Some(3), delta: Some(1.0), hops: 7, ..Tuning::default() },
        Tuning { width: 32, groups: Some(2), delta: Some(1e9), hops: 0, ..Tuning::default() },
        Tuning { width: 32, groups: Some(1), delta: Some(1.0), adapts: false, ..Tuning::default() },
    ]
}

/// That a device answers as the host does; whether it was the device.
fn same<W: Weight>(
    solver: &mut Solver<'_, W>,
    graph: &Graph<W>,
    query: &Query<W::Distance>,
    what: &str,
) -> bool {
    let (found, expected) = (solver.solve(query.clone()), host::solve(graph, query.clone()));
    match (found, expected) {
        (Ok(found), Ok(expected)) => {
            assert!(found.distances().eq(expected.distances()), "{what}: distances");
            let tree = |paths: &Paths<W>| -> Vec<_> {
                (0..graph.vertices()).map(|vertex| paths.predecessor(vertex)).collect()
            };
            assert_eq!(tree(&found), tree(&expected), "{what}: predecessors");
            assert_eq!(found.limit(), expected.limit(), "{what}");
            let said = |result: sssp::Result<()>| result.map_err(|error| error.to_string());
            assert_eq!(said(solver.verify(&found)), said(found.verify(graph)), "{what}");
            assert_eq!(found.report().device.is_some(), found.report().reason.is_none(), "{what}");
            found.report().device.is_some()
        }
        (Err(Error::NegativeCycle { vertices, total }), Err(Error::NegativeCycle { .. })) => {
            assert!(total < 0.0, "{what}");
            let next = vertices.iter().cycle().skip(1);
            let lightest = vertices.iter().zip(next).map(|(tail, head)| {
                let there = graph.leaving(*tail).filter(|(to, _)| to == head);
                there.map(|(_, weight)| weight.to_f64()).reduce(f64::min).expect(what)
            });
            assert_eq!(lightest.sum::<f64>(), total, "{what}");
            true
        }
        (Err(found), Err(expected)) => {
            assert_eq!(found.to_string(), expected.to_string(), "{what}");
            false
        }
        ends => panic!("{what}: {ends:?}"),
    }
}

/// Whether the device adds up in 64 bits.
fn has_64_bits(engine: &Engine) -> bool {
    engine.capacity().atomics_64 && engine.capacity().floats_64
}

/// All distances and trees from these sources, and cut short in every way.
fn check<W: Weight>(engine: &Engine, name: &str, graph: &Graph<W>, sources: &[u32], device: bool) {
    let what = format!("{} {name} {}", engine.info().name, std::any::type_name::<W>());
    let all = Query::from(sources);
    for (k, tuning) in tunings().into_iter().enumerate() {
        let mut solver = Solver::tuned(engine, graph, tuning).unwrap();
        // The second search finds the leavings of the first, whatever the tuning.
        for _ in 0..if k == 0 { 2 } else { 1 } {
            assert_eq!(same(&mut solver, graph, &all, &what), device, "{what}: who answered");
        }
    }
    let Ok(paths) = host::solve(graph, sources) else { return };
    let mut solver = Solver::on_device(engine, graph).unwrap();
    let (farthest, _) = paths.farthest().unwrap();
    let middle = paths.distances().flatten().nth(paths.reached() / 2).unwrap();
    let zero = host::solve(graph, farthest).unwrap().distance(farthest).unwrap();
    let mut queries = vec![
        all.clone().to(&[graph.vertices() / 2]),
        all.clone().to(&[farthest, sources[0], farthest]),
        all.clone().without_predecessors(),
    ];
    for cutoff in [middle, zero] {
        if graph.has_negative() || cutoff >= zero {
            queries.push(all.clone().cutoff(cutoff));
            queries.push(all.clone().cutoff(cutoff).to(&[graph.vertices() / 2]));
        }
    }
    for query in &queries {
        same(&mut solver, graph, query, &format!("{what} {query:?}"));
    }
}

/// The same edges with weights of every type.
fn every(engine: &Engine, name: &str, vertices: u32, edges: &Edges, sources: &[u32]) {
    let signed = Graph::from_edges(vertices, edges).unwrap();
    let some = !edges.is_empty();
    check(engine, name, &signed, sources, some);
    let doubles: Vec<_> = edges.iter().map(|&(a, b, w)| (a, b, f64::from(w) / 3.0)).collect();
    let doubles = Graph::from_edges(vertices, &doubles).unwrap();
    let on_device = some && !signed.has_negative();
    check(engine, name, &doubles, sources, on_device && has_64_bits(engine));
    let floats: Vec<_> = edges.iter().map(|&(a, b, w)| (a, b, w as f32 / 3.0)).collect();
    check(engine, name, &Graph::from_edges(vertices, &floats).unwrap(), sources, on_device);
    let units: Vec<_> = edges.iter().map(|&(a, b, _)| (a, b, Unit)).collect();
    check(engine, name, &Graph::from_edges(vertices, &units).unwrap(), sources, some);
    if !signed.has_negative() {
        let unsigned: Vec<_> = edges.iter().map(|&(a, b, w)| (a, b, w as u32)).collect();
        check(engine, name, &Graph::from_edges(vertices, &unsigned).unwrap(), sources, some);
    }
}

#[test]
fn random_graphs() {
    let mut number = numbers(0x5eed_0f0d);
    // Vertices, edges, and what their weights are below: small and large ones at every density.
    let graphs =
        [(1, 0, 2), (1, 2, 2), (2, 3, 200), (7, 5, 2), (40, 60, 200), (40, 400, 2), (40, 400, 200)];
    for engine in engines() {
        for (vertices, edges, below) in graphs.into_iter().chain([(1000, 1500, 200)]) {
            let edges = random(&mut number, vertices, edges, below);
            every(&engine, "random", vertices, &edges, &[0, vertices / 2, 0]);
        }
    }
}

#[test]
fn sums_of_64_bits() {
    let mut number = numbers(64);
    for engine in engines() {
        let wide = has_64_bits(&engine);
        println!("{}: sums of 64 bits {wide}", engine.info().name);
        // Small and large weights mixed, so that 32 bits hold some sums and not others.
        let edges: Vec<_> = (0..1500)
            .map(|k| {
                (number(300), number(300), if k % 3 == 0 { number(9) } else { number(u32::MAX) })
            })
            .collect();
        let chain = (0..299).map(|v| (v, v + 1, u32::MAX - 5));
        let edges: Vec<_> = edges.into_iter().chain(chain).collect();
        let graph = Graph::from_edges(300, &edges).unwrap();
        check(&engine, "large and small", &graph, &[0], wide);
        // A path whose end is beyond 2^32, and below what an f64 counts one by one.
        let long: Vec<_> = (0..2000).map(|v| (v, v + 1, u32::MAX - (v & 3))).collect();
        let long = Graph::from_edges(2001, &long).unwrap();
        check(&engine, "long", &long, &[0, 1000], wide);
        let deep: Vec<_> = (0..500).map(|v| (v, v + 1, i32::MIN + v as i32)).collect();
        check(&engine, "deep", &Graph::from_edges(501, &deep).unwrap(), &[0], wide);
        // A negative cycle that only 64 bits go round, as it takes long to become worth while.
        let mut cycle = deep.clone();
        cycle.extend([(500, 499, i32::MAX), (500, 0, -1)]);
        check(&engine, "cycle", &Graph::from_edges(501, &cycle).unwrap(), &[0], true);
        // Doubles in which floats of 32 bits are all the same, or none.
        let fine: Vec<_> = (0..900)
            .map(|_| (number(200), number(200), 1.0 + f64::from(number(1000)) * 1e-13))
            .collect();
        check(&engine, "fine", &Graph::from_edges(200, &fine).unwrap(), &[0, 199], wide);
        let tiny: Vec<_> = fine.iter().map(|&(a, b, w)| (a, b, w * 1e-300)).collect();
        check(&engine, "tiny", &Graph::from_edges(200, &tiny).unwrap(), &[7], wide);
        let huge: Vec<_> = fine.iter().map(|&(a, b, w)| (a, b, w * 1e200)).collect();
        check(&engine, "huge", &Graph::from_edges(200, &huge).unwrap(), &[7], false);
        let absorbed = [(0, 1, 1e17), (1, 2, 1.0), (2, 3, 1.0), (3, 1, 0.0), (0, 4, f64::INFINITY)];
        check(&engine, "absorbed", &Graph::from_edges(5, &absorbed).unwrap(), &[0], wide);
    }
}

#[test]
fn delta_adapts_to_what_steps_find() {
    // A grid of which a step finds little.
    let side = 60;
    let edges = (0..side * side).flat_map(|v| {
        let right = (v % side + 1 < side).then_some((v, v + 1, 100 + v % 9));
        right.into_iter().chain((v / side + 1 < side).then_some((v, v + side, 101 + v % 7)))
    });
    let graph = Graph::from_edges(side * side, &edges.collect::<Vec<_>>()).unwrap();
    for engine in engines() {
        let report = |adapts| {
            let tuning = Tuning { delta: Some(8.0), adapts, ..Tuning::default() };
            let paths = Solver::tuned(&engine, &graph, tuning).unwrap().solve(0).unwrap();
            assert!(paths.distances().eq(host::solve(&graph, 0).unwrap().distances()));
            let report = paths.report();
            let steps = report.steps.unwrap();
            // One workgroup does many of them by itself.
            assert!(report.dispatches.unwrap() * 20 < steps, "{report:?}");
            (report.delta.unwrap(), steps)
        };
        let ((fixed, many), (grown, fewer)) = (report(false), report(true));
        assert_eq!((fixed, grown), (8.0, 512.0), "{}", engine.info().name);
        assert!(fewer < many, "{fewer} steps, {many} without");
    }
}

#[test]
fn shapes() {
    let mut number = numbers(7);
    for engine in engines() {
        let path: Edges = (0..999).map(|v| (v, v + 1, (v % 7) as i32)).collect();
        every(&engine, "path", 1000, &path, &[0]);
        let star: Edges = (1..5000).flat_map(|v| [(0, v, (v % 100) as i32), (v, 0, 1)]).collect();
        every(&engine, "star", 5000, &star, &[77]);
        let ring: Edges = (0..50).map(|v| (v, (v + 1) % 50, 0)).collect();
        every(&engine, "ring of zeros", 50, &ring, &[3]);
        // Vertices with more edges than one near item has.
        let mut hubs = random(&mut number, 3000, 6000, 50);
        hubs.extend((0..7000).map(|k| (k % 3, number(3000), number(90) as i32)));
        hubs.extend((0..9000).map(|_| (5, number(3000), number(90) as i32)));
        every(&engine, "hubs", 3000, &hubs, &[2999]);
    }
}

#[test]
fn weights_below_0() {
    let mut number = numbers(99);
    for engine in engines() {
        for (vertices, edges) in [(10, 30), (200, 800), (600, 900)] {
            // A potential makes edges negative and cycles not.
            let height: Vec<i32> = (0..vertices).map(|_| number(500) as i32).collect();
            let mut edges = random(&mut number, vertices, edges, 20);
            for (tail, head, weight) in &mut edges {
                *weight += height[*head as usize] - height[*tail as usize];
            }
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            check(&engine, "potential", &graph, &[0, vertices / 2], true);
            // A cycle of total -1, and one of 0.
            edges.extend([(0, 1, 5), (1, 2, -3), (2, 1, 3), (2, 1, 2)]);
            let graph = Graph::from_edges(vertices, &edges).unwrap();
            check(&engine, "cycle", &graph, &[0], true);
        }
    }
}

#[test]
fn what_the_host_must_answer() {
    for engine in engines() {
        let large = [(0, 1, u32::MAX - 1), (1, 2, 1), (1, 3, 0)];
        let wide = has_64_bits(&engine);
        check(&engine, "large", &Graph::from_edges(4, &large).unwrap(), &[0], wide);
        let below = [(0, 1, i32::MIN), (1, 2, -1)];
        check(&engine, "below", &Graph::from_edges(3, &below).unwrap(), &[0], wide);
        let floats: [(f32, bool); 5] =
            [(-1.0, false), (f32::MAX, false), (1e-40, false), (f32::INFINITY, true), (-0.0, true)];
        for (weight, device) in floats {
            let edges = [(0, 1, 2.0), (1, 2, weight), (0, 3, 1.0), (3, 1, 0.0), (1, 3, 1e-9)];
            let graph = Graph::from_edges(5, &edges).unwrap();
            check(&engine, &format!("{weight:e}"), &graph, &[0], device);
        }
        // Absorbed by a large float, a chain of edges costs nothing.
        let mut edges: Vec<_> = (1..200u32).map(|v| (v, v + 1, 1e-9f32)).collect();
        edges.push((0, 1, 1e9));
        edges.extend((5..200).map(|v| (v, v - 3, 0.0)));
        check(&engine, "absorbed", &Graph::from_edges(201, &edges).unwrap(), &[0], true);

        let none = Graph::<u32>::from_edges(0, &[]).unwrap();
        assert!(matches!(solve(&engine, &none, 0), Err(Error::NoSuchVertex { .. })));
        let small = solve(&engine, &Graph::from_edges(2, &[(0, 1, 5u32)]).unwrap(), 0).unwrap();
        assert_eq!(small.report().method, Method::Dijkstra);
        assert!(small.report().reason.is_some());
    }
}

#[test]
fn who_must_not_block_gets_the_same() {
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    let edges = random(&mut numbers(5), 20_000, 60_000, 100);
    let graph = Graph::from_edges(20_000, &edges).unwrap();
    let twin: Vec<_> = edges.iter().map(|&(tail, head, w)| (tail, head, w as u32)).collect();
    let twin = Graph::from_edges(20_000, &twin).unwrap();
    for engine in engines() {
        let expected = host::solve(&graph, 0).unwrap();
        let mut solver = Solver::on_device(&engine, &graph).unwrap();
        let mut future = pin!(is_send(solver.solve_async(0)));
        let mut context = Context::from_waker(Waker::noop());
        let mut polls = 0;
        let paths = loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(paths) => break paths.unwrap(),
                Poll::Pending => polls += 1,
            }
            std::thread::yield_now();
        };
        assert!(polls > 0, "the search has blocked the thread");
        assert!(paths.report().device.is_some());
        assert!(paths.distances().eq(expected.distances()));
        assert!((0..20_000).all(|v| paths.predecessor(v) == expected.predecessor(v)));
        let paths = block_on(solve_async(&engine, &graph, 0)).unwrap();
        assert!(paths.distances().eq(expected.distances()));

        let mut rounds = Rounds::new(&engine, &twin, 0).unwrap();
        while block_on(rounds.relax_async()).unwrap() {}
        assert_eq!(block_on(rounds.distances_async()).unwrap(), rounds.distances().unwrap());
        let reached = expected.distances().map(|d| d.map(|d| d as u32));
        assert!(rounds.distances().unwrap().iter().eq(reached));
    }
}

#[test]
fn real_graphs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/graphs");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no folder {}", folder.display());
        return;
    };
    let graphs: Vec<_> = entries
        .filter_map(|entry| Some((entry.ok()?.path(), Options::default())))
        .filter_map(|(path, options)| Some((files::read(&path, &options).ok()?, path)))
        .collect();
    assert!(!graphs.is_empty(), "no graph in {}", folder.display());
    for engine in engines() {
        for (network, path) in &graphs {
            let name = path.display().to_string();
            match &network.graph {
                Weighted::Unit(graph) => real(&engine, &name, graph),
                Weighted::U32(graph) => real(&engine, &name, graph),
                Weighted::I32(graph) => real(&engine, &name, graph),
                Weighted::F64(graph) => real(&engine, &name, graph),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

fn real<W: Weight>(engine: &Engine, name: &str, graph: &Graph<W>) {
    if graph.vertices() > 0 {
        let mut solver = Solver::on_device(engine, graph).unwrap();
        same(&mut solver, graph, &0.into(), &format!("{} {name}", engine.info().name));
    }
}
