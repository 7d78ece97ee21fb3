//! Streams: maps from host to host in chunks, on engines whose chunks are small; and large arrays
//! up and down while others use the device.

use kernel_engine::{Engine, EngineBuilder, Error, Kernel};
use pollster::block_on;

use crate::devices::{on_each, on_each_configured};

/// Bytes of a chunk: 1024 words.
const CHUNK: u64 = 4096;

/// On devices as they are, and as if their memory were not the host's.
fn on_each_chunked(test: impl Fn(&Engine)) {
    let chunked = |builder: EngineBuilder| builder.chunk_bytes(CHUNK).binding_bytes(CHUNK);
    on_each_configured(chunked, &test);
    on_each_configured(|builder| chunked(builder).own_memory(), test);
}

/// Lengths around one chunk and several, more than may be under way at once.
const LENGTHS: [usize; 9] = [0, 1, 1023, 1024, 1025, 2047, 4096, 10_007, 20_480];

fn numbers(len: usize) -> Vec<u32> {
    (0..len as u32).map(|i| i.wrapping_mul(2_654_435_761) ^ 5).collect()
}

#[test]
fn maps_in_chunks_give_what_maps_give() {
    let snippet = "dst = vec3(src * k, i, len); other = y + table(i % 7u); seen_add(i % 3u, 1u);";
    let kernel = Kernel::map::<u32, [u32; 3]>(snippet)
        .param::<u32>("k")
        .input::<u32>("y")
        .array::<u32>("table")
        .output::<u32>("other")
        .atomic::<u32>("seen")
        .build()
        .unwrap();
    on_each_chunked(|engine| {
        for len in LENGTHS {
            let (src, y, table) = (numbers(len), numbers(len + 3)[3..].to_vec(), numbers(7));
            let (other, seen) = (engine.zeros::<u32>(len).unwrap(), engine.zeros(3).unwrap());
            let call = kernel.call().set("k", 3).bind("y", &engine.storage(&y).unwrap());
            let call = call.bind("table", &engine.storage(&table).unwrap());
            let call = call.bind("other", &other).bind("seen", &seen);
            let expected = src.iter().zip(0u32..).map(|(n, i)| [n.wrapping_mul(3), i, len as u32]);
            let out = call.execute(engine, &src).unwrap();
            assert!(out.iter().copied().eq(expected), "{len}");
            let expected = (0..len).map(|i| y[i].wrapping_add(table[i % 7]));
            assert!(other.download().unwrap().into_iter().eq(expected), "{len}");
            assert_eq!(seen.download().unwrap().iter().sum::<u32>(), len as u32);
            assert!(block_on(call.execute_async(engine, &src)).unwrap() == out, "{len}, later");
            let mut again = vec![[9; 3]; len];
            call.execute_into(engine, &src, &mut again).unwrap();
            assert!(again == out, "{len}, into memory that is there");
        }
    });
}

/// What runs along must be as long as all that is streamed.
#[test]
fn lengths_are_those_of_the_whole() {
    let kernel = Kernel::map::<u32, u32>("dst = src + y;").input::<u32>("y").build().unwrap();
    on_each_chunked(|engine| {
        for len in [0, 4999, 5001] {
            let outcome = kernel.call().execute_into(engine, &numbers(5000), &mut vec![0; len]);
            let text = refused!(outcome, Error::LengthMismatch { expected: 5000, .. });
            assert!(text.contains("`out`"), "{text}");
        }
        let call = kernel.call().bind("y", &engine.zeros::<u32>(1024).unwrap());
        let outcome = call.execute(engine, &numbers(5000));
        refused!(outcome, Error::LengthMismatch { expected: 5000, found: 1024, .. });
        let text = refused!(kernel.call().execute(engine, &numbers(5000)), Error::Missing { .. });
        assert!(text.contains("`y`"), "{text}");
    });
}

/// A report has its parts one after another; what is too large for the device still has them.
#[test]
fn reports_of_what_would_stream() {
    on_each_chunked(|engine| {
        for (len, runs) in [(3000usize, 3), (300_000, 293)] {
            let src = numbers(len);
            let run = || engine.execute::<u32, u32>("dst = src + i;", &src);
            let (out, report) = engine.profile(run).unwrap();
            assert!(out.into_iter().eq(src.iter().zip(0u32..).map(|(n, i)| n.wrapping_add(i))));
            let bytes = 4 * len as u64;
            assert_eq!((report.bytes_up, report.bytes_down), (bytes, bytes));
            assert_eq!(report.dispatches, runs);
        }
    });
}

/// Several threads stream at once, and share staging buffers.
#[test]
fn threads_stream_side_by_side() {
    on_each_chunked(|engine| {
        std::thread::scope(|scope| {
            for k in 0..4u32 {
                scope.spawn(move || {
                    for len in [5000, 9001] {
                        let src = numbers(len);
                        let snippet = format!("dst = src + {k}u;");
                        let out: Vec<u32> = engine.execute(&snippet, &src).unwrap();
                        assert!(out.into_iter().eq(src.iter().map(|n| n.wrapping_add(k))));
                    }
                });
            }
        });
    });
}

/// A loop that a driver cuts makes the whole result void, wherever it was cut.
#[test]
fn a_loop_cut_in_one_chunk() {
    let snippet = "var n = 0u; for (var k = 0u; k < src; k++) { n += k & 1u; } dst = n;";
    on_each_chunked(|engine| {
        let mut src = vec![3u32; 6000];
        src[1500] = 200_000;
        match engine.execute::<u32, u32>(snippet, &src) {
            Ok(out) => assert!(out.into_iter().eq(src.iter().map(|n| n / 2))),
            Err(error) => assert!(matches!(error, Error::LoopCut { .. }), "{error}"),
        }
        let out: Vec<u32> = engine.execute(snippet, &[5u32; 6000]).unwrap();
        assert_eq!(out, [2; 6000], "the next is right again");
    });
}

/// Whole chunks of the usual size, up and down and through, while other threads use the storage.
#[test]
fn large_transfers_and_runs_of_one_storage() {
    let bump = Kernel::map::<u32, u32>("dst = src | 1u;").build().unwrap();
    on_each(|engine| {
        let data: Vec<u32> = numbers((5 << 20) + 3).iter().map(|n| n & !1).collect();
        let storage = engine.storage(&data).unwrap();
        let same = |out: &[u32]| out.iter().zip(&data).all(|(new, old)| new & !1 == *old);
        std::thread::scope(|scope| {
            for k in 0..4 {
                let (storage, data, bump) = (&storage, &data, &bump);
                scope.spawn(move || {
                    for round in 0..4 {
                        match (k + round) % 3 {
                            0 => storage.upload(data).unwrap(),
                            1 => bump.call().run_in_place(storage).unwrap(),
                            _ => assert!(same(&storage.download().unwrap())),
                        }
                    }
                });
            }
        });
        storage.upload_at(1, &data[1..]).unwrap();
        storage.upload_at(0, &data[..1]).unwrap();
        assert!(storage.download().unwrap() == data);
        let out = bump.call().execute(engine, &data).unwrap();
        assert!(same(&out) && out.iter().all(|n| n & 1 == 1));
    });
}
