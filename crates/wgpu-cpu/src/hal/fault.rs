//! Why a device was lost, in words for those who wrote the kernel.

use std::fmt;
use std::ops::Range;

use super::pipeline::Kernel;
use crate::executor as exec;

/// Which kernel made a device fail, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kernel's entry point.
    pub entry_point: String,
    /// The label of its pipeline, if it has one.
    pub label: Option<String>,
    /// What it did.
    pub message: String,
    /// Where in its source, in bytes, if known.
    pub span: Option<Range<u32>>,
}

impl Fault {
    /// The executor's fault with the label of the pipeline.
    pub(super) fn new(kernel: &Kernel, fault: exec::Fault) -> Self {
        let exec::Fault { kernel: entry_point, kind, span } = fault;
        let span = span.map(|span| span.start..span.end);
        Self { entry_point, label: kernel.label.clone(), message: kind.to_string(), span }
    }

    /// What neither a kernel nor this crate should do.
    pub(super) fn panic() -> Self {
        let message = "it made wgpu-cpu panic, which is a defect of wgpu-cpu".to_owned();
        Self { entry_point: "(unknown)".to_owned(), label: None, message, span: None }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entry_point, label, message, span } = self;
        write!(f, "kernel `{entry_point}`{}: {message}", of(label.as_deref()))?;
        span.as_ref().map_or(Ok(()), |span| write!(f, " (bytes {span:?} of the source)"))
    }
}

/// The label of a pipeline, as it stands behind the name of an entry point.
pub(super) fn of(label: Option<&str>) -> String {
    label.map_or(String::new(), |label| format!(" (pipeline `{label}`)"))
}
