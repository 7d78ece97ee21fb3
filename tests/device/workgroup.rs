//! Workgroups: invocations that share memory and wait for each other.

use kernel_engine::{Engine, Error, Kernel};

use crate::devices::{on_each, on_each_folded};

fn numbers(n: usize) -> Vec<u32> {
    (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect()
}

/// All invocations of the last workgroup run, those beyond the end too, so all reach a barrier.
#[test]
fn a_sum_by_halves() {
    let reduce = |size: u32| {
        Kernel::compute(
            "tile[local] = select(0u, data(i), i < len);
             workgroupBarrier();
             for (var half = group_size / 2u; half > 0u; half /= 2u) {
                 if local < half { tile[local] += tile[local + half]; }
                 workgroupBarrier();
             }
             if local == 0u { parts_set(group, tile[0]); }",
        )
        .array::<u32>("data")
        .output::<u32>("parts")
        .workgroup::<u32>("tile", size)
        .workgroup_size(size)
        .build()
        .unwrap()
    };
    let check = |engine: &Engine, n: usize, size: usize| {
        let data = numbers(n);
        let parts = engine.zeros::<u32>(n.div_ceil(size)).unwrap();
        let call = reduce(size as u32).call().bind("data", &engine.storage(&data).unwrap());
        call.bind("parts", &parts).run(n).unwrap();
        let sums = data.chunks(size).map(|part| part.iter().fold(0u32, |a, n| a.wrapping_add(*n)));
        assert!(parts.download().unwrap().into_iter().eq(sums), "{n} by {size}");
    };
    on_each(|engine| {
        for size in [1, 2, 32, 256] {
            [1, 255, 256, 257, 5000].into_iter().for_each(|n| check(engine, n, size));
        }
    });
    on_each_folded(|engine, n| check(engine, 3 * n * n * 64 + 1, 64));
}

/// Each invocation reads what its neighbour wrote before the barrier.
#[test]
fn storage_barriers_order_a_workgroup() {
    let kernel = Kernel::compute(
        "cells_set(i, i * 3u);
         storageBarrier();
         out_set(i, cells(group * group_size + (local + 1u) % group_size));",
    )
    .output::<u32>("cells")
    .output::<u32>("out")
    .workgroup_size(64)
    .build()
    .unwrap();
    on_each(|engine| {
        let (cells, out) = (engine.zeros::<u32>(640).unwrap(), engine.zeros::<u32>(640).unwrap());
        kernel.call().bind("cells", &cells).bind("out", &out).run(640).unwrap();
        let expected = (0..640u32).map(|i| (i / 64 * 64 + (i % 64 + 1) % 64) * 3);
        assert!(out.download().unwrap().into_iter().eq(expected));
    });
}

/// Boards in tiles, turned by way of shared memory.
#[test]
fn a_transpose_by_tiles() {
    let kernel = Kernel::compute(
        "let inside = all(id.xy < vec2<u32>(width, height));
         let lane = vec2<u32>(local % 8u, local / 8u);
         tile[lane.y * 9u + lane.x] = select(0u, data(i), inside);
         workgroupBarrier();
         let corner = (id.xy / 8u) * 8u;
         let to = corner.yx + lane;
         if to.x < height && to.y < width {
             out_set(to.y * height + to.x, tile[lane.x * 9u + lane.y]);
         }",
    )
    .param::<u32>("width")
    .param::<u32>("height")
    .array::<u32>("data")
    .output::<u32>("out")
    .workgroup::<u32>("tile", 72)
    .workgroup_size((8, 8))
    .build()
    .unwrap();
    on_each(|engine| {
        for (width, height) in [(8, 8), (17, 5), (3, 40), (64, 64)] {
            let data = numbers(width * height);
            let out = engine.zeros::<u32>(width * height).unwrap();
            let call = kernel.call().set("width", width).set("height", height);
            let call = call.bind("data", &engine.storage(&data).unwrap()).bind("out", &out);
            call.run((width, height)).unwrap();
            let turned = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
            let expected = turned.map(|(x, y)| data[y * width + x]);
            assert!(out.download().unwrap().into_iter().eq(expected), "{width} by {height}");
        }
    });
}

/// Beyond the extent `i` is beyond every array as well.
#[test]
fn invocations_beyond_the_end_see_no_element() {
    let kernel = Kernel::compute(
        "one[0] = 1u;
         workgroupBarrier();
         if i >= len { beyond_add(0u, 1u); least_min(0u, i); }
         sum_add(0u, data(i));",
    )
    .array::<u32>("data")
    .atomic::<u32>("beyond")
    .atomic::<u32>("least")
    .atomic::<u32>("sum")
    .workgroup::<u32>("one", 1)
    .build()
    .unwrap();
    on_each(|engine| {
        for n in [1u32, 100, 256, 300] {
            let zero = || engine.zeros::<u32>(1).unwrap();
            let (beyond, sum) = (zero(), zero());
            let least = engine.storage(&[u32::MAX]).unwrap();
            let data = engine.storage(&vec![1u32; n as usize]).unwrap();
            let call = kernel.call().bind("data", &data).bind("beyond", &beyond);
            call.bind("least", &least).bind("sum", &sum).run(n).unwrap();
            assert_eq!(beyond.download().unwrap(), [n.next_multiple_of(256) - n]);
            assert_eq!(least.download().unwrap(), [u32::MAX]);
            assert_eq!(sum.download().unwrap(), [n]);
        }
    });
}

/// A workgroup of that size with so many cells of shared memory.
fn huge(size: (u32, u32, u32), cells: u32) -> kernel_engine::Result<Kernel> {
    let kernel = Kernel::compute("tile[0] = 1u; out_set(0u, tile[0]);").label("huge");
    let kernel = kernel.output::<u32>("out").workgroup::<u32>("tile", cells);
    kernel.workgroup_size(size).build()
}

#[test]
fn workgroups_beyond_the_device_are_refused_when_they_run() {
    on_each(|engine| {
        let out = engine.zeros::<u32>(1).unwrap();
        let rows = [
            ((16_384, 1, 1), 1, "invocations per workgroup"),
            ((1, 16_384, 1), 1, "invocations per workgroup"),
            ((1, 1, 16_384), 1, "invocations per workgroup"),
            ((32, 32, 16), 1, "invocations per workgroup"),
            ((1, 1, 1), 1 << 26, "bytes of workgroup variables"),
        ];
        for (size, cells, what) in rows {
            let call = huge(size, cells).unwrap().call().bind("out", &out);
            let text = refused!(call.run(1), Error::TooLarge { .. });
            assert!(text.contains("`huge`") && text.contains(what), "{text}");
        }
        assert_eq!(out.download().unwrap(), [0]);
    });
}

#[test]
fn workgroups_beyond_any_device_are_refused_when_they_are_built() {
    let rows = [
        ((0, 1, 1), 1),
        ((16_385, 1, 1), 1),
        ((1, 129, 128), 1),
        ((16_384, 16_384, 16_384), 1),
        ((u32::MAX, 2, 2), 1),
        ((1, 1, 1), 0),
        ((1, 1, 1), u32::MAX),
    ];
    for (size, cells) in rows {
        let text = refused!(huge(size, cells), Error::Declaration { .. });
        assert!(text.contains("`huge`") && text.contains("workgroup"), "{text}");
    }
}
