//! Where paths are found, whatever the type of the weights.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use kernel_engine::Engine;
use sssp::files::{Network, Weighted};
use sssp::{Graph, Paths, Report, Rounds, Weight, host};

use crate::Args;
use crate::support::Outcome;

/// Paths as they are told: distances as text, with nothing where there is none.
pub(crate) trait Answer {
    fn distance(&self, vertex: u32) -> Option<String>;
    fn predecessor(&self, vertex: u32) -> Option<u32>;
    fn path_to(&self, vertex: u32) -> Option<Vec<u32>>;
    fn reached(&self) -> usize;
    fn farthest(&self) -> Option<String>;
    fn sum(&self) -> f64;
    fn report(&self) -> &Report;
}

impl<W: Weight> Answer for Paths<W> {
    fn distance(&self, vertex: u32) -> Option<String> {
        self.distance(vertex).map(|distance| distance.to_string())
    }

    fn predecessor(&self, vertex: u32) -> Option<u32> {
        self.predecessor(vertex)
    }

    fn path_to(&self, vertex: u32) -> Option<Vec<u32>> {
        self.path_to(vertex)
    }

    fn reached(&self) -> usize {
        self.reached()
    }

    fn farthest(&self) -> Option<String> {
        self.farthest().map(|(_, distance)| distance.to_string())
    }

    fn sum(&self) -> f64 {
        self.sum()
    }

    fn report(&self) -> &Report {
        self.report()
    }
}

/// The paths from the nearest of `sources`.
pub(crate) fn find(
    args: &Args,
    network: &Network,
    sources: &[u32],
) -> sssp::Result<Box<dyn Answer>> {
    match &network.graph {
        Weighted::Unit(graph) => solve(args, graph, sources),
        Weighted::U32(graph) => solve(args, graph, sources),
        Weighted::I32(graph) => solve(args, graph, sources),
        Weighted::F64(graph) => solve(args, graph, sources),
        other => Err(sssp::Error::Query {
            what: format!("weights of another kind: {:?}", other.summary()),
        }),
    }
}

/// The one place where a device is to take over from the host.
fn solve<W: Weight>(_: &Args, graph: &Graph<W>, sources: &[u32]) -> sssp::Result<Box<dyn Answer>> {
    Ok(Box::new(host::solve(graph, sources)?))
}

/// Runs the rounds of the notebook, over all edges until nothing changes, on a device, beside the
/// answer that there is; tells times and whether both agree.
pub(crate) fn compare(
    args: &Args,
    network: &Network,
    sources: &[u32],
    answer: &dyn Answer,
    solve: Duration,
) -> Outcome<String> {
    let graph = match &network.graph {
        Weighted::U32(graph) => graph.clone(),
        Weighted::Unit(graph) => {
            let ones = vec![1; graph.edges()];
            Graph::from_csr(graph.row().to_vec(), graph.column().to_vec(), ones)?
        }
        _ => return Err("--compare: the notebook's rounds take whole numbers from 0 on, and this graph has other weights".into()),
    };
    let &[source] = sources else {
        return Err("--compare: the notebook's rounds start at one source".into());
    };
    let engine = match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    };
    let mut rounds = Rounds::new(&engine, &graph, source)?;
    let begun = Instant::now();
    let mut count = 1;
    while rounds.relax()? {
        count += 1;
    }
    let distances = rounds.distances()?;
    let time = begun.elapsed();
    let differs = (0..graph.vertices())
        .find(|v| distances.to(*v).map(|distance| distance.to_string()) != answer.distance(*v));
    if let Some(vertex) = differs {
        return Err(format!("the distances of vertex {} differ", network.names.of(vertex)).into());
    }
    let mut told = String::new();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    writeln!(told, "{:>12.3} ms  {}", ms(solve), answer.report().method)?;
    writeln!(
        told,
        "{:>12.3} ms  {count} rounds over all edges on {}; the same distances",
        ms(time),
        engine.info().name
    )?;
    Ok(told)
}
