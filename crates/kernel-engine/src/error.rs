//! Error: everything that can go wrong, each naming the thing and the remedy.

use std::time::Duration;

use crate::device::NoDevice;
use crate::snippet::SnippetError;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No device fits what was asked for.
    #[error(transparent)]
    NoDevice(#[from] NoDevice),

    /// There is a device, and it could not be opened.
    #[error("the device {device} could not be opened: {reason}")]
    Open {
        /// Its name.
        device: String,
        /// What the driver said.
        reason: String,
    },

    /// The snippet or a preamble is at fault; the text shows where.
    #[error(transparent)]
    Snippet(#[from] Box<SnippetError>),

    /// A name, size or type given to a kernel's builder is at fault.
    #[error("kernel `{kernel}`: {message}")]
    Declaration {
        /// The kernel's label.
        kernel: String,
        /// What is wrong, and what to do.
        message: String,
    },

    /// A call names something that the kernel does not declare.
    #[error("kernel `{kernel}` has no {kind} `{name}`; it has {known}")]
    UnknownName {
        /// The kernel's label.
        kernel: String,
        /// Parameter or storage.
        kind: &'static str,
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: String,
    },

    /// A call ran before a parameter was set or a storage bound.
    #[error(
        "kernel `{kernel}`: `{name}` was not given; call `.{method}(\"{name}\", ..)` before it runs"
    )]
    Missing {
        /// The kernel's label.
        kernel: String,
        /// The parameter or storage.
        name: String,
        /// The method that gives it.
        method: &'static str,
    },

    /// A storage of another element type, or a value that its parameter cannot hold.
    #[error("kernel `{kernel}`: `{name}` is declared {expected}, and {found} was given")]
    WrongType {
        /// The kernel's label.
        kernel: String,
        /// The parameter or storage.
        name: String,
        /// The declared type.
        expected: String,
        /// What was given.
        found: String,
    },

    /// Two lengths that must be equal are not.
    #[error("{what} has {found} elements, and {expected} are needed")]
    LengthMismatch {
        /// What has the wrong length.
        what: String,
        /// The length that it needs.
        expected: u64,
        /// The length that it has.
        found: u64,
    },

    /// A range that leaves a storage, or that the device cannot address.
    #[error("{what}: {message}")]
    Range {
        /// The operation.
        what: String,
        /// What is wrong, and what to do.
        message: String,
    },

    /// Something exceeds what the device can do.
    #[error("{what} needs {needed} {unit}, and {limit} is the most here: {remedy}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// How much it needs.
        needed: u64,
        /// How much there may be.
        limit: u64,
        /// What both count.
        unit: &'static str,
        /// What to do.
        remedy: String,
    },

    /// The device, or the host, has no memory left for something.
    #[error(
        "no memory left for {what}{}: drop storages that are done with, or use smaller ones",
        of_bytes(*bytes)
    )]
    OutOfMemory {
        /// What it was for.
        what: String,
        /// Its size; zero where that is not known.
        bytes: u64,
    },

    /// One storage is bound twice in a run, and written at least once.
    #[error(
        "kernel `{kernel}`: `{first}` and `{second}` are one storage, and at least one of them is written: {remedy}"
    )]
    Aliased {
        /// The kernel's label.
        kernel: String,
        /// One name of the storage.
        first: String,
        /// The other.
        second: String,
        /// What to do.
        remedy: &'static str,
    },

    /// A storage that another engine made.
    #[error("{what} belongs to another engine: download it there and upload it here")]
    OtherEngine {
        /// The storage, by its name in the kernel or the operation.
        what: String,
    },

    /// The device lacks something that a kernel or an element type needs.
    #[error("{what} needs {feature}, which {device} has not: {remedy}")]
    Unsupported {
        /// The kernel or the type.
        what: String,
        /// The missing ability.
        feature: String,
        /// The device's name.
        device: String,
        /// What to do.
        remedy: &'static str,
    },

    /// Waiting took longer than the time limit.
    #[error(
        "`{kernel}` did not finish within {limit:?}; `engine.status()` tells whether the device is still at it"
    )]
    TimedOut {
        /// The kernel that was submitted last.
        kernel: String,
        /// The limit.
        limit: Duration,
    },

    /// The device is gone: unplugged, reset by its driver, or destroyed; or, on the threads of the
    /// CPU, a kernel failed while it ran, which the reason then names; how long its loops may go on
    /// is [`EngineBuilder::loop_budget`](crate::EngineBuilder::loop_budget).
    #[error("the device was lost ({reason}): make a new engine and upload again")]
    DeviceLost {
        /// What the driver said.
        reason: String,
    },

    /// The driver ended a loop before the kernel did, so what it computed is wrong.
    #[error(
        "kernel `{kernel}`: the driver of {device} ended a loop early (it allows about 65,535 iterations in one invocation), so the results written since are void: split the loop over several runs, or use another device"
    )]
    LoopCut {
        /// The kernel's label.
        kernel: String,
        /// The device's name.
        device: String,
    },

    /// The driver or the engine did what neither should.
    #[error(
        "{what} failed: {message}; this is a defect of the driver or of kernel-engine, please report it"
    )]
    Internal {
        /// The operation.
        what: String,
        /// What was reported.
        message: String,
    },
}

fn of_bytes(bytes: u64) -> String {
    if bytes == 0 { String::new() } else { format!(" of {bytes} bytes") }
}
