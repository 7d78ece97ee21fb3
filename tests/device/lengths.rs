//! Maps of every length: none, around each wide load, workgroup, fold and segment.

use std::collections::BTreeSet;

use kernel_engine::{Call, Engine, Kernel, Map};

use crate::devices::{on_each, on_each_folded};

const PLAIN: [usize; 14] = [0, 1, 2, 3, 4, 5, 7, 255, 256, 257, 1000, 1023, 1024, 1025];

/// Lengths around the ends of rows and grids of `n` workgroups, each of `per_group` elements.
fn around_folds(n: usize, per_group: usize) -> BTreeSet<usize> {
    let edges = [n, 2 * n, n * n, n * n + n, 2 * n * n, 3 * n * n].map(|groups| groups * per_group);
    edges.into_iter().flat_map(|edge| [edge - 1, edge, edge + 1, edge + 5]).chain(PLAIN).collect()
}

fn numbers(len: usize, seed: u32) -> Vec<u32> {
    (0..len as u32).map(|i| (i ^ seed).wrapping_mul(2_654_435_761)).collect()
}

/// Two inputs, two outputs, an array, the index and the length: four elements per invocation.
fn wide() -> Call<Map<u32, u32>> {
    Kernel::map::<u32, u32>("dst = src ^ (i * 3u) ^ len; other = y + table(i % 7u) - src;")
        .input::<u32>("y")
        .array::<u32>("table")
        .output::<u32>("other")
        .build()
        .unwrap()
        .call()
}

fn check_wide(engine: &Engine, call: &Call<Map<u32, u32>>, len: usize) {
    let (src, y, table) = (numbers(len, 1), numbers(len, 2), numbers(7, 3));
    let other = engine.zeros::<u32>(len).unwrap();
    let call = call.clone().bind("y", &engine.storage(&y).unwrap());
    let call = call.bind("table", &engine.storage(&table).unwrap()).bind("other", &other);
    let dst = call.execute(engine, &src).unwrap();
    let expected = (0..len).map(|i| src[i] ^ (i as u32 * 3) ^ len as u32);
    assert!(dst.into_iter().eq(expected), "dst of length {len}");
    let expected = (0..len).map(|i| y[i].wrapping_add(table[i % 7]).wrapping_sub(src[i]));
    assert!(other.download().unwrap().into_iter().eq(expected), "other of length {len}");
}

#[test]
fn wide_maps() {
    on_each(|engine| PLAIN.into_iter().for_each(|len| check_wide(engine, &wide(), len)));
    on_each_folded(|engine, n| {
        let call = wide();
        around_folds(n, 1024).into_iter().for_each(|len| check_wide(engine, &call, len));
    });
}

#[test]
fn maps_of_one_element_per_invocation() {
    let kernel = Kernel::map::<[u32; 3], [u32; 2]>("dst = src.zx + vec2<u32>(i, len);");
    let kernel = kernel.build().unwrap();
    let check = |engine: &Engine, len: usize| {
        let src: Vec<[u32; 3]> = numbers(len, 4).iter().map(|n| [*n, 1, !*n]).collect();
        let out = kernel.call().execute(engine, &src).unwrap();
        let expected = src
            .iter()
            .zip(0u32..)
            .map(|([x, _, z], i)| [z.wrapping_add(i), x.wrapping_add(len as u32)]);
        assert!(out.into_iter().eq(expected), "length {len}");
    };
    on_each(|engine| PLAIN.into_iter().for_each(|len| check(engine, len)));
    on_each_folded(|engine, n| {
        // A segment starts at a whole multiple of 1024 elements, more than one workgroup has here.
        if n > 1 {
            around_folds(n, 256).into_iter().for_each(|len| check(engine, len));
        }
    });
}

#[test]
fn workgroups_of_any_size() {
    on_each(|engine| {
        let sizes = [(1, 1, 1), (3, 1, 1), (64, 1, 1), (8, 4, 1), (2, 3, 5)];
        for (x, y, z) in sizes {
            let map = Kernel::map::<u32, u32>("dst = src + i;").workgroup_size((x, y, z));
            let map = map.build().unwrap();
            for len in PLAIN {
                let src = numbers(len, 5);
                let out = map.call().execute(engine, &src).unwrap();
                let expected = src.iter().zip(0u32..).map(|(n, i)| n.wrapping_add(i));
                assert!(out.into_iter().eq(expected), "length {len} by {x} x {y} x {z}");
            }
        }
    });
}

#[test]
fn maps_over_their_own_input() {
    let kernel = Kernel::map::<u32, u32>("dst = src * 5u + i + y;").input::<u32>("y");
    let kernel = kernel.build().unwrap();
    on_each_folded(|engine, n| {
        for len in around_folds(n, 1024) {
            let (src, y) = (numbers(len, 6), numbers(len, 7));
            let storage = engine.storage(&src).unwrap();
            let call = kernel.call().bind("y", &engine.storage(&y).unwrap());
            call.run_in_place(&storage).unwrap();
            let expected =
                (0..len).map(|i| src[i].wrapping_mul(5).wrapping_add(i as u32).wrapping_add(y[i]));
            assert!(storage.download().unwrap().into_iter().eq(expected), "length {len}");
        }
    });
}

/// What reads other elements sees all of them, though it runs in segments.
#[test]
fn maps_that_read_elsewhere() {
    let kernel = Kernel::map::<u32, u32>("dst = at(len - 1u - i);").build().unwrap();
    on_each_folded(|engine, n| {
        for len in around_folds(n, 1024) {
            let src = numbers(len, 8);
            let out = kernel.call().execute(engine, &src).unwrap();
            assert!(out.iter().eq(src.iter().rev()), "length {len}");
        }
    });
}
