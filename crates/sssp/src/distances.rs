//! Distances: how far each vertex is, where it can be reached.

/// What a kernel holds for a vertex that no path has reached; no distance is as large.
pub(crate) const UNREACHED: u32 = u32::MAX;

/// The largest distance.
pub(crate) const MOST: f64 = (UNREACHED - 1) as f64;

/// How far each vertex is from the source, in the unit of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    raw: Vec<u32>,
}

impl Distances {
    pub(crate) fn new(raw: Vec<u32>) -> Self {
        Self { raw }
    }

    /// The distance to a vertex; `None` when no path leads there, or when it is no vertex.
    pub fn to(&self, vertex: u32) -> Option<u32> {
        self.raw.get(vertex as usize).copied().and_then(reached)
    }

    /// The distance to each vertex, in their order; `None` where no path leads.
    pub fn iter(&self) -> impl Iterator<Item = Option<u32>> {
        self.raw.iter().copied().map(reached)
    }
}

fn reached(raw: u32) -> Option<u32> {
    (raw != UNREACHED).then_some(raw)
}

/// What the distances are before the first round: the source is where it is.
pub(crate) fn initial(vertices: u32, source: u32) -> Vec<u32> {
    let mut distances = vec![UNREACHED; vertices as usize];
    if let Some(distance) = distances.get_mut(source as usize) {
        *distance = 0;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_reached_has_no_number() {
        let distances = Distances::new(initial(3, 1));
        assert_eq!(distances.iter().collect::<Vec<_>>(), [None, Some(0), None]);
        assert_eq!((distances.to(1), distances.to(2), distances.to(3)), (Some(0), None, None));
    }
}
