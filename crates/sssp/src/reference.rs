//! The same in plain Rust: slow, and short enough to be believed.

use crate::distances::{self, Distances, UNREACHED};
use crate::error::{Error, Result};
use crate::graph::Graph;

/// The twin of [`Rounds`](crate::Rounds), in the memory of the host.
#[derive(Clone, Debug)]
pub struct Rounds<'a> {
    graph: &'a Graph,
    distance: Vec<u32>,
}

/// What the relaxation of an edge came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Kept,
    Changed,
    /// The edge leads to a vertex that nothing else has reached, by a path too long for 32 bits.
    TooFar,
}

impl<'a> Rounds<'a> {
    /// No vertex is reached but the source.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchVertex`] when the source is none.
    pub fn new(graph: &'a Graph, source: u32) -> Result<Self> {
        graph.check("the source", source)?;
        Ok(Self { graph, distance: distances::initial(graph.vertices(), source) })
    }

    /// Runs one round, vertex after vertex, and tells whether it changed a distance.
    /// It takes time in O(V + E).
    ///
    /// # Errors
    ///
    /// [`Error::TooFar`] as on the device.
    pub fn relax(&mut self) -> Result<bool> {
        let mut changed = false;
        let mut too_far: Option<u32> = None;
        for (tail, ends) in self.graph.row().windows(2).enumerate() {
            for e in ends[0] as usize..ends[1] as usize {
                let head = self.graph.column()[e];
                match relax(self.graph, &mut self.distance, tail, e) {
                    Outcome::Kept => {}
                    Outcome::Changed => changed = true,
                    Outcome::TooFar => too_far = Some(too_far.map_or(head, |v| v.min(head))),
                }
            }
        }
        match too_far.filter(|_| !changed) {
            Some(vertex) => Err(Error::TooFar { vertex, most: distances::MOST }),
            None => Ok(changed),
        }
    }

    /// The distances as they are after the rounds so far.
    pub fn distances(&self) -> Distances {
        Distances::new(self.distance.clone())
    }
}

/// Edge `e`, which leaves `tail`, shortens the distance of the vertex it leads to, if it can.
fn relax(graph: &Graph, distance: &mut [u32], tail: usize, e: usize) -> Outcome {
    let before = distance[tail];
    if before == UNREACHED {
        return Outcome::Kept;
    }
    let known = &mut distance[graph.column()[e] as usize];
    match before.saturating_add(graph.weight()[e]) {
        UNREACHED if *known == UNREACHED => Outcome::TooFar,
        way if way < *known => {
            *known = way;
            Outcome::Changed
        }
        _ => Outcome::Kept,
    }
}
