//! Dijkstra's method: vertices in the order of their distances, each of its edges once.

use super::heap::RadixHeap;
use super::{Search, report};
use crate::error::Result;
use crate::graph::Arcs;
use crate::memory::filled;
use crate::query::Query;
use crate::report::Method;
use crate::tree::NONE;
use crate::weight::Distance;

/// Distances over edges of which none is negative, and predecessors by rule 2 of `tree`
/// (E. W. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1,
/// 1959). It takes time in O(E log C) at worst, where C is the largest distance.
pub(crate) fn dijkstra<A: Arcs<Length = D>, D: Distance>(
    arcs: &A,
    query: &Query<D>,
) -> Result<Search<D>> {
    let mut distance = filled("the distances", arcs.vertices() as usize, D::UNREACHED)?;
    let mut predecessor = match query.predecessors {
        true => Some(filled("the predecessors", distance.len(), NONE)?),
        false => None,
    };
    let mut heap = RadixHeap::new();
    for source in &query.sources {
        // Once each: a target that came up twice would be taken for two.
        if distance[*source as usize] > D::ZERO {
            distance[*source as usize] = D::ZERO;
            heap.push(D::ZERO.key(), *source);
        }
    }
    let mut targets = query.targets.clone();
    targets.sort_unstable();
    targets.dedup();
    let mut awaited = targets.len();
    let mut limit = query.cutoff;
    let mut relaxations = 0;
    while let Some((key, vertex)) = heap.pop(|key, v| key == distance[v as usize].key()) {
        let before = distance[vertex as usize];
        if key != before.key() {
            continue;
        }
        if limit.is_some_and(|limit| before > limit) {
            break;
        }
        if awaited > 0 && targets.binary_search(&vertex).is_ok() {
            awaited -= 1;
            if awaited == 0 {
                limit = Some(before);
            }
        }
        for (head, length) in arcs.passable(vertex) {
            relaxations += 1;
            let there = before.plus(length);
            let known = &mut distance[head as usize];
            if there > *known || there >= D::UNREACHED {
                continue;
            }
            let nearer = there < *known;
            if nearer {
                *known = there;
                heap.push(there.key(), head);
            }
            // Each tight edge comes by once its tail has its distance, so the lowest tail stays.
            if let Some(predecessor) = &mut predecessor {
                let place = &mut predecessor[head as usize];
                let tail = if before < there { vertex } else { NONE };
                *place = if nearer { tail } else { tail.min(*place) };
            }
        }
    }
    let report = report(Method::Dijkstra, relaxations);
    Ok(Search { distance, predecessor, limit, report })
}
