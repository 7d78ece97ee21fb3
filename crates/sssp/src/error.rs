//! Error: everything that can go wrong, each naming the thing and the remedy.

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An edge or a source names a vertex that the graph has not.
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

    /// A vertex is so far from the source that its distance does not fit 32 bits.
    #[error("vertex {vertex} can be reached, and its distance is above {}, the most that 32 bits hold here: scale the weights down", u32::MAX - 1)]
    TooFar {
        /// The lowest of such vertices that an edge leads to from a vertex whose distance fits.
        vertex: u32,
    },

    /// The engine or its device could not do its part.
    #[error(transparent)]
    Engine(#[from] kernel_engine::Error),
}
