//! Sorts against Rust's own stable sort, with subgroups and without.

use std::cmp::Ordering;
use std::time::Instant;

use kernel_engine::{Element, Engine, Error, Sort, SortKey, f16};

use crate::devices::{on_each, on_each_own};

/// Keys that can be made of any bits.
trait Key: SortKey + PartialEq + std::fmt::Debug {
    fn from_bits(bits: u64) -> Self;
    fn to_bits(self) -> u64;
    fn order(&self, other: &Self) -> Ordering;
}

macro_rules! keys {
    ($($ty:ident $from:expr, $to:expr, $order:expr;)*) => {$(
        impl Key for $ty {
            fn from_bits(bits: u64) -> Self {
                $from(bits)
            }
            fn to_bits(self) -> u64 {
                $to(self)
            }
            fn order(&self, other: &Self) -> Ordering {
                $order(self, other)
            }
        }
    )*};
}

keys! {
    u32 |bits| (bits >> 32) as u32, u64::from, u32::cmp;
    i32 |bits| (bits >> 32) as i32, |key| key as u32 as u64, i32::cmp;
    f32 |bits| f32::from_bits((bits >> 32) as u32), |key| f32::to_bits(key) as u64, f32::total_cmp;
    u64 |bits| bits, |key| key, u64::cmp;
    i64 |bits| bits as i64, |key| key as u64, i64::cmp;
    f64 f64::from_bits, f64::to_bits, f64::total_cmp;
}

fn random(n: usize) -> Vec<u64> {
    let mut random = fastrand::Rng::with_seed(n as u64);
    (0..n).map(|_| random.u64(..)).collect()
}

/// Bits of keys, high bits first, in orders that a sort might stumble over.
fn patterns(n: usize) -> Vec<(&'static str, Vec<u64>)> {
    let random = random(n);
    let mut sorted = random.clone();
    sorted.sort_unstable();
    let reversed = sorted.iter().rev().copied().collect();
    let each = |key: &dyn Fn(u64) -> u64| random.iter().map(|bits| key(*bits)).collect();
    let special = [f32::NAN, -f32::NAN, f32::INFINITY, -f32::INFINITY, 0.0, -0.0, 1.0, -1.0];
    let special = special.map(|x| u64::from(x.to_bits()) << 32);
    let special_64 =
        [f64::NAN, -f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, -0.0, 1e-310, -1e300];
    vec![
        ("sorted", sorted),
        ("reversed", reversed),
        ("all equal", vec![0x9abc_def0_1234_5678; n]),
        ("all zero", vec![0; n]),
        ("all ones", vec![u64::MAX; n]),
        ("few distinct", each(&|bits| (bits % 5) * 0x3333_7777_1111_5555)),
        ("only the top byte differs", each(&|bits| bits & 0xff << 56)),
        ("only the lowest of 32 bits differs", each(&|bits| bits & 1 << 32)),
        ("only the lowest byte of 64 bits differs", each(&|bits| bits & 0xff)),
        ("extremes in turn", (0..n as u64).map(|i| (i % 2).wrapping_neg()).collect()),
        ("special floats", each(&|bits| special[bits as usize % 8])),
        ("special doubles", each(&|bits| special_64[bits as usize % 8].to_bits())),
        ("random", random),
    ]
}

/// Where the keys stand that come first, second and so on, by Rust's stable sort.
fn expected_order<K: Key>(keys: &[K], descending: bool) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by(|a, b| {
        let compared = keys[*a as usize].order(&keys[*b as usize]);
        if descending { compared.reverse() } else { compared }
    });
    order
}

fn bits<K: Key>(keys: impl IntoIterator<Item = K>) -> Vec<u64> {
    keys.into_iter().map(K::to_bits).collect()
}

