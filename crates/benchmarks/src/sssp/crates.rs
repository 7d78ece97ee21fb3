//! Crates: petgraph and graph, which search on the host.

use std::time::Instant;

use anyhow::{Context, Result};
use graph::prelude::{
    CsrLayout, DeltaSteppingConfig, DirectedCsrGraph, GraphBuilder, delta_stepping,
};
use petgraph::algo::dijkstra;
use petgraph::graph::{DiGraph, NodeIndex};

use super::answer::{Answer, Facts, Found, Task};
use super::delta;
use crate::contest::{Contestant, Entry, Time, timed};
use crate::machine;

/// A crate at work on its own form of the graph, `G`; a search gives a `D`.
struct AtWork<'a, G, D> {
    task: &'a Task,
    graph: Option<G>,
    make: fn(&Task) -> G,
    /// Chooses between its parameters, off the clock.
    tune: fn(&mut G, &Task) -> Result<()>,
    search: fn(&G, &Task) -> D,
    read: fn(D, &Task) -> Vec<Option<u64>>,
}

impl<G, D> Contestant<Answer> for AtWork<'_, G, D> {
    fn output(&mut self) -> Result<Answer> {
        let start = Instant::now();
        let task = self.task;
        let (mut graph, found, bytes) =
            machine::searching(|| Ok((self.make)(task)), |graph| Ok((self.search)(graph, task)))?;
        let facts =
            Facts { first: start.elapsed().as_secs_f64(), bytes: Some(bytes), ..Facts::default() };
        (self.tune)(&mut graph, task)?;
        self.graph = Some(graph);
        let found = Found::Distances((self.read)(found, self.task));
        Ok(Answer { found, facts })
    }

    fn turn(&mut self) -> Result<Time> {
        let graph = self.graph.as_ref().context("it has no graph")?;
        let search = || {
            (self.search)(graph, self.task);
            Ok(())
        };
        Ok(Time { wall: timed(search)?, device: None })
    }
}

pub(crate) fn entries(task: &Task) -> [Entry<'_, Answer>; 2] {
    let petgraph = AtWork {
        task,
        graph: None,
        make: |task| {
            let mut graph = DiGraph::<(), u32>::with_capacity(vertices(task), task.graph.edges());
            (0..vertices(task)).for_each(|_| _ = graph.add_node(()));
            for (tail, head, weight) in edges(task) {
                graph.add_edge(
                    NodeIndex::new(tail as usize),
                    NodeIndex::new(head as usize),
                    weight,
                );
            }
            graph
        },
        tune: |_, _| Ok(()),
        search: |graph, task| {
            let source = NodeIndex::new(task.source as usize);
            dijkstra(graph, source, None, |edge| u64::from(*edge.weight()))
        },
        read: |found, task| {
            let at = |vertex| found.get(&NodeIndex::new(vertex)).copied();
            (0..vertices(task)).map(at).collect()
        },
    };
    let graph = AtWork {
        task,
        graph: None,
        make: |task| {
            let edges = edges(task).map(|(tail, head, weight)| (tail, head, weight as f32));
            let graph: DirectedCsrGraph<u32, (), f32> = GraphBuilder::new()
                .csr_layout(CsrLayout::Unsorted)
                .edges_with_values(edges)
                .build();
            (graph, delta::suited(&task.graph))
        },
        tune: |(graph, width), task| {
            *width = delta::best(*width, |delta| {
                let config = DeltaSteppingConfig::new(task.source as usize, delta as f32);
                timed(|| {
                    delta_stepping(graph, config);
                    Ok(())
                })
            })?;
            Ok(())
        },
        search: |(graph, width), task| {
            delta_stepping(graph, DeltaSteppingConfig::new(task.source as usize, *width as f32))
        },
        read: |found, task| {
            let told = |distance: f32| (distance < f32::MAX).then_some(distance as u64);
            let found = found.into_iter().map(|distance| told(distance.into_inner()));
            // It has no vertices behind the last one with an edge.
            found.chain(std::iter::repeat(None)).take(vertices(task)).collect()
        },
    };
    [
        Entry::rival("petgraph 0.8, distances", petgraph),
        Entry::rival("graph 0.3, best delta found", graph),
    ]
}

fn vertices(task: &Task) -> usize {
    task.graph.vertices() as usize
}

fn edges(task: &Task) -> impl Iterator<Item = (u32, u32, u32)> {
    let graph = &task.graph;
    (0..graph.vertices())
        .flat_map(|tail| graph.leaving(tail).map(move |(head, weight)| (tail, head, weight)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sssp::graphs::{Shape, source};

    #[test]
    fn both_are_right() {
        for shape in [Shape::Rmat, Shape::Grid] {
            let graph = shape.graph(3000).unwrap();
            let at = source(&graph).unwrap();
            let task = Task::new(graph, at).unwrap();
            for Entry { name, contestant, .. } in entries(&task) {
                let mut contestant = contestant.unwrap();
                let answer = contestant.output().unwrap();
                let verdict = task.check(&answer.found);
                assert!(verdict.is_ok(), "{name}, {shape:?}: {verdict:?}");
                assert!(contestant.turn().unwrap().wall > 0.0);
            }
        }
    }
}
