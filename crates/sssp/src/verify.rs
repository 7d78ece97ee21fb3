//! Verify: whether paths are the shortest ones of a graph, whoever found them.

use crate::error::{Error, Result};
use crate::exact::exactly;
use crate::graph::{Arcs, Graph};
use crate::paths::Paths;
use crate::tree::{NONE, tree};
use crate::weight::{Distance, Length, Weight};

impl<W: Weight> Paths<W> {
    /// Certifies that these are the shortest paths of `graph`, by themselves: no edge makes a
    /// vertex nearer, and to each vertex with a distance leads a path of that length. Predecessors
    /// are the ones of the rule.
    ///
    /// It takes time in O(V + E), and in O(V log V + E) where edges cost nothing or less.
    ///
    /// # Errors
    ///
    /// [`Error::NotCertified`] with the first edge or vertex that is wrong; also for floats with
    /// negative weights without predecessors, whose distances are rounded and prove nothing.
    pub fn verify(&self, graph: &Graph<W>) -> Result<()> {
        self.fit(graph)?;
        let negative = graph.has_negative();
        if W::EXACT || !negative {
            let limit = self.limit.filter(|_| !negative);
            return self.certify(graph, &self.distance, limit, negative);
        }
        let Some(predecessor) = &self.predecessor else {
            return wrong(
                "rounded distances prove nothing where weights are negative: ask for predecessors"
                    .to_owned(),
            );
        };
        exactly!(graph, |exact| {
            let distance = along(&exact, predecessor, &self.sources)?;
            for (vertex, length) in distance.iter().enumerate() {
                let told = self.distance[vertex];
                let value = match *length < Length::UNREACHED {
                    true => W::Distance::from_f64(exact.to_f64(*length)),
                    false => W::Distance::UNREACHED,
                };
                if value != told {
                    return wrong(format!(
                        "the path to vertex {vertex} is of length {value}, not {told}"
                    ));
                }
            }
            self.certify(&exact, &distance, None, negative)
        })
    }

    /// An error unless these may be paths of `graph`: by their numbers.
    pub(crate) fn fit(&self, graph: &Graph<W>) -> Result<()> {
        let vertices = graph.vertices() as usize;
        let predecessors = self.predecessor.as_ref().map_or(vertices, Vec::len);
        if self.distance.len() != vertices || predecessors != vertices {
            return wrong(format!(
                "the graph has {vertices} vertices, and the paths {}",
                self.distance.len()
            ));
        }
        self.sources.iter().try_for_each(|source| graph.check("the source", *source))
    }

    /// An error unless the sources are where paths start.
    pub(crate) fn start_at_zero<L: Length>(&self, distance: &[L], negative: bool) -> Result<()> {
        for source in &self.sources {
            let there = distance[*source as usize];
            if there > L::ZERO || (there < L::ZERO && !negative) {
                return wrong(format!("source {source} is not at distance 0"));
            }
        }
        Ok(())
    }

    /// The same for distances that have not been rounded; those above `limit` may be left out.
    fn certify<A: Arcs>(
        &self,
        arcs: &A,
        distance: &[A::Length],
        limit: Option<A::Length>,
        negative: bool,
    ) -> Result<()> {
        let unreached = A::Length::UNREACHED;
        self.start_at_zero(distance, negative)?;
        for tail in (0..arcs.vertices()).filter(|v| distance[*v as usize] < unreached) {
            for (head, length) in arcs.passable(tail) {
                let (there, known) =
                    (distance[tail as usize].plus(length), distance[head as usize]);
                let left_out = known == unreached && limit.is_some_and(|limit| there > limit);
                if there < known && !left_out {
                    return wrong(format!("the edge from {tail} to {head} makes {head} nearer"));
                }
            }
        }
        match (tree(arcs, distance, &self.sources, negative), &self.predecessor) {
            (Err(vertex), _) => wrong(format!("no path to vertex {vertex} is as short as is told")),
            (Ok(rule), Some(told)) => match (0..rule.len()).find(|v| rule[*v] != told[*v]) {
                Some(vertex) => {
                    wrong(format!("vertex {vertex} has another predecessor by the rule"))
                }
                None => Ok(()),
            },
            (Ok(_), None) => Ok(()),
        }
    }
}

/// The length of the path that predecessors make to each vertex.
fn along<A: Arcs>(arcs: &A, predecessor: &[u32], sources: &[u32]) -> Result<Vec<A::Length>> {
    let unreached = A::Length::UNREACHED;
    // The lightest edge to each vertex from its predecessor.
    let mut last = vec![unreached; predecessor.len()];
    for tail in 0..arcs.vertices() {
        for (head, length) in arcs.passable(tail) {
            let known = &mut last[head as usize];
            if predecessor[head as usize] == tail && length < *known {
                *known = length;
            }
        }
    }
    let mut distance = vec![unreached; predecessor.len()];
    for source in sources.iter().filter(|source| predecessor[**source as usize] == NONE) {
        distance[*source as usize] = A::Length::ZERO;
    }
    let mut chain = Vec::new();
    for vertex in 0..arcs.vertices() {
        let mut at = vertex;
        while distance[at as usize] == unreached && predecessor[at as usize] != NONE {
            if chain.len() == predecessor.len() || last[at as usize] == unreached {
                return wrong(format!("the predecessors of vertex {vertex} lead to no source"));
            }
            chain.push(at);
            at = predecessor[at as usize];
            if at as usize >= predecessor.len() {
                return wrong(format!("vertex {vertex} has predecessor {at}, which is no vertex"));
            }
        }
        let mut there = distance[at as usize];
        if there == unreached && !chain.is_empty() {
            return wrong(format!("the predecessors of vertex {vertex} lead to no source"));
        }
        while let Some(next) = chain.pop() {
            there = there.plus(last[next as usize]);
            distance[next as usize] = there;
        }
    }
    Ok(distance)
}

pub(crate) fn wrong<T>(what: String) -> Result<T> {
    Err(Error::NotCertified { what })
}
