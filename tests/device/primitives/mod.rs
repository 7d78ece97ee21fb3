//! What the engine does to whole arrays.

mod sort;
