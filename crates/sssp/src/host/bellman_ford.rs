//! Bellman and Ford's method: whatever has become nearer lets its neighbours know.

use std::collections::VecDeque;

use crate::graph::Arcs;
use crate::tree::NONE;
use crate::weight::Length;

/// Distances over edges that may be negative, as long as no cycle is.
#[derive(Debug)]
pub(crate) struct Labels<L> {
    pub(crate) distance: Vec<L>,
    pub(crate) relaxations: u64,
}

/// The vertices of a negative cycle in the order of its edges, the lowest first, and its total.
#[derive(Debug)]
pub(crate) struct Cycle<L> {
    pub(crate) vertices: Vec<u32>,
    pub(crate) total: L,
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
            if let Some(start) = circle(&predecessor) {
                return Err(follow(arcs, &predecessor, start));
            }
        }
    }
    Ok(Labels { distance, relaxations })
}

/// A vertex on a cycle of predecessors, where there is one, in O(V).
fn circle(predecessor: &[u32]) -> Option<u32> {
    // From which start a vertex was come to; 0 is none.
    let mut seen = vec![0; predecessor.len()];
    for start in 0..predecessor.len() as u32 {
        let mut at = start;
        while at != NONE && seen[at as usize] == 0 {
            seen[at as usize] = start + 1;
            at = predecessor[at as usize];
        }
        if at != NONE && seen[at as usize] == start + 1 {
            return Some(at);
        }
    }
    None
}

/// The cycle that `start` is on.
fn follow<A: Arcs>(arcs: &A, predecessor: &[u32], start: u32) -> Cycle<A::Length> {
    let mut vertices = vec![start];
    let mut at = predecessor[start as usize];
    while at != start {
        vertices.push(at);
        at = predecessor[at as usize];
    }
    vertices.reverse();
    let lowest = (0..vertices.len()).min_by_key(|k| vertices[*k]).unwrap_or(0);
    vertices.rotate_left(lowest);
    let mut total = A::Length::ZERO;
    for (k, tail) in vertices.iter().enumerate() {
        let next = vertices[(k + 1) % vertices.len()];
        let edges = arcs.passable(*tail).filter(|(head, _)| *head == next);
        let lightest = edges.map(|(_, length)| length).reduce(|a, b| if b < a { b } else { a });
        total = total.plus(lightest.unwrap_or(A::Length::ZERO));
    }
    Cycle { vertices, total }
}
