//! Answer: what a contestant found, and when it is right.

use anyhow::{Result, bail, ensure};
use sssp::Graph;

/// What is searched, from where, and how far each vertex is.
pub(crate) struct Task {
    pub(crate) graph: Graph,
    pub(crate) source: u32,
    pub(crate) distances: Vec<Option<u64>>,
    /// Edges that leave vertices that can be reached.
    pub(crate) edges: usize,
}

/// What came out, and what that took.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) found: Found,
    pub(crate) facts: Facts,
}

#[derive(Default)]
pub(crate) enum Found {
    /// It was compared elsewhere; so many vertices were reached.
    Checked(usize),
    Distances(Vec<Option<u64>>),
    /// And before each vertex, the one on its path.
    Tree(Vec<Option<u64>>, Vec<Option<u32>>),
    #[default]
    Nothing,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Facts {
    /// Seconds from the graph to the first answer.
    pub(crate) first: f64,
    /// Bytes that it holds, with the graph.
    pub(crate) bytes: Option<f64>,
    pub(crate) steps: Option<u64>,
    pub(crate) relaxations: Option<u64>,
}

impl Task {
    pub(crate) fn new(graph: Graph, source: u32) -> Result<Self> {
        let paths = sssp::host::solve(&graph, source)?;
        paths.verify(&graph)?;
        let distances: Vec<Option<u64>> = paths.distances().collect();
        let leave = |vertex: u32| graph.leaving(vertex).count();
        let reached = (0..).zip(&distances).filter(|(_, distance)| distance.is_some());
        let edges = reached.map(|(vertex, _)| leave(vertex)).sum();
        Ok(Self { graph, source, distances, edges })
    }

    pub(crate) fn check(&self, found: &Found) -> Result<()> {
        match found {
            Found::Nothing => bail!("it gave no answer"),
            Found::Checked(reached) => {
                let here = self.distances.iter().flatten().count();
                ensure!(*reached == here, "it reaches {reached} vertices of {here}");
                Ok(())
            }
            Found::Distances(distances) => self.check_distances(distances),
            Found::Tree(distances, before) => {
                self.check_distances(distances)?;
                self.check_tree(before)
            }
        }
    }

    fn check_distances(&self, distances: &[Option<u64>]) -> Result<()> {
        let (here, there) = (self.distances.len(), distances.len());
        ensure!(here == there, "it has distances of {there} vertices, and there are {here}");
        let wrong = distances.iter().zip(&self.distances).position(|(theirs, ours)| theirs != ours);
        let Some(vertex) = wrong else { return Ok(()) };
        let told =
            |distance: Option<u64>| distance.map_or("not reached".into(), |it| it.to_string());
        bail!(
            "vertex {vertex} is {}, and should be {}",
            told(distances[vertex]),
            told(self.distances[vertex])
        )
    }

    /// No weight is 0 here, so edges that are tight are a tree, if each vertex has one.
    fn check_tree(&self, before: &[Option<u32>]) -> Result<()> {
        let (here, there) = (self.distances.len(), before.len());
        ensure!(here == there, "it has predecessors of {there} vertices, and there are {here}");
        for (vertex, (before, distance)) in (0u32..).zip(before.iter().zip(&self.distances)) {
            match (before, distance) {
                (None, None) => {}
                (None, Some(_)) if vertex == self.source => {}
                (Some(tail), Some(distance)) if self.is_tight(*tail, vertex, *distance) => {}
                _ => bail!("vertex {vertex} has {before:?} before it, which is not on its path"),
            }
        }
        Ok(())
    }

    fn is_tight(&self, tail: u32, head: u32, distance: u64) -> bool {
        let Some(Some(before)) = self.distances.get(tail as usize) else { return false };
        let step = |(to, weight): (u32, u32)| to == head && before + u64::from(weight) == distance;
        self.graph.leaving(tail).any(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_judged() {
        let edges = [(0, 1, 7), (0, 2, 2), (2, 1, 3), (1, 3, 1), (4, 0, 1)];
        let task = Task::new(Graph::from_edges(5, &edges).unwrap(), 0).unwrap();
        assert_eq!(task.edges, 4);
        let right = [Some(0), Some(5), Some(2), Some(6), None];
        let tree = [None, Some(2), Some(0), Some(1), None];
        let check = |found: Found| task.check(&found).map_err(|it| it.to_string());
        assert_eq!(check(Found::Distances(right.into())), Ok(()));
        assert_eq!(check(Found::Tree(right.into(), tree.into())), Ok(()));
        assert_eq!(check(Found::Checked(4)), Ok(()));
        assert!(check(Found::Checked(5)).is_err());
        assert!(check(Found::Nothing).is_err());
        for (vertex, distance) in [(1, Some(7)), (3, None), (4, Some(9)), (0, Some(1))] {
            let mut wrong = right;
            wrong[vertex] = distance;
            let told = check(Found::Distances(wrong.into())).unwrap_err();
            assert!(told.starts_with(&format!("vertex {vertex} is ")), "{told}");
        }
        assert!(check(Found::Distances(right[..4].into())).is_err());
        for (vertex, before) in [(1, Some(0)), (1, None), (0, Some(4)), (4, Some(0)), (3, Some(9))]
        {
            let mut wrong = tree;
            wrong[vertex] = before;
            assert!(check(Found::Tree(right.into(), wrong.into())).is_err(), "{vertex}");
        }
    }
}
