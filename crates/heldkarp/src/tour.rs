//! Tour: what comes out.

/// A cheapest tour, or path where the problem is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour<C> {
    /// The cities in the order in which they are visited. The start comes first; a closed tour
    /// returns to it, which is not written down again.
    pub order: Vec<usize>,
    /// What that costs: the sum of its legs in the order in which they are taken, from the start.
    pub cost: C,
}
