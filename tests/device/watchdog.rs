//! Watchdog: long runs are cut into dispatches short enough, and give what they give in one.

use std::time::Duration;

use kernel_engine::{Convergence, Engine, Kernel, PingPong};

use crate::devices::on_each_configured;

/// Runs a test on engines whose watchdog lets nothing take any time, so that all is cut as small as
/// may be, and on others that cut nothing once they have measured.
fn on_each_watched(test: impl Fn(&Engine, bool)) {
    for time in [Duration::ZERO, Duration::from_secs(100)] {
        on_each_configured(
            |builder| builder.watchdog(time, 256),
            |engine| test(engine, time.is_zero()),
        );
    }
}

/// The parts of a run of so many workgroups.
fn parts(groups: usize, cut: bool, known: bool) -> u64 {
    match (cut, known) {
        _ if groups <= 256 => 1,
        (true, _) => groups.div_ceil(256) as u64,
        (false, true) => 1,
        // The first is measured alone.
        (false, false) => 2,
    }
}

#[test]
fn maps_in_parts() {
    let kernel = Kernel::map::<u32, [u32; 3]>("dst = vec3(src + y, i, len); other = at(i + 1u);")
        .input::<u32>("y")
        .output::<u32>("other")
        .build()
        .unwrap();
    on_each_watched(|engine, cut| {
        let mut known = false;
        for groups in [1, 256, 257, 1000] {
            let len = groups * 256 - 3;
            let src: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(77)).collect();
            let storage = engine.storage(&src).unwrap();
            let y = engine.storage(&src).unwrap();
            let (out, other) = (engine.zeros(len).unwrap(), engine.zeros::<u32>(len).unwrap());
            let call = kernel.call().bind("y", &y).bind("other", &other);
            let ((), report) = engine.profile(|| call.run_into(&storage, &out)).unwrap();
            assert_eq!(report.dispatches, parts(groups, cut, known), "{groups} workgroups");
            known |= groups > 256;
            let expected = src.iter().zip(0u32..).map(|(n, i)| [n.wrapping_mul(2), i, len as u32]);
            assert!(out.download().unwrap().into_iter().eq(expected), "{groups} workgroups");
            let expected = src[1..].iter().copied().chain([0]);
            assert!(other.download().unwrap().into_iter().eq(expected), "{groups} workgroups");
        }
    });
}

#[test]
fn compute_kernels_in_parts() {
    let kernel = Kernel::compute("out_set(i, id.x + 1000u * id.y + group); sum_add(0u, 1u);");
    let kernel = kernel.output::<u32>("out").atomic::<u32>("sum").workgroup_size(64);
    let kernel = kernel.build().unwrap();
    on_each_watched(|engine, cut| {
        let mut known = false;
        for [x, y] in [[100, 100], [64 * 256, 1], [64 * 257, 1], [301, 200]] {
            let len = x * y;
            let (out, sum) = (engine.zeros::<u32>(len).unwrap(), engine.zeros::<u32>(1).unwrap());
            let call = kernel.call().bind("out", &out).bind("sum", &sum);
            let ((), report) = engine.profile(|| call.run((x, y))).unwrap();
            let groups = len.div_ceil(64);
            assert_eq!(report.dispatches, parts(groups, cut, known), "{x} x {y}");
            known |= groups > 256;
            let expected = (0..len).map(|i| (i % x + 1000 * (i / x) + i / 64) as u32);
            assert!(out.download().unwrap().into_iter().eq(expected), "{x} x {y}");
            assert_eq!(sum.download().unwrap(), [len as u32]);
        }
    });
}

/// All parts of a step see what the step before wanted, and any of them may want another.
#[test]
fn steps_in_parts() {
    let kernel = Kernel::map::<u32, u32>(
        "dst = max(src, at(i + 1u)) + 1u;
         if i == asks && dst < goal { again(); }",
    );
    let kernel = kernel.param::<u32>("asks").param::<u32>("goal").build().unwrap();
    on_each_watched(|engine, _| {
        let len = 600 * 1024;
        for (asks, goal) in [(0, 1), (len - 1, 2), (7, 18), (len / 2, 20)] {
            let call = kernel.call().set("asks", asks).set("goal", goal);
            let mut state = PingPong::new(engine, &vec![0u32; len]).unwrap();
            let done = state.converge(50, |_| call.clone()).unwrap();
            assert_eq!(done, Convergence { steps: goal, converged: true });
            assert_eq!(state.front().download().unwrap(), vec![goal as u32; len]);
        }
    });
}

/// What was recorded before a long run still runs before it, and what was after, after.
#[test]
fn long_runs_keep_their_place() {
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    let double = Kernel::map::<u32, u32>("dst = src * 2u;").build().unwrap();
    on_each_watched(|engine, _| {
        let len = 1024 * 600;
        let (a, b) = (engine.storage(&vec![3u32; len]).unwrap(), engine.zeros::<u32>(len).unwrap());
        let small = engine.storage(&[1u32; 5]).unwrap();
        let recorded = engine.batch(|batch| {
            batch.map_in_place(&add.call(), &small)?;
            batch.map(&add.call(), &a, &b)?;
            batch.map_in_place(&double.call(), &b)?;
            batch.copy(&b, &a)?;
            batch.map_in_place(&add.call(), &a)?;
            batch.map_in_place(&double.call(), &small)
        });
        recorded.unwrap();
        assert_eq!(a.download().unwrap(), vec![9; len]);
        assert_eq!(small.download().unwrap(), [4; 5]);
    });
}
