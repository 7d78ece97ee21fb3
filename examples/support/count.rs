//! Numbers on a command line.

/// A number of elements; underscores may part its digits.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    text.replace('_', "").parse().map_err(|_| "a whole number is needed, such as 16_000_000".into())
}
