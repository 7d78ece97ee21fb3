//! A lost device: every call says so, and none panics.
//!
//! A device that its program closes tells so when it is asked for a result. Until then a call that
//! only hands work over may pass; after that none does.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use kernel_engine::{
    Call, Compute, Engine, Error, Extent, Kernel, Map, PingPong, Result, Status, Storage,
};
use pollster::block_on;

use crate::devices::{bare, on_each};

/// An engine with some of everything that can be made while its device is there.
struct Things {
    engine: Engine,
    device: wgpu::Device,
    a: Storage<u32>,
    b: Storage<u32>,
    empty: Storage<u32>,
    map: Call<Map<u32, u32>>,
    /// Never run, so that it still has to be compiled.
    fresh: Call<Map<u32, u32>>,
    compute: Call<Compute>,
    pair: std::cell::RefCell<PingPong<u32>>,
}

fn things(engine: &Engine) -> Things {
    let (device, queue) = bare(&engine.info().name);
    let engine = Engine::from_wgpu(device.clone(), queue).unwrap();
    let (a, b) = (engine.storage(&[1u32, 2]).unwrap(), engine.zeros::<u32>(2).unwrap());
    let map = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap().call();
    let fresh = Kernel::map::<u32, u32>("dst = src + 2u;").build().unwrap().call();
    let compute = Kernel::compute("out_set(i, i);").output::<u32>("out").build().unwrap();
    let compute = compute.call().bind("out", &b);
    let mut pair = PingPong::new(&engine, &[1u32, 2]).unwrap();
    pair.step(&map).unwrap();
    compute.run(2).unwrap();
    compute.run(Extent::count(&a)).unwrap();
    assert_eq!(map.run(&a).unwrap().download().unwrap(), [2, 3]);
    let (empty, pair) = (engine.zeros(0).unwrap(), pair.into());
    Things { engine, device, a, b, empty, map, fresh, compute, pair }
}

