//! Huge: arrays around 2^27, 2^31 and 2^32 bytes, where bindings, buffers and indices end.

use kernel_engine::{DeviceKind, Engine, Error, Kernel, Storage};

use crate::devices::on_each_own;

/// Bytes of memory that are free, where the system tells.
fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Writes and reads words around the edges of a storage of `len` words, and around `edges` in it.
fn check(engine: &Engine, len: usize, edges: &[usize]) {
    let scatter = Kernel::compute("data_set(index(i), index(i) * 3u + 1u);");
    let scatter = scatter.array::<u32>("index").output::<u32>("data").build().unwrap();
    let gather = Kernel::compute("out_set(i, data(index(i)));");
    let gather = gather.array::<u32>("index").array::<u32>("data").output::<u32>("out");
    let gather = gather.build().unwrap();

    let near = edges.iter().chain([&0, &len]).flat_map(|edge| edge.saturating_sub(2)..edge + 3);
    let mut wanted: Vec<u32> = near.map(|j| u32::try_from(j).unwrap()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let data = match engine.zeros::<u32>(len) {
        Ok(data) => data,
        Err(Error::OutOfMemory { .. }) => return println!("skipped: no memory for {len} words"),
        Err(error) => panic!("{error}"),
    };
    let value = |j: u32| if (j as usize) < len { j.wrapping_mul(3).wrapping_add(1) } else { 0 };
    let index = engine.storage(&wanted).unwrap();
    let call = scatter.call().bind("index", &index).bind("data", &data);
    match call.run(wanted.len()) {
        Ok(()) => {
            let out = engine.zeros::<u32>(wanted.len()).unwrap();
            let call = gather.call().bind("index", &index).bind("data", &data).bind("out", &out);
            call.run(wanted.len()).unwrap();
            let expected: Vec<u32> = wanted.iter().map(|j| value(*j)).collect();
            assert_eq!(out.download().unwrap(), expected, "{len} words");
        }
        Err(Error::TooLarge { needed, limit, unit: "storages", .. }) => {
            println!("no kernel reaches all of {len} words: {needed} bindings of {limit}");
            let there = wanted.iter().filter(|j| (**j as usize) < len);
            there.for_each(|j| data.upload_at(*j as usize, &[value(*j)]).unwrap());
        }
        Err(error) => panic!("{error}"),
    }
    // By ranges, which know no kernel.
    for edge in edges.iter().chain([&0, &len]) {
        let range = edge.saturating_sub(2).min(len)..(edge + 2).min(len);
        let found = data.download_range(range.clone()).unwrap();
        assert!(found.into_iter().eq(range.map(|j| value(j as u32))), "{len} words, at {edge}");
    }
    data.upload_at(len - 1, &[7]).unwrap();
    assert_eq!(data.download_range(len - 1..).unwrap(), [7]);
}

fn around(bytes: u64, also: &[u64]) {
    on_each_own(|engine| {
        for len in [bytes / 4 - 1, bytes / 4, bytes / 4 + 1] {
            // Beside it there is what the system keeps of it.
            if engine.info().kind == DeviceKind::Cpu && free().is_some_and(|free| free < 2 * bytes)
            {
                return println!("skipped: {bytes} bytes, twice, are more than is free");
            }
            let edges: Vec<usize> = also.iter().map(|bytes| (bytes / 4) as usize).collect();
            check(engine, len as usize, &edges);
            engine.wait().unwrap();
        }
    });
}

#[test]
fn around_128_mebibytes() {
    around(1 << 27, &[1 << 26]);
}

#[test]
fn around_2_to_the_31() {
    around(1 << 31, &[1 << 27, 1 << 30]);
}

#[test]
fn around_2_to_the_32() {
    around(1 << 32, &[1 << 30, 1 << 31, 3 << 30]);
}

/// A map over them runs in as many segments as it takes.
#[test]
fn maps_around_128_mebibytes() {
    let kernel = Kernel::map::<u32, u32>("dst = i * 5u + y;").input::<u32>("y").build().unwrap();
    on_each_own(|engine| {
        for len in [(1usize << 25) - 1, 1 << 25, (1 << 25) + 5] {
            let (src, y) = (engine.zeros::<u32>(len).unwrap(), engine.zeros::<u32>(len).unwrap());
            y.upload_at(len - 1, &[9]).unwrap();
            let out = kernel.call().bind("y", &y).run(&src).unwrap().download().unwrap();
            let value = |i: usize| (i as u32).wrapping_mul(5) + if i + 1 == len { 9 } else { 0 };
            assert!(out.into_iter().eq((0..len).map(value)), "{len}");
        }
    });
}

/// Primitives and copies beyond a GPU's binding; `primitives::pieces` has the like on all devices.
#[test]
fn primitives_around_2_to_the_31() {
    let numbers = Kernel::map::<u32, u32>("dst = i;").build().unwrap();
    on_each_own(|engine| {
        if engine.info().kind == DeviceKind::Cpu {
            return println!("skipped: minutes on a CPU");
        }
        for len in [(1usize << 29) - 1, 1 << 29, (1 << 29) + 77] {
            let x = engine.zeros::<u32>(len).unwrap();
            numbers.call().run_in_place(&x).unwrap();
            let ends = [0..9, (1 << 29) - 9..len.min((1 << 29) + 9) - 1, len - 9..len - 1];
            let twin = x.duplicate().unwrap();
            let kept = x.filter("dst = src != 5u;").unwrap();
            assert_eq!(kept.len().unwrap(), len - 1);
            for range in ends.iter().filter(|range| range.start < range.end) {
                let here = |all: &Storage<u32>| all.download_range(range.clone());
                assert!(here(&twin).unwrap().into_iter().eq(range.clone().map(|i| i as u32)));
                let expected = range.clone().map(|i| i as u32 + u32::from(i >= 5));
                assert!(here(&kept.elements).unwrap().into_iter().eq(expected), "{len}");
            }
            let wanted: Vec<u32> = ends.into_iter().flatten().map(|i| i as u32).collect();
            let indices = engine.storage(&wanted).unwrap();
            assert_eq!(x.gather(&indices).unwrap().download().unwrap(), wanted);
            x.gather(&indices).unwrap().scatter(&indices, &twin).unwrap();
            assert_eq!(twin.sum().unwrap(), (len as u64) * (len as u64 - 1) / 2);
            let counts = x.histogram("dst = src >> 20u;", 513).unwrap().download().unwrap();
            let expected = (0..513).map(|k: usize| len.saturating_sub(k << 20).min(1 << 20) as u32);
            assert!(counts.into_iter().eq(expected), "{len}");
            let rows: Vec<u32> = (0..len as u32).step_by(1 << 20).chain([len as u32]).collect();
            let most = x.reduce_segments("dst = max(a, b);", 0, &engine.storage(&rows).unwrap());
            let expected = rows[1..].iter().map(|end| end - 1);
            assert!(most.unwrap().download().unwrap().into_iter().eq(expected), "{len}");
        }
    });
}

/// More elements than an index of 32 bits reaches are refused before anything runs.
#[test]
fn no_index_wraps() {
    let kernel = Kernel::map::<u32, u32>("dst = src + i;").build().unwrap();
    on_each_own(|engine| {
        if engine.info().kind == DeviceKind::Cpu {
            return println!("skipped: 16 GiB of the machine's own memory");
        }
        match engine.zeros::<u32>(1 << 32) {
            Ok(storage) => {
                let text = refused!(kernel.call().run_in_place(&storage), Error::TooLarge { .. });
                assert!(text.contains("elements"), "{text}");
                storage.upload_at((1 << 32) - 1, &[5]).unwrap();
                assert_eq!(storage.download_range((1 << 32) - 1..).unwrap(), [5]);
            }
            Err(error) => println!("skipped: {error}"),
        }
    });
}
