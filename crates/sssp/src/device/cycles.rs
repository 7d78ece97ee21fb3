//! Cycles: whether the last vertices that shortened each distance go round, which they do soon after
//! paths have gone round a negative cycle.

use kernel_engine::{Call, Compute, Engine, Kernel, Step, Storage};

use crate::error::Result;
use crate::tree::NONE;

/// The state's word that says so, as the shader has it.
pub(super) const CYCLE: usize = 34;

/// Dispatches from one look to the next, which takes as long as about ten of them.
pub(super) const LOOK: usize = 16;

/// The last vertex that shortened the distance of each, and a look at whether they go round: each
/// vertex follows them so far that only in a circle there is a way on.
#[derive(Debug)]
pub(super) struct Cycles {
    pub(super) parent: Storage<u32>,
    first: Call<Compute>,
    twice: Call<Compute>,
    circles: Call<Compute>,
    /// How often the way that each vertex follows is doubled.
    doublings: u32,
}

impl Cycles {
    /// For so many vertices of the graph, in copies or not.
    pub(super) fn new(
        engine: &Engine,
        vertices: usize,
        copies: u32,
        state: &Storage<u32>,
    ) -> Result<Self> {
        let parent = engine.zeros(vertices << copies)?;
        let ahead = engine.zeros::<u32>(vertices << copies)?;
        let first = Kernel::compute("ahead_set(i, parent(i));")
            .label("sssp.parents")
            .array::<u32>("parent")
            .output::<u32>("ahead")
            .build()?
            .call()
            .bind("parent", &parent)
            .bind("ahead", &ahead);
        // Others may have gone on already, which leads further still.
        let twice = Kernel::compute(
            "let at = ahead(i);
             if at != 0xffffffffu { ahead_exchange(i, ahead(at)); }",
        );
        let twice =
            twice.label("sssp.ahead").atomic::<u32>("ahead").build()?.call().bind("ahead", &ahead);
        let circles = Kernel::compute("if ahead(i) != 0xffffffffu { state_set(cycle, 1u); }")
            .label("sssp.circles")
            .param::<u32>("cycle")
            .array::<u32>("ahead")
            .atomic::<u32>("state")
            .build()?
            .call()
            .set("cycle", CYCLE as u32)
            .bind("ahead", &ahead)
            .bind("state", state);
        let doublings = usize::BITS - vertices.leading_zeros();
        Ok(Self { parent, first, twice, circles, doublings })
    }

    /// No distance has been shortened yet.
    pub(super) fn clear(&self) -> Result<()> {
        Ok(self.parent.upload(&vec![NONE; self.parent.len()])?)
    }

    /// Whether to look after so many dispatches: soon at first, and then after every so many.
    pub(super) fn are_due(dispatches: usize, every: usize) -> bool {
        dispatches.is_multiple_of(every) || (every == LOOK && dispatches.is_power_of_two())
    }

    /// Looks, at the end of a step; the next one ends where there is a circle.
    pub(super) fn look(&self, step: &mut Step) -> kernel_engine::Result<()> {
        let vertices = self.parent.len();
        step.run(&self.first, vertices)?;
        for _ in 0..self.doublings {
            step.run(&self.twice, vertices)?;
        }
        step.run(&self.circles, vertices)
    }
}

#[cfg(test)]
mod tests {
    use kernel_engine::{DeviceChoice, Engine};

    use super::LOOK;
    use crate::cycle::Cycle;
    use crate::device::graph::{Rows, Uploaded};
    use crate::device::lengths::Lengths;
    use crate::device::near_far::Ask;
    use crate::device::search::Search;
    use crate::device::{Tuning, Wait};
    use crate::graph::Graph;

    /// How many steps it takes until a cycle is found, which must be the one that there is.
    fn steps(engine: &Engine, graph: &Graph<i32>) -> u32 {
        let lengths = Lengths::of(graph, engine.capacity()).unwrap();
        let rows = Rows::of(graph, lengths);
        let uploaded = Uploaded::new(engine, graph, &rows).unwrap();
        let mut search = Search::new(graph, &uploaded, Tuning::default(), 0).unwrap();
        let ask = Ask { sources: &[0], targets: &[], most: lengths.most::<i64>(None) };
        search.method.begin(engine, &rows, &ask, 1.0).unwrap();
        let outcome =
            Wait::finished(search.method.run(engine, Wait::Block, usize::MAX, LOOK)).unwrap();
        assert!(outcome.circle && outcome.converged && !outcome.beyond, "{outcome:?}");
        let parents = search.method.cycles.unwrap().parent.download().unwrap();
        let cycle = Cycle::of(graph, &parents).unwrap();
        assert_eq!((cycle.vertices, cycle.total), (vec![5, 6], -1));
        outcome.steps
    }

    #[test]
    fn a_cycle_is_found_soon_after_it_was_gone_round() {
        const VERTICES: u32 = 30_000;
        let mut path: Vec<_> = (0..VERTICES - 1).map(|v| (v, v + 1, 1)).collect();
        path.push((6, 5, -2));
        let path = Graph::from_edges(VERTICES, &path).unwrap();
        // Each vertex leads to seven others, so that many workgroups are busy.
        let mut wide: Vec<_> = (0..7 * VERTICES)
            .map(|e| (e / 7, (u64::from(e) * 2_654_435_761 % u64::from(VERTICES)) as u32, 9))
            .collect();
        wide.extend([(0, 5, 1), (5, 6, 1), (6, 5, -2)]);
        let wide = Graph::from_edges(VERTICES, &wide).unwrap();
        for device in Engine::devices() {
            let choice = DeviceChoice::Named(device.name);
            let engine = Engine::builder().device(choice).build().unwrap();
            // Not after V - 1, which are 29,999.
            for (what, graph) in [("alone", &path), ("many", &wide)] {
                let found = steps(&engine, graph);
                assert!(found <= 64, "{found} steps, {what}, {}", engine.info().name);
            }
        }
    }
}
