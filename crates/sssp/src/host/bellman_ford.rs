//! Bellman and Ford's method: whatever has become nearer lets its neighbours know.

use std::collections::VecDeque;

use crate::cycle::Cycle;
use crate::graph::Arcs;
use crate::tree::NONE;
use crate::weight::Length;

/// Distances over edges that may be negative, as long as no cycle is.
#[derive(Debug)]
pub(crate) struct Labels<L> {
    pub(crate) distance: Vec<L>,
    pub(crate) relaxations: u64,
}

/// Distances from the nearest of `sources`, or a negative cycle that they reach.
///
/// Vertices that became nearer wait in line; one whose predecessor waits as well is passed over,
/// since it will become nearer still (B. V. Cherkassky, A. V. Goldberg, *Negative-cycle detection
/// algorithms*, Mathematical Programming 85, 1999). Whoever goes round a negative cycle leaves a
/// cycle of predecessors behind, and it is looked for after every V improvements, which costs no
/// more than they did. It takes time in O(V E).
pub(crate) fn bellman_ford<A: Arcs>(
    arcs: &A,
    sources: &[u32],
) -> Result<Labels<A::Length>, Cycle<A::Length>> {
    let vertices = arcs.vertices() as usize;
    let mut distance = vec![A::Length::UNREACHED; vertices];
    let mut predecessor = vec![NONE; vertices];
    let mut waits = vec![false; vertices];
    let mut line = VecDeque::new();
    for source in sources {
        distance[*source as usize] = A::Length::ZERO;
        if !std::mem::replace(&mut waits[*source as usize], true) {
            line.push_back(*source);
        }
    }
    let (mut relaxations, mut improvements) = (0, 0);
    while let Some(tail) = line.pop_front() {
        waits[tail as usize] = false;
        let from = predecessor[tail as usize];
        if from != NONE && from != tail && waits[from as usize] {
            continue;
        }
        let before = distance[tail as usize];
        for (head, length) in arcs.passable(tail) {
            relaxations += 1;
            let there = before.plus(length);
            if there >= distance[head as usize] {
                continue;
            }
            distance[head as usize] = there;
            predecessor[head as usize] = tail;
            improvements += 1;
            if !std::mem::replace(&mut waits[head as usize], true) {
                line.push_back(head);
            }
        }
        if improvements >= vertices {
            improvements = 0;
            if let Some(cycle) = Cycle::of(arcs, &predecessor) {
                return Err(cycle);
            }
        }
    }
    Ok(Labels { distance, relaxations })
}
