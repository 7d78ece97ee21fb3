//! Storages: up, down and across, whole and in part, of any length.

use kernel_engine::{Engine, Error, Storage, f16};

use crate::devices::{has, on_each};

fn numbers(n: usize) -> Vec<u32> {
    (0..n as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect()
}

#[test]
fn what_goes_up_comes_down() {
    on_each(|engine| {
        // The last is more than one staging buffer, and no multiple of it.
        for n in [0, 1, 3, 4, 5, 1000, (5 << 20) + 3] {
            let data = numbers(n);
            let storage = engine.storage(&data).unwrap();
            assert_eq!((storage.len(), storage.is_empty()), (n, n == 0));
            assert_eq!(storage.bytes(), 4 * n as u64);
            assert!(storage.download().unwrap() == data, "{n} elements");
            let mut out = vec![9; n];
            storage.download_into(&mut out).unwrap();
            assert!(out == data, "{n} elements into a slice");
        }
    });
}

#[test]
fn zeros_are_zero() {
    on_each(|engine| {
        for n in [0, 1, 7, 100_000] {
            // Memory that was used before must not shine through.
            drop(engine.storage(&vec![u32::MAX; n]).unwrap());
            engine.wait().unwrap();
            assert_eq!(engine.zeros::<u32>(n).unwrap().download().unwrap(), vec![0; n]);
        }
    });
}

#[test]
fn every_range_of_a_storage() {
    on_each(|engine| {
        let data = numbers(100);
        let storage = engine.storage(&data).unwrap();
        assert_eq!(storage.download_range(..).unwrap(), data);
        assert_eq!(storage.download_range(3..8).unwrap(), data[3..8]);
        assert_eq!(storage.download_range(3..=8).unwrap(), data[3..=8]);
        assert_eq!(storage.download_range(..1).unwrap(), data[..1]);
        assert_eq!(storage.download_range(99..).unwrap(), data[99..]);
        for empty in [0..0, 50..50, 100..100] {
            assert_eq!(storage.download_range(empty).unwrap(), []);
        }
        use std::ops::Bound::{Excluded, Included, Unbounded};
        let odd = (Excluded(97), Unbounded);
        assert_eq!(storage.download_range(odd).unwrap(), data[98..]);

        let (reversed, max) = (Included(8), usize::MAX);
        let outside = [
            storage.download_range((reversed, Excluded(3))),
            storage.download_range(0..101),
            storage.download_range(100..=100),
            storage.download_range(101..101),
            storage.download_range(101..),
            storage.download_range(max..),
            storage.download_range(0..=max),
            storage.download_range((Excluded(max), Unbounded)),
        ];
        for result in outside {
            let text = refused!(result, Error::Range { .. });
            assert!(text.contains("100"), "{text}");
        }
    });
}

#[test]
fn upload_replaces_a_part_or_all() {
    on_each(|engine| {
        let storage = engine.storage(&numbers(10)).unwrap();
        let mut expected = numbers(10);
        for (start, part) in [(0, vec![1, 2]), (4, vec![3]), (7, vec![4, 5, 6]), (10, vec![])] {
            storage.upload_at(start, &part).unwrap();
            expected[start..start + part.len()].copy_from_slice(&part);
            assert_eq!(storage.download().unwrap(), expected, "from {start}");
        }
        storage.upload(&[7; 10]).unwrap();
        assert_eq!(storage.download().unwrap(), [7; 10]);

        for (start, len) in [(0, 11), (10, 1), (11, 0), (9, 2), (usize::MAX, 1), (usize::MAX, 0)] {
            refused!(storage.upload_at(start, &vec![0; len]), Error::Range { .. });
        }
        for len in [0, 9, 11] {
            refused!(
                storage.upload(&vec![0; len]),
                Error::LengthMismatch { expected: 10, found, .. } if found == len as u64
            );
            refused!(
                storage.download_into(&mut vec![0; len]),
                Error::LengthMismatch { expected: 10, found, .. } if found == len as u64
            );
        }
        assert_eq!(storage.download().unwrap(), [7; 10], "nothing of it arrived");
    });
}

/// A part that is uploaded must not disturb what a kernel wrote beside it, nor come before it.
#[test]
fn uploads_and_kernels_keep_their_order() {
    on_each(|engine| {
        let kernel = kernel_engine::Kernel::map::<u32, u32>("dst = src + 100u;").build().unwrap();
        let storage = engine.storage(&[1u32, 2, 3, 4, 5]).unwrap();
        kernel.call().run_in_place(&storage).unwrap();
        storage.upload_at(1, &[7, 8]).unwrap();
        kernel.call().run_in_place(&storage).unwrap();
        storage.upload_at(4, &[9]).unwrap();
        assert_eq!(storage.download().unwrap(), [201, 107, 108, 204, 9]);
    });
}

/// 16-bit elements come in pairs, except where a storage of odd length ends.
#[test]
fn ranges_of_16_bit_elements() {
    on_each(|engine| {
        if !has(engine, wgpu::Features::SHADER_F16) {
            return;
        }
        let data: Vec<f16> = (0..7u8).map(f16::from).collect();
        let storage = engine.storage(&data).unwrap();
        assert_eq!(storage.download().unwrap(), data);
        for range in [0..2, 2..6, 4..7, 6..7, 0..7, 3..3] {
            assert_eq!(storage.download_range(range.clone()).unwrap(), data[range]);
        }
        for range in [1..2, 0..1, 3..7, 0..5] {
            let text = refused!(storage.download_range(range.clone()), Error::Range { .. });
            assert!(text.contains("even"), "{range:?}: {text}");
        }
        let [eight, nine] = [8u8, 9].map(f16::from);
        storage.upload_at(6, &[eight]).unwrap();
        storage.upload_at(2, &[nine, eight]).unwrap();
        refused!(storage.upload_at(1, &[nine, nine]), Error::Range { .. });
        refused!(storage.upload_at(2, &[nine]), Error::Range { .. });
        let expected = [0, 1, 9, 8, 4, 5, 8].map(|n: u8| f16::from(n));
        assert_eq!(storage.download().unwrap(), expected);
        assert_eq!(storage.duplicate().unwrap().download().unwrap(), expected);
        let threes = engine.storage(&[[eight, nine, eight]; 3]).unwrap();
        assert_eq!(threes.download_range(2..).unwrap(), [[eight, nine, eight]]);
    });
}

#[test]
fn copies_on_the_device_are_of_their_own() {
    on_each(|engine| {
        for n in [0, 1, 5, 70_000] {
            let storage = engine.storage(&numbers(n)).unwrap();
            let twin = storage.duplicate().unwrap();
            let other = engine.zeros::<u32>(n).unwrap();
            storage.copy_to(&other).unwrap();
            storage.upload(&vec![1; n]).unwrap();
            assert_eq!(twin.download().unwrap(), numbers(n));
            assert_eq!(other.download().unwrap(), numbers(n));
            assert_eq!(storage.clone().download().unwrap(), vec![1; n], "a clone is the same");
        }
        let (five, four) = (engine.storage(&numbers(5)).unwrap(), engine.zeros(4).unwrap());
        refused!(five.copy_to(&four), Error::LengthMismatch { expected: 5, found: 4, .. });
        refused!(five.copy_to(&five.clone()), Error::Aliased { .. });
        assert_eq!(five.download().unwrap(), numbers(5));
    });
}

/// Nothing of length 0 fails, and nothing of it runs.
#[test]
fn a_length_of_zero_is_as_good_as_any() {
    fn none<T: kernel_engine::Element>(engine: &Engine) -> Storage<T> {
        engine.storage(&[]).unwrap()
    }
    let snippet = "dst = src + y; hit_add(0u, 1u);";
    let kernel = kernel_engine::Kernel::map::<f32, f32>(snippet).input::<f32>("y");
    let kernel = kernel.atomic::<u32>("hit").build().unwrap();
    on_each(|engine| {
        let hit = engine.zeros::<u32>(1).unwrap();
        let call = kernel.call().bind("y", &none::<f32>(engine)).bind("hit", &hit);
        assert!(call.execute(engine, &[]).unwrap().is_empty());
        let (src, dst) = (none::<f32>(engine), none(engine));
        call.run_into(&src, &dst).unwrap();
        call.run_in_place(&src).unwrap();
        src.upload(&[]).unwrap();
        src.upload_at(0, &[]).unwrap();
        src.copy_to(&dst).unwrap();
        assert_eq!(src.download_range(0..0).unwrap(), []);
        src.download_into(&mut []).unwrap();
        let out: Vec<[u32; 3]> = engine.execute("dst = vec3<u32>(src);", &[0u32; 0]).unwrap();
        assert!(out.is_empty());
        assert_eq!(hit.download().unwrap(), [0]);
    });
}
