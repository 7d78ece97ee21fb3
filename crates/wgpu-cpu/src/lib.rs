//! A wgpu device made of CPU threads: wgpu's own API, with no GPU and no driver behind it.
//!
//! [`instance()`] gives a `wgpu::Instance` whose only adapter is this CPU. It enters
//! wgpu below wgpu-core, as one more implementation of wgpu-hal, so wgpu's
//! validation, tracking, error scopes and naga front ends are the usual ones, and a
//! compute program written for wgpu runs unchanged. Everything that draws is
//! refused by name through wgpu's normal error route.
//!
//! A kernel that never ends, or another fault while a kernel runs, loses the device;
//! wgpu can carry no text with that, so [`fault()`] tells which kernel and why.
//!
//! # Inside
//!
//! Two halves: `hal` is what wgpu-core drives, and `executor` is what runs a kernel.
//! The second knows nothing of the first. Best read in this order:
//!
//! 1. `program`: a kernel as a list of operations, each over a whole block of invocations;
//! 2. `lower`: naga's module becomes such a list;
//! 3. `exec`: a block runs it in lockstep, an operation being one loop over lanes;
//! 4. `schedule`: workgroups are spread over threads;
//! 5. `fence`: all unsafe code of the executor: shared memory, and loops compiled for
//!    several processors;
//! 6. `error`: what a kernel can be refused for, and how it can fail while it runs;
//! 7. `hal`: adapters, buffers, pipelines, queues, in wgpu-hal's terms.

// The executor.
mod error;
mod exec;
mod fence;
mod lower;
mod program;
mod schedule;

// What wgpu-core drives.
mod hal;

pub use hal::{Cpu, Fault, Options, fault, instance, instance_with};

/// The executor by itself: naga's module in, results in buffers. For this crate's own
/// tests; it may change with any version.
#[doc(hidden)]
pub mod executor {
    pub use crate::error::{CompileError, Fault, FaultKind, Span};
    pub use crate::exec::Budget;
    pub use crate::fence::memory::Buffer;
    pub use crate::lower::{BindingInfo, BindingKind, Compiled, compile};
    pub use crate::schedule::{Binding, dispatch};

    /// The widest vector instructions that kernels use here.
    pub fn vectors() -> &'static str {
        crate::fence::simd::kernels().vectors
    }
}
