//! Files: graphs in the formats of others, with their vertices named as the file names them.
//!
//! | Format | Suffix | Names of vertices | Weights |
//! |---|---|---|---|
//! | DIMACS | `.gr` | from 1 | of each arc |
//! | Matrix Market, coordinates | `.mtx` | from 1 | the values; `pattern` has none |
//! | METIS | `.graph`, `.metis` | from 1 | where its format number says so |
//! | JSON `{nodes: [{id}], edges: [{source, target, data}]}` | `.json` | the ids | a property |
//! | edge list, parted by tabs, commas, semicolons or spaces | all others | as written | the third column |
//!
//! Any of them may be packed by gzip. What has no weights costs 1 an edge. Lines that begin with
//! `#` or `%` are comments of an edge list, and its first line may name its columns.
//! Integers that fit `u32` or `i32` are weights of that type, and all others `f64`; one that no
//! `f64` holds is a fault, and so is a number beyond the largest.
//!
//! ```
//! use sssp::{files, host};
//!
//! let text = "from to metres\nRoma Tivoli 31\nTivoli Subiaco 44\n";
//! let network = files::parse("roads.txt", text.as_bytes(), &files::Options::default())?;
//! let files::Weighted::U32(graph) = &network.graph else { panic!("weights from 0 on") };
//! let [roma, subiaco] = ["Roma", "Subiaco"].map(|id| network.names.vertex(id).unwrap());
//! assert_eq!(host::solve(graph, roma)?.distance(subiaco), Some(75));
//! assert_eq!(network.names.of(subiaco), "Subiaco");
//! # Ok::<(), sssp::Error>(())
//! ```
//!
//! Reading takes time in O(bytes), and in O(V log V) more for an edge list; memory is that of the
//! graph and of its edges once more.

mod dimacs;
mod edge_list;
mod edges;
mod json;
mod lines;
mod matrix_market;
mod metis;
mod names;
mod number;

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

use edges::Parsed;
use flate2::read::MultiGzDecoder;
use lines::Lines;
pub use names::Names;

use crate::error::{Error, Result};
use crate::graph::{Graph, Summary};
use crate::weight::Unit;

/// A graph of a file, and what the file calls its vertices.
#[derive(Debug)]
#[non_exhaustive]
pub struct Network {
    /// The graph.
    pub graph: Weighted,
    /// The names of its vertices.
    pub names: Names,
    /// The format it was read in.
    pub format: Format,
    /// What the file did not say and was assumed, each with the file's name.
    pub warnings: Vec<String>,
}

/// A graph with weights of the type that its file needs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Weighted {
    /// Without weights.
    Unit(Graph<Unit>),
    /// Integers from 0 on.
    U32(Graph<u32>),
    /// Integers, some below 0.
    I32(Graph<i32>),
    /// All else.
    F64(Graph<f64>),
}

impl Weighted {
    /// What the graph is made of.
    pub fn summary(&self) -> Summary {
        match self {
            Self::Unit(graph) => graph.summary(),
            Self::U32(graph) => graph.summary(),
            Self::I32(graph) => graph.summary(),
            Self::F64(graph) => graph.summary(),
        }
    }
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The arcs of the implementation challenges of DIMACS, `.gr`.
    Dimacs,
    /// The coordinates of a matrix, `.mtx`.
    MatrixMarket,
    /// The neighbours of each vertex, `.graph`.
    Metis,
    /// An edge a line.
    Edges,
    /// Nodes and edges as objects.
    Json,
}

/// How to read a file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format; `None` tells it by the name of the file, and else by how it begins.
    pub format: Option<Format>,
    /// Whether each edge leads both ways, also where the file does not say so.
    pub undirected: bool,
    /// The column or property that is the weight. `None` takes the third column of an edge list
    /// and no property, an empty name takes neither.
    pub weight: Option<String>,
}

/// Reads a file.
///
/// # Errors
///
/// - [`Error::Read`] when the system cannot;
/// - [`Error::File`] when it is not what its format says, with the line and what was expected.
pub fn read(path: impl AsRef<Path>, options: &Options) -> Result<Network> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    parse(&name, file, options)
}

