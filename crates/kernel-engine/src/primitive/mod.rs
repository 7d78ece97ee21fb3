//! Primitive: what is done to whole arrays so often that the engine brings it along.

mod sort;

pub use sort::{Sort, SortKey};
