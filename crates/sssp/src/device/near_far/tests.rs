//! Searches end when they should, and no invocation has more to do than its device lets it.

use super::*;
use crate::device::Solver;
use crate::device::lengths::Lengths;
use crate::device::search::Search;
use crate::graph::Graph;
use kernel_engine::DeviceChoice;

#[test]
fn a_search_ends_soon_after_a_sum_that_does_not_fit() {
    const VERTICES: u32 = 30_000;
    let mut path: Vec<_> = (0..VERTICES - 1).map(|v| (v, v + 1, 1)).collect();
    path.push((1, 0, u32::MAX));
    let graph = Graph::from_edges(VERTICES, &path).unwrap();
    for device in Engine::devices() {
        let choice = DeviceChoice::Named(device.name);
        let engine = Engine::builder().device(choice).build().unwrap();
        let rows = Rows::of(&graph, Lengths::Integer);
        let uploaded = Uploaded::new(&engine, &graph, &rows).unwrap();
        let mut search = Search::new(&graph, &uploaded, Tuning::default(), 0).unwrap();
        let ask = Ask { sources: &[0], targets: &[], most: u32::MAX - 1 };
        search.method.begin(&engine, &rows, &ask, 1.0).unwrap();
        let outcome =
            Wait::finished(search.method.run(&engine, Wait::Block, usize::MAX, 1)).unwrap();
        // Not after V - 1, which are 29,999.
        assert!(outcome.beyond && outcome.steps <= INNER[0] + 1, "{outcome:?}");
    }
}

/// Mesa's llvmpipe ends loops after 65,535 iterations of an invocation.
#[test]
fn no_invocation_has_too_much_to_do() {
    // Each step of one workgroup finds a hub, whose edges one invocation puts into its queue.
    const HUBS: u32 = 100;
    const LEAVES: u32 = 700;
    let leaves = (0..HUBS * LEAVES).map(|k| (k / LEAVES, HUBS + k, 1u32));
    let edges: Vec<_> = (1..HUBS).map(|hub| (hub - 1, hub, 1)).chain(leaves).collect();
    let graph = Graph::from_edges(HUBS * (LEAVES + 1), &edges).unwrap();
    for device in Engine::devices() {
        let choice = DeviceChoice::Named(device.name);
        let engine = Engine::builder().device(choice).build().unwrap();
        let paths = Solver::on_device(&engine, &graph).unwrap().solve(0).unwrap();
        assert_eq!(paths.farthest(), Some((HUBS + (HUBS - 1) * LEAVES, u64::from(HUBS))));
        assert_eq!(paths.report().reason, None);
    }
    // An edge takes 8 iterations at most where four of its vertex are walked side by side.
    for places in [0, 1 << 20, 60_000_000, 1 << 32] {
        let lanes = u64::from(groups(true, 256, places)) * 256;
        assert!((places as u64).div_ceil(lanes) * 8 <= 1 << 14, "{places}");
    }
    assert_eq!((groups(true, 256, 1 << 20), groups(false, 256, 1 << 32)), (16, 1024));
}
