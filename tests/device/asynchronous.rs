//! The twins that do not block: they give the same, in any order, to any runtime.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use kernel_engine::{Engine, Error, Frontier, Kernel};
use pollster::block_on;

use crate::devices::{found, on_each, open_by_name};

#[test]
fn the_same_results() {
    let kernel = Kernel::map::<u32, u32>("dst = src * k;").param::<u32>("k").build().unwrap();
    on_each(|engine| {
        let data: Vec<u32> = (0..1000).collect();
        let snippet = "dst = src * 3u + i;";
        let now: Vec<u32> = engine.execute(snippet, &data).unwrap();
        let later: Vec<u32> = block_on(engine.execute_async(snippet, &data)).unwrap();
        assert_eq!(now, later);
        assert!(now.into_iter().eq((0..1000).map(|n| 4 * n)));

        let call = kernel.call().set("k", 7);
        let out = call.run(&engine.storage(&data).unwrap()).unwrap();
        block_on(engine.wait_async()).unwrap();
        assert_eq!(block_on(out.download_async()).unwrap(), out.download().unwrap());
        let part: Vec<u32> = block_on(out.download_range_async(3..700)).unwrap();
        assert!(part.into_iter().eq((3..700).map(|n| 7 * n)));
        let out = block_on(call.execute_async(engine, &data)).unwrap();
        assert_eq!(out, call.execute(engine, &data).unwrap());
        assert!(out.into_iter().eq((0..1000).map(|n| 7 * n)));
    });
}

#[test]
fn lists_of_unknown_length() {
    on_each(|engine| {
        let odd = engine.storage(&(0..1000u32).collect::<Vec<_>>()).unwrap();
        let odd = odd.filter("dst = src % 2u == 1u;").unwrap();
        assert_eq!(block_on(odd.len_async()).unwrap(), 500);
        let odd = block_on(odd.download_async()).unwrap();
        assert!(odd.into_iter().eq((0..500).map(|n| 2 * n + 1)));
        let frontier = Frontier::new(engine, 10, &[7u32, 8, 9]).unwrap();
        assert_eq!(block_on(frontier.len_async()).unwrap(), 3);
        assert_eq!(block_on(frontier.download_async()).unwrap(), [7, 8, 9]);
    });
}

#[test]
fn the_same_devices() {
    assert_eq!(block_on(Engine::devices_async()), Engine::devices());
    for info in found() {
        let engine = block_on(open_by_name(&info.name).build_async()).unwrap();
        assert_eq!(engine.info().name, info.name);
        let out: Vec<u32> = block_on(engine.execute_async("dst = src + 1u;", &[1u32])).unwrap();
        assert_eq!(out, [2]);
    }
    match (block_on(Engine::new_async()), Engine::new()) {
        (Ok(later), Ok(now)) => assert_eq!(later.info(), now.info()),
        (later, now) => assert_eq!(later.unwrap_err().to_string(), now.unwrap_err().to_string()),
    }
}

#[test]
fn the_same_errors() {
    let kernel = Kernel::map::<u32, u32>("dst = src * k;").param::<u32>("k").build().unwrap();
    on_each(|engine| {
        let (later, now) = (
            block_on(engine.execute_async::<u32, u32>("dst = nothing;", &[1])),
            engine.execute::<u32, u32>("dst = nothing;", &[1]),
        );
        assert_eq!(refused!(later, Error::Snippet(_)), refused!(now, Error::Snippet(_)));
        let (later, now) = (
            block_on(kernel.call().execute_async(engine, &[1])),
            kernel.call().execute(engine, &[1]),
        );
        assert_eq!(refused!(later, Error::Missing { .. }), refused!(now, Error::Missing { .. }));
        let storage = engine.storage(&[1u32; 5]).unwrap();
        let (later, now) =
            (block_on(storage.download_range_async(2..6)), storage.download_range(2..6));
        assert_eq!(refused!(later, Error::Range { .. }), refused!(now, Error::Range { .. }));
    });
}

/// Many are under way at once, on one thread, and finish in any order.
#[test]
fn many_at_once() {
    on_each(|engine| {
        let storages: Vec<_> = (0..10u32).map(|k| engine.storage(&[k; 300]).unwrap()).collect();
        let mut waiting: Vec<_> = storages
            .iter()
            .enumerate()
            .map(|(k, storage)| (k, Box::pin(storage.download_async())))
            .collect();
        let mut context = Context::from_waker(Waker::noop());
        while !waiting.is_empty() {
            waiting.retain_mut(|(k, download)| match download.as_mut().poll(&mut context) {
                Poll::Ready(out) => {
                    assert_eq!(out.unwrap(), [*k as u32; 300]);
                    false
                }
                Poll::Pending => true,
            });
            std::thread::yield_now();
        }
    });
}

/// A wait that is given up leaves nothing behind that the next one would stumble over.
#[test]
fn a_wait_can_be_dropped() {
    on_each(|engine| {
        let storage = engine.storage(&(0..50_000).collect::<Vec<u32>>()).unwrap();
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..20 {
            let mut download = pin!(storage.download_async());
            let _ = download.as_mut().poll(&mut context);
        }
        assert!(storage.download().unwrap().into_iter().eq(0..50_000));
        assert!(block_on(storage.download_async()).unwrap().into_iter().eq(0..50_000));
    });
}

#[test]
fn futures_go_to_other_threads() {
    fn sent<T: Send>(future: T) -> T {
        future
    }
    on_each(|engine| {
        let storage = engine.storage(&[1u32, 2]).unwrap();
        let download = sent(storage.download_async());
        let execute = sent(engine.execute_async::<u32, u32>("dst = src + 1u;", &[1, 2]));
        let wait = sent(engine.wait_async());
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!(block_on(download).unwrap(), [1, 2]));
            scope.spawn(|| assert_eq!(block_on(execute).unwrap(), [2, 3]));
            scope.spawn(|| block_on(wait).unwrap());
        });
        drop(sent(Engine::new_async()));
        drop(sent(Engine::devices_async()));
    });
}
