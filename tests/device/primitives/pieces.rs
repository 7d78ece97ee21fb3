//! Primitives over storages beyond one binding, on engines that pretend to bind few bytes.

use kernel_engine::{Engine, Error, Kernel};

use super::numbers;
use crate::devices::{on_each, on_each_configured};

kernel_engine::element! {
    struct Reading { at: [f32; 3], sensor: u32 }
}

kernel_engine::element! {
    struct Part { a: [u32; 4], b: [u32; 4], c: [u32; 4], d: [u32; 4] }
}

kernel_engine::element! {
    /// 512 bytes: the totals of workgroups take as much memory as the elements.
    struct Wide { n: Part, p: Part, q: Part, r: Part, s: Part, t: Part, u: Part, v: Part }
}

/// Elements of a piece: those of one workgroup.
const PIECE: usize = 16_384;

/// Lengths around one piece and several.
const LENGTHS: [usize; 7] = [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 1, 5 * PIECE + 77];

/// With pieces of so many elements of so many bytes.
fn on_each_cut(elements: usize, bytes: usize, test: impl Fn(&Engine)) {
    on_each_configured(|builder| builder.binding_bytes((elements * bytes) as u64), test);
}

#[test]
fn filters_write_to_all_pieces() {
    let filter = Kernel::filter::<u32>("dst = i >= first && src % 3u != without;");
    let filter = filter.param::<u32>("first").param::<u32>("without").build().unwrap();
    on_each_cut(PIECE, 4, |engine| {
        for n in LENGTHS {
            let data = numbers(n);
            let src = engine.storage(&data).unwrap();
            // All, two of three, the last half, none.
            for (first, without) in [(0, 3), (0, 1), (n / 2, 3), (n, 0)] {
                let call = filter.call().set("first", first as u32).set("without", without);
                let kept = call.run(&src).unwrap().download().unwrap();
                let expected = data[first..].iter().copied().filter(|x| x % 3 != without);
                assert!(kept.into_iter().eq(expected), "{n} from {first} without {without}");
            }
        }
    });
}

#[test]
fn filters_of_structs() {
    let filter = Kernel::filter::<Reading>("dst = src.sensor != 3u;").build().unwrap();
    on_each_cut(PIECE, size_of::<Reading>(), |engine| {
        for n in LENGTHS {
            let reading = |i: usize| Reading { at: [i as f32, 1.0, 2.0], sensor: i as u32 % 7 };
            let data: Vec<Reading> = (0..n).map(reading).collect();
            let kept = filter.call().run(&engine.storage(&data).unwrap()).unwrap();
            let expected = data.into_iter().filter(|reading| reading.sensor != 3);
            assert!(kept.download().unwrap().into_iter().eq(expected), "{n} readings");
        }
    });
}

fn check_bins(engine: &Engine, n: usize, bins: u32) {
    let data = numbers(n);
    let counts = engine.storage(&data).unwrap().histogram(&format!("dst = src % {bins}u;"), bins);
    let mut expected = vec![0u32; bins as usize];
    data.iter().for_each(|x| expected[(x % bins) as usize] += 1);
    assert!(counts.unwrap().download().unwrap() == expected, "{n} into {bins}");
}

#[test]
fn bins_in_all_pieces() {
    on_each_cut(PIECE, 4, |engine| {
        for n in LENGTHS {
            for bins in [100, PIECE as u32, PIECE as u32 + 1, 50_000] {
                check_bins(engine, n, bins);
            }
        }
    });
    // Bins that are counted by workgroups first.
    on_each_cut(1024, 4, |engine| {
        [0, 1, 1000].into_iter().for_each(|n| check_bins(engine, n, 4000))
    });
}

#[test]
fn elements_to_and_from_all_pieces() {
    on_each_cut(1024, 4, |engine| {
        for n in [0, 1, 1023, 1024, 1025, 3003] {
            let data: Vec<[u32; 3]> = (0..n as u32).map(|i| [i, !i, i * i]).collect();
            let elements = engine.storage(&data).unwrap();
            let order: Vec<u32> = (0..n as u32).map(|i| (i * 2503 + 11) % n as u32).collect();
            let far = [n as u32, 1 << 31, u32::MAX];
            let indices: Vec<u32> = order.iter().copied().chain(far).collect();
            let found = elements.gather(&engine.storage(&indices).unwrap()).unwrap();
            let expected =
                indices.iter().map(|j| data.get(*j as usize).copied().unwrap_or_default());
            assert!(found.download().unwrap().into_iter().eq(expected), "{n} gathered");

            let to = engine.zeros::<[u32; 3]>(n).unwrap();
            elements.scatter(&engine.storage(&order).unwrap(), &to).unwrap();
            let mut expected = vec![[0; 3]; n];
            order.iter().zip(&data).for_each(|(j, x)| expected[*j as usize] = *x);
            assert!(to.download().unwrap() == expected, "{n} scattered");
        }
    });
}

