//! Reductions: any operator, any element, any length, the order kept.

use kernel_engine::{Engine, Error, Kernel};

use super::{LENGTHS, numbers};
use crate::devices::{on_each, on_each_folded, on_each_own};

/// First one line, then another: `x -> a x + b`. Associative, and far from commutative.
pub(crate) const THEN: &str = "dst = vec2u(a.x * b.x, a.y * b.x + b.y);";

pub(crate) fn then(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].wrapping_mul(b[0]), a[1].wrapping_mul(b[0]).wrapping_add(b[1])]
}

pub(crate) fn lines(n: usize) -> Vec<[u32; 2]> {
    numbers(n).into_iter().map(|x| [x | 1, x >> 7]).collect()
}

kernel_engine::element! {
    struct Summary { least: f32, most: f32, total: [f32; 3], count: u32 }
}

const SUMMARY: &str = "dst = Summary(min(a.least, b.least), max(a.most, b.most), \
    a.total + b.total, a.count + b.count);";

#[test]
fn numbers_of_any_length() {
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    let check = |engine: &Engine, n: usize| {
        let data = numbers(n);
        let expected = data.iter().fold(0u32, |a, b| a.wrapping_add(*b));
        let found = sum.call().run(&engine.storage(&data).unwrap()).unwrap();
        assert_eq!(found, expected, "{n} elements");
    };
    on_each(|engine| LENGTHS.into_iter().chain([3_000_001]).for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| {
        [16_384, 16_385, 200_000].into_iter().for_each(|n| check(engine, n))
    });
}

#[test]
fn the_order_is_kept() {
    let compose = Kernel::reduce(THEN, [1u32, 0]).build().unwrap();
    let of_each = Kernel::reduce(THEN, [1u32, 0]);
    let of_each = of_each.map::<u32>("dst = vec2u(src | 1u, i + len);").build().unwrap();
    let check = |engine: &Engine, n: usize| {
        let data = lines(n);
        let found = compose.call().run(&engine.storage(&data).unwrap()).unwrap();
        assert_eq!(found, data.iter().copied().fold([1, 0], then), "{n} elements");

        let data = numbers(n);
        let found = of_each.call().run(&engine.storage(&data).unwrap()).unwrap();
        let lines = (0..).zip(&data).map(|(i, x)| [x | 1, i + n as u32]);
        assert_eq!(found, lines.fold([1, 0], then), "{n} elements, mapped");
    };
    on_each(|engine| LENGTHS.into_iter().for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| [8192, 70_001].into_iter().for_each(|n| check(engine, n)));
}

#[test]
fn structs_from_numbers_and_numbers_from_structs() {
    let empty =
        Summary { least: f32::INFINITY, most: f32::NEG_INFINITY, total: [0.0; 3], count: 0 };
    let summary = Kernel::reduce(SUMMARY, empty)
        .map::<f32>("dst = Summary(src, src, vec3f(src, 2.0 * src, 1.0), 1u);")
        .build()
        .unwrap();
    let back = Kernel::reduce("dst = a + b;", 0u32);
    let back = back.map::<Summary>("dst = src.count + u32(src.least);").build().unwrap();
    on_each(|engine| {
        for n in LENGTHS {
            // Small enough for every sum to be exact.
            let data: Vec<f32> = numbers(n).iter().map(|x| (x % 100) as f32).collect();
            let found = summary.call().run(&engine.storage(&data).unwrap()).unwrap();
            let sum: f32 = data.iter().sum();
            let least = data.iter().copied().fold(f32::INFINITY, f32::min);
            let most = data.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let total = [sum, 2.0 * sum, n as f32];
            assert_eq!(found, Summary { least, most, total, count: n as u32 }, "{n} elements");

            let all: Vec<Summary> =
                data.iter().map(|x| Summary { least: *x, count: 3, ..empty }).collect();
            let found = back.call().run(&engine.storage(&all).unwrap()).unwrap();
            assert_eq!(found, sum as u32 + 3 * n as u32, "{n} structs");
        }
    });
}

