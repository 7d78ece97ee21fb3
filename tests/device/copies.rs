//! Copies on the device by a map, as GPUs make large ones, on every device and of every length.

use std::time::Duration;

use kernel_engine::{Element, Engine, EngineBuilder, Error, Kernel, bytemuck, f16};

use crate::devices::{has, on_each_configured, on_each_own};

kernel_engine::element! {
    struct Body { at: [f32; 3], mass: f32, name: [u32; 2] }
}

kernel_engine::element! {
    struct Five { a: Body, b: Body, c: Body, d: Body, e: Body }
}

kernel_engine::element! {
    /// 600 bytes, which vectors of four words do not fill.
    struct Many { a: Five, b: Five, c: Five, d: Five, e: Five }
}

/// Bits of all kinds; as floats there are NaNs of both sorts among them, and subnormals.
fn bits(n: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(n as u64);
    let words = (0..n.div_ceil(4)).map(|k| match k % 5 {
        0 => 0x7f80_0001 | random.u32(..),
        1 => 0xff80_0000 | random.u32(..),
        2 => random.u32(..) & 0x807f_ffff,
        _ => random.u32(..),
    });
    let mut bytes: Vec<u8> = words.flat_map(u32::to_ne_bytes).collect();
    bytes.truncate(n);
    bytes
}

fn check<T: Element>(engine: &Engine, len: usize) {
    let what = format!("{len} of {}", std::any::type_name::<T>());
    let data: Vec<T> = bytemuck::pod_collect_to_vec(&bits(len * size_of::<T>()));
    let (from, to) = (engine.storage(&data).unwrap(), engine.zeros::<T>(len).unwrap());
    let ((), report) = engine.profile(|| from.copy_to(&to)).unwrap();
    assert!(report.dispatches > 0, "{what}: no map");
    let found = to.download().unwrap();
    assert!(
        bytemuck::cast_slice::<T, u8>(&found) == bytemuck::cast_slice::<T, u8>(&data),
        "{what}"
    );
    // The other stays what it was.
    let found = from.download().unwrap();
    assert!(
        bytemuck::cast_slice::<T, u8>(&found) == bytemuck::cast_slice::<T, u8>(&data),
        "{what}"
    );
}

fn check_all(configure: impl Fn(EngineBuilder) -> EngineBuilder, lengths: &[usize]) {
    on_each_configured(
        |builder| configure(builder.map_copies(0)),
        |engine| {
            for len in lengths {
                check::<u32>(engine, *len);
                check::<f32>(engine, *len);
                check::<[f32; 3]>(engine, *len);
                check::<Body>(engine, *len);
                if has(engine, wgpu::Features::SHADER_F16) {
                    check::<f16>(engine, *len);
                    check::<[f16; 3]>(engine, *len);
                }
                if has(engine, wgpu::Features::SHADER_F64) {
                    check::<f64>(engine, *len);
                }
            }
        },
    );
}

#[test]
fn bits_of_any_type_and_length() {
    check_all(|it| it, &[0, 1, 2, 3, 4, 5, 7, 8, 9, 1023, 1024, 1025, 70_001]);
}

#[test]
fn bits_in_several_pieces() {
    check_all(|it| it.binding_bytes(4096), &[1, 170, 171, 1024, 1025, 5003]);
    check_all(|it| it.binding_bytes(4096).workgroups_per_dimension(1), &[1025, 5003]);
    on_each_configured(
        |builder| builder.map_copies(0).binding_bytes(1024),
        |engine| [0, 1, 2, 77].into_iter().for_each(|len| check::<Many>(engine, len)),
    );
}

#[test]
fn bits_in_parts() {
    check_all(|it| it.watchdog(Duration::ZERO, 256), &[70_001, 300_000]);
}

/// In a batch a copy has what was written before it, and not what is written later.
#[test]
fn copies_keep_their_place() {
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    on_each_configured(
        |builder| builder.map_copies(0),
        |engine| {
            let a = engine.storage(&[1u32, 2, 3]).unwrap();
            let (b, c) = (engine.zeros::<u32>(3).unwrap(), engine.zeros::<u32>(3).unwrap());
            engine
                .batch(|batch| {
                    batch.map_in_place(&add.call(), &a)?;
                    batch.copy(&a, &b)?;
                    batch.map_in_place(&add.call(), &a)?;
                    batch.copy(&a, &c)?;
                    batch.copy(&b, &a)
                })
                .unwrap();
            let all = [a, b, c].map(|it| it.download().unwrap());
            assert_eq!(all, [[2, 3, 4], [2, 3, 4], [3, 4, 5]]);
        },
    );
}

/// What a device's cut loop left is void in a copy as well.
#[test]
fn void_is_not_copied() {
    let endless = Kernel::compute(
        "var s = i; for (var k = 0u; k < 1000000u; k++) { s = s * 5u + k; } out_set(i, s);",
    );
    let endless = endless.output::<u32>("out").build().unwrap();
    on_each_configured(
        |builder| builder.map_copies(0),
        |engine| {
            let (void, other) = (engine.zeros::<u32>(3).unwrap(), engine.zeros::<u32>(3).unwrap());
            endless.call().bind("out", &void).run(3).unwrap();
            if void.download().is_ok() {
                return println!("skipped: a device that runs loops to their end");
            }
            refused!(void.copy_to(&other), Error::LoopCut { .. });
            assert_eq!(other.download().unwrap(), [0; 3]);
        },
    );
}

/// Small copies are the device's own.
#[test]
fn others_are_no_maps() {
    on_each_own(|engine| {
        let small = engine.zeros::<u32>(1000).unwrap();
        let (_, report) = engine.profile(|| small.duplicate()).unwrap();
        assert_eq!(report.dispatches, 0);
    });
}
