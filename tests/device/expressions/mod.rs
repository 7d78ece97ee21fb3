//! Random expressions: the device and Rust must agree on what they mean.

mod floats;
mod integers;

/// Expressions that one kernel computes: as many as four outputs of vectors hold.
const PER_KERNEL: usize = 16;

/// Elements that each kernel runs over.
const ELEMENTS: usize = 67;

/// The snippet that gives sixteen expressions of `u32` as four vectors.
fn four_vectors(expressions: &[String]) -> String {
    let outputs = ["dst", "second", "third", "fourth"].into_iter();
    let parts = outputs.zip(expressions.chunks(4));
    parts.map(|(name, four)| format!("{name} = vec4<u32>({});\n", four.join(",\n    "))).collect()
}
