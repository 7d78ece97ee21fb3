//! Counted extents: how many invocations run is read on the device when the kernel starts.

use kernel_engine::{Call, Compute, Engine, Error, Extent, Kernel, Storage};

use crate::devices::{on_each, on_each_folded};

fn call() -> Call<Compute> {
    Kernel::compute("runs_add(i, 1u); lens_set(0u, len); places_set(i, id.x + id.y + id.z);")
        .atomic::<u32>("runs")
        .output::<u32>("lens")
        .output::<u32>("places")
        .build()
        .unwrap()
        .call()
}

/// Runs as many as word `at` of `count` says, and looks at `room` places.
fn check(engine: &Engine, count: &Storage<u32>, at: usize, expected: usize, room: usize) {
    let (runs, lens) = (engine.zeros::<u32>(room).unwrap(), engine.zeros::<u32>(1).unwrap());
    let places = engine.zeros::<u32>(room).unwrap();
    let call = call().bind("runs", &runs).bind("lens", &lens).bind("places", &places);
    call.run(Extent::count_at(count, at)).unwrap();
    let ran = (0..room).map(|i| u32::from(i < expected));
    assert!(runs.download().unwrap().into_iter().eq(ran), "{expected} of {room}: once each");
    assert_eq!(lens.download().unwrap(), [expected as u32], "{expected} of {room}: `len`");
    let ids = (0..room).map(|i| if i < expected { i as u32 } else { 0 });
    assert!(places.download().unwrap().into_iter().eq(ids), "{expected} of {room}: `id`");
}

#[test]
fn as_many_run_as_the_count_says() {
    on_each(|engine| {
        // A device keeps 64 or 1024 workgroups of 256 in flight; beyond that the grid strides.
        let grids = [64usize, 1024].map(|groups| groups * 256);
        let edges = grids.iter().flat_map(|grid| [grid - 1, *grid, grid + 1, 2 * grid + 300]);
        for n in [1, 3, 4, 255, 256, 257, 1000].into_iter().chain(edges) {
            check(engine, &engine.storage(&[n as u32]).unwrap(), 0, n, n + 3);
        }
    });
    on_each_folded(|engine, _| {
        for n in [1, 255, 256, 257, 5000] {
            check(engine, &engine.storage(&[n as u32]).unwrap(), 0, n, n + 3);
        }
    });
}

#[test]
fn a_count_of_zero_runs_none() {
    on_each(|engine| {
        let out = engine.zeros::<u32>(1).unwrap();
        let kernel = Kernel::compute("out_add(0u, 1u);").atomic::<u32>("out").build().unwrap();
        let count = engine.zeros::<u32>(1).unwrap();
        kernel.call().bind("out", &out).run(Extent::count(&count)).unwrap();
        assert_eq!(out.download().unwrap(), [0]);
    });
}

#[test]
fn any_word_of_a_storage_is_a_count() {
    on_each(|engine| {
        let counts = engine.storage(&[7u32, 1, 300, 5]).unwrap();
        for (at, expected) in [(0, 7), (1, 1), (2, 300), (3, 5)] {
            check(engine, &counts, at, expected, 301);
        }
    });
}

#[test]
fn a_count_beyond_the_arrays_reads_zero_and_writes_nowhere() {
    on_each(|engine| {
        let count = engine.storage(&[1000u32]).unwrap();
        let out = engine.zeros::<u32>(10).unwrap();
        let sums = engine.zeros::<u32>(1).unwrap();
        let kernel = Kernel::compute("out_set(i, i + 1u); sums_add(0u, out(i));")
            .output::<u32>("out")
            .atomic::<u32>("sums")
            .build()
            .unwrap();
        kernel.call().bind("out", &out).bind("sums", &sums).run(Extent::count(&count)).unwrap();
        assert!(out.download().unwrap().into_iter().eq(1..=10));
        assert_eq!(sums.download().unwrap(), [55]);
    });
}

