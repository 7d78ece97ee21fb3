//! Graph: what files become, and the shortest paths in it, on the host or on the device.

use kernel_engine::Engine;
use serde::{Deserialize, Serialize};
use sssp::files::{self, Weighted};
use sssp::{Error, Solver, Weight, host};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{Thrown, object, value};

#[derive(Deserialize, Serialize)]
struct Graph {
    vertices: Vec<String>,
    edges: Vec<Edge>,
    #[serde(default)]
    warnings: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
struct Edge {
    source: u32,
    target: u32,
    weight: f64,
}

#[derive(Serialize)]
struct Paths {
    distance: Vec<Option<f64>>,
    predecessor: Vec<Option<u32>>,
    method: String,
    steps: u64,
}

#[derive(Serialize)]
struct Cycle {
    negative_cycle: Vec<u32>,
    total: f64,
}

/// The graph of a file, in any format that sssp reads.
#[wasm_bindgen(unchecked_return_type = "Graph")]
pub fn read_graph(bytes: &[u8], file_name: &str) -> Thrown {
    let network = files::parse(file_name, bytes, &files::Options::default())?;
    let edges = match &network.graph {
        Weighted::Unit(graph) => edges(graph, |_| 1.0),
        Weighted::U32(graph) => edges(graph, f64::from),
        Weighted::I32(graph) => edges(graph, f64::from),
        Weighted::F64(graph) => edges(graph, f64::from),
        _ => return Err(JsError::new("a graph with weights of a type that no page knows")),
    };
    let names = &network.names;
    let vertices = (0..names.len()).map(|vertex| names.of(vertex).into_owned()).collect();
    object(&Graph { vertices, edges, warnings: network.warnings })
}

fn edges<W: Weight>(graph: &sssp::Graph<W>, number: impl Fn(W) -> f64) -> Vec<Edge> {
    let leaving =
        |source| graph.leaving(source).map(move |(target, weight)| (source, target, weight));
    let all = (0..graph.vertices()).flat_map(leaving);
    all.map(|(source, target, weight)| Edge { source, target, weight: number(weight) }).collect()
}

/// Shortest paths from a vertex, found by the host in numbers of 64 bits.
#[wasm_bindgen(unchecked_return_type = "Paths")]
pub fn paths_on_host(
    #[wasm_bindgen(unchecked_param_type = "Graph")] graph: JsValue,
    source: &str,
) -> Thrown {
    let graph: Graph = value("the graph", graph)?;
    let source = graph.vertex(source)?;
    told(&graph, host::solve(&graph.weighted(|weight| weight)?, source))
}

/// Shortest paths from a vertex, found by the device in numbers of 32 bits: integers where all
/// weights are such. The lengths of the paths are then added up in 64 bits.
pub(crate) async fn on_device(engine: &Engine, graph: JsValue, source: &str) -> Thrown {
    let graph: Graph = value("the graph", graph)?;
    let source = graph.vertex(source)?;
    let all = |fits: fn(f64) -> bool| graph.edges.iter().all(|edge| fits(edge.weight));
    if all(|weight| f64::from(weight as u32) == weight) {
        let weighted = graph.weighted(|weight| weight as u32)?;
        return told(&graph, Solver::on_device(engine, &weighted)?.solve_async(source).await);
    }
    if all(|weight| f64::from(weight as i32) == weight) {
        let weighted = graph.weighted(|weight| weight as i32)?;
        return told(&graph, Solver::on_device(engine, &weighted)?.solve_async(source).await);
    }
    let weighted = graph.weighted(|weight| weight as f32)?;
    told(&graph, Solver::on_device(engine, &weighted)?.solve_async(source).await)
}

/// Paths, or the cycle that makes them ever shorter.
fn told<W: Weight>(graph: &Graph, found: sssp::Result<sssp::Paths<W>>) -> Thrown {
    let paths = match found {
        Err(Error::NegativeCycle { vertices, total }) => {
            return object(&Cycle { negative_cycle: vertices, total });
        }
        found => found?,
    };
    let predecessor: Vec<Option<u32>> =
        (0..graph.vertices.len() as u32).map(|vertex| paths.predecessor(vertex)).collect();
    let report = paths.report();
    let by = report.device.as_ref().map(|device| format!(" on {device}")).unwrap_or_default();
    let why = report.reason.map(|why| format!(", since {why}")).unwrap_or_default();
    object(&Paths {
        distance: graph.lengths(paths.sources(), &predecessor),
        predecessor,
        method: format!("{}{by}{why}", report.method),
        steps: report.steps.unwrap_or(0),
    })
}

impl Graph {
    fn vertex(&self, name: &str) -> Thrown<u32> {
        let place = self.vertices.iter().position(|vertex| vertex == name);
        let unknown = || JsError::new(&format!("the graph has no vertex `{name}`"));
        place.map(|place| place as u32).ok_or_else(unknown)
    }

    fn weighted<W: Weight>(&self, number: impl Fn(f64) -> W) -> sssp::Result<sssp::Graph<W>> {
        let edge = |edge: &Edge| (edge.source, edge.target, number(edge.weight));
        let edges: Vec<_> = self.edges.iter().map(edge).collect();
        sssp::Graph::from_edges(self.vertices.len() as u32, &edges)
    }

    /// How long the way to each vertex is, from its source on.
    fn lengths(&self, sources: &[u32], predecessor: &[Option<u32>]) -> Vec<Option<f64>> {
        // The way into each vertex: the cheapest edge from its predecessor.
        let mut last = vec![f64::INFINITY; predecessor.len()];
        let mut next = vec![Vec::new(); predecessor.len()];
        for edge in &self.edges {
            let (tail, head) = (edge.source as usize, edge.target as usize);
            if predecessor[head] == Some(edge.source) {
                if last[head] == f64::INFINITY {
                    next[tail].push(head);
                }
                last[head] = last[head].min(edge.weight);
            }
        }
        let mut lengths = vec![None; predecessor.len()];
        let mut waiting: Vec<usize> = Vec::new();
        for source in sources {
            lengths[*source as usize] = Some(0.0);
            waiting.push(*source as usize);
        }
        while let Some(tail) = waiting.pop() {
            for head in &next[tail] {
                lengths[*head] = lengths[tail].map(|length| length + last[*head]);
                waiting.push(*head);
            }
        }
        lengths
    }
}
