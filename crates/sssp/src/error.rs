//! Error: everything that can go wrong, each naming the thing and the remedy.

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An edge, a source or a target names a vertex that the graph has not.
    #[error("{what} is vertex {vertex}, and the graph has {vertices}, counted from 0")]
    NoSuchVertex {
        /// The source, or an end of an edge.
        what: String,
        /// The vertex that was given.
        vertex: u32,
        /// How many there are.
        vertices: u32,
    },

    /// More edges than 32 bits count.
    #[error("{edges} edges are given, and a graph has at most {}", u32::MAX)]
    TooManyEdges {
        /// How many were given.
        edges: usize,
    },

    /// The host has no room for something.
    #[error(
        "{bytes} bytes for {what} are not free: take a machine with more memory, or a smaller graph"
    )]
    NoMemory {
        /// What for.
        what: &'static str,
        /// How much was asked for.
        bytes: u64,
    },

    /// A weight is NaN or -∞.
    #[error("the weight of edge {edge} is {weight}, which is no weight: it is a number above -inf")]
    Weight {
        /// Which edge, counted from 0 in the order in which they were given.
        edge: usize,
        /// What was given.
        weight: String,
    },

    /// Arrays that are to be a graph do not fit each other.
    #[error("wrong arrays: {what}")]
    Arrays {
        /// Which, and how.
        what: String,
    },

    /// There is no source, or a cutoff that no distance can be compared with.
    #[error("wrong query: {what}")]
    Query {
        /// What, and what is expected.
        what: String,
    },

    /// Going round a cycle makes a path shorter each time, so there is no shortest one.
    #[error("negative cycle: {} vertices, total {total}, from vertex {} on: {vertices:?}", vertices.len(), vertices.first().unwrap_or(&0))]
    NegativeCycle {
        /// The vertices in the order of its edges, the lowest first; an edge leads from the last
        /// to the first.
        vertices: Vec<u32>,
        /// The sum of its weights, which is below 0.
        total: f64,
    },

    /// A vertex is so far from the source that its type of distances does not hold it.
    #[error(
        "vertex {vertex} can be reached, and its distance is above {most:e}, the most that its type holds: scale the weights down"
    )]
    TooFar {
        /// A vertex that an edge leads to from one whose distance fits.
        vertex: u32,
        /// The largest distance.
        most: f64,
    },

    /// Paths are not the shortest ones of this graph, or cannot be told to be.
    #[error("not certified: {what}")]
    NotCertified {
        /// The vertex or the edge, and what is wrong with it.
        what: String,
    },

    /// A file is not what its format says.
    #[error("{file}:{line}: {what}")]
    File {
        /// The file as it was named.
        file: String,
        /// The line, from 1.
        line: u64,
        /// What was found, and what was expected.
        what: String,
    },

    /// A file cannot be read.
    #[error("{file}: {what}")]
    Read {
        /// The file as it was named.
        file: String,
        /// The system's reason.
        what: String,
    },

    /// The engine or its device could not do its part.
    #[error(transparent)]
    Engine(#[from] kernel_engine::Error),
}

impl Error {
    /// That a vertex has a distance and no predecessor, which right distances rule out.
    pub(crate) fn without(vertex: u32) -> Self {
        Self::NotCertified { what: format!("no shortest path ends at vertex {vertex}") }
    }
}
