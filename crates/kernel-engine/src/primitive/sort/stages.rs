//! Stages: what each kernel of a sort costs, by the device's clock where it has one.
//!
//! The test sorts little; this measures, on the device that `KERNEL_ENGINE_DEVICE` names:
//! `SORT_ELEMENTS=100000000 cargo test --release -p kernel-engine --lib stages -- --nocapture`

use std::collections::BTreeMap;
use std::time::Duration;

use super::kernels::{Path, Shape};
use super::passes::{BLOCKS, Work};
use super::{Scratch, Sort};
use crate::{Engine, Kernel, Storage};

#[test]
fn stages_of_a_sort() {
    let engine = Engine::new().unwrap();
    let len = std::env::var("SORT_ELEMENTS").map_or(50_000, |n| n.parse().unwrap());
    println!("{}, {len} keys", engine.info());
    let data = random(&engine, len);
    let best = Path::best(&engine);
    let mut shapes = Vec::new();
    for values in [false, true] {
        let usual = |path| Shape::new(&engine, path, false, values);
        shapes.extend(Path::by_subgroups(&engine).map(usual));
        shapes.push(usual(Path::Threads));
        if len > 10_000_000 {
            let others =
                [(256, 8), (256, 12), (256, 20), (256, 24), (512, 8), (512, 12), (512, 16)];
            let best = usual(best);
            shapes.extend(others.map(|(threads, items)| Shape { threads, items, ..best }));
        }
    }
    for shape in shapes {
        match measure(&engine, shape, &data) {
            Ok(told) => println!("{shape:?}: {told}"),
            Err(error) => println!("{shape:?}: {error}"),
        }
    }
    let sort = Sort::new(&engine);
    for (what, keys) in [("sorted", data.sort().unwrap()), ("equal", engine.zeros(len).unwrap())] {
        sort.sort(&keys, &data).unwrap();
        let (_, report) = engine.profile(|| sort.sort(&keys, &data)).unwrap();
        println!("{what} before: {:.3?}", report.execute);
    }
}

/// What only long arrays and other devices have: blocks of several tiles, subgroups of more than
/// 32 lanes.
#[test]
fn blocks_and_wide_subgroups() {
    let engine = Engine::new().unwrap();
    let data = random(&engine, 50_000);
    let mut expected = data.download().unwrap();
    expected.sort_unstable();
    let sorted = engine.zeros::<u32>(data.len()).unwrap();
    let wide = match Path::by_subgroups(&engine) {
        Some(Path::Lanes { least, .. }) => Some(Path::Lanes { least, narrow: false }),
        _ => None,
    };
    for path in wide.into_iter().chain([Path::Threads]) {
        for blocks in [1, 2, 5, 1000] {
            let shape = Shape::new(&engine, path, false, false);
            let work = Work { engine: &engine, shape, blocks, descending: false };
            let commands = work.record(&mut Scratch::default(), &data.raw, &sorted.raw, None);
            engine.submit(commands.unwrap()).unwrap();
            assert!(sorted.download().unwrap() == expected, "{path:?}, {blocks} blocks");
        }
    }
}

/// Numbers without a pattern, made on the device.
fn random(engine: &Engine, len: usize) -> Storage<u32> {
    let kernel = Kernel::map::<u32, u32>(
        "var x = i * 0x9e3779b9u; x ^= x >> 16u; x *= 0x85ebca6bu; x ^= x >> 13u;
         x *= 0xc2b2ae35u; dst = x ^ (x >> 16u);",
    );
    let data = engine.zeros::<u32>(len).unwrap();
    kernel.build().unwrap().call().run_in_place(&data).unwrap();
    data
}

/// The least of three times of a whole sort, and of each of its kernels over all passes.
fn measure(engine: &Engine, shape: Shape, data: &Storage<u32>) -> crate::Result<String> {
    let work = Work { engine, shape, blocks: BLOCKS, descending: false };
    let (sorted, values) = (data.duplicate()?, data.duplicate()?);
    let sorted_values = data.duplicate()?;
    let mut scratch = Scratch::default();
    let mut record = || {
        let values = shape.values.then_some((Some(&values.raw), &sorted_values.raw));
        work.record(&mut scratch, &data.raw, &sorted.raw, values)
    };
    let mut whole = Duration::MAX;
    let mut stages: BTreeMap<String, Duration> = BTreeMap::new();
    for _ in 0..3 {
        let commands = record()?;
        let (_, report) = engine.profile(|| engine.submit(commands))?;
        whole = whole.min(report.execute);
        let mut now: BTreeMap<String, Duration> = BTreeMap::new();
        for command in record()? {
            let label = match &command {
                crate::submit::Command::Run(run) => run.pipeline.label.clone(),
                _ => "copy".to_owned(),
            };
            let (_, report) = engine.profile(|| engine.submit(vec![command]))?;
            *now.entry(label).or_default() += report.execute;
        }
        for (label, time) in now {
            let least = stages.entry(label).or_insert(time);
            *least = time.min(*least);
        }
    }
    let stages: Vec<String> = stages.iter().map(|(l, time)| format!("{l} {time:.3?}")).collect();
    Ok(format!("{whole:.3?} ({})", stages.join(", ")))
}