/// Sorts that keep their kernels and memory, whatever they sorted before.
type Sorts = [(&'static str, Sort); 4];

/// The ways to sort that a device has.
fn sorts(engine: &Engine) -> Sorts {
    let sort = |subgroups| Sort::new(engine).by_subgroups(subgroups);
    [
        ("up, by subgroups", sort(true)),
        ("down, by subgroups", sort(true).descending()),
        ("up", sort(false)),
        ("down", sort(false).descending()),
    ]
}

/// Sorts keys alone, keys with their indices as values, and indices alone.
fn check<K: Key>(engine: &Engine, sorts: &Sorts, what: &str, key_bits: &[u64]) {
    let keys: Vec<K> = key_bits.iter().map(|bits| K::from_bits(*bits)).collect();
    let Ok(source) = engine.storage(&keys) else {
        println!("skipped: no {} here", std::any::type_name::<K>());
        return;
    };
    let indices: Vec<u32> = (0..keys.len() as u32).collect();
    let values = engine.storage(&indices).unwrap();
    for (way, sort) in sorts {
        let what = format!("{} {}, {what}, {way}", keys.len(), std::any::type_name::<K>());
        let order = expected_order(&keys, way.starts_with("down"));
        let expected = bits(order.iter().map(|at| keys[*at as usize]));

        let sorted = engine.zeros::<K>(keys.len()).unwrap();
        sort.sort(&source, &sorted).unwrap();
        assert!(bits(sorted.download().unwrap()) == expected, "{what}");

        let (sorted, sorted_values) = (source.duplicate().unwrap(), values.duplicate().unwrap());
        sort.sort_by_key(&sorted, &sorted_values, &sorted, &sorted_values).unwrap();
        assert!(bits(sorted.download().unwrap()) == expected, "{what}, keys with values");
        assert!(sorted_values.download().unwrap() == order, "{what}, values");

        let found = engine.zeros::<u32>(keys.len()).unwrap();
        sort.argsort(&source, &found).unwrap();
        assert!(found.download().unwrap() == order, "{what}, indices");
        assert!(bits(source.download().unwrap()) == bits(keys.iter().copied()), "{what}, source");
    }
}

#[test]
fn any_length() {
    // Tiles have 4096, 2048 and 1024 keys.
    let lengths = [0, 1, 2, 3, 31, 255, 256, 257, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096];
    on_each(|engine| {
        let sorts = sorts(engine);
        for n in lengths.into_iter().chain([4097, 8191, 8192, 8193, 20_000]) {
            check::<u32>(engine, &sorts, "random", &random(n));
        }
        check::<u32>(engine, &sorts, "random", &random(100_003));
        for n in [0, 1, 1025, 4097] {
            check::<f64>(engine, &sorts, "random", &random(n));
        }
    });
}

#[test]
fn any_key_in_any_order() {
    on_each(|engine| {
        let sorts = sorts(engine);
        for (what, bits) in patterns(5000) {
            check::<u32>(engine, &sorts, what, &bits);
            check::<i32>(engine, &sorts, what, &bits);
            check::<f32>(engine, &sorts, what, &bits);
            check::<u64>(engine, &sorts, what, &bits);
            check::<i64>(engine, &sorts, what, &bits);
            check::<f64>(engine, &sorts, what, &bits);
        }
    });
}

#[test]
fn many_keys() {
    on_each(|engine| {
        let data: Vec<u32> = random(1_000_000).into_iter().map(|bits| bits as u32).collect();
        let mut expected = data.clone();
        expected.sort_unstable();
        let keys = engine.storage(&data).unwrap();
        let start = Instant::now();
        let sorted = keys.sort().unwrap().download().unwrap();
        println!("a million keys: {:?}", start.elapsed());
        assert!(sorted == expected);
    });
}

kernel_engine::element! {
    struct Particle { at: [f32; 3], id: u32 }
}

fn values_follow<V: Element + PartialEq>(engine: &Engine, make: impl Fn(usize) -> V) {
    let n = 5001;
    let keys: Vec<i32> = random(n).into_iter().map(|bits| (bits % 1000) as i32 - 500).collect();
    let values: Vec<V> = (0..n).map(make).collect();
    let order = expected_order(&keys, false);
    let expected: Vec<V> = order.iter().map(|at| values[*at as usize]).collect();
    let Ok(given) = engine.storage(&values) else { return };
    let given_keys = engine.storage(&keys).unwrap();
    let (sorted, followed) = given_keys.sort_by_key(&given).unwrap();
    assert!(sorted.download().unwrap().is_sorted());
    assert!(followed.download().unwrap() == expected);
    assert!(given.download().unwrap() == values);
    Sort::new(engine).sort_by_key(&given_keys, &given, &sorted, &given).unwrap();
    assert!(given.download().unwrap() == expected, "in place");
}

#[test]
fn values_of_any_type_follow_their_keys() {
    on_each(|engine| {
        values_follow(engine, |k| k as f32 * 0.5);
        values_follow(engine, |k| -(k as i32));
        values_follow(engine, |k| [k as f32, 1.0, -(k as f32)]);
        values_follow(engine, |k| Particle { at: [0.0, k as f32, 1.0], id: k as u32 });
        values_follow(engine, |k| k as u64 * 0x1_0000_0001);
        values_follow(engine, |k| [f16::from_f32(k as f32), f16::ONE]);
    });
}

/// Results may go over what they are made of, crosswise too.
#[test]
fn results_may_replace_their_sources() {
    fn crosswise<T: Key>(engine: &Engine) {
        let make = |seed| random(seed).into_iter().map(T::from_bits).take(3000).collect();
        let (keys, values): (Vec<T>, Vec<T>) = (make(3000), make(3001));
        let order = expected_order(&keys, false);
        let Ok(k) = engine.storage(&keys) else { return };
        let v = engine.storage(&values).unwrap();
        Sort::new(engine).sort_by_key(&k, &v, &v, &k).unwrap();
        assert!(v.download().unwrap().into_iter().eq(order.iter().map(|at| keys[*at as usize])));
        assert!(k.download().unwrap().into_iter().eq(order.iter().map(|at| values[*at as usize])));
    }
    on_each(|engine| {
        crosswise::<u32>(engine);
        crosswise::<u64>(engine);
        let keys = engine.storage(&[30u32, 10, 20]).unwrap();
        Sort::new(engine).argsort(&keys, &keys).unwrap();
        assert_eq!(keys.download().unwrap(), [1, 2, 0]);
    });
}

#[test]
fn the_short_forms_sort_upwards() {
    on_each(|engine| {
        let keys = engine.storage(&[2.5f32, -1.0, 7.0, -1.0]).unwrap();
        assert_eq!(keys.sort().unwrap().download().unwrap(), [-1.0, -1.0, 2.5, 7.0]);
        assert_eq!(keys.argsort().unwrap().download().unwrap(), [1, 3, 0, 2]);
    });
}

/// One sort for short and long arrays, for narrow and wide keys, from several threads.
#[test]
fn a_sort_can_be_used_again() {
    on_each(|engine| {
        let sort = Sort::new(engine);
        std::thread::scope(|threads| {
            for n in [5000, 10, 0, 70_000, 300] {
                let sort = &sort;
                threads.spawn(move || {
                    for data in [random(n), random(n / 2)] {
                        let mut expected: Vec<u32> = data.iter().map(|bits| *bits as u32).collect();
                        let keys = engine.storage(&expected).unwrap();
                        sort.sort(&keys, &keys).unwrap();
                        expected.sort_unstable();
                        assert!(keys.download().unwrap() == expected);
                        let Ok(keys) = engine.storage(&data) else { continue };
                        sort.sort(&keys, &keys).unwrap();
                        assert!(keys.download().unwrap().is_sorted());
                    }
                });
            }
        });
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    on_each_own(|engine| {
        let (three, two) = (engine.storage(&[3u32, 1, 2]).unwrap(), engine.zeros(2).unwrap());
        let sort = Sort::new(engine);
        let text = refused!(sort.sort(&three, &two), Error::LengthMismatch { .. });
        assert!(text.contains("the storage to sort into has 2 elements"), "{text}");
        let text = refused!(three.sort_by_key(&two), Error::LengthMismatch { .. });
        assert!(text.contains("the values has 2 elements"), "{text}");
        refused!(sort.argsort(&three, &two), Error::LengthMismatch { .. });
        let same = sort.sort_by_key(&three, &three, &three, &three);
        let text = refused!(same, Error::Aliased { .. });
        assert!(text.contains("`sorted` and `sorted_values` are one storage"), "{text}");
        let other = Sort::new(&crate::devices::open_by_name(&engine.info().name).build().unwrap());
        refused!(other.sort(&three, &three), Error::OtherEngine { .. });
        assert_eq!(three.download().unwrap(), [3, 1, 2]);
    });
}

/// Keys and values in several pieces, each a binding.
#[test]
fn beyond_one_binding() {
    for info in crate::devices::found() {
        let engine = crate::devices::open_by_name(&info.name).binding_bytes(1 << 16).build();
        let engine = engine.unwrap();
        check::<u32>(&engine, &sorts(&engine), "random", &random(40_000));
    }
}

/// A device that was opened without any feature.
#[test]
fn without_features() {
    for info in crate::devices::found() {
        let (device, queue) = crate::devices::bare(&info.name);
        let engine = Engine::from_wgpu(device, queue).unwrap();
        check::<f32>(&engine, &sorts(&engine), "random", &random(3000));
    }
}