/// A kernel leaves a count, and the next one in the same submission takes it.
#[test]
fn a_kernel_can_leave_the_count_for_the_next() {
    let find = Kernel::compute("if data(i) % 3u == 0u { found_set(n_add(0u, 1u), data(i)); }")
        .array::<u32>("data")
        .output::<u32>("found")
        .atomic::<u32>("n")
        .build()
        .unwrap();
    let sum = Kernel::compute("sum_add(0u, found(i)); sum_add(1u, 1u);")
        .array::<u32>("found")
        .atomic::<u32>("sum")
        .build()
        .unwrap();
    on_each(|engine| {
        let data: Vec<u32> = (0..1000).map(|i| i * i % 1009).collect();
        let (found, n) = (engine.zeros::<u32>(1000).unwrap(), engine.zeros::<u32>(1).unwrap());
        let total = engine.zeros::<u32>(2).unwrap();
        let find = find.call().bind("data", &engine.storage(&data).unwrap());
        let find = find.bind("found", &found).bind("n", &n);
        let sum = sum.call().bind("found", &found).bind("sum", &total);
        engine
            .batch(|batch| {
                batch.run(&find, data.len())?;
                batch.run(&sum, Extent::count(&n))
            })
            .unwrap();
        let thirds = data.iter().filter(|n| *n % 3 == 0);
        let expected = [thirds.clone().sum::<u32>(), thirds.count() as u32];
        assert_eq!(total.download().unwrap(), expected);
    });
}

/// A workgroup that strides finds its workgroup variables zero each time.
#[test]
fn workgroup_variables_start_at_zero_in_each_round() {
    let kernel = Kernel::compute(
        "let mine = select(0u, data(i), i < len);
         atomicAdd(&sum[0], mine);
         if local == 0u { dirty_add(0u, cells[0] + cells[299] + pairs[1].y); }
         workgroupBarrier();
         if local == 5u { cells[0] = 1u; cells[299] = 1u; pairs[1] = vec2<u32>(1u, 1u); }
         if local == 0u { sums_set(group, atomicLoad(&sum[0])); }",
    )
    .array::<u32>("data")
    .output::<u32>("sums")
    .atomic::<u32>("dirty")
    .workgroup_atomic::<u32>("sum", 2)
    .workgroup::<u32>("cells", 300)
    .workgroup::<[u32; 2]>("pairs", 2)
    .build()
    .unwrap();
    let check = |engine: &Engine, n: usize| {
        let data: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
        let groups = n.div_ceil(256);
        let sums = engine.zeros::<u32>(groups).unwrap();
        let dirty = engine.zeros::<u32>(1).unwrap();
        let call = kernel.call().bind("data", &engine.storage(&data).unwrap());
        let call = call.bind("sums", &sums).bind("dirty", &dirty);
        call.run(Extent::count(&engine.storage(&[n as u32]).unwrap())).unwrap();
        let expected =
            data.chunks(256).map(|part| part.iter().fold(0u32, |a, n| a.wrapping_add(*n)));
        assert!(sums.download().unwrap().into_iter().eq(expected), "{n} elements");
        assert_eq!(dirty.download().unwrap(), [0], "{n} elements");
    };
    on_each(|engine| [1, 256, 1000, 300 * 256 + 9].into_iter().for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| [257, 3000].into_iter().for_each(|n| check(engine, n)));
}

#[test]
fn impossible_counts_are_refused() {
    let small = Kernel::compute("out_add(0u, 1u);").atomic::<u32>("out").label("small");
    let tiled = small.clone().workgroup_size((8, 8)).label("tiled").build().unwrap();
    let small = small.build().unwrap();
    on_each_folded(|engine, _| {
        let out = engine.zeros::<u32>(1).unwrap();
        let count = engine.storage(&[1u32, 2]).unwrap();
        let small = small.call().bind("out", &out);
        for at in [2, 3, usize::MAX] {
            let text = refused!(small.run(Extent::count_at(&count, at)), Error::Range { .. });
            assert!(text.contains("`small`") && text.contains(&at.to_string()), "{text}");
        }
        let none = engine.zeros::<u32>(0).unwrap();
        refused!(small.run(Extent::count(&none)), Error::Range { .. });
        let tiled = tiled.call().bind("out", &out).run(Extent::count(&count));
        assert!(refused!(tiled, Error::Declaration { .. }).contains("`tiled`"));
        assert_eq!(out.download().unwrap(), [0], "nothing of it ran");
    });
}
