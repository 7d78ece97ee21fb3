//! The same in plain Rust: slow, and short enough to be believed.

use crate::costs::CostMatrix;
use crate::layout::Layout;

/// The twin of [`Level`](crate::Level), in the memory of the host.
#[derive(Clone, Debug)]
pub struct Level<'a> {
    costs: &'a CostMatrix,
    layout: Layout,
    table: Vec<u32>,
}

impl<'a> Level<'a> {
    /// Level 1: the sets of one city, each reached from the start in one step.
    pub fn first(costs: &'a CostMatrix) -> Self {
        let layout = Layout::new(costs.cities() - 1, 1);
        Self { costs, layout, table: costs.row(0)[1..].to_vec() }
    }

    /// Level k + 1, where this is level k; `None` when this is the last.
    ///
    /// With n cities each entry takes time in O(n²).
    pub fn next(&self) -> Option<Self> {
        let m = self.costs.cities() - 1;
        let k = self.layout.k() + 1;
        let layout = (k <= m).then(|| Layout::new(m, k))?;
        let table = (0..layout.entries()).filter_map(|i| level(self, &layout, i)).collect();
        Some(Self { costs: self.costs, layout, table })
    }

    /// Where the entries stand, and which level this is.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The entries.
    pub fn table(&self) -> &[u32] {
        &self.table
    }
}

/// Entry `i` of the level after `previous`, which lies as `layout` says: the last step leads to
/// the end from one of the other cities of the set, and before it stands the best path through
/// those. `None` beyond the last entry.
fn level(previous: &Level<'_>, layout: &Layout, i: usize) -> Option<u32> {
    let (set, end) = layout.entry(i)?;
    let others: Vec<usize> = set.into_iter().filter(|city| *city != end).collect();
    let paths = others.iter().filter_map(|&last| {
        let path = previous.layout.index(&others, last)?;
        Some(previous.table[path] + previous.costs[(last, end)])
    });
    paths.min()
}
