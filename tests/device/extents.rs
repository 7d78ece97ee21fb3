//! Extents: each point of a line, a board or a block is run once, at its place.

use kernel_engine::{Engine, Error, Extent, Kernel};

use crate::devices::{on_each, on_each_folded};

/// Notes for each invocation its place, and counts who ran.
const SNIPPET: &str = "
    runs_add(i, 1u);
    place_set(i, id.x | (id.y << 10u) | (id.z << 20u));
    lanes_add(group * group_size + local, 1u);
    length_set(i, len);
";

/// Runs blocks of each side through workgroups of one size.
fn check(engine: &Engine, size: (u32, u32, u32), blocks: &[[u32; 3]]) {
    let kernel = Kernel::compute(SNIPPET)
        .atomic::<u32>("runs")
        .output::<u32>("place")
        .atomic::<u32>("lanes")
        .output::<u32>("length")
        .workgroup_size(size)
        .build()
        .unwrap();
    let size = [size.0, size.1, size.2];
    let per_group: u32 = size.iter().product();
    for block in blocks {
        let [x, y, z] = *block;
        let total = x * y * z;
        let groups: u32 = match size {
            [_, 1, 1] => total.div_ceil(per_group),
            _ => block.iter().zip(size).map(|(n, s)| n.div_ceil(s)).product(),
        };
        // One more of each, to see that nothing runs beyond the end.
        let cells = |n: u32| engine.zeros::<u32>(n as usize + 1).unwrap();
        let (runs, place, length) = (cells(total), cells(total), cells(total));
        let lanes = cells(groups * per_group);
        let call = kernel.call().bind("runs", &runs).bind("place", &place);
        let call = call.bind("lanes", &lanes).bind("length", &length);
        call.run((x, y, z)).unwrap();

        let name = format!("{block:?} by workgroups of {size:?}");
        let cell = |one: u32| (0..total).map(|_| one).chain([0]).collect::<Vec<u32>>();
        assert_eq!(runs.download().unwrap(), cell(1), "{name}: how often each ran");
        assert_eq!(length.download().unwrap(), cell(total), "{name}: `len`");
        let mut places = Vec::new();
        for z in 0..z {
            for y in 0..y {
                places.extend((0..x).map(|x| x | (y << 10) | (z << 20)));
            }
        }
        assert_eq!(place.download().unwrap()[..total as usize], places, "{name}: `id`");
        let lanes = lanes.download().unwrap();
        assert!(lanes.iter().all(|n| *n <= 1), "{name}: each pair of `group` and `local` once");
        assert_eq!(lanes.iter().sum::<u32>(), total, "{name}: all pairs within the workgroups");
        if size[1..] == [1, 1] {
            assert!(lanes[..total as usize].iter().all(|n| *n == 1), "{name}: `i` in order");
        }
    }
}

const LINES: [[u32; 3]; 7] =
    [[1, 1, 1], [3, 1, 1], [255, 1, 1], [256, 1, 1], [257, 1, 1], [769, 1, 1], [1025, 1, 1]];
const BOARDS: [[u32; 3]; 7] =
    [[1, 1, 1], [8, 8, 1], [7, 9, 1], [17, 33, 1], [1, 65, 1], [65, 1, 1], [64, 16, 1]];
const BLOCKS: [[u32; 3]; 5] = [[4, 4, 4], [5, 4, 3], [9, 9, 9], [1, 1, 17], [2, 30, 5]];

#[test]
fn every_point_runs_once() {
    on_each(|engine| {
        for size in [(256, 1, 1), (1, 1, 1), (100, 1, 1)] {
            check(engine, size, &LINES);
            check(engine, size, &BOARDS);
            check(engine, size, &BLOCKS);
        }
        for size in [(8, 8, 1), (16, 4, 1), (1, 64, 1), (3, 5, 1)] {
            check(engine, size, &BOARDS);
        }
        for size in [(4, 4, 4), (8, 4, 2), (1, 1, 64), (3, 5, 2)] {
            check(engine, size, &BLOCKS);
        }
    });
}

