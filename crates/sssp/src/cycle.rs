//! Cycle: a circle of predecessors, and what it costs to go round.

use crate::graph::Arcs;
use crate::weight::Length;

/// A cycle of a graph.
#[derive(Debug)]
pub(crate) struct Cycle<L> {
    /// Each vertex before the next, the lowest first.
    pub(crate) vertices: Vec<u32>,
    /// What it costs to go round.
    pub(crate) total: L,
}

impl<L: Length> Cycle<L> {
    /// One of negative total that predecessors make, if they do, in O(V) and the edges of circles.
    pub(crate) fn of<A: Arcs<Length = L>>(arcs: &A, predecessor: &[u32]) -> Option<Self> {
        circle(predecessor, |vertices| {
            let total = total(arcs, &vertices);
            (total < L::ZERO).then_some(Self { vertices, total })
        })
    }
}

/// The first that is wanted of the circles that predecessors make.
fn circle<T>(predecessor: &[u32], wanted: impl Fn(Vec<u32>) -> Option<T>) -> Option<T> {
    // From which start a vertex was come to; 0 is none.
    let mut seen = vec![0; predecessor.len()];
    for start in 0..predecessor.len() as u32 {
        let mut at = start;
        while let Some(place) = seen.get_mut(at as usize).filter(|place| **place == 0) {
            *place = start + 1;
            at = predecessor[at as usize];
        }
        if seen.get(at as usize) == Some(&(start + 1)) {
            let mut cycle = vec![at];
            let mut before = predecessor[at as usize];
            while before != at {
                cycle.push(before);
                before = predecessor[before as usize];
            }
            cycle.reverse();
            let lowest = (0..cycle.len()).min_by_key(|k| cycle[*k]).unwrap_or(0);
            cycle.rotate_left(lowest);
            if let Some(found) = wanted(cycle) {
                return Some(found);
            }
        }
    }
    None
}

/// By the lightest edge from each vertex to the next.
fn total<A: Arcs>(arcs: &A, cycle: &[u32]) -> A::Length {
    let next = cycle.iter().cycle().skip(1);
    cycle.iter().zip(next).fold(A::Length::ZERO, |total, (tail, head)| {
        let edges = arcs.passable(*tail).filter(|(to, _)| to == head);
        let lightest = edges.map(|(_, length)| length).reduce(|a, b| if b < a { b } else { a });
        total.plus(lightest.unwrap_or(A::Length::ZERO))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;

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
        for (predecessor, expected) in rows {
            assert_eq!(circle(predecessor, Some).as_deref(), expected, "{predecessor:?}");
        }
    }

    #[test]
    fn one_that_costs_nothing_is_passed_over() {
        let edges = [(0, 1, 2), (1, 0, -2i32), (2, 3, 1), (3, 2, -3), (4, 4, 0)];
        let graph = Graph::from_edges(5, &edges).unwrap();
        let cycle = Cycle::<i64>::of(&graph, &[1, 0, 3, 2, 4]).unwrap();
        assert_eq!((cycle.vertices, cycle.total), (vec![2, 3], -2));
        assert!(Cycle::<i64>::of(&graph, &[1, 0, u32::MAX, 2, 4]).is_none());
    }

    #[test]
    fn the_lightest_of_parallel_edges_counts() {
        let graph = Graph::from_edges(2, &[(0, 1, 5i32), (0, 1, -3), (1, 0, 2)]).unwrap();
        assert_eq!(total(&graph, &[0, 1]), -1);
    }
}
