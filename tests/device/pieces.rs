//! Pieces: storages beyond one binding, on engines that pretend to bind few bytes, so that small
//! arrays are cut as huge ones are.

use kernel_engine::{Engine, Error, Extent, Kernel};

use crate::devices::on_each_configured;
use crate::elements::Sample;

/// Bytes of a binding: 1024 words.
const BINDING: usize = 4096;

fn on_each_cut(test: impl Fn(&Engine)) {
    on_each_configured(|builder| builder.binding_bytes(BINDING as u64), test);
}

fn numbers(len: usize) -> Vec<u32> {
    (0..len as u32).map(|i| i.wrapping_mul(2_654_435_761) ^ 77).collect()
}

/// Lengths around one piece and several, of 1024 elements, or 256 of the wider ones.
const LENGTHS: [usize; 9] = [0, 1, 255, 257, 1023, 1024, 1025, 2048, 5003];

fn check_transfers<T: Sample>(engine: &Engine, len: usize) {
    let name = format!("{len} elements of {}", std::any::type_name::<T>());
    let mut data: Vec<T> = (0..len).map(T::sample).collect();
    let storage = engine.storage(&data).unwrap();
    assert!(storage.download().unwrap() == data, "{name}");
    for [start, end] in [[0, len / 2], [len / 3, len], [len.min(250), len.min(1030)]] {
        // Elements of 16 bits come in pairs.
        let (start, end) = (start / 2 * 2, end / 2 * 2);
        assert!(storage.download_range(start..end).unwrap() == data[start..end], "{name}");
        let new: Vec<T> = (start..end).map(|i| T::sample(i + 9)).collect();
        storage.upload_at(start, &new).unwrap();
        data[start..end].copy_from_slice(&new);
        assert!(storage.download().unwrap() == data, "{name}, from {start} to {end}");
    }
    let twin = storage.duplicate().unwrap();
    storage.upload(&vec![T::sample(3); len]).unwrap();
    assert!(twin.download().unwrap() == data, "a copy of {name}");
}

#[test]
fn transfers_cross_pieces() {
    on_each_cut(|engine| {
        for len in LENGTHS {
            check_transfers::<u32>(engine, len);
            check_transfers::<[f32; 3]>(engine, len);
            check_transfers::<[u32; 4]>(engine, len);
        }
    });
}

/// Pieces of one storage end where those of another do not.
#[test]
fn maps_walk_the_pieces_of_all_they_run_along() {
    let kernel =
        Kernel::map::<u32, [u32; 3]>("dst = vec3(src, i, len); wide = y * src; n = i ^ src;")
            .input::<[u32; 4]>("y")
            .output::<[u32; 4]>("wide")
            .output::<u32>("n")
            .build()
            .unwrap();
    on_each_cut(|engine| {
        for len in LENGTHS {
            let src = numbers(len);
            let y: Vec<[u32; 4]> = src.iter().map(|n| [*n, 1, 2, !*n]).collect();
            let (wide, n) =
                (engine.zeros::<[u32; 4]>(len).unwrap(), engine.zeros::<u32>(len).unwrap());
            let call = kernel.call().bind("y", &engine.storage(&y).unwrap());
            let call = call.bind("wide", &wide).bind("n", &n);
            let out = call.run(&engine.storage(&src).unwrap()).unwrap().download().unwrap();
            let expected = src.iter().zip(0u32..).map(|(n, i)| [*n, i, len as u32]);
            assert!(out.into_iter().eq(expected), "{len}");
            let expected = src.iter().zip(y).map(|(n, y)| y.map(|y| y.wrapping_mul(*n)));
            assert!(wide.download().unwrap().into_iter().eq(expected), "{len}");
            let expected = src.iter().zip(0u32..).map(|(n, i)| n ^ i);
            assert!(n.download().unwrap().into_iter().eq(expected), "{len}");
        }
    });
}

#[test]
fn maps_over_their_own_input() {
    let kernel = Kernel::map::<u32, u32>("dst = src * 3u + i + y;").input::<u32>("y");
    let kernel = kernel.build().unwrap();
    on_each_cut(|engine| {
        for len in LENGTHS {
            let (src, y) = (numbers(len), numbers(len + 1)[1..].to_vec());
            let storage = engine.storage(&src).unwrap();
            kernel.call().bind("y", &engine.storage(&y).unwrap()).run_in_place(&storage).unwrap();
            let expected =
                (0..len).map(|i| src[i].wrapping_mul(3).wrapping_add(i as u32).wrapping_add(y[i]));
            assert!(storage.download().unwrap().into_iter().eq(expected), "{len}");
        }
    });
}

