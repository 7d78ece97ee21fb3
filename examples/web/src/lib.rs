//! kernel-engine, heldkarp and sssp for a page: all that its JavaScript calls.
//!
//! What runs on the host returns at once; what runs on the device is a promise of [`Gpu`].
//! Everything goes in and comes out as plain objects, whose types are in `types.ts`, and everything
//! that fails throws an `Error` with the library's own words.

mod conformance;
mod convert;
mod gpu;
mod graph;
mod job;
mod tour;
mod walk;

pub use gpu::{Gpu, open_gpu};
pub use graph::{paths_on_host, read_graph};
pub use job::{check, wgsl};
pub use tour::tour_on_host;
pub use walk::walk;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.ts");