#[test]
fn every_point_runs_once_when_the_grid_folds() {
    on_each_folded(|engine, n| {
        let edges = [n, n * n, n * n + n, 2 * n * n].map(|groups| groups as u32 * 64);
        let lines: Vec<[u32; 3]> =
            edges.iter().flat_map(|edge| [edge - 1, *edge, edge + 1]).map(|x| [x, 1, 1]).collect();
        check(engine, (64, 1, 1), &lines);
        check(engine, (64, 1, 1), &BLOCKS);
        check(engine, (8, 8, 1), &BOARDS);
        check(engine, (4, 2, 4), &BLOCKS);
    });
}

#[test]
fn a_number_a_pair_and_three_numbers_are_extents() {
    let kernel = Kernel::compute("out_add(0u, 1u);").atomic::<u32>("out").build().unwrap();
    on_each(|engine| {
        let rows: [(Extent, u32); 12] = [
            (300u32.into(), 300),
            (300usize.into(), 300),
            (300.into(), 300),
            ((20u32, 15u32).into(), 300),
            ((4, 5, 6).into(), 120),
            ((2usize, 3usize, 4usize).into(), 24),
            (0.into(), 0),
            ((0, 5).into(), 0),
            ((5, 0).into(), 0),
            ((0, 3, 2).into(), 0),
            ((3, 2, 0).into(), 0),
            ((0u32, u32::MAX, u32::MAX).into(), 0),
        ];
        for (extent, expected) in rows {
            let out = engine.zeros::<u32>(1).unwrap();
            kernel.call().bind("out", &out).run(extent.clone()).unwrap();
            assert_eq!(out.download().unwrap(), [expected], "{extent:?}");
        }
    });
}

#[test]
fn impossible_extents_are_refused() {
    let kernel = Kernel::compute("out_add(0u, 1u);").atomic::<u32>("out").label("many");
    let kernel = kernel.build().unwrap();
    on_each(|engine| {
        let out = engine.zeros::<u32>(1).unwrap();
        let run = |extent: Extent| kernel.call().bind("out", &out).run(extent);
        for extent in [(-1).into(), (3, -2).into(), (1, 1, i32::MIN).into()] {
            assert!(refused!(run(extent), Error::Range { .. }).contains("`many`"));
        }
        let huge: [Extent; 4] = [
            u32::MAX.into(),
            usize::MAX.into(),
            (70_000, 70_000).into(),
            (usize::MAX, usize::MAX, usize::MAX).into(),
        ];
        for extent in huge {
            assert!(refused!(run(extent), Error::TooLarge { .. }).contains("`many`"));
        }
        assert_eq!(out.download().unwrap(), [0], "nothing of it ran");
    });
}

/// Where all of a workgroup run the snippet, those beyond the extent are at no place inside it.
#[test]
fn who_only_fills_up_a_workgroup_is_outside() {
    on_each(|engine| {
        for size in [(256, 1, 1), (16, 16, 1), (4, 4, 4)] {
            let kernel = Kernel::compute(
                "workgroupBarrier(); \
                 if id.x < 3u && id.y < 5u && id.z < 2u { runs_add(id.x + 3u * (id.y + 5u * id.z), 1u); } \
                 if i < len { seen_add(0u, 1u); }",
            );
            let kernel = kernel.atomic::<u32>("runs").atomic::<u32>("seen").workgroup_size(size);
            let (runs, seen) = (engine.zeros::<u32>(30).unwrap(), engine.zeros::<u32>(1).unwrap());
            let call = kernel.build().unwrap().call().bind("runs", &runs).bind("seen", &seen);
            call.run((3, 5, 2)).unwrap();
            assert_eq!(runs.download().unwrap(), [1; 30], "{size:?}");
            assert_eq!(seen.download().unwrap(), [30], "{size:?}");
        }
    });
}
