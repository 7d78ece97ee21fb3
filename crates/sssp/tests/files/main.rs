//! Files: every format, well and badly written, and real graphs with their known answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod faults;
mod formats;
mod real;
#[path = "../support/mod.rs"]
mod support;

use sssp::files::{self, Network, Options, Weighted};
use sssp::{Error, Graph, Paths, Solver, Weight, host};
use support::engines;

/// Reads a text as the file of that name.
fn parse(name: &str, text: &str, options: &Options) -> Network {
    files::parse(name, text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// Tail, head and weight of each edge, by the names of the file.
fn edges(network: &Network) -> Vec<(String, String, f64)> {
    fn of<W: Weight>(graph: &Graph<W>, names: &files::Names) -> Vec<(String, String, f64)> {
        let name = |vertex| names.of(vertex).into_owned();
        let edge =
            |tail| graph.leaving(tail).map(move |(head, w)| (name(tail), name(head), w.to_f64()));
        (0..graph.vertices()).flat_map(edge).collect()
    }
    match &network.graph {
        Weighted::Unit(graph) => of(graph, &network.names),
        Weighted::U32(graph) => of(graph, &network.names),
        Weighted::I32(graph) => of(graph, &network.names),
        Weighted::F64(graph) => of(graph, &network.names),
        other => panic!("{other:?}"),
    }
}

/// The paths from a vertex, by the host and by each device, which agree on a certified answer or on
/// a negative cycle.
fn solve<W: Weight>(graph: &Graph<W>, source: u32) -> Result<Paths<W>, Error> {
    let paths = host::solve(graph, source);
    if let Ok(paths) = &paths {
        paths.verify(graph)?;
    }
    for engine in engines() {
        let device = &engine.info().name;
        let mut solver = Solver::on_device(&engine, graph)?;
        match (solver.solve(source), &paths) {
            (Ok(found), Ok(paths)) => {
                assert!(found.distances().eq(paths.distances()), "{device}");
                let tree = |paths: &Paths<W>| -> Vec<_> {
                    (0..graph.vertices()).map(|vertex| paths.predecessor(vertex)).collect()
                };
                assert_eq!(tree(&found), tree(paths), "{device}");
                solver.verify(&found)?;
            }
            (Err(Error::NegativeCycle { total, .. }), Err(Error::NegativeCycle { .. })) => {
                assert!(total < 0.0, "{device}");
            }
            ends => panic!("{device}: {ends:?}"),
        }
    }
    paths
}

/// How many vertices are reached from a name, the largest distance, their sum.
fn answer(network: &Network, source: &str) -> Result<(usize, f64, f64), Error> {
    fn of<W: Weight>(graph: &Graph<W>, source: u32) -> Result<(usize, f64, f64), Error> {
        let paths = solve(graph, source)?;
        let farthest =
            paths.farthest().map_or(0.0, |(_, distance)| sssp::Distance::to_f64(distance));
        Ok((paths.reached(), farthest, paths.sum()))
    }
    let source = network.names.vertex(source).unwrap();
    match &network.graph {
        Weighted::Unit(graph) => of(graph, source),
        Weighted::U32(graph) => of(graph, source),
        Weighted::I32(graph) => of(graph, source),
        Weighted::F64(graph) => of(graph, source),
        other => panic!("{other:?}"),
    }
}
