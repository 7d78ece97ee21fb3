//! Growth: what is done many times over takes no more memory than what is done a few times.

use kernel_engine::{Engine, Kernel};

use crate::child;

/// Bytes of memory that this process has, where the system tells.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok()? << 10)
}

/// Does `work` so often, again and again until that takes no more memory. What is in flight makes
/// pools grow in the beginning; what leaks takes more each time.
fn check(engine: &Engine, what: &str, rounds: usize, mut work: impl FnMut(usize)) {
    const SPARE: usize = 1 << 20;
    for _ in 0..5 {
        let Some(before) = resident() else { return println!("skipped: the system does not tell") };
        (0..rounds).for_each(&mut work);
        engine.wait().unwrap();
        let after = resident().unwrap();
        println!("{what}: {before} bytes before, {after} after {rounds}");
        if after < before + SPARE {
            return;
        }
    }
    panic!("{what}: memory grows each time");
}

#[test]
fn twenty_thousand_runs_take_no_more_memory_than_a_few() {
    child::on_each("growth::twenty_thousand_runs_take_no_more_memory_than_a_few", |engine| {
        let kernel = Kernel::map::<f32, f32>("dst = src + k;").param::<f32>("k").build().unwrap();
        let (src, dst) = (engine.zeros::<f32>(1000).unwrap(), engine.zeros(1000).unwrap());
        let mut word = [0.0f32; 1000];
        check(engine, "runs", 20_000, |k| {
            kernel.call().set("k", k as f32).run_into(&src, &dst).unwrap();
            if k % 20 == 0 {
                dst.download_into(&mut word).unwrap();
                assert_eq!(word, [k as f32; 1000]);
            }
        });
        check(engine, "storages that are written and dropped", 4000, |k| {
            let storage = engine.storage(&[k as f32; 5000]).unwrap();
            let out = kernel.call().set("k", 1).run(&storage).unwrap();
            if k % 20 == 0 {
                assert_eq!(out.download_range(4999..).unwrap(), [k as f32 + 1.0]);
            }
        });
        let large = engine.zeros::<u32>(1 << 20).unwrap();
        let data = vec![7u32; 1 << 20];
        check(engine, "uploads of four megabytes", 60, |_| large.upload(&data).unwrap());
        check(engine, "storages that nobody uses", 20_000, |_| {
            drop(engine.zeros::<f32>(5000).unwrap());
        });
        check(engine, "one-liners", 500, |k| {
            let out: Vec<u32> = engine.execute("dst = src + 1u;", &[k as u32]).unwrap();
            assert_eq!(out, [k as u32 + 1]);
        });
        check(engine, "faults", 2000, |_| {
            refused!(kernel.call().run(&src), kernel_engine::Error::Missing { .. });
            refused!(dst.download_range(..2000), kernel_engine::Error::Range { .. });
        });
    });
}
