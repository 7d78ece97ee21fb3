//! Memory that runs out: an error that names what found no room, and an engine that goes on.

use kernel_engine::{Element, Engine, Error, Storage};

use crate::child;
use crate::devices::on_each;

/// Address space of the child where memory is the machine's own, in KiB: far less than is there.
const LIMIT: u64 = 8 << 20;

const GIB: usize = 1 << 30;

/// Storages of one GiB, until there is no room; nothing is written, so none is really taken.
fn fill(engine: &Engine) -> (Vec<Storage<u32>>, Error) {
    let mut storages = Vec::new();
    // More than any one device has.
    for _ in 0..1024 {
        match engine.zeros::<u32>(GIB / 4) {
            Ok(storage) => storages.push(storage),
            Err(error) => return (storages, error),
        }
    }
    panic!("1024 GiB are no end");
}

#[test]
fn one_storage_too_many_is_an_error_and_no_end() {
    let name = "memory::one_storage_too_many_is_an_error_and_no_end";
    child::on_each_limited(name, Some(LIMIT), |engine| {
        let small = engine.storage(&[1u32, 2, 3]).unwrap();
        let (storages, error) = fill(engine);
        println!("{} GiB, then: {error}", storages.len());
        let text = error.to_string();
        match error {
            Error::OutOfMemory { bytes, .. } => assert_eq!(bytes, GIB as u64),
            Error::TooLarge { needed, .. } => assert_eq!(needed, GIB as u64),
            _ => panic!("{text}"),
        }
        assert!(text.contains("a storage of 268435456 u32"), "{text}");

        // What there is stays, and what is small still fits.
        let sums: Vec<u32> = engine.execute("dst = src + 1u;", &[1u32, 2]).unwrap();
        assert_eq!(sums, [2, 3]);
        assert_eq!(small.download().unwrap(), [1, 2, 3]);

        // What is given back can be had again.
        let many = storages.len();
        drop(storages);
        engine.wait().unwrap();
        if many > 0 {
            engine.zeros::<u32>(GIB / 4).unwrap();
        }
    });
}

/// Lengths that no device has, up to those whose bytes overflow.
#[test]
fn lengths_beyond_all_devices_are_too_large() {
    fn check<T: Element>(engine: &Engine, len: usize) {
        let text = refused!(engine.zeros::<T>(len), Error::TooLarge { .. });
        assert!(text.contains(&len.to_string()), "{text}");
    }
    on_each(|engine| {
        for len in [1 << 50, usize::MAX / 4, usize::MAX / 4 + 1, usize::MAX - 15, usize::MAX] {
            check::<u32>(engine, len);
            check::<[f32; 3]>(engine, len);
        }
        let out: Vec<u32> = engine.execute("dst = src + 1u;", &[1u32]).unwrap();
        assert_eq!(out, [2], "the engine goes on");
    });
}