/// A wrong identity harms nothing but the result of nothing.
#[test]
fn the_identity_is_for_nothing_alone() {
    let least = Kernel::reduce("dst = min(a, b);", 7i32).build().unwrap();
    on_each(|engine| {
        for n in LENGTHS {
            let data: Vec<i32> = (0..n as i32).map(|i| 1000 + (i - 5).abs()).collect();
            let found = least.call().run(&engine.storage(&data).unwrap()).unwrap();
            assert_eq!(found, data.iter().copied().min().unwrap_or(7), "{n} elements");
        }
    });
}

#[test]
fn params_arrays_and_preambles() {
    let kernel = Kernel::reduce("dst = joined(a, b);", 0.0f32)
        .map::<u32>("if src == skip { return; }\ndst = weight * table(src % 4u);")
        .param::<u32>("skip")
        .param::<f32>("weight")
        .array::<f32>("table")
        .preamble("fn joined(a: f32, b: f32) -> f32 { return a + b + offset - weight; }")
        .param::<f32>("offset")
        .build()
        .unwrap();
    on_each(|engine| {
        let table = engine.storage(&[1.0f32, 2.0, 4.0, 8.0]).unwrap();
        let call = kernel.call().set("skip", 3).set("weight", 0.5).set("offset", 0.5);
        let call = call.bind("table", &table);
        let data = numbers(20_000);
        let expected: f32 = data
            .iter()
            .map(|x| if *x == 3 { 0.0 } else { 0.5 * [1.0, 2.0, 4.0, 8.0][*x as usize % 4] })
            .sum();
        assert_eq!(call.run(&engine.storage(&data).unwrap()).unwrap(), expected);
    });
}

/// Elements that are not there are never mapped: this one would not end for a zero.
#[test]
fn loops_in_a_map() {
    let kernel = Kernel::reduce("dst = a + b;", 0u32);
    let kernel = kernel.map::<u32>("for (var x = src; x != 1u; x /= 2u) { dst += 1u; }");
    let kernel = kernel.build().unwrap();
    on_each(|engine| {
        for n in [1usize, 2, 3, 5, 254, 257] {
            let data: Vec<u32> = (1..=n as u32).collect();
            let expected: u32 = data.iter().map(|x| x.ilog2()).sum();
            assert_eq!(kernel.call().run(&engine.storage(&data).unwrap()).unwrap(), expected);
        }
    });
}

#[test]
fn float_sums_are_the_same_every_time_and_close() {
    let sum = Kernel::reduce("dst = a + b;", 0.0f32).build().unwrap();
    on_each(|engine| {
        let data: Vec<f32> = numbers(300_001).iter().map(|x| *x as f32 / 4e9 - 0.3).collect();
        let exact: f64 = data.iter().map(|x| f64::from(*x)).sum();
        let data = engine.storage(&data).unwrap();
        let first = sum.call().run(&data).unwrap();
        assert!((f64::from(first) - exact).abs() < 1e-5 * exact, "{first} and {exact}");
        for _ in 0..3 {
            assert_eq!(sum.call().run(&data).unwrap().to_bits(), first.to_bits());
        }
    });
}

#[test]
fn results_stay_on_the_device() {
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    let scale = Kernel::map::<u32, u32>("dst = 100u * src / total(0u);").array::<u32>("total");
    let scale = scale.build().unwrap();
    on_each(|engine| {
        let data = engine.storage(&[1u32, 2, 3, 4]).unwrap();
        let (total, shares) = (engine.zeros(1).unwrap(), engine.zeros(4).unwrap());
        engine
            .batch(|batch| {
                batch.reduce(&sum.call(), &data, &total)?;
                batch.map(&scale.call().bind("total", &total), &data, &shares)
            })
            .unwrap();
        assert_eq!(shares.download().unwrap(), [10, 20, 30, 40]);
        let later = pollster::block_on(sum.call().run_async(&shares)).unwrap();
        assert_eq!(later, 100);
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    on_each(|engine| {
        let (two, one) = (engine.zeros::<u32>(2).unwrap(), engine.zeros::<u32>(1).unwrap());
        refused!(sum.call().run_into(&two, &two), Error::LengthMismatch { .. });
        refused!(sum.call().run_into(&one, &one), Error::Aliased { .. });
    });
    on_each_own(|other| {
        on_each(|engine| {
            let (one, theirs) = (engine.zeros::<u32>(1).unwrap(), other.zeros::<u32>(1).unwrap());
            refused!(sum.call().run_into(&one, &theirs), Error::OtherEngine { .. });
        });
    });
}
