//! Reductions by segments: rows of any lengths, some empty, some longer than all else.

use kernel_engine::{Element, Engine, Kernel};

use super::reduce::{THEN, lines, then};
use super::{LENGTHS, numbers};
use crate::devices::{has, on_each, on_each_folded};

/// Where rows begin whose lengths `length` gives, up to `n`, and where the last ends.
fn offsets(n: usize, length: impl Fn(usize) -> usize) -> Vec<u32> {
    let mut offsets = vec![0];
    let mut end = 0;
    for k in 0.. {
        end += length(k);
        offsets.push(end.min(n) as u32);
        if end >= n {
            break;
        }
    }
    offsets
}

fn by_segments<T: Copy>(data: &[T], offsets: &[u32], none: T, join: fn(T, T) -> T) -> Vec<T> {
    let rows = offsets.windows(2).map(|ends| &data[ends[0] as usize..ends[1] as usize]);
    rows.map(|row| row.iter().copied().reduce(join).unwrap_or(none)).collect()
}

#[test]
fn rows_of_all_lengths() {
    let sum = Kernel::reduce("dst = a + b;", 9u32).build().unwrap();
    let compose = Kernel::reduce(THEN, [7u32, 8]).build().unwrap();
    let check = |engine: &Engine, n: usize| {
        let shapes: [fn(usize) -> usize; 6] = [
            |_| 1,
            |k| k % 4,
            |k| k * 7 % 301,
            |k| if k % 50 == 3 { 30_000 } else { k % 3 },
            |_| 100_000,
            |k| 1 << (k % 15),
        ];
        for (shape, length) in shapes.into_iter().enumerate() {
            let rows = offsets(n, length);
            let there = engine.storage(&rows).unwrap();
            let data = numbers(n);
            let found = sum.call().run_segments(&engine.storage(&data).unwrap(), &there).unwrap();
            let expected = by_segments(&data, &rows, 9, u32::wrapping_add);
            assert!(found.download().unwrap() == expected, "{n} elements, shape {shape}");

            let data = lines(n);
            let found = compose.call().run_segments(&engine.storage(&data).unwrap(), &there);
            let expected = by_segments(&data, &rows, [7, 8], then);
            assert!(found.unwrap().download().unwrap() == expected, "{n} lines, shape {shape}");
        }
    };
    on_each(|engine| LENGTHS.into_iter().for_each(|n| check(engine, n)));
    on_each_folded(|engine, _| check(engine, 70_001));
}

/// With a map, of types of all sizes.
#[test]
fn rows_of_all_types() {
    fn check<T: Element + PartialEq>(
        engine: &Engine,
        map: &str,
        none: T,
        of: fn(u32) -> T,
        join: fn(T, T) -> T,
    ) {
        let sum = Kernel::reduce("dst = a + b;", none).map::<u32>(map).build().unwrap();
        let data: Vec<u32> = numbers(40_000).iter().map(|x| x % 100).collect();
        let rows = offsets(data.len(), |k| k * 7 % 301);
        let values: Vec<T> = data.iter().map(|x| of(*x)).collect();
        let (data, there) = (engine.storage(&data).unwrap(), engine.storage(&rows).unwrap());
        let found = sum.call().run_segments(&data, &there).unwrap().download().unwrap();
        assert!(found == by_segments(&values, &rows, none, join), "{map}");
    }
    on_each(|engine| {
        check(engine, "dst = f32(src);", -1.0f32, |x| x as f32, |a, b| a + b);
        check(
            engine,
            "dst = vec3u(src);",
            [5u32; 3],
            |x| [x; 3],
            |a, b| [0, 1, 2].map(|k| a[k] + b[k]),
        );
        if has(engine, wgpu::Features::SHADER_F64) {
            check(engine, "dst = f64(src);", -1.0f64, f64::from, |a, b| a + b);
        }
    });
}

#[test]
fn elements_outside_of_all_rows() {
    let sum = Kernel::reduce("dst = a + b;", 0u32).build().unwrap();
    on_each(|engine| {
        let data = engine.storage(&[1u32, 2, 4, 8, 16]).unwrap();
        let of = |rows: &[u32]| {
            let rows = engine.storage(rows).unwrap();
            sum.call().run_segments(&data, &rows).unwrap().download().unwrap()
        };
        assert_eq!(of(&[1, 3, 4]), [6, 8]);
        assert_eq!(of(&[5, 5]), [0]);
        assert_eq!(of(&[2]), [0u32; 0]);
        assert_eq!(of(&[]), [0u32; 0]);
        // Beyond the end there is nothing but zeros.
        assert_eq!(of(&[0, 5, 7]), [31, 0]);
    });
}