/// Reads what is called `name`, from wherever it comes: bytes in memory, `&bytes[..]`, or a stream.
/// The name tells the format as that of a file does, and stands in errors.
///
/// # Errors
///
/// As [`read`].
pub fn parse(name: &str, mut input: impl Read, options: &Options) -> Result<Network> {
    let mut head = begin(name, &mut input)?;
    if !head.starts_with(&[0x1f, 0x8b]) {
        return text(name, head, input, options);
    }
    let mut unpacked = Unpacked(MultiGzDecoder::new(Cursor::new(head).chain(input)));
    head = begin(name, &mut unpacked)?;
    text(name, head, unpacked, options)
}

fn text(name: &str, head: Vec<u8>, mut rest: impl Read, options: &Options) -> Result<Network> {
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        let what = "expected a text in UTF-8, and this is UTF-16: save it as UTF-8".to_owned();
        return Err(Error::File { file: name.to_owned(), line: 1, what });
    }
    let format = options.format.unwrap_or_else(|| format(name, &head));
    let named = options.weight.as_deref().filter(|weight| !weight.is_empty());
    let has_names = matches!(format, Format::Edges | Format::Json);
    if let Some(weight) = named.filter(|_| !has_names) {
        let what = format!(
            "this format does not name its weights, so none is `{weight}`: leave the name out"
        );
        return Err(Error::File { file: name.to_owned(), line: 1, what });
    }
    let parsed = if format == Format::Json {
        let mut text = head;
        rest.read_to_end(&mut text).map_err(|error| unreadable(name, &error))?;
        json::parse(name, &text, named)?
    } else {
        let mut lines = Lines::new(name, head, &mut rest);
        match format {
            Format::Dimacs => dimacs::parse(&mut lines)?,
            Format::MatrixMarket => matrix_market::parse(&mut lines)?,
            Format::Metis => metis::parse(&mut lines)?,
            _ => edge_list::parse(&mut lines, options.weight.as_deref())?,
        }
    };
    // An empty name means that each edge costs 1, whatever the file says.
    let unweighted = options.weight.as_deref() == Some("");
    let Parsed { edges, names, both_ways, mut warnings } = parsed;
    let has_floats = edges.has_floats;
    let graph = edges.graph(names.len(), options.undirected && !both_ways, unweighted)?;
    if let Weighted::F64(graph) = &graph
        && !has_floats
        && graph.bound() > number::EXACT as f64
    {
        let what = "some weights are whole numbers beyond 32 bits, so distances are f64, where whole \
                    numbers above 2^53 are rounded";
        warnings.push(what.to_owned());
    }
    let warnings = warnings.into_iter().map(|what| format!("{name}: {what}")).collect();
    Ok(Network { graph, names, format, warnings })
}

/// What gzip has packed, whose faults say so.
struct Unpacked<R>(MultiGzDecoder<R>);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            let what = format!("{error}: what gzip packed is not whole, so pack it again");
            io::Error::new(error.kind(), what)
        })
    }
}

/// The first bytes of an input, at least one unless it is empty.
fn begin(name: &str, input: &mut impl Read) -> Result<Vec<u8>> {
    let mut head = Vec::with_capacity(4096);
    let read = input.by_ref().take(4096).read_to_end(&mut head);
    read.map(|_| head).map_err(|error| unreadable(name, &error))
}

fn format(name: &str, head: &[u8]) -> Format {
    let name = name.to_ascii_lowercase();
    let name = name.trim_end_matches(".gz");
    let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    let begins = |with: &str| head.trim_ascii_start().starts_with(with.as_bytes());
    match suffix {
        "gr" => Format::Dimacs,
        "mtx" | "mm" => Format::MatrixMarket,
        "graph" | "metis" => Format::Metis,
        "json" => Format::Json,
        "csv" | "tsv" | "txt" | "el" | "wel" | "edges" => Format::Edges,
        _ if begins("%%MatrixMarket") => Format::MatrixMarket,
        _ if begins("{") => Format::Json,
        _ if begins("p sp ") || begins("c ") => Format::Dimacs,
        _ => Format::Edges,
    }
}

fn unreadable(name: &str, error: &io::Error) -> Error {
    Error::Read { file: name.to_owned(), what: error.to_string() }
}
