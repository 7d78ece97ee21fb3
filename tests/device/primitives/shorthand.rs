//! One line on a storage: sums, extremes, and the rest.

use kernel_engine::{Engine, Error, Ordered, Storage, f16};

use super::numbers;
use crate::devices::{has, on_each};

const SHORT: [usize; 6] = [1, 3, 255, 4097, 16_385, 50_000];

#[test]
fn sums_of_integers_never_wrap() {
    on_each(|engine| {
        for n in SHORT {
            let data: Vec<u32> = numbers(n).iter().map(|x| x | 0xf000_0000).collect();
            let expected: u64 = data.iter().map(|x| u64::from(*x)).sum();
            assert_eq!(engine.storage(&data).unwrap().sum().unwrap(), expected);
            let data: Vec<i32> = numbers(n).iter().map(|x| -((x >> 1) as i32) - 1).collect();
            let expected: i64 = data.iter().map(|x| i64::from(*x)).sum();
            assert_eq!(engine.storage(&data).unwrap().sum().unwrap(), expected);
        }
        assert_eq!(engine.zeros::<u32>(0).unwrap().sum().unwrap(), 0);
        if !has(engine, wgpu::Features::SHADER_INT64) {
            return println!("skipped: no 64-bit integers");
        }
        let sum = |data: &[u64]| engine.storage(data).unwrap().sum();
        assert_eq!(sum(&[u64::MAX - 5, 2, 3]).unwrap(), u64::MAX);
        let text = refused!(sum(&[u64::MAX, 1]), Error::Range { .. });
        assert!(text.contains("18446744073709551616 does not fit u64"), "{text}");
        let sum = |data: &[i64]| engine.storage(data).unwrap().sum();
        assert_eq!(sum(&[i64::MIN, i64::MAX, 1]).unwrap(), 0);
        refused!(sum(&[i64::MIN, -1]), Error::Range { .. });
        let data: Vec<i64> =
            numbers(30_000).iter().map(|x| (i64::from(*x) << 15) - (1 << 46)).collect();
        assert_eq!(sum(&data).unwrap(), data.iter().sum::<i64>());
    });
}

#[test]
fn sums_of_floats() {
    on_each(|engine| {
        assert_eq!(engine.storage(&[0.5f32, 1.25]).unwrap().sum().unwrap(), 1.75);
        assert!(
            engine.storage(&[f32::INFINITY, f32::NEG_INFINITY]).unwrap().sum().unwrap().is_nan()
        );
        if has(engine, wgpu::Features::SHADER_F64) {
            assert_eq!(engine.storage(&[1e300, 1.0, 1e300]).unwrap().sum().unwrap(), 2e300);
        }
        if has(engine, wgpu::Features::SHADER_F16) {
            let data = vec![f16::from_f32(40_000.0); 1000];
            assert_eq!(engine.storage(&data).unwrap().sum().unwrap(), 4e7);
        }
    });
}

/// Where the extremes are, and what.
fn check<T: Ordered + PartialOrd + std::fmt::Debug>(engine: &Engine, data: &[T]) {
    let storage = engine.storage(data).unwrap();
    let all = || data.iter().enumerate();
    let first = |before: fn(&T, &T) -> bool| {
        all().fold(None, |found: Option<(usize, &T)>, it| match found {
            Some(kept) if !before(it.1, kept.1) => Some(kept),
            _ => Some(it),
        })
    };
    let (least, greatest) = (first(|a, b| a < b), first(|a, b| a > b));
    assert_eq!(storage.arg_min().unwrap(), least.map(|it| it.0));
    assert_eq!(storage.arg_max().unwrap(), greatest.map(|it| it.0));
    assert_eq!(storage.min().unwrap(), least.map(|it| *it.1));
    assert_eq!(storage.max().unwrap(), greatest.map(|it| *it.1));
}

