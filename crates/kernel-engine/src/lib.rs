//! kernel-engine makes a GPU behave like a general computer, for people who know their formula
//! and no graphics.
//!
//! An array and a snippet of WGSL go in, an array comes out:
//!
//! ```no_run
//! use kernel_engine::Engine;
//!
//! let engine = Engine::new()?; // the best device there is
//! let out: Vec<f32> = engine.execute("dst = src + tan(cos(sin(src * src)));", &[1f32, 2.0, 3.0])?;
//! # Ok::<(), kernel_engine::Error>(())
//! ```
//!
//! The tour, in the order in which one needs it:
//!
//! - [`Engine`] is a device that is open, chosen by itself, by code or by the environment.
//! - [`Storage`] is an array on it. What is in a storage stays there until it is downloaded.
//! - [`Element`] is what arrays are made of: numbers, vectors, and structs by [`element!`].
//! - [`Kernel`] is a snippet with everything that it may name, checked before any device is asked.
//!   [`Kernel::map`] makes one element of each; [`Kernel::compute`] reads and writes as it likes.
//!   [`Kernel::reduce`], [`Kernel::scan`], [`Kernel::filter`] and [`Kernel::histogram`] combine, sum up,
//!   choose and count; storages have them in one line: [`Storage::sum`], [`Storage::filter`].
//! - [`Call`] is a kernel with parameters set and storages bound; it runs as often as one wishes.
//! - [`PingPong`] is two storages in turn, for steps that read what they replace.
//! - [`Frontier`] is a list that each step replaces by what it finds: the edge of a search.
//! - [`Engine::converge`] repeats a [`Step`] until the device says that it is done, without asking
//!   after each; [`PingPong::converge`] and [`Frontier::converge`] do so with their steps.
//! - [`Batch`] is many calls in one submission, primitives and sorts among them.
//! - [`Sort`] puts arrays in order.
//! - [`Report`] is what it all cost.
//! - Where nothing may block, as in a browser, each method that would has a twin that ends in
//!   `_async`; there are only these in WebAssembly.
//! - [`Error`] is everything that can go wrong; nothing goes wrong silently, and nothing panics.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "much serves callers that block"))]

// The macro `element!` names this crate as its users do.
extern crate self as kernel_engine;

mod engine;
pub use engine::{Capacity, Engine, Status};

mod builder;
pub use builder::EngineBuilder;

mod device;
pub use device::{DeviceChoice, DeviceInfo, DeviceKind, NoDevice, PowerPreference};

mod storage;
pub use storage::Storage;
mod raw;

mod element;
pub use element::Element;
#[doc(hidden)]
pub use element::{Scalar, Structure, Type};

mod kernel;
pub use kernel::{Atomic, Compute, Grouped, Kernel, KernelBuilder, Map, WorkgroupSize};

mod call;
pub use call::Call;

mod value;
pub use value::Value;

mod extent;
pub use extent::Extent;

mod primitive;
pub use primitive::{Filter, Filtered, Histogram, Ordered, Reduce, Scan, Sort, SortKey, Summed};

mod pingpong;
pub use pingpong::PingPong;

mod frontier;
pub use frontier::{Expand, Frontier};

mod steps;
pub use steps::{Convergence, Step};

mod batch;
pub use batch::Batch;

mod report;
pub use report::{Clock, Report};

mod blocking;
#[doc(hidden)]
pub use blocking::Wait;

mod memory;
pub use memory::free_memory;

mod error;
pub use error::{Error, Result};

// From a snippet to WGSL that is known to be right; no device.
mod assemble;
mod barriers;
mod check;
mod names;
mod precise;
mod snippet;
pub use snippet::SnippetError;

// From WGSL to results.
#[cfg(any(test, target_arch = "wasm32"))]
mod browser;
mod disk_cache;
mod fault;
mod fresh;
mod pending;
mod pipeline;
mod submit;
mod transfer;
mod wait;

/// What [`element!`] derives its traits from.
#[doc(hidden)]
pub use bytemuck;

pub use half::f16;

/// Locks, also after another thread panicked: what our locks guard is whole after each statement.
pub(crate) fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
