//! Atomics: each verb against Rust's own, and what invocations build together.

use kernel_engine::{Call, Compute, Engine, Kernel, Storage};

use crate::devices::{has, on_each};

const CELLS: usize = 13;

/// What Rust makes of a cell and a number.
type Twin = fn(u32, u32) -> u32;

fn numbers(n: usize) -> Vec<u32> {
    (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761) ^ (i << 7)).collect()
}

/// Changes cells by `verb` with each number, in any order, and gives what is left.
fn changed(engine: &Engine, verb: &str, cells: &[u32], data: &[u32]) -> Vec<u32> {
    let snippet = format!("cells_{verb}(i % {CELLS}u, data(i));");
    let kernel = Kernel::compute(&snippet).array::<u32>("data").atomic::<u32>("cells");
    let cells = engine.storage(cells).unwrap();
    let call = kernel.build().unwrap().call().bind("data", &engine.storage(data).unwrap());
    call.bind("cells", &cells).run(data.len()).unwrap();
    cells.download().unwrap()
}

#[test]
fn verbs_that_commute_give_what_rust_gives() {
    let verbs: [(&str, Twin); 7] = [
        ("add", u32::wrapping_add),
        ("sub", u32::wrapping_sub),
        ("min", u32::min),
        ("max", u32::max),
        ("and", |a, b| a & b),
        ("or", |a, b| a | b),
        ("xor", |a, b| a ^ b),
    ];
    on_each(|engine| {
        let (cells, data) = (numbers(CELLS), numbers(3000));
        for (verb, twin) in verbs {
            let mut expected = cells.clone();
            for (k, n) in data.iter().enumerate() {
                expected[k % CELLS] = twin(expected[k % CELLS], *n);
            }
            assert_eq!(changed(engine, verb, &cells, &data), expected, "{verb}");
        }
    });
}

#[test]
fn signed_minimum_and_maximum_know_the_sign() {
    let kernel = Kernel::compute("ends_min(0u, data(i)); ends_max(1u, data(i));");
    let kernel = kernel.array::<i32>("data").atomic::<i32>("ends").build().unwrap();
    on_each(|engine| {
        let data: Vec<i32> = numbers(999).into_iter().map(|n| n as i32).collect();
        let ends = engine.zeros::<i32>(2).unwrap();
        let call = kernel.call().bind("data", &engine.storage(&data).unwrap());
        call.bind("ends", &ends).run(data.len()).unwrap();
        let expected = [*data.iter().min().unwrap(), *data.iter().max().unwrap()];
        assert_eq!(ends.download().unwrap(), expected);
        assert!(expected[0] < 0 && expected[1] > 0);
    });
}

/// Every verb gives what was there before: of many additions of one, each number once.
#[test]
fn each_verb_gives_what_was_there() {
    let tickets = Kernel::compute("out_set(i, n_add(0u, 1u));").output::<u32>("out");
    let tickets = tickets.atomic::<u32>("n").build().unwrap();
    let swaps = Kernel::compute("out_set(i, n_exchange(0u, i + 1u));").output::<u32>("out");
    let swaps = swaps.atomic::<u32>("n").build().unwrap();
    on_each(|engine| {
        let run = |call: Call<Compute>, last: &Storage<u32>| {
            let out = engine.zeros::<u32>(2000).unwrap();
            call.bind("out", &out).bind("n", last).run(2000).unwrap();
            let mut given = out.download().unwrap();
            given.extend(last.download().unwrap());
            given.sort_unstable();
            assert!(given.into_iter().eq(0..=2000), "each number once, the last is left");
        };
        run(tickets.call(), &engine.zeros::<u32>(1).unwrap());
        run(swaps.call(), &engine.zeros::<u32>(1).unwrap());

        let single = Kernel::compute(
            "out_set(0u, n(0u)); out_set(1u, n_sub(0u, 1u)); out_set(2u, n_min(0u, 5u));
             out_set(3u, n_max(0u, 12u)); out_set(4u, n_and(0u, 10u)); out_set(5u, n_or(0u, 5u));
             out_set(6u, n_xor(0u, 1u)); n_set(0u, 40u); out_set(7u, n(0u));
             out_set(8u, n_compare_exchange(0u, 41u, 50u)); out_set(9u, n(0u));
             out_set(10u, n_compare_exchange(0u, 40u, 60u)); out_set(11u, n(0u));",
        );
        let single = single.output::<u32>("out").atomic::<u32>("n").build().unwrap();
        let (out, n) = (engine.zeros::<u32>(12).unwrap(), engine.storage(&[9u32]).unwrap());
        single.call().bind("out", &out).bind("n", &n).run(1).unwrap();
        assert_eq!(out.download().unwrap(), [9, 9, 8, 5, 12, 8, 13, 40, 40, 40, 40, 60]);
    });
}

