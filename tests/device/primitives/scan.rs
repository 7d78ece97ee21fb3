//! Scans: inclusive and exclusive, mapped, in place, of any length.

use kernel_engine::{Engine, Error, Kernel};

use super::reduce::{THEN, lines, then};
use super::{LENGTHS, numbers};
use crate::devices::{on_each, on_each_folded};

/// What each element and all before it come to, from `first` on.
fn running<T: Copy>(data: &[T], first: T, join: impl Fn(T, T) -> T) -> Vec<T> {
    let step = |sum: &mut T, x: &T| {
        *sum = join(*sum, *x);
        Some(*sum)
    };
    data.iter().scan(first, step).collect()
}

#[test]
fn numbers_of_any_length() {
    let sums = Kernel::scan("dst = a + b;", 0u32).build().unwrap();
    let check = |engine: &Engine, n: usize| {
        let data = numbers(n);
        let found = sums.call().run(&engine.storage(&data).unwrap()).unwrap();
        let expected = running(&data, 0, u32::wrapping_add);
        assert!(found.download().unwrap() == expected, "{n} elements");
    };
    on_each(|engine| LENGTHS.into_iter().chain([3_000_001]).for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| {
        [16_384, 16_385, 200_000].into_iter().for_each(|n| check(engine, n))
    });
}

#[test]
fn the_order_is_kept_and_the_identity_stands_first() {
    // An identity that is none shows where it is used.
    let odd = [77u32, 78];
    let inclusive = Kernel::scan(THEN, odd);
    let exclusive = inclusive.clone().exclusive().build().unwrap();
    let inclusive = inclusive.build().unwrap();
    let check = |engine: &Engine, n: usize| {
        let data = lines(n);
        let on_device = engine.storage(&data).unwrap();
        let mut expected = running(&data, [1, 0], then);
        let found = inclusive.call().run(&on_device).unwrap().download().unwrap();
        assert!(found == expected, "{n} elements");

        expected.insert(0, odd);
        expected.pop();
        let found = exclusive.call().run(&on_device).unwrap().download().unwrap();
        assert!(found == expected[..n], "{n} elements, exclusive");
        exclusive.call().run_in_place(&on_device).unwrap();
        assert!(on_device.download().unwrap() == expected[..n], "{n} elements, in place");
    };
    on_each(|engine| LENGTHS.into_iter().for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| [8192, 70_001].into_iter().for_each(|n| check(engine, n)));
}

/// Wide loads with narrow stores, the other way round, and neither.
#[test]
fn maps_from_any_type_to_any() {
    let up = Kernel::scan("dst = a + b;", [0u32; 3]).map::<u32>("dst = vec3u(src, i, 1u);");
    let (up, up_to) = (up.clone().build().unwrap(), up.exclusive().build().unwrap());
    let down = Kernel::scan("dst = max(a, b);", 5u32).map::<[u32; 3]>("dst = src.x + src.z;");
    let (down, down_to) = (down.clone().build().unwrap(), down.exclusive().build().unwrap());
    let same = Kernel::scan("dst = a + b;", 0i32).map::<u32>("dst = i32(src) - 5;");
    let (same, same_to) = (same.clone().build().unwrap(), same.exclusive().build().unwrap());
    on_each(|engine| {
        for n in LENGTHS {
            let data: Vec<u32> = numbers(n).iter().map(|x| x % 1000).collect();
            let on_device = engine.storage(&data).unwrap();
            let add =
                |a: [u32; 3], b: [u32; 3]| [a[0] + b[0], a[1].wrapping_add(b[1]), a[2] + b[2]];
            let each: Vec<[u32; 3]> = (0..).zip(&data).map(|(i, x)| [*x, i, 1]).collect();
            check(up.call().run(&on_device), up_to.call().run(&on_device), &each, [0; 3], add);

            let each: Vec<i32> = data.iter().map(|x| *x as i32 - 5).collect();
            let pair = (same.call().run(&on_device), same_to.call().run(&on_device));
            check(pair.0, pair.1, &each, 0, |a, b| a + b);

            let triples: Vec<[u32; 3]> = data.iter().map(|x| [*x, 9, 7]).collect();
            let on_device = engine.storage(&triples).unwrap();
            let each: Vec<u32> = data.iter().map(|x| x + 7).collect();
            check(down.call().run(&on_device), down_to.call().run(&on_device), &each, 5, u32::max);
        }
    });
}

fn check<T: kernel_engine::Element + PartialEq>(
    inclusive: kernel_engine::Result<kernel_engine::Storage<T>>,
    exclusive: kernel_engine::Result<kernel_engine::Storage<T>>,
    each: &[T],
    identity: T,
    join: impl Fn(T, T) -> T,
) {
    let n = each.len();
    let mut expected = running(each, identity, join);
    assert!(inclusive.unwrap().download().unwrap() == expected, "{n} elements");
    expected.insert(0, identity);
    assert!(exclusive.unwrap().download().unwrap() == expected[..n], "{n} elements, exclusive");
}

#[test]
fn steps_of_a_batch_and_storages_that_do_not_fit() {
    let sums = Kernel::scan("dst = a + b;", 0u32).build().unwrap();
    on_each(|engine| {
        let data = engine.storage(&[1u32; 40_000]).unwrap();
        let (once, twice) = (engine.zeros(40_000).unwrap(), engine.zeros(40_000).unwrap());
        engine
            .batch(|batch| {
                batch.scan(&sums.call(), &data, &once)?;
                batch.scan(&sums.call(), &once, &twice)
            })
            .unwrap();
        let expected = (1..=40_000u32).map(|i| i * (i + 1) / 2);
        assert!(twice.download().unwrap().into_iter().eq(expected));

        let short = engine.zeros::<u32>(3).unwrap();
        refused!(sums.call().run_into(&data, &short), Error::LengthMismatch { .. });
        refused!(sums.call().run_into(&data, &data), Error::Aliased { .. });
    });
}
