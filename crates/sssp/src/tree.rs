//! Tree: the predecessors that go with distances, the same wherever the distances were found.
//!
//! An edge is *tight* when the distance of its tail and its length are the distance of its head.
//! Any tight edge could be the last of a shortest path, but edges chosen freely among them may
//! run in circles where lengths are 0, or vanish beside a large float. So the rule is:
//!
//! 1. A source at distance 0 has no predecessor.
//! 2. In a graph without negative weights, a vertex with tight edges from nearer vertices takes
//!    the lowest of those vertices. It needs no order, and settles all where no length is 0.
//! 3. Round by round, each vertex without a predecessor takes the lowest vertex from which a tight
//!    edge leads to it and which had its place before the round. Vertices of rules 1 and 2 have
//!    theirs from the start.
//!
//! A chain of predecessors goes to earlier rounds, and in rule 2 to nearer vertices, so it ends at
//! a source. With negative weights a nearer vertex may not have its place yet, so rule 2 is left
//! out, and rule 3 counts the edges of a shortest path with the fewest.

use crate::graph::Arcs;
use crate::weight::Length;

/// No predecessor.
pub(crate) const NONE: u32 = u32::MAX;

/// The predecessor of each vertex, [`NONE`] for sources and for vertices that are not reached.
///
/// With distances that are not those of shortest paths, the first vertex without its place is an
/// error. It takes time in O(V log V + E), in O(V + E) where no length is 0.
pub(crate) fn tree<A: Arcs>(
    arcs: &A,
    distance: &[A::Length],
    sources: &[u32],
    negative: bool,
) -> Result<Vec<u32>, u32> {
    let mut predecessor = vec![NONE; distance.len()];
    let reached = (0..arcs.vertices()).filter(|v| distance[*v as usize] < A::Length::UNREACHED);
    for tail in reached.filter(|_| !negative) {
        let before = distance[tail as usize];
        for (head, length) in arcs.passable(tail) {
            let there = distance[head as usize];
            let place = &mut predecessor[head as usize];
            // A sum of floats may be as far as what is not reached.
            let tight = before.plus(length) == there && there < A::Length::UNREACHED;
            if *place == NONE && before < there && tight {
                *place = tail;
            }
        }
    }
    complete(arcs, distance, sources, predecessor)
}

/// The same where rule 2 has been applied already, to those to whom it applies.
pub(crate) fn complete<A: Arcs>(
    arcs: &A,
    distance: &[A::Length],
    sources: &[u32],
    mut predecessor: Vec<u32>,
) -> Result<Vec<u32>, u32> {
    let reached = |v: u32| distance[v as usize] < A::Length::UNREACHED;
    // A root is its own predecessor until the end, so that it takes no other.
    for source in sources.iter().filter(|s| distance[**s as usize] == A::Length::ZERO) {
        predecessor[*source as usize] = *source;
    }
    let waits = |predecessor: &[u32], v: &u32| reached(*v) && predecessor[*v as usize] == NONE;
    let mut without = (0..arcs.vertices()).find(|v| waits(&predecessor, v));
    if without.is_some() {
        let placed = |v: &u32| predecessor[*v as usize] != NONE;
        let mut round: Vec<u32> = (0..arcs.vertices()).filter(placed).collect();
        while !round.is_empty() {
            let mut next = Vec::new();
            for tail in round {
                let before = distance[tail as usize];
                for (head, length) in arcs.passable(tail) {
                    let there = distance[head as usize];
                    if before.plus(length) == there && waits(&predecessor, &head) {
                        predecessor[head as usize] = tail;
                        next.push(head);
                    }
                }
            }
            // The lowest tail comes first.
            next.sort_unstable();
            round = next;
        }
        without = (0..arcs.vertices()).find(|v| waits(&predecessor, v));
    }
    for source in sources {
        let place = &mut predecessor[*source as usize];
        if *place == *source {
            *place = NONE;
        }
    }
    without.map_or(Ok(predecessor), Err)
}
