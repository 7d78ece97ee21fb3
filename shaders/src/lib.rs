//! The WGSL of kernel-engine and of what stands on it, as text: one constant a file.
//!
//! A file's name is the function in it, the constant here, the label of the kernel that runs it,
//! and the plain Rust twin that the tests compare it with. The README says how to read a file.

/// Pieces that the engine puts around a snippet.
pub mod engine {
    /// Which workgroup this is, when they are folded over x and y.
    pub const GROUP: &str = include_str!("../engine/group.wgsl");
    /// Finds out whether the driver ended a loop early.
    pub const PROBE: &str = include_str!("../engine/probe.wgsl");
    /// Where an index lies in a block of cells.
    pub const POSITION: &str = include_str!("../engine/position.wgsl");
}

/// Mathematics that a driver need not be good at.
pub mod precise {
    /// The inverses of sine, cosine and tangent.
    pub const ARCS: &str = include_str!("../precise/arcs.wgsl");
    /// Quotients and square roots.
    pub const DIVISION: &str = include_str!("../precise/division.wgsl");
    /// Hyperbolic functions and their inverses.
    pub const HYPERBOLIC: &str = include_str!("../precise/hyperbolic.wgsl");
    /// Exponentials, logarithms and powers.
    pub const POWERS: &str = include_str!("../precise/powers.wgsl");
    /// Sine, cosine and tangent.
    pub const TRIGONOMETRY: &str = include_str!("../precise/trigonometry.wgsl");
}

/// The travelling salesman.
pub mod heldkarp {
    /// One entry of a level of the Held-Karp table.
    pub const LEVEL: &str = include_str!("../heldkarp/level.wgsl");
}

/// Shortest paths.
pub mod sssp {
    /// The relaxation of one edge.
    pub const RELAX: &str = include_str!("../sssp/relax.wgsl");
}
