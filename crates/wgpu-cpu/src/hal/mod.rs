//! The wgpu-hal traits over the executor: what wgpu-core drives.
//!
//! - `api` names the types, `instance` and `adapter` lead to a device, with
//!   `capabilities` (what we say we can do) and `host` (what the machine has);
//! - `device` creates resources: `buffer`, `bind`, `pipeline`, `query`, `fence`;
//! - `encoder` records `command`s, `queue` submits them, `timeline` orders and runs
//!   them on a worker thread or inline, with a `pool` of threads for large kernels;
//! - `refused` stands for everything that draws.
//!
//! Resources are reference counted and commands hold references, so none of
//! wgpu-hal's rules about what must outlive what are needed for memory safety. The
//! traits declare their methods `unsafe`; the bodies here are safe.
#![allow(unsafe_code, reason = "wgpu-hal's traits consist of unsafe methods")]

mod adapter;
mod api;
mod bind;
mod buffer;
mod capabilities;
mod command;
mod device;
mod encoder;
mod fault;
mod fence;
mod host;
mod instance;
mod memory;
mod pipeline;
mod pool;
mod query;
mod queue;
mod refused;
mod timeline;

pub use api::Cpu;
pub use device::fault;
pub use fault::Fault;
pub use instance::{Options, instance, instance_with};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose data stay whole even where a holder panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
