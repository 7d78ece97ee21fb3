//! Weights: in which order TSPLIB's EDGE_WEIGHT_FORMATs give the costs of a matrix.

use std::ops::Range;

/// A way to write a matrix as one run of numbers: line after line, each a range of the matrix.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// Every row whole.
    Full,
    /// Line k has what stands before the diagonal, or with it.
    Growing { diagonal: bool },
    /// Line k has what stands behind the diagonal, or with it.
    Shrinking { diagonal: bool },
}

use Order::{Full, Growing, Shrinking};

/// The formats by name. Since a triangle stands for a symmetric matrix, the columns of one are
/// the rows of the other.
pub(super) const FORMATS: [(&str, Order); 9] = [
    ("FULL_MATRIX", Full),
    ("UPPER_ROW", Shrinking { diagonal: false }),
    ("LOWER_ROW", Growing { diagonal: false }),
    ("UPPER_DIAG_ROW", Shrinking { diagonal: true }),
    ("LOWER_DIAG_ROW", Growing { diagonal: true }),
    ("UPPER_COL", Growing { diagonal: false }),
    ("LOWER_COL", Shrinking { diagonal: false }),
    ("UPPER_DIAG_COL", Growing { diagonal: true }),
    ("LOWER_DIAG_COL", Shrinking { diagonal: true }),
];

impl Order {
    /// Which cities line `k` of `n` is about.
    fn line(self, k: usize, n: usize) -> Range<usize> {
        match self {
            Full => 0..n,
            Growing { diagonal } => 0..k + usize::from(diagonal),
            Shrinking { diagonal } => k + usize::from(!diagonal)..n,
        }
    }

    /// The places of a matrix of `n` cities, in the order of the file.
    pub(super) fn places(self, n: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..n).flat_map(move |k| self.line(k, n).map(move |j| (k, j)))
    }

    /// How many numbers there are.
    pub(super) fn count(self, n: usize) -> usize {
        (0..n).map(|k| self.line(k, n).len()).sum()
    }

    /// Whether a number counts there and back.
    pub(super) fn is_triangle(self) -> bool {
        !matches!(self, Full)
    }
}
