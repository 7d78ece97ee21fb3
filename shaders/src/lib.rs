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
    /// Where a value of a tile stands among the slots of a workgroup.
    pub const SLOT: &str = include_str!("../engine/slot.wgsl");
    /// All values in the slots, combined in their order.
    pub const REDUCE: &str = include_str!("../engine/reduce.wgsl");
    /// Each slot gets what the values before it combine to.
    pub const SCAN: &str = include_str!("../engine/scan.wgsl");
    /// A sort: the digit of a key.
    pub const SORT_DIGIT: &str = include_str!("../engine/sort_digit.wgsl");
    /// A sort: how often each digit occurs.
    pub const SORT_COUNT: &str = include_str!("../engine/sort_count.wgsl");
    /// A sort: how often it occurs before each block.
    pub const SORT_STARTS: &str = include_str!("../engine/sort_starts.wgsl");
    /// A sort: sums over a workgroup.
    pub const SORT_SUMS: &str = include_str!("../engine/sort_sums.wgsl");
    /// A sort: the places of keys, with subgroups.
    pub const SORT_LANES: &str = include_str!("../engine/sort_lanes.wgsl");
    /// A sort: the places of keys, without subgroups.
    pub const SORT_THREADS: &str = include_str!("../engine/sort_threads.wgsl");
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
    /// The least of a workgroup's values, and its rank.
    pub const LEAST: &str = include_str!("../heldkarp/least.wgsl");
    /// The set of a rank.
    pub const SUBSET: &str = include_str!("../heldkarp/subset.wgsl");
}

/// Shortest paths.
pub mod sssp {
    /// One step of the near-far method.
    pub const NEAR_FAR: &str = include_str!("../sssp/near_far.wgsl");
    /// The part of it that all workgroups do: walking edges.
    pub const EXPAND: &str = include_str!("../sssp/expand.wgsl");
    /// The part of it that one workgroup does by itself.
    pub const ALONE: &str = include_str!("../sssp/alone.wgsl");
    /// The relaxation of one edge.
    pub const RELAX: &str = include_str!("../sssp/relax.wgsl");
    /// The vertex that an edge leaves.
    pub const TAIL: &str = include_str!("../sssp/tail.wgsl");
}
