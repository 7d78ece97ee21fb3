//! What can go wrong: while compiling, and while running.

use std::fmt;

/// Where in the source something stands, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// Why a module is not compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompileError {
    /// The module has no compute entry point of this name.
    NoEntry(String),
    /// Something this device does not do, by name.
    Unsupported(String),
    /// The kernel needs more of something than there is.
    TooLarge(String),
    /// An overridable constant has no value, or the wrong one.
    Override(String),
    /// The module contradicts itself, which validation should have found.
    Invalid(String),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntry(name) => write!(f, "no compute entry point `{name}`"),
            Self::Unsupported(what) => write!(f, "not supported: {what}"),
            Self::TooLarge(what) => write!(f, "too large: {what}"),
            Self::Override(what) => write!(f, "override: {what}"),
            Self::Invalid(what) => write!(f, "invalid module: {what}"),
        }
    }
}

impl std::error::Error for CompileError {}

/// Why a dispatch did not complete. What it wrote so far stays written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The entry point.
    pub kernel: String,
    /// What happened.
    pub kind: FaultKind,
    /// Where in the source, if known.
    pub span: Option<Span>,
}

/// What happened to a dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A loop went on past the budget.
    EndlessLoop,
    /// Invocations of one workgroup reached a barrier apart.
    BarrierApart,
    /// So many workgroups would take hours at the least.
    GridTooLarge(u64),
    /// A binding is missing, too small, too large or misaligned.
    Binding(String),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndlessLoop => f.write_str("a loop exceeds its budget"),
            Self::BarrierApart => f.write_str("a barrier is not reached by all invocations"),
            Self::GridTooLarge(groups) => {
                write!(f, "{groups} workgroups are more than could be run in hours")
            }
            Self::Binding(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`: {}", self.kernel, self.kind)?;
        self.span.map_or(Ok(()), |s| write!(f, " (bytes {}..{} of the source)", s.start, s.end))
    }
}

impl std::error::Error for Fault {}
