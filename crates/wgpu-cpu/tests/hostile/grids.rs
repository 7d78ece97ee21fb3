//! Dispatches of no, too many and unknown workgroups.

use crate::common::{Bench, End, Want, check_grid, kernel, window};

#[test]
fn empty_grids_do_nothing() {
    for groups in [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0], [0, 65_535, 65_535]] {
        check_grid("", "data[i] = 7u;", groups, Want::Ran(&window()));
    }
}

#[test]
fn grids_past_the_limit_are_refused() {
    for groups in [[65_536, 1, 1], [1, 65_536, 1], [1, 1, u32::MAX], [u32::MAX; 3]] {
        check_grid("", "data[i] = 7u;", groups, Want::Refused("65535"));
    }
}

#[test]
fn grids_at_the_limit_run() {
    let one = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
            if all(id == vec3(WHICH)) { data[0] = id.x + 1u; data[1] = id.y; data[2] = id.z; }
        }";
    let rows = [
        ([65_535, 1, 1], "65534u, 0u, 0u", [65_535, 0, 0]),
        ([1, 65_535, 1], "0u, 65534u, 0u", [1, 65_534, 0]),
        ([1, 1, 65_535], "0u, 0u, 65534u", [1, 0, 65_534]),
        ([65_535, 20, 1], "65534u, 19u, 0u", [65_535, 19, 0]),
    ];
    for (groups, which, words) in rows {
        check_grid(&one.replace("WHICH", which), "", groups, Want::Ran(&words));
    }
}

#[test]
fn grids_that_would_take_days_lose_the_device() {
    for body in ["", "data[i] = 7u;"] {
        check_grid("", body, [65_535; 3], Want::Lost("workgroups"));
    }
}

#[test]
fn garbage_counts_are_bounded() {
    let rows: [([u32; 3], bool); 6] = [
        ([1, 1, 1], true),
        ([u32::MAX; 3], false),
        ([0x5EED_5EED; 3], false),
        ([65_536, 1, 1], false),
        ([1, 1, 0x8000_0000], false),
        ([0, 3, 3], false),
    ];
    for (counts, runs) in rows {
        let bench = Bench::new();
        let arguments = bench.arguments(&counts);
        let source = kernel("", "data[i] = 7u;");
        let end = bench.end_by(&source, |pass| pass.dispatch_workgroups_indirect(&arguments, 0));
        let End::Ran(words) = end else { panic!("{counts:?}: {end:?}") };
        assert_eq!(words, if runs { vec![7; 64] } else { window() }, "{counts:?}");
    }
    // Arguments that are not all there.
    let bench = Bench::new();
    let arguments = bench.arguments(&[1, 1, 1]);
    let source = kernel("", "data[i] = 7u;");
    let end = bench.end_by(&source, |pass| pass.dispatch_workgroups_indirect(&arguments, 4));
    assert!(matches!(end, End::Refused(_)), "{end:?}");
}
