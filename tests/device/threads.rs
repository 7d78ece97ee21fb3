//! Threads: engines and kernels are shared, and every thread gets its own results and errors.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use kernel_engine::{Call, Engine, Error, Kernel, Map, Status, Storage};

use crate::child;
use crate::devices::{found, on_each, on_each_own, open_by_name};

#[test]
fn handles_go_to_other_threads() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    fn sent<T: Send + 'static>() {}
    shared::<Engine>();
    shared::<Kernel>();
    shared::<Kernel<Map<f32, u32>>>();
    shared::<Storage<f32>>();
    shared::<Call<Map<f32, u32>>>();
    shared::<kernel_engine::Extent>();
    sent::<kernel_engine::PingPong<f32>>();
    sent::<kernel_engine::Batch>();
    sent::<Error>();
}

/// Each thread runs a kernel of its own and one that all share, over and over.
#[test]
fn eight_threads_share_an_engine() {
    let shared = Kernel::map::<u32, u32>("dst = src * k + at(len - 1u - i);").param::<u32>("k");
    let shared = shared.build().unwrap();
    let work = |engine: &Engine, thread: u32| {
        let own = Kernel::map::<u32, u32>(&format!("dst = src * k + {thread}u;")).param::<u32>("k");
        let own = own.build().unwrap();
        let data: Vec<u32> = (0..500).map(|i| i * 8 + thread).collect();
        let src = engine.storage(&data).unwrap();
        for round in 0..30u32 {
            let k = thread * 1000 + round;
            let out = own.call().set("k", k).run(&src).unwrap();
            let turned = shared.call().set("k", k).run(&src).unwrap();
            let expected = data.iter().map(|n| n.wrapping_mul(k).wrapping_add(thread));
            assert!(out.download().unwrap().into_iter().eq(expected), "{thread}, {round}");
            let reversed = data.iter().zip(data.iter().rev());
            let expected = reversed.map(|(a, b)| a.wrapping_mul(k).wrapping_add(*b));
            assert!(turned.download().unwrap().into_iter().eq(expected), "{thread}, {round}");
        }
    };
    on_each(|engine| {
        thread::scope(|scope| {
            (0..8).for_each(|thread| drop(scope.spawn(move || work(engine, thread))));
        });
    });
}

/// Some ask how the engine is while others wait for it; none of them disturbs the others.
#[test]
fn threads_look_at_the_status_while_others_work() {
    let kernel = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    on_each_own(|engine| {
        let src = engine.storage(&[1u32; 100]).unwrap();
        thread::scope(|scope| {
            let work = || {
                for _ in 0..300 {
                    let out = kernel.call().run(&src).and_then(|out| out.download());
                    assert_eq!(out.unwrap(), [2; 100]);
                }
            };
            let workers: Vec<_> = (0..3).map(|_| scope.spawn(work)).collect();
            let look = || {
                let status = engine.status();
                assert!(!matches!(status, Status::Lost { .. }), "{status:?}");
                match engine.wait_within(Duration::from_micros(50)) {
                    Ok(()) | Err(Error::TimedOut { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            };
            while !workers.iter().all(|worker| worker.is_finished()) {
                thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(look))));
            }
        });
    });
}

/// Many threads add to one storage; nothing is lost, whatever the order.
#[test]
fn eight_threads_change_one_storage() {
    let kernel = Kernel::compute("sum_add(i, k);").param::<u32>("k").atomic::<u32>("sum");
    let kernel = kernel.build().unwrap();
    on_each(|engine| {
        let sum = engine.zeros::<u32>(10).unwrap();
        let call = kernel.call().bind("sum", &sum);
        thread::scope(|scope| {
            for k in 0..8u32 {
                let call = call.clone().set("k", k);
                scope.spawn(move || (0..50).for_each(|_| call.run(10).unwrap()));
            }
        });
        assert_eq!(sum.download().unwrap(), [50 * 28; 10]);
    });
}