/// Rows of which some lie in several pieces; one bit for each element takes several pieces too.
#[test]
fn segments_across_pieces() {
    let sum = Kernel::reduce("dst = a + b;", 9u32).build().unwrap();
    on_each_cut(PIECE, 4, |engine| {
        for (n, row) in [(1, 1), (PIECE + 1, 1), (100_000, 3), (100_000, 30_000), (600_000, 1000)] {
            let data = numbers(n);
            let rows: Vec<u32> = (0..n as u32).step_by(row).chain([n as u32]).collect();
            let there = engine.storage(&rows).unwrap();
            let found = sum.call().run_segments(&engine.storage(&data).unwrap(), &there);
            if let Err(Error::TooLarge { needed, limit, unit: "storages", .. }) = &found {
                assert!(needed > limit && n > 500_000, "{n} by {row}");
                println!("skipped: {n} elements are {needed} bindings of {limit}");
                continue;
            }
            let total = |row: &[u32]| row.iter().fold(0, |all: u32, x| all.wrapping_add(*x));
            let expected = data.chunks(row).map(total);
            assert!(found.unwrap().download().unwrap().into_iter().eq(expected), "{n} by {row}");
        }
    });
}

/// What workgroups leave for each other is beyond one binding as well.
#[test]
fn totals_in_several_pieces() {
    let nothing = Part { a: [0; 4], b: [0; 4], c: [0; 4], d: [0; 4] };
    let sum = Kernel::reduce("dst = b; dst.d.w = a.d.w + b.d.w;", nothing);
    let sum = sum.map::<[u32; 2]>("dst.a.x = i; dst.d.w = src.y;").build().unwrap();
    on_each_cut(1024, 8, |engine| {
        for n in [5, 1025, 131_073] {
            let data: Vec<[u32; 2]> = numbers(n).into_iter().map(|x| [0, x]).collect();
            let all = sum.call().run(&engine.storage(&data).unwrap()).unwrap();
            let total = data.iter().fold(0, |all: u32, [_, x]| all.wrapping_add(*x));
            assert_eq!((all.a[0], all.d[3]), (n as u32 - 1, total), "{n}");
        }
    });
    let [n, p, q, r, s, t, u, v] = [nothing; 8];
    let sums =
        Kernel::scan("dst = b; dst.v.d.w = a.v.d.w + b.v.d.w;", Wide { n, p, q, r, s, t, u, v });
    let sums = sums.map::<[u32; 2]>("dst.n.a.x = i; dst.v.d.w = src.y;").build().unwrap();
    on_each_cut(128, 512, |engine| {
        if engine.info().backend != "CPU threads" {
            return println!("skipped: drivers take long to compile that");
        }
        for n in [5, 129, 128 * 129 + 1] {
            let data: Vec<[u32; 2]> = numbers(n).into_iter().map(|x| [0, x]).collect();
            let found = sums.call().run(&engine.storage(&data).unwrap()).unwrap();
            let mut all = 0u32;
            for ((i, [_, x]), found) in (0u32..).zip(&data).zip(found.download().unwrap()) {
                all = all.wrapping_add(*x);
                assert_eq!((found.n.a[0], found.v.d[3]), (i, all), "{i} of {n}");
            }
        }
    });
}

/// One workgroup's elements must lie in one piece; where they do not, that is said.
#[test]
fn elements_too_wide_for_pieces_are_refused() {
    on_each_cut(1024, 4, |engine| {
        let text = refused!(engine.zeros::<u32>(5000).unwrap().sum(), Error::TooLarge { .. });
        assert!(text.contains("`sum`") && text.contains("bytes in one binding"), "{text}");
    });
    on_each(|engine| assert_eq!(engine.zeros::<u32>(5000).unwrap().sum().unwrap(), 0));
}
