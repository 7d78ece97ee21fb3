//! Shortest paths in a file of yours, from a vertex of yours; without a file, in the notebook's
//! graph of eleven vertices, from each of them.
//!
//!     cargo run --release --example sssp
//!     cargo run --release --example sssp -- roads.gr --source 41 --target 7
//!     cargo run --release --example sssp -- ratings.csv --source 35 --weight rating --json
//!     cargo run --release --example sssp -- --help
//!
//! The crate's part is short: `files::parse` in `load`, and `answer.rs`, where paths are found.
//! `page.rs` is what is printed and written, `picture.rs` draws a small graph and its tree.

mod answer;
#[path = "../support/aside.rs"]
mod aside;
#[path = "../support/output.rs"]
mod output;
mod page;
mod picture;
#[path = "../support/progress.rs"]
mod progress;
#[path = "../support/mod.rs"]
mod support;

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use sssp::Error;
use sssp::files::{self, Format, Network, Options};

use crate::answer::Finder;
use crate::aside::Aside;
use crate::page::{Page, Times};
use crate::support::Outcome;

/// The graph of the notebook.
const NOTEBOOK: &str = include_str!("notebook.json");

/// Shortest paths from a vertex to all others
#[derive(Parser)]
#[command(after_long_help = page::HELP)]
struct Args {
    /// The graph: .gr, .mtx, .graph, .json, or a list of edges; packed by gzip or not; `-` is stdin
    ///
    /// Without one it is the notebook's, and without --source the paths start at each of its
    /// vertices in turn.
    file: Option<PathBuf>,

    /// Where paths start, as the file names it; given again, each path starts at the nearest
    ///
    /// Without it, at the first vertex of the file.
    #[arg(long, value_name = "ID", allow_negative_numbers = true)]
    source: Vec<String>,

    /// Print the path to this vertex
    #[arg(long, value_name = "ID", allow_negative_numbers = true)]
    target: Option<String>,

    /// What the file is, if its name does not tell
    #[arg(long, value_name = "F")]
    format: Option<Form>,

    /// Let each edge lead both ways
    #[arg(long)]
    undirected: bool,

    /// The column or property that is the weight; an empty name makes each edge cost 1
    ///
    /// Without it, the third column of a list of edges, and no property of JSON. Where the first
    /// line of a list does not name its columns, it is a number, counted from 1.
    #[arg(long, value_name = "NAME")]
    weight: Option<String>,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    ///
    /// One that is named finds the paths also where the host is quicker; `auto`, as without this,
    /// leaves small graphs to the host.
    #[arg(long, value_name = "D", conflicts_with = "host")]
    device: Option<String>,

    /// Let the host's own code find the paths, whatever the device
    #[arg(long)]
    host: bool,

    /// Run the notebook's rounds over all edges, the fast method and the host's beside, and compare
    #[arg(long)]
    compare: bool,

    /// Tell what the graph is made of, and count steps and relaxations
    #[arg(long)]
    stats: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,

    /// Write target, distance and predecessor of each vertex to a file
    #[arg(long, value_name = "OUT.csv")]
    output: Option<PathBuf>,

    /// Draw the graph and the tree of paths: .svg, or .dot for Graphviz
    #[arg(long, value_name = "OUT")]
    picture: Option<PathBuf>,

    /// Show how far reading has come
    #[arg(long)]
    progress: bool,
}

/// The formats, by the names that people have for them.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    #[value(alias = "dimacs")]
    Gr,
    #[value(aliases = ["matrix-market", "mm"])]
    Mtx,
    #[value(alias = "graph")]
    Metis,
    #[value(aliases = ["snap", "csv", "tsv", "el", "wel"])]
    Edges,
    Json,
}

fn main() -> ExitCode {
    let mut cycle = false;
    let code = support::run(|args: &Args, stdout| paths(args, stdout, &mut cycle));
    if cycle { ExitCode::FAILURE } else { code }
}

/// Finds all the paths that are asked for, and tells whether it was a negative cycle instead.
fn paths(args: &Args, stdout: &mut dyn Write, cycle: &mut bool) -> Outcome {
    let start = Instant::now();
    // Who reads the page may leave before the file is whole.
    let stdout: &mut dyn Write = if args.output.is_some() { &mut Aside(stdout) } else { stdout };
    let network = load(args)?;
    let load = start.elapsed();
    for warning in &network.warnings {
        writeln!(Aside(io::stderr()), "warning: {warning}")?;
    }
    if args.stats && !args.json {
        writeln!(stdout, "{}", network.graph.summary())?;
    }
    let searches = searches(args, &network)?;
    let finder = Finder::new(args, &network)?;
    let mut page = Page::new(args, &network)?;
    let mut bar = args.progress.then(|| progress::spinner("finding paths"));
    // Of searches that go together, the first is told with the time of all of them.
    let mut begun = Instant::now();
    finder.each(&network, &searches, |sources, answer| {
        let times = Times { load, solve: begun.elapsed(), total: start.elapsed() };
        bar.take();
        match answer {
            Ok(answer) => page.tell(stdout, sources, answer, &times)?,
            Err(Error::NegativeCycle { vertices, total }) => {
                *cycle = true;
                page.tell_cycle(stdout, &vertices, total)?;
            }
            Err(error) => return Err(page.named(error).into()),
        }
        begun = Instant::now();
        Ok(())
    })?;
    page.end(stdout)
}

fn load(args: &Args) -> Outcome<Network> {
    let options = Options {
        format: args.format.map(|form| match form {
            Form::Gr => Format::Dimacs,
            Form::Mtx => Format::MatrixMarket,
            Form::Metis => Format::Metis,
            Form::Edges => Format::Edges,
            Form::Json => Format::Json,
        }),
        undirected: args.undirected,
        weight: args.weight.clone(),
    };
    let Some(path) = &args.file else {
        let options = Options { format: Some(Format::Json), ..options };
        return Ok(files::parse("notebook.json", NOTEBOOK.as_bytes(), &options)?);
    };
    if path.as_os_str() == "-" {
        return Ok(files::parse("stdin", io::stdin().lock(), &options)?);
    }
    if !args.progress {
        return Ok(files::read(path, &options)?);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let bar = progress::bar("reading", file.metadata().map_or(0, |file| file.len() as usize));
    Ok(files::parse(&name, bar.wrap_read(file), &options)?)
}

/// The sources of each search: those that are asked for, or each vertex of the notebook alone.
fn searches(args: &Args, network: &Network) -> Outcome<Vec<Vec<u32>>> {
    let vertices = network.names.len();
    if vertices == 0 {
        let file = args.file.as_deref().map_or("notebook.json".into(), Path::to_string_lossy);
        return Err(format!("{file} has no vertices, so there is no source").into());
    }
    if args.source.is_empty() {
        return Ok(match &args.file {
            None => (0..vertices).map(|vertex| vec![vertex]).collect(),
            Some(_) => vec![vec![0]],
        });
    }
    let vertex = |id: &String| vertex(network, "--source", id);
    Ok(vec![args.source.iter().map(vertex).collect::<Outcome<_>>()?])
}

/// The vertex that an option names.
fn vertex(network: &Network, option: &str, id: &str) -> Outcome<u32> {
    let names = &network.names;
    names.vertex(id).ok_or_else(|| {
        let (first, last) = (names.of(0), names.of(names.len().saturating_sub(1)));
        format!(
            "{option} {id}: the graph has no such vertex; its {} are called {first} to {last}",
            names.len()
        )
        .into()
    })
}