#[test]
fn extremes_of_every_scalar() {
    on_each(|engine| {
        for n in [0].into_iter().chain(SHORT) {
            let data = numbers(n);
            check(engine, &data);
            check(engine, &data.iter().map(|x| x % 5).collect::<Vec<_>>());
            check(engine, &data.iter().map(|x| x.cast_signed()).collect::<Vec<_>>());
            let floats = |scale: f32| -> Vec<f32> {
                data.iter().map(|x| (x.cast_signed() as f32) * scale).collect()
            };
            check(engine, &floats(1e-3));
            check(engine, &floats(-1e-30));
            check(engine, &vec![f32::INFINITY; n]);
            let wide = |x: &u32| (u64::from(*x) << 32) | u64::from(x.rotate_left(9));
            if has(engine, wgpu::Features::SHADER_INT64) {
                check(engine, &data.iter().map(wide).collect::<Vec<_>>());
                check(engine, &data.iter().map(|x| wide(x).cast_signed()).collect::<Vec<_>>());
            }
            if has(engine, wgpu::Features::SHADER_F64) {
                let data = data.iter().map(|x| wide(x).cast_signed() as f64 * 1e-200);
                check(engine, &data.collect::<Vec<_>>());
            }
            if has(engine, wgpu::Features::SHADER_F16) {
                let data = data.iter().map(|x| f16::from_f32(x.cast_signed() as f32 * 1e-6));
                check(engine, &data.collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn a_nan_is_found_and_zeros_have_signs() {
    on_each(|engine| {
        for nan in [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001)] {
            let x = engine.storage(&[1.0, f32::NEG_INFINITY, nan, f32::INFINITY, nan]).unwrap();
            assert!(x.min().unwrap().unwrap().is_nan() && x.max().unwrap().unwrap().is_nan());
            assert_eq!((x.arg_min().unwrap(), x.arg_max().unwrap()), (Some(2), Some(2)));
        }
        let x = engine.storage(&[0.0f32, -0.0, 0.0]).unwrap();
        assert_eq!((x.arg_min().unwrap(), x.arg_max().unwrap()), (Some(1), Some(0)));
        assert!(x.min().unwrap().unwrap().is_sign_negative());
        if has(engine, wgpu::Features::SHADER_F64) {
            let x = engine.storage(&[1.0, f64::from_bits(0x7ff0_0000_0000_0001), 0.0]).unwrap();
            assert!(x.min().unwrap().unwrap().is_nan());
            assert_eq!(x.arg_max().unwrap(), Some(1));
        }
    });
}

#[test]
fn one_line_each() {
    on_each(|engine| {
        let x: Storage<f32> = engine.storage(&[1.0, -2.0, 3.0, -4.0]).unwrap();
        assert_eq!(x.reduce("dst = a * b;", 1.0).unwrap(), 24.0);
        assert_eq!(x.reduce("dst = a * b;", 2.0).unwrap(), 24.0);
        assert_eq!(x.map_reduce("dst = src * src;", "dst = a + b;", 0.0f32).unwrap(), 30.0);
        assert_eq!(x.map_reduce("dst = u32(src > 0.0);", "dst = a + b;", 0u32).unwrap(), 2);
        assert_eq!(
            x.scan("dst = a + b;", 0.0).unwrap().download().unwrap(),
            [1.0, -1.0, 2.0, -2.0]
        );
        let before = x.scan_exclusive("dst = a + b;", 9.0).unwrap().download().unwrap();
        assert_eq!(before, [9.0, 1.0, -1.0, 2.0]);
        assert_eq!(x.filter("dst = src > 0.0;").unwrap().download().unwrap(), [1.0, 3.0]);
        assert_eq!(x.histogram("dst = u32(src > 0.0);", 2).unwrap().download().unwrap(), [2, 2]);
        assert_eq!(x.histogram("dst = u32(src > 0.0);", 1).unwrap().download().unwrap(), [2]);
        let later = pollster::block_on(async {
            let sum = x.sum_async().await?;
            let product = x.reduce_async("dst = a * b;", 1.0).await?;
            let squares = x.map_reduce_async("dst = src * src;", "dst = a + b;", 0.0f32).await?;
            Ok::<_, Error>((sum, product, squares, x.arg_max_async().await?, x.min_async().await?))
        });
        assert_eq!(later.unwrap(), (-2.0, 24.0, 30.0, Some(2), Some(-4.0)));
    });
}

#[test]
fn gathers_and_scatters() {
    on_each(|engine| {
        let n = 20_000u32;
        let order: Vec<u32> = (0..n).map(|i| i.wrapping_mul(7919) % n).collect();
        let x: Vec<[f32; 3]> = (0..n).map(|i| [i as f32, 1.0, 2.0]).collect();
        let (order_there, x_there) = (engine.storage(&order).unwrap(), engine.storage(&x).unwrap());
        let gathered = x_there.gather(&order_there).unwrap();
        let expected: Vec<_> = order.iter().map(|i| x[*i as usize]).collect();
        assert_eq!(gathered.download().unwrap(), expected);
        let back = engine.zeros(n as usize).unwrap();
        gathered.scatter(&order_there, &back).unwrap();
        assert_eq!(back.download().unwrap(), x);

        // Beyond the end there are zeros, and nothing is written.
        let few = engine.storage(&[5u32, 6]).unwrap();
        let beyond = engine.storage(&[1u32, 2, u32::MAX]).unwrap();
        assert_eq!(few.gather(&beyond).unwrap().download().unwrap(), [6, 0, 0]);
        let three = engine.storage(&[7u32, 8, 9]).unwrap();
        three.scatter(&beyond, &few).unwrap();
        assert_eq!(few.download().unwrap(), [5, 7]);
        refused!(three.scatter(&few, &few), Error::LengthMismatch { .. });
    });
}