/// Many invocations contend, and a strong exchange never fails for no reason.
#[test]
fn compare_exchange_lets_exactly_one_win() {
    let kernel = Kernel::compute(
        "let was = cells_compare_exchange(i % 50u, 0u, i + 1u);
         if was == 0u { wins_add(i % 50u, 1u); }",
    );
    let kernel = kernel.atomic::<u32>("cells").atomic::<u32>("wins").build().unwrap();
    on_each(|engine| {
        let (cells, wins) = (engine.zeros::<u32>(50).unwrap(), engine.zeros::<u32>(50).unwrap());
        kernel.call().bind("cells", &cells).bind("wins", &wins).run(5000).unwrap();
        assert_eq!(wins.download().unwrap(), [1; 50]);
        for (cell, winner) in cells.download().unwrap().into_iter().enumerate() {
            assert!((1..=5000).contains(&winner) && (winner as usize - 1) % 50 == cell);
        }
    });
}

#[test]
fn a_histogram() {
    let kernel = Kernel::map::<u32, u32>("dst = bins_add(src % bins_length(), 1u);");
    let kernel = kernel.atomic::<u32>("bins").build().unwrap();
    on_each(|engine| {
        let data = numbers(100_003);
        let bins = engine.zeros::<u32>(97).unwrap();
        kernel.call().bind("bins", &bins).execute(engine, &data).unwrap();
        let mut expected = [0u32; 97];
        data.iter().for_each(|n| expected[*n as usize % 97] += 1);
        assert_eq!(bins.download().unwrap(), expected);
    });
}

/// Sums of small integers are exact in any order.
#[test]
fn float_atomics_where_there_are_any() {
    let kernel = Kernel::compute("sum_add(0u, f32(i)); sum_sub(1u, 1.0);").atomic::<f32>("sum");
    let kernel = kernel.label("floats").build().unwrap();
    on_each(|engine| {
        let sum = engine.zeros::<f32>(2).unwrap();
        let result = kernel.call().bind("sum", &sum).run(1000);
        if has(engine, wgpu::Features::SHADER_FLOAT32_ATOMIC) {
            result.unwrap();
            assert_eq!(sum.download().unwrap(), [499_500.0, -1000.0]);
        } else {
            let text = refused!(result, kernel_engine::Error::Unsupported { .. });
            assert!(text.contains("`floats`") && text.contains("float atomics"), "{text}");
        }
    });
}

#[test]
fn atomics_of_64_bits_where_there_are_any() {
    let kernel = Kernel::compute("n_add(0u, 4294967296lu); n_max(1u, u64(i) << 33u);");
    let kernel = kernel.atomic::<u64>("n").label("wide").build().unwrap();
    on_each(|engine| {
        let Ok(n) = engine.zeros::<u64>(2) else { return };
        let result = kernel.call().bind("n", &n).run(1000);
        if has(engine, wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS) {
            result.unwrap();
            assert_eq!(n.download().unwrap(), [1000 << 32, 999 << 33]);
        } else {
            let text = refused!(result, kernel_engine::Error::Unsupported { .. });
            assert!(text.contains("`wide`") && text.contains("64-bit atomics"), "{text}");
        }
    });
}
