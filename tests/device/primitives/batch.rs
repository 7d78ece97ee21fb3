//! Primitives as steps of a batch: each sees what those before it wrote.

use kernel_engine::{Error, Kernel, Sort};

use super::numbers;
use crate::devices::{on_each, on_each_own};

#[test]
fn sorts_of_one_batch_share_their_memory() {
    on_each(|engine| {
        let up = Sort::new(engine);
        let down = Sort::new(engine).descending();
        for n in [0, 1, 300, 20_000] {
            let data = numbers(n);
            let pairs: Vec<[u32; 2]> = (0..n as u32).map(|i| [i, !i]).collect();
            let (keys, places) = (engine.storage(&data).unwrap(), engine.zeros::<u32>(n).unwrap());
            let (values, few) = (engine.storage(&pairs).unwrap(), numbers(n / 3));
            let few_there = engine.storage(&few).unwrap();
            let doubled = engine.zeros::<u32>(n).unwrap();
            let double = Kernel::map::<u32, u32>("dst = src << 1u;").build().unwrap();
            engine
                .batch(|batch| {
                    batch.argsort(&up, &keys, &places)?;
                    // Each sort takes what the map before it left.
                    batch.map(&double.call(), &keys, &doubled)?;
                    batch.sort(&up, &doubled, &doubled)?;
                    batch.sort(&down, &few_there, &few_there)?;
                    batch.sort_by_key(&up, &keys, &values, &keys, &values)
                })
                .unwrap();

            let mut order: Vec<u32> = (0..n as u32).collect();
            order.sort_by_key(|i| data[*i as usize]);
            assert!(places.download().unwrap() == order, "the order of {n}");
            assert!(values.download().unwrap().into_iter().eq(order.iter().map(|i| [*i, !*i])));
            let mut expected = data.clone();
            expected.sort_unstable();
            assert!(keys.download().unwrap() == expected, "{n} keys");
            let mut expected: Vec<u32> = data.iter().map(|x| x << 1).collect();
            expected.sort_unstable();
            assert!(doubled.download().unwrap() == expected, "{n} doubled keys");
            let mut expected = few;
            expected.sort_unstable_by(|a, b| b.cmp(a));
            assert!(few_there.download().unwrap() == expected, "a third of {n}");
        }
    });
}

#[test]
fn whole_arrays_step_by_step() {
    let sums = Kernel::scan("dst = a + b;", 0u32).build().unwrap();
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    let digits = Kernel::histogram::<u32>("dst = src % 10u;", 10).build().unwrap();
    on_each(|engine| {
        for n in [1, 1000, 40_000] {
            let data: Vec<u32> = numbers(n).iter().map(|x| x % 100).collect();
            let turn: Vec<u32> = (0..n as u32).rev().collect();
            let rows: Vec<u32> = (0..n as u32).step_by(7).chain([n as u32]).collect();
            let (x, turn) = (engine.storage(&data).unwrap(), engine.storage(&turn).unwrap());
            let (turned, back) = (engine.zeros(n).unwrap(), engine.zeros::<u32>(n).unwrap());
            let (bins, offsets) = (engine.zeros(10).unwrap(), engine.storage(&rows).unwrap());
            let of_rows = engine.zeros::<u32>(rows.len() - 1).unwrap();
            engine
                .batch(|batch| {
                    batch.histogram(&digits.call(), &x, &bins)?;
                    batch.scan_in_place(&sums.call(), &x)?;
                    batch.gather(&x, &turn, &turned)?;
                    batch.scatter(&turned, &turn, &back)?;
                    batch.reduce_segments(&sum.call(), &turned, &offsets, &of_rows)?;
                    batch.histogram(&digits.call(), &back, &bins)
                })
                .unwrap();

            let mut all = 0;
            let sums: Vec<u32> = data
                .iter()
                .map(|x| {
                    all += x;
                    all
                })
                .collect();
            assert!(x.download().unwrap() == sums && back.download().unwrap() == sums, "{n}");
            let turned_here: Vec<u32> = sums.iter().rev().copied().collect();
            assert!(turned.download().unwrap() == turned_here, "{n} turned");
            let expected = turned_here.chunks(7).map(|row| row.iter().sum::<u32>());
            assert!(of_rows.download().unwrap().into_iter().eq(expected), "rows of {n}");
            let mut expected = vec![0u32; 10];
            data.iter().chain(&sums).for_each(|x| expected[(x % 10) as usize] += 1);
            assert_eq!(bins.download().unwrap(), expected, "digits of {n} twice");
        }
    });
}

/// What is refused is left out, and takes nothing with it.
#[test]
fn faults_leave_the_rest_alone() {
    let digits = Kernel::histogram::<u32>("dst = src;", 2).build().unwrap();
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    on_each_own(|engine| {
        let sort = Sort::new(engine);
        let other = crate::devices::open_by_name(&engine.info().name).build().unwrap();
        let foreign = other.storage(&[2u32, 1]).unwrap();
        let (x, one) = (engine.storage(&[1u32, 0, 1]).unwrap(), engine.zeros::<u32>(1).unwrap());
        engine
            .batch(|batch| {
                batch.sort(&sort, &x, &x)?;
                refused!(batch.sort(&sort, &x, &one), Error::LengthMismatch { .. });
                refused!(batch.argsort(&sort, &foreign, &foreign), Error::OtherEngine { .. });
                let of_other = Sort::new(&other);
                refused!(batch.sort(&of_other, &x, &x), Error::OtherEngine { .. });
                refused!(batch.histogram(&digits.call(), &x, &one), Error::LengthMismatch { .. });
                refused!(batch.gather(&x, &x, &x), Error::Aliased { .. });
                refused!(batch.scatter(&x, &one, &x), Error::LengthMismatch { .. });
                let by_rows = batch.reduce_segments(&sum.call(), &x, &x, &one);
                let text = refused!(by_rows, Error::LengthMismatch { .. });
                assert!(text.contains("`dst` of a reduction by segments"), "{text}");
                Ok(())
            })
            .unwrap();
        assert_eq!(x.download().unwrap(), [0, 1, 1]);
    });
}
