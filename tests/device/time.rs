//! Time limits: waiting ends with an error that names the kernel, and the work goes on.

use std::time::{Duration, Instant};

use kernel_engine::{Call, Engine, Error, Kernel, Map, Status, Step, Storage};

use crate::devices::{on_each_configured, on_each_own};

/// Iterations of one run: below what any driver cuts, also for four elements in a row.
const ITERATIONS: u32 = 15_000;

/// What the work to wait for takes at least.
const LONG: Duration = Duration::from_millis(300);

const SHORT: Duration = Duration::from_millis(1);

/// A map that takes its elements a fixed number of steps further.
fn walk() -> Call<Map<u32, u32>> {
    let kernel = Kernel::map::<u32, u32>(
        "var s = src; for (var k = 0u; k < n; k++) { s = s * 1664525u + 1013904223u; } dst = s;",
    );
    kernel.label("long walk").param::<u32>("n").build().unwrap().call().set("n", ITERATIONS)
}

/// The same steps at once: an affine map, squared again and again.
fn walked(start: u32, mut steps: u64) -> u32 {
    let (mut factor, mut add) = (1_664_525u32, 1_013_904_223u32);
    let mut state = start;
    while steps > 0 {
        if steps % 2 == 1 {
            state = state.wrapping_mul(factor).wrapping_add(add);
        }
        add = add.wrapping_mul(factor.wrapping_add(1));
        factor = factor.wrapping_mul(factor);
        steps /= 2;
    }
    state
}

/// Long work under way on an engine.
struct Work {
    state: Storage<u32>,
    steps: u64,
}

impl Work {
    /// Finds out how many runs take long, and submits them again.
    fn start(engine: &Engine) -> Self {
        let state = engine.storage(&[0u32, 1, 2, 3, 4]).unwrap();
        let submit = |runs: u64| {
            engine.batch(|batch| (0..runs).try_for_each(|_| batch.map_in_place(&walk(), &state)))
        };
        let (mut runs, mut done) = (1, 0);
        loop {
            let start = Instant::now();
            submit(runs).unwrap();
            while engine.status() != Status::Ready {
                std::thread::sleep(SHORT);
            }
            done += runs;
            if start.elapsed() >= LONG {
                break;
            }
            runs *= 2;
        }
        submit(runs).unwrap();
        Self { state, steps: (done + runs) * u64::from(ITERATIONS) }
    }

    /// Waits without a limit for the device, and sees that nothing was lost meanwhile.
    fn check_when_ready(&self, engine: &Engine) {
        let start = Instant::now();
        while engine.status() != Status::Ready {
            assert_eq!(engine.status_of_work(), "long walk");
            assert!(start.elapsed() < Duration::from_secs(120), "it never becomes ready");
            std::thread::sleep(Duration::from_millis(5));
        }
        let expected = [0, 1, 2, 3, 4].map(|start| walked(start, self.steps));
        assert_eq!(self.state.download().unwrap(), expected);
    }
}

trait StatusOfWork {
    /// The kernel that the engine is at; the same again where it has just become ready.
    fn status_of_work(&self) -> String;
}

impl StatusOfWork for Engine {
    fn status_of_work(&self) -> String {
        match self.status() {
            Status::Busy { kernel } => kernel,
            Status::Ready => "long walk".to_owned(),
            status => panic!("{status:?}"),
        }
    }
}

#[test]
fn the_twin_of_the_walk_is_right() {
    let slow = (0..1000).fold(7u32, |s, _| s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    assert_eq!(walked(7, 1000), slow);
}

fn timed_out<T: std::fmt::Debug>(result: kernel_engine::Result<T>) {
    let text = refused!(result, Error::TimedOut { limit, .. } if limit == SHORT);
    assert!(text.contains("`long walk`") && text.contains("1ms"), "{text}");
}

#[test]
fn a_limit_on_one_wait() {
    on_each_own(|engine| {
        let work = Work::start(engine);
        assert_eq!(engine.status(), Status::Busy { kernel: "long walk".into() });
        timed_out(work.state.download_within(SHORT));
        timed_out(engine.wait_within(SHORT));
        work.check_when_ready(engine);
        engine.wait_within(SHORT.saturating_mul(1000)).unwrap();
        // No time at all is enough where there is nothing to wait for; for ever is no limit.
        assert_eq!(work.state.download_within(Duration::MAX).unwrap().len(), 5);
        assert_eq!(engine.status(), Status::Ready);
    });
}

#[test]
fn a_limit_on_every_wait() {
    on_each_configured(
        |builder| builder.time_limit(SHORT),
        |engine| {
            let work = Work::start(engine);
            timed_out(work.state.download());
            timed_out(work.state.download_range(1..2));
            timed_out(work.state.download_into(&mut [0; 5]));
            timed_out(engine.wait());
            timed_out(pollster::block_on(work.state.download_async()));
            timed_out(pollster::block_on(engine.wait_async()));
            // A limit for one wait goes before that of the engine.
            let all = work.state.download_within(Duration::from_secs(120)).unwrap();
            assert_eq!(all[0], walked(0, work.steps));
            assert_eq!(engine.status(), Status::Ready);
        },
    );
}

#[test]
fn a_limit_on_every_part_of_an_iteration() {
    on_each_configured(
        |builder| builder.time_limit(SHORT),
        |engine| {
            let start: Vec<u32> = (0..1000).collect();
            let state = engine.storage(&start).unwrap();
            let record =
                |step: &mut Step| (0..100).try_for_each(|_| step.map_in_place(&walk(), &state));
            let steps = 100 * u64::from(ITERATIONS);
            let expected: Vec<u32> = start.iter().map(|start| walked(*start, steps)).collect();
            for blocks in [true, false] {
                state.upload(&start).unwrap();
                timed_out(match blocks {
                    true => engine.converge(1, record),
                    false => pollster::block_on(engine.converge_async(1, record)),
                });
                let all = state.download_within(Duration::from_secs(120)).unwrap();
                assert_eq!(all, expected, "the work goes on");
            }
        },
    );
}

/// New work can be handed over meanwhile, and runs after what is under way.
#[test]
fn work_goes_on_after_a_limit() {
    on_each_own(|engine| {
        let work = Work::start(engine);
        timed_out(work.state.download_within(SHORT));
        let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
        let after = add.call().run(&work.state).unwrap();
        let expected = [0, 1, 2, 3, 4].map(|start| walked(start, work.steps).wrapping_add(1));
        assert_eq!(after.download().unwrap(), expected);
        work.check_when_ready(engine);
    });
}

/// Dropping all handles of an engine that is at work waits for no one and breaks nothing.
#[test]
fn a_busy_engine_can_be_dropped() {
    on_each_own(|engine| {
        let own = crate::devices::open_by_name(&engine.info().name).build().unwrap();
        let work = Work::start(&own);
        timed_out(work.state.download_within(SHORT));
        drop((own, work));
        let out: Vec<u32> = engine.execute("dst = src + 1u;", &[1u32]).unwrap();
        assert_eq!(out, [2]);
    });
}
