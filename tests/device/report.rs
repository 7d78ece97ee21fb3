//! Reports: what was copied, run and compiled is counted; times only have to be possible.

use std::time::{Duration, Instant};

use kernel_engine::{Clock, DeviceKind, Engine, Extent, Kernel, Report, Result};

use crate::devices::{on_each_configured, on_each_own, open_by_name};

fn profile<T>(engine: &Engine, work: impl FnOnce() -> Result<T>) -> Report {
    let start = Instant::now();
    let (_, report) = engine.profile(work).unwrap();
    let wall = start.elapsed();
    let sum = report.upload + report.execute + report.download;
    assert_eq!(report.total(), sum);
    // Compiling has with it what checking the snippet took, which may have been long before.
    if report.clock == Clock::Wall {
        assert!(sum <= wall, "{report} within {wall:?}");
    }
    report
}

#[test]
fn a_report_counts_bytes_and_runs() {
    let kernel = Kernel::map::<f32, f32>("dst = src + y;").input::<f32>("y").build().unwrap();
    on_each_own(|engine| {
        let y = engine.storage(&[1f32; 1000]).unwrap();
        let call = kernel.call().bind("y", &y);
        let report = profile(engine, || call.execute(engine, &[2f32; 1000]));
        let counts = (report.bytes_up, report.bytes_down, report.dispatches);
        assert_eq!(counts, (4000, 4000, 1));
        let times = [report.compile, report.upload, report.execute, report.download];
        assert!(times.iter().all(|time| *time > Duration::ZERO), "{report}");
        if engine.info().kind == DeviceKind::Cpu {
            assert_eq!(report.clock, Clock::Wall);
        }
        let text = report.to_string();
        for part in ["4000 bytes", "1 dispatches", "compile", "upload", "execute", "download"] {
            assert!(text.contains(part), "{text}");
        }
    });
}

#[test]
fn a_kernel_is_compiled_once() {
    let kernel = Kernel::map::<u32, u32>("dst = src * 77u;").build().unwrap();
    on_each_own(|engine| {
        let src = engine.storage(&[1u32, 2]).unwrap();
        let first = profile(engine, || kernel.call().run(&src));
        let second = profile(engine, || kernel.call().run(&src));
        assert!(first.compile > Duration::ZERO, "{first}");
        assert_eq!(second.compile, Duration::ZERO, "{second}");
        // The same text in another kernel is the same kernel.
        let twin = Kernel::map::<u32, u32>("dst = src * 77u;").build().unwrap();
        assert_eq!(profile(engine, || twin.call().run(&src)).compile, Duration::ZERO);
        // In place it is another, and so it is for another engine.
        let in_place = profile(engine, || kernel.call().run_in_place(&src));
        assert!(in_place.compile > Duration::ZERO, "{in_place}");
        let other = open_by_name(&engine.info().name).build().unwrap();
        let report = profile(&other, || kernel.call().execute(&other, &[1]));
        assert!(report.compile > Duration::ZERO, "{report}");
    });
}

#[test]
fn each_part_is_counted_for_itself() {
    let kernel = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    let compute = Kernel::compute("out_set(i, i);").output::<u32>("out").build().unwrap();
    on_each_configured(
        |builder| builder.workgroups_per_dimension(1),
        |engine| {
            let counts = |report: &Report| (report.bytes_up, report.bytes_down, report.dispatches);
            let nothing = profile(engine, || Ok(()));
            assert_eq!(counts(&nothing), (0, 0, 0));
            assert_eq!(nothing.total() + nothing.compile, Duration::ZERO);

            let storage = engine.zeros::<u32>(3 * 1024).unwrap();
            let up = profile(engine, || storage.upload_at(5, &[1; 7]));
            assert_eq!(counts(&up), (28, 0, 0));
            let down = profile(engine, || storage.download_range(1..4));
            assert_eq!(counts(&down), (0, 12, 0));
            // One run of each segment, of 1024 elements here.
            let run = profile(engine, || kernel.call().run_in_place(&storage));
            assert_eq!(counts(&run), (0, 0, 3));
            let count = engine.storage(&[5u32]).unwrap();
            let call = compute.call().bind("out", &storage);
            let batch = profile(engine, || {
                engine.batch(|batch| {
                    batch.run(&call, 256)?;
                    batch.run(&call, Extent::count(&count))?;
                    batch.run(&call, 0)
                })
            });
            assert_eq!(counts(&batch), (0, 0, 2));
            let copy = profile(engine, || storage.duplicate());
            assert_eq!(counts(&copy), (0, 0, 0), "a copy on the device is no run");
        },
    );
}

/// What fails is no report, and the next one starts anew.
#[test]
fn a_report_ends_with_its_work() {
    on_each_own(|engine| {
        let storage = engine.storage(&[1u32; 10]).unwrap();
        let failed = engine.profile(|| {
            storage.download()?;
            storage.download_range(11..)
        });
        refused!(failed, kernel_engine::Error::Range { .. });
        let report = profile(engine, || storage.download());
        assert_eq!((report.bytes_up, report.bytes_down), (0, 40));
        // One inside the other: the outer one sees all, the inner one its own.
        let mut inner = None;
        let outer = profile(engine, || {
            storage.upload(&[2; 10])?;
            inner = Some(profile(engine, || storage.download()));
            Ok(())
        });
        let inner = inner.unwrap();
        assert_eq!((outer.bytes_up, outer.bytes_down), (40, 40));
        assert_eq!((inner.bytes_up, inner.bytes_down), (0, 40));
    });
}

#[test]
fn work_of_other_threads_is_reported_too() {
    on_each_own(|engine| {
        // What threads do side by side takes longer, added up, than it did.
        let work = || {
            std::thread::scope(|scope| {
                for k in 0..4u32 {
                    scope.spawn(move || {
                        let out: Vec<u32> = engine.execute("dst = src;", &[k; 100]).unwrap();
                        assert_eq!(out, [k; 100]);
                    });
                }
            });
            Ok(())
        };
        let ((), report) = engine.profile(work).unwrap();
        assert_eq!((report.bytes_up, report.bytes_down, report.dispatches), (1600, 1600, 4));
    });
}