/// Indices in an order of their own, and some out of range.
fn shuffled(len: usize) -> Vec<u32> {
    let far = [len as u32, len as u32 + 1, 1 << 31, u32::MAX];
    (0..len as u32).map(|i| (i * 2503 + 11) % len as u32).chain(far).collect()
}

#[test]
fn maps_read_any_element_of_several_pieces() {
    let kernel = Kernel::map::<u32, u32>("dst = at(src) + table(src).y + table_length();");
    let kernel = kernel.array::<[u32; 3]>("table").build().unwrap();
    on_each_cut(|engine| {
        for len in [1, 257, 1025, 5003] {
            let src = shuffled(len);
            let table: Vec<[u32; 3]> = (0..len as u32).map(|i| [1, i * 3 + 1, 2]).collect();
            let call = kernel.call().bind("table", &engine.storage(&table).unwrap());
            let out = call.execute(engine, &src).unwrap();
            let expected = src.iter().map(|j| {
                let at = src.get(*j as usize).copied().unwrap_or(0);
                let y = table.get(*j as usize).map_or(0, |t| t[1]);
                at.wrapping_add(y).wrapping_add(len as u32)
            });
            assert!(out.into_iter().eq(expected), "{len}");
        }
    });
}

#[test]
fn compute_kernels_read_and_write_any_element() {
    let snippet = "let j = index(i); out_set(j, data(j) + i); hits_add(j, i); hits_max(j, 5u); \
        if hits_compare_exchange(j, 6u, 1000000u) == 6u { hits_sub(j, 1u); }";
    let kernel = Kernel::compute(snippet)
        .array::<u32>("index")
        .array::<u32>("data")
        .output::<u32>("out")
        .atomic::<u32>("hits")
        .build()
        .unwrap();
    on_each_cut(|engine| {
        for len in [1, 1024, 1025, 5003] {
            let (index, data) = (shuffled(len), numbers(len));
            let (out, hits) =
                (engine.zeros::<u32>(len).unwrap(), engine.zeros::<u32>(len).unwrap());
            let call = kernel.call().bind("index", &engine.storage(&index).unwrap());
            let call = call.bind("data", &engine.storage(&data).unwrap());
            call.bind("out", &out).bind("hits", &hits).run(index.len()).unwrap();
            let mut expected = vec![0; len];
            let mut counted = vec![0; len];
            for (i, j) in (0u32..).zip(&index) {
                if let Some(out) = expected.get_mut(*j as usize) {
                    *out = data[*j as usize].wrapping_add(i);
                    let hit = i.max(5);
                    counted[*j as usize] = if hit == 6 { 999_999 } else { hit };
                }
            }
            assert!(out.download().unwrap() == expected, "{len}");
            assert!(hits.download().unwrap() == counted, "{len}");
        }
    });
}

/// The word that holds an extent may lie in any piece.
#[test]
fn counts_lie_in_any_piece() {
    let kernel = Kernel::compute("out_set(i, i + 1u);").output::<u32>("out").build().unwrap();
    on_each_cut(|engine| {
        let mut counts = vec![0u32; 3000];
        (counts[0], counts[1023], counts[1024], counts[2999]) = (1, 2000, 3, 1500);
        let count = engine.storage(&counts).unwrap();
        for at in [0, 1023, 1024, 2999, 5] {
            let out = engine.zeros::<u32>(2500).unwrap();
            kernel.call().bind("out", &out).run(Extent::count_at(&count, at)).unwrap();
            let ran = |i| if i < counts[at] { i + 1 } else { 0 };
            assert!(out.download().unwrap().into_iter().eq((0..2500).map(ran)), "word {at}");
        }
    });
}

#[test]
fn too_many_pieces_are_refused() {
    let kernel = Kernel::compute("out_set(i, a(i));").array::<u32>("a").output::<u32>("out");
    let kernel = kernel.label("many").build().unwrap();
    on_each_cut(|engine| {
        let text = refused!(engine.zeros::<u32>(256 * 1024 + 1), Error::TooLarge { .. });
        assert!(text.contains("262145 u32") && text.contains("1048576"), "{text}");
        if engine.info().backend != "CPU threads" {
            return println!("skipped: how many bindings there are is known of the CPU's threads");
        }
        let zeros = || engine.zeros::<u32>(200 * 1024).unwrap();
        let outcome = kernel.call().bind("a", &zeros()).bind("out", &zeros()).run(5);
        let text = refused!(outcome, Error::TooLarge { needed: 400, unit: "storages", .. });
        assert!(text.contains("`many`") && text.contains("counts several times"), "{text}");
    });
}