/// A kernel that nobody has run yet is asked for by all at once.
#[test]
fn eight_threads_compile_the_same_kernel() {
    on_each_own(|engine| {
        let kernel = Kernel::map::<f32, f32>("dst = sqrt(src) + 7.0;").build().unwrap();
        let out = thread::scope(|scope| {
            let run = || kernel.call().execute(engine, &[4.0, 9.0]).unwrap();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(run)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(out, vec![vec![9.0, 10.0]; 8]);
    });
}

#[test]
fn each_thread_gets_its_own_error() {
    on_each(|engine| {
        let fail = |thread: usize| {
            for round in 0..10 {
                let name = format!("wrong_{thread}_{round}");
                let label = format!("kernel of {thread}");
                let snippet = format!("dst = src;\n  dst = {name};");
                let kernel = Kernel::map::<f32, f32>(&snippet).label(&label).build();
                let text = refused!(kernel, Error::Snippet(_));
                let place = format!("`{label}`:2:9");
                assert!(text.contains(&format!("`{name}`")) && text.contains(&place), "{text}");

                // And one that only the device refuses.
                let kernel = Kernel::map::<f32, f32>("dst = src;").label(&label);
                let kernel = kernel.workgroup_size(8192 + thread as u32).build().unwrap();
                let result = kernel.call().execute(engine, &[1.0]);
                let text = refused!(result, Error::TooLarge { .. });
                assert!(text.contains(&label) && text.contains(&(8192 + thread).to_string()));
            }
        };
        thread::scope(|scope| {
            (0..8).for_each(|thread| drop(scope.spawn(move || fail(thread))));
            // Meanwhile others succeed.
            scope.spawn(|| {
                for k in 0..20u32 {
                    let out: Vec<u32> = engine.execute("dst = src + 1u;", &[k]).unwrap();
                    assert_eq!(out, [k + 1]);
                }
            });
        });
    });
}

#[test]
fn a_kernel_serves_several_engines() {
    let kernel = Kernel::map::<u32, u32>("dst = src * k;").param::<u32>("k").build().unwrap();
    on_each(|engine| {
        let other = open_by_name(&engine.info().name).build().unwrap();
        let here = kernel.call().set("k", 3).execute(engine, &[1, 2]).unwrap();
        let there = kernel.call().set("k", 5).execute(&other, &[1, 2]).unwrap();
        drop(other);
        let again = kernel.call().set("k", 7).execute(engine, &[1, 2]).unwrap();
        assert_eq!([here, there, again], [[3, 6], [5, 10], [7, 14]]);
    });
}

/// Whoever asks for the program's engine gets the same one.
#[test]
fn the_shared_engine_is_one() {
    if found().is_empty() {
        return;
    }
    let kernel = Kernel::map::<u32, u32>("dst = src + y;").input::<u32>("y").build().unwrap();
    let storages = thread::scope(|scope| {
        let open = |k: u32| move || Engine::shared().unwrap().storage(&[k]).unwrap();
        let threads: Vec<_> = (0..4).map(|k| scope.spawn(open(k))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for pair in storages.windows(2) {
        let sum = kernel.call().bind("y", &pair[0]).run(&pair[1]).unwrap();
        assert_eq!(sum.engine().info(), Engine::shared().unwrap().info());
    }
}

/// Storages and pending work outlive the handle that made them.
#[test]
fn a_storage_keeps_its_engine() {
    on_each(|engine| {
        let other = open_by_name(&engine.info().name).build().unwrap();
        let kernel = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
        let out = kernel.call().run(&other.storage(&[1u32, 2]).unwrap()).unwrap();
        drop(other);
        assert_eq!(out.download().unwrap(), [2, 3]);
        assert_eq!(kernel.call().run(&out).unwrap().download().unwrap(), [3, 4]);
    });
}

#[test]
fn threads_open_and_close_engines() {
    on_each(|engine| {
        let name = &engine.info().name;
        thread::scope(|scope| {
            for k in 0..4u32 {
                scope.spawn(move || {
                    let own = open_by_name(name).build().unwrap();
                    let out: Vec<u32> = own.execute("dst = src + 1u;", &[k]).unwrap();
                    assert_eq!(out, [k + 1]);
                });
            }
        });
    });
}

/// A driver that is unloaded while threads end takes the program with it.
#[test]
#[cfg(target_os = "linux")]
fn drivers_stay_in_memory_when_no_engine_is_left() {
    let libraries = || -> HashSet<String> {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
        paths.filter(|path| path.contains(".so")).map(str::to_owned).collect()
    };
    let name = "threads::drivers_stay_in_memory_when_no_engine_is_left";
    child::on_each_unopened(name, None, |device| {
        let engine = open_by_name(device).build().unwrap();
        let with_engine = libraries();
        drop(engine);
        let gone: Vec<_> = with_engine.difference(&libraries()).cloned().collect();
        assert!(gone.is_empty(), "unloaded: {gone:?}");
    });
}
