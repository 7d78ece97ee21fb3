//! The WGSL of kernel-engine and of what stands on it, as text: one constant a file.
//!
//! A file's name is the function in it, the constant here, the label of the kernel that runs it,
//! and the plain Rust twin that the tests compare it with.

/// Pieces that the engine puts around a snippet.
pub mod engine {
    /// Which workgroup this is, when they are folded over x and y.
    pub const GROUP: &str = include_str!("../engine/group.wgsl");
    /// Finds out whether the driver ended a loop early.
    pub const PROBE: &str = include_str!("../engine/probe.wgsl");
    /// Where an index lies in a block of cells.
    pub const POSITION: &str = include_str!("../engine/position.wgsl");
}
