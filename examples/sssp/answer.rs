//! Where paths are found, whatever the type of the weights.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use kernel_engine::Engine;
use sssp::files::{Network, Weighted};
use sssp::{Error, Graph, Paths, Query, Report, Rounds, Solver, Weight, host};

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

/// Fewer edges than these are not worth the opening of a device.
const FEW: usize = 1 << 17;

/// Who finds paths: the host, a device as it is quicker, or a device that is named.
pub(crate) enum Finder {
    Host,
    Auto(Engine),
    Device(Engine),
}

impl Finder {
    pub(crate) fn new(args: &Args, network: &Network) -> Outcome<Self> {
        Ok(match args.device.as_deref() {
            None if args.host || network.graph.summary().edges < FEW => Self::Host,
            None | Some("auto") => Self::Auto(Engine::new()?),
            Some(device) => Self::Device(Engine::builder().device(device).build()?),
        })
    }

    /// Finds the paths from the nearest of each search's sources, and gives them in their order.
    pub(crate) fn each(
        &self,
        network: &Network,
        searches: &[Vec<u32>],
        mut found: impl FnMut(&[u32], sssp::Result<&dyn Answer>) -> Outcome,
    ) -> Outcome {
        match &network.graph {
            Weighted::Unit(graph) => self.solve(graph, searches, &mut found),
            Weighted::U32(graph) => self.solve(graph, searches, &mut found),
            Weighted::I32(graph) => self.solve(graph, searches, &mut found),
            Weighted::F64(graph) => self.solve(graph, searches, &mut found),
            other => Err(format!("weights of another kind: {:?}", other.summary()).into()),
        }
    }

    fn solve<W: Weight>(
        &self,
        graph: &Graph<W>,
        searches: &[Vec<u32>],
        found: &mut dyn FnMut(&[u32], sssp::Result<&dyn Answer>) -> Outcome,
    ) -> Outcome {
        let mut searched = searches.iter();
        let mut tell = |paths: sssp::Result<Paths<W>>| -> Outcome {
            let sources = searched.next().map(Vec::as_slice).unwrap_or_default();
            match &paths {
                Ok(paths) => found(sources, Ok(paths)),
                Err(error) => found(sources, Err(error.clone())),
            }
        };
        let queries = searches.iter().map(Vec::as_slice);
        match self {
            Self::Host => queries.map(|it| host::solve(graph, it)).try_for_each(tell),
            Self::Auto(engine) => Solver::new(engine, graph)?.solve_each(queries, &mut tell),
            Self::Device(engine) => {
                Solver::on_device(engine, graph)?.solve_each(queries, &mut tell)
            }
        }
    }
}

/// Runs the rounds of the notebook, over all edges until nothing changes, the fast method on the
/// same device, and the host's, beside the answer that there is; tells times, once all agree.
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
    let vertices = 0..graph.vertices();
    let mut told = String::new();
    let mut tell = |time: Duration, what: &str, distances: Vec<Option<String>>| -> Outcome {
        let differs = vertices.clone().zip(distances).find(|(v, d)| *d != answer.distance(*v));
        if let Some((vertex, _)) = differs {
            let name = network.names.of(vertex);
            return Err(format!("{what}: the distance of vertex {name} differs").into());
        }
        Ok(writeln!(told, "{:>12.3} ms  {what}", time.as_secs_f64() * 1e3)?)
    };
    let text = |paths: &Paths<u32>| -> Vec<_> {
        paths.distances().map(|distance| distance.map(|distance| distance.to_string())).collect()
    };
    let name = &engine.info().name;
    let answered: Vec<_> = vertices.clone().map(|vertex| answer.distance(vertex)).collect();
    tell(solve, &format!("the answer: {}", answer.report().method), answered)?;

    let beyond = |error| match error {
        Error::TooFar { vertex, .. } => format!(
            "--compare: the notebook's rounds add up in 32 bits, which do not hold the distance of vertex {}",
            network.names.of(vertex)
        ),
        error => error.to_string(),
    };
    // Kernels are compiled before clocks start.
    Rounds::new(&engine, &graph, source)?.relax().map_err(beyond)?;
    let mut rounds = Rounds::new(&engine, &graph, source)?;
    let begun = Instant::now();
    let mut count = 1;
    while rounds.relax().map_err(beyond)? {
        count += 1;
    }
    let distances = rounds.distances()?;
    let time = begun.elapsed();
    let distances = distances.iter().map(|distance| distance.map(|d| d.to_string())).collect();
    tell(time, &format!("{count} rounds over all edges on {name}"), distances)?;

    let mut solver = Solver::on_device(&engine, &graph)?;
    solver.solve(Query::from(source).cutoff(0))?;
    let begun = Instant::now();
    let paths = solver.solve(source)?;
    let Report { method, reason, .. } = paths.report();
    let what = match reason {
        None => format!("{method} on {name}"),
        Some(reason) => format!("{method}, as {reason}"),
    };
    tell(begun.elapsed(), &what, text(&paths))?;

    let begun = Instant::now();
    let paths = host::solve(&graph, source)?;
    tell(begun.elapsed(), &paths.report().method.to_string(), text(&paths))?;
    Ok(told)
}