type Row = (&'static str, fn(&Things) -> Result<()>);

/// Calls that need not wait for anything.
const GIVING: [Row; 23] = [
    ("storage", |t| t.engine.storage(&[1u32]).map(drop)),
    ("storage of nothing", |t| t.engine.storage::<u32>(&[]).map(drop)),
    ("zeros", |t| t.engine.zeros::<f32>(5).map(drop)),
    ("upload", |t| t.a.upload(&[1, 2])),
    ("upload_at", |t| t.a.upload_at(1, &[1])),
    ("download of nothing", |t| t.empty.download().map(drop)),
    ("copy_to", |t| t.a.copy_to(&t.b)),
    ("duplicate", |t| t.a.duplicate().map(drop)),
    ("run", |t| t.map.run(&t.a).map(drop)),
    ("run of a new kernel", |t| t.fresh.run(&t.a).map(drop)),
    ("run_into", |t| t.map.run_into(&t.a, &t.b)),
    ("run_into of a new kernel", |t| t.fresh.run_into(&t.a, &t.b)),
    ("run_in_place", |t| t.map.run_in_place(&t.a)),
    ("compute", |t| t.compute.run(2)),
    ("compute, counted", |t| t.compute.run(Extent::count(&t.a))),
    ("batch of nothing", |t| t.engine.batch(|_| Ok(()))),
    ("batch of a map", |t| t.engine.batch(|batch| batch.map(&t.map, &t.a, &t.b))),
    ("batch of a copy", |t| t.engine.batch(|batch| batch.copy(&t.a, &t.b))),
    ("batch of a run", |t| t.engine.batch(|batch| batch.run(&t.compute, 2))),
    ("PingPong::new", |t| PingPong::new(&t.engine, &[1u32]).map(drop)),
    ("PingPong::from_storage", |t| PingPong::from_storage(t.a.clone()).map(drop)),
    ("step", |t| t.pair.borrow_mut().step(&t.map)),
    ("iterate", |t| t.pair.borrow_mut().iterate(50, |_| t.map.clone())),
];

/// Calls that wait for something.
const WAITING: [Row; 13] = [
    ("download", |t| t.a.download().map(drop)),
    ("download_range", |t| t.a.download_range(1..).map(drop)),
    ("download_into", |t| t.a.download_into(&mut [0, 0])),
    ("download_within", |t| t.a.download_within(Duration::from_secs(1)).map(drop)),
    ("download_async", |t| block_on(t.a.download_async()).map(drop)),
    ("call.execute", |t| t.map.execute(&t.engine, &[1]).map(drop)),
    ("call.execute_async", |t| block_on(t.map.execute_async(&t.engine, &[1])).map(drop)),
    ("execute", |t| t.engine.execute::<u32, u32>("dst = src;", &[1]).map(drop)),
    ("execute_async", |t| {
        block_on(t.engine.execute_async::<u32, u32>("dst = src;", &[1])).map(drop)
    }),
    ("wait", |t| t.engine.wait()),
    ("wait_within", |t| t.engine.wait_within(Duration::from_secs(1))),
    ("wait_async", |t| block_on(t.engine.wait_async())),
    ("profile", |t| t.engine.profile(|| Ok(())).map(drop)),
];

/// Makes a call, which must not panic; says whether it told that the device is lost.
fn tells((name, call): Row, things: &Things) -> bool {
    match catch_unwind(AssertUnwindSafe(|| call(things))) {
        Ok(Ok(())) => false,
        Ok(Err(Error::DeviceLost { reason })) => {
            assert!(!reason.is_empty(), "{name}: no reason");
            true
        }
        Ok(Err(error)) => panic!("{name}: {error}"),
        Err(_) => panic!("{name} panics"),
    }
}

#[test]
fn the_first_call_after_the_loss() {
    on_each(|engine| {
        for row in WAITING {
            let things = things(engine);
            things.device.destroy();
            assert!(tells(row, &things), "{} goes on", row.0);
        }
        for row in GIVING {
            let things = things(engine);
            things.device.destroy();
            tells(row, &things);
            refused!(things.b.download(), Error::DeviceLost { .. });
        }
        let things = things(engine);
        things.device.destroy();
        assert!(matches!(things.engine.status(), Status::Lost { .. }));
    });
}

#[test]
fn every_call_after_the_first_that_noticed() {
    on_each(|engine| {
        let things = things(engine);
        assert_eq!(things.engine.wait().map(|()| things.engine.status()).unwrap(), Status::Ready);
        things.device.destroy();
        refused!(things.engine.wait(), Error::DeviceLost { .. });
        for _ in 0..2 {
            for row in GIVING.into_iter().chain(WAITING) {
                assert!(tells(row, &things), "{} goes on", row.0);
            }
            assert!(matches!(things.engine.status(), Status::Lost { .. }));
        }
    });
}

/// The device goes while several threads wait for it.
#[test]
fn a_device_lost_while_threads_wait_ends_their_waiting() {
    let kernel = Kernel::map::<u32, u32>("dst = src * 3u + at(i + 1u);").build().unwrap();
    on_each(|engine| {
        let things = things(engine);
        let src = things.engine.storage(&[1u32; 100_000]).unwrap();
        let work = || -> Result<()> {
            // Until the device is gone every result is right.
            loop {
                let mut state = src.duplicate()?;
                for round in 1..10 {
                    state = kernel.call().run(&state)?;
                    assert_eq!(state.download_range(..1)?, [4u32.pow(round)]);
                }
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
            std::thread::sleep(Duration::from_millis(50));
            things.device.destroy();
            for thread in threads {
                refused!(thread.join().expect("no panic"), Error::DeviceLost { .. });
            }
        });
    });
}

#[test]
fn a_lost_engine_can_be_dropped_and_replaced() {
    on_each(|engine| {
        let first = things(engine);
        let (storage, device) = (first.a.clone(), first.device.clone());
        device.destroy();
        drop(first);
        refused!(storage.download(), Error::DeviceLost { .. });
        drop(storage);
        let second = things(engine);
        assert_eq!(second.map.execute(&second.engine, &[1]).unwrap(), [2]);
    });
}
