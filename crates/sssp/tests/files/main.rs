//! Files: every format, well and badly written, and real graphs with their known answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod faults;
mod formats;
mod real;

use sssp::files::{self, Network, Options, Weighted};
use sssp::{Error, Paths, Weight, host};

/// Reads a text as the file of that name.
fn parse(name: &str, text: &str, options: &Options) -> Network {
    files::parse(name, text.as_bytes(), options).unwrap_or_else(|error| panic!("{error}: {text:?}"))
}

/// Tail, head and weight of each edge, by the names of the file.
fn edges(network: &Network) -> Vec<(String, String, f64)> {
    fn of<W: Weight>(graph: &sssp::Graph<W>, names: &files::Names) -> Vec<(String, String, f64)> {
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

/// How many vertices are reached from a name, the largest distance, their sum.
fn answer(network: &Network, source: &str) -> Result<(usize, f64, f64), Error> {
    fn of<W: Weight>(graph: &sssp::Graph<W>, source: u32) -> Result<(usize, f64, f64), Error> {
        let paths: Paths<W> = host::solve(graph, source)?;
        paths.verify(graph)?;
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
