//! Cycle: a circle of predecessors, and what it costs to go round.

use crate::graph::{Arcs, Graph};
use crate::weight::{Distance, Weight};

/// A circle in the graph, each vertex before the next, the lowest first; none where there is none.
pub(super) fn circle(parent: &[u32]) -> Option<Vec<u32>> {
    // From which start a vertex was come to; 0 is none.
    let mut seen = vec![0; parent.len()];
    for start in 0..parent.len() as u32 {
        let mut at = start;
        while let Some(place) = seen.get_mut(at as usize).filter(|place| **place == 0) {
            *place = start + 1;
            at = parent[at as usize];
        }
        if seen.get(at as usize) == Some(&(start + 1)) {
            let mut cycle = vec![at];
            let mut before = parent[at as usize];
            while before != at {
                cycle.push(before);
                before = parent[before as usize];
            }
            cycle.reverse();
            let lowest = (0..cycle.len()).min_by_key(|k| cycle[*k]).unwrap_or(0);
            cycle.rotate_left(lowest);
            return Some(cycle);
        }
    }
    None
}

/// What it costs to go round, by the lightest edge from each vertex to the next.
pub(super) fn total<W: Weight>(graph: &Graph<W>, cycle: &[u32]) -> f64 {
    let next = cycle.iter().cycle().skip(1);
    let edges = cycle.iter().zip(next).map(|(tail, head)| {
        let there = graph.passable(*tail).filter(|(to, _)| to == head);
        there.map(|(_, length)| length.to_f64()).fold(f64::INFINITY, f64::min)
    });
    edges.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_found() {
        let none = u32::MAX;
        let rows: [(&[u32], Option<&[u32]>); 5] = [
            (&[], None),
            (&[none, 0, 1], None),
            (&[0], Some(&[0])),
            (&[none, 3, 1, 2], Some(&[1, 2, 3])),
            (&[4, 0, none, 2, 1], Some(&[0, 1, 4])),
        ];
        for (parent, expected) in rows {
            assert_eq!(circle(parent).as_deref(), expected, "{parent:?}");
        }
    }

    #[test]
    fn the_lightest_of_parallel_edges_counts() {
        let graph = Graph::from_edges(2, &[(0, 1, 5i32), (0, 1, -3), (1, 0, 2)]).unwrap();
        assert_eq!(total(&graph, &[0, 1]), -1.0);
    }
}
