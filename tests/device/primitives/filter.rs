//! Filters and histograms: what is kept, what is counted, and where the count stays.

use kernel_engine::{Engine, Error, Extent, Filtered, Kernel, f16};

use super::{LENGTHS, numbers};
use crate::devices::{has, on_each, on_each_folded};

kernel_engine::element! {
    struct Reading { at: [f32; 3], sensor: u32 }
}

#[test]
fn numbers_of_any_length() {
    let filters = ["src % 3u == 0u", "true", "false", "i % 7u == 6u || i + 1u == len"];
    let filters = filters
        .map(|it| Kernel::filter::<u32>(&format!("if {it} {{ dst = true; }}")).build().unwrap());
    let check = |engine: &Engine, n: usize| {
        let data = numbers(n);
        let on_device = engine.storage(&data).unwrap();
        let keep: [fn(usize, u32, usize) -> bool; 4] = [
            |_, x, _| x % 3 == 0,
            |_, _, _| true,
            |_, _, _| false,
            |i, _, n| i % 7 == 6 || i + 1 == n,
        ];
        for (filter, keep) in filters.iter().zip(keep) {
            let kept = filter.call().run(&on_device).unwrap();
            let expected: Vec<u32> =
                data.iter().enumerate().filter(|(i, x)| keep(*i, **x, n)).map(|it| *it.1).collect();
            assert_eq!(kept.len().unwrap(), expected.len(), "{n} elements");
            assert!(kept.download().unwrap() == expected, "{n} elements");
            assert_eq!(kept.elements.len(), n);
        }
    };
    on_each(|engine| LENGTHS.into_iter().chain([1_000_001]).for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| [0, 16_385, 100_000].into_iter().for_each(|n| check(engine, n)));
}

#[test]
fn structs_with_params_and_tables() {
    let filter = Kernel::filter::<Reading>("dst = wanted(src.sensor) == 1u && src.at.x < limit;")
        .param::<f32>("limit")
        .array::<u32>("wanted")
        .build()
        .unwrap();
    on_each(|engine| {
        let wanted = engine.storage(&[1u32, 0, 1]).unwrap();
        let call = filter.call().set("limit", 0.5).bind("wanted", &wanted);
        for n in LENGTHS {
            let reading = |x: u32| Reading { at: [x as f32 / 4.3e9, 1.0, 2.0], sensor: x % 4 };
            let data: Vec<Reading> = numbers(n).into_iter().map(reading).collect();
            let kept = call.run(&engine.storage(&data).unwrap()).unwrap().download().unwrap();
            let keeps = |it: &&Reading| [0, 2].contains(&it.sensor) && it.at[0] < 0.5;
            assert!(kept == data.iter().filter(keeps).copied().collect::<Vec<_>>(), "{n} readings");
        }
    });
}

/// Two of 16 bits share a word.
#[test]
fn halves_in_odd_numbers() {
    let filter = Kernel::filter::<f16>("dst = i < most;").param::<u32>("most").build().unwrap();
    on_each(|engine| {
        if !has(engine, wgpu::Features::SHADER_F16) {
            return;
        }
        for n in [0usize, 1, 2, 5, 6, 40_001] {
            let data: Vec<f16> = (0..n).map(|k| f16::from_f32((k % 2000) as f32)).collect();
            let on_device = engine.storage(&data).unwrap();
            for most in [0, 1, 2, 3, 5, n.saturating_sub(1), n] {
                let kept = filter.call().set("most", most as u32).run(&on_device).unwrap();
                let expected = &data[..most.min(n)];
                assert!(kept.download().unwrap() == expected, "{most} of {n}");
                let later = pollster::block_on(kept.download_async()).unwrap();
                assert!(later == expected, "{most} of {n}");
            }
        }
    });
}

/// The next kernel takes the count, and the host never knows.
#[test]
fn work_goes_on_from_the_count() {
    let even = Kernel::filter::<u32>("dst = src % 2u == 0u;").build().unwrap();
    let halve = Kernel::compute("out_set(i, even(i) / 2u); runs_add(0u, 1u);")
        .array::<u32>("even")
        .output::<u32>("out")
        .atomic::<u32>("runs")
        .build()
        .unwrap();
    on_each(|engine| {
        let n = 50_000;
        let data = numbers(n);
        let src = engine.storage(&data).unwrap();
        let kept = Filtered { elements: engine.zeros(n).unwrap(), count: engine.zeros(1).unwrap() };
        let (out, runs) = (engine.zeros::<u32>(n).unwrap(), engine.zeros::<u32>(1).unwrap());
        let halve = halve.call().bind("even", &kept.elements).bind("out", &out).bind("runs", &runs);
        engine
            .batch(|batch| {
                batch.filter(&even.call(), &src, &kept)?;
                batch.run(&halve, Extent::count(&kept.count))
            })
            .unwrap();
        let mut expected: Vec<u32> = data.iter().filter(|x| *x % 2 == 0).map(|x| x / 2).collect();
        assert_eq!(runs.download().unwrap(), [expected.len() as u32]);
        expected.resize(n, 0);
        assert!(out.download().unwrap() == expected);

        let short = Filtered { elements: engine.zeros(3).unwrap(), count: kept.count };
        refused!(even.call().run_into(&src, &short), Error::LengthMismatch { .. });
        let same = Filtered { elements: src.clone(), count: short.count };
        refused!(even.call().run_into(&src, &same), Error::Aliased { .. });
    });
}

#[test]
fn elements_by_bins() {
    let check = |engine: &Engine, n: usize, bins: u32| {
        let histogram = Kernel::histogram::<u32>("dst = src % spread + 1u;", bins);
        let call = histogram.param::<u32>("spread").build().unwrap().call();
        // The last bins stay empty, or the last elements are in none.
        for spread in [1, bins.max(2) - 1, bins + 5] {
            let data = numbers(n);
            let counts = call.clone().set("spread", spread).run(&engine.storage(&data).unwrap());
            let mut expected = vec![0u32; bins as usize];
            for x in data {
                if let Some(bin) = expected.get_mut((x % spread + 1) as usize) {
                    *bin += 1;
                }
            }
            assert!(counts.unwrap().download().unwrap() == expected, "{n} into {bins} by {spread}");
        }
    };
    on_each(|engine| {
        for bins in [1, 2, 10, 4096, 4097, 100_000] {
            [0, 1, 5, 16_385, 200_000].into_iter().for_each(|n| check(engine, n, bins));
        }
    });
    on_each_folded(|engine, _| check(engine, 70_000, 100));
}

#[test]
fn structs_by_bins() {
    let by_sensor = Kernel::histogram::<Reading>("dst = src.sensor;", 4).build().unwrap();
    on_each(|engine| {
        let data: Vec<Reading> =
            (0..10_000).map(|x| Reading { at: [0.0; 3], sensor: x % 3 }).collect();
        let counts = by_sensor.call().run(&engine.storage(&data).unwrap()).unwrap();
        assert_eq!(counts.download().unwrap(), [3334, 3333, 3333, 0]);
    });
}
