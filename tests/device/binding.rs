//! Binding: what is missing, unknown, of another type, length or engine is named.

use kernel_engine::{Call, Engine, Error, Extent, Kernel, Map, Storage};

use crate::devices::{on_each, open_by_name};
use crate::structs::Body;

fn blend() -> Call<Map<f32, f32>> {
    let kernel = Kernel::map::<f32, f32>("dst = src + y + table(i); extra = dst;")
        .label("blend")
        .input::<f32>("y")
        .array::<f32>("table")
        .output::<f32>("extra")
        .build();
    kernel.unwrap().call()
}

fn bound(engine: &Engine, n: usize) -> Call<Map<f32, f32>> {
    let zeros = || engine.zeros::<f32>(n).unwrap();
    blend().bind("y", &zeros()).bind("table", &zeros()).bind("extra", &zeros())
}

#[test]
fn a_storage_that_is_missing_or_unknown_is_named() {
    on_each(|engine| {
        let zeros = engine.zeros::<f32>(3).unwrap();
        for missing in ["y", "table", "extra"] {
            let names = ["y", "table", "extra"].into_iter().filter(|name| *name != missing);
            let call =
                names.fold(blend(), |call, name| call.bind(name, &zeros.duplicate().unwrap()));
            let text = refused!(call.run(&zeros), Error::Missing { .. });
            assert!(text.contains(&format!(".bind(\"{missing}\", ..)")), "{text}");
        }
        let text =
            refused!(bound(engine, 3).bind("z", &zeros).run(&zeros), Error::UnknownName { .. });
        assert!(text.contains("`z`") && text.contains("`y`, `table`, `extra`"), "{text}");
        let call = bound(engine, 3).set("y", 1);
        refused!(call.run(&zeros), Error::UnknownName { kind: "parameter", .. });
    });
}

#[test]
fn a_storage_of_another_type_is_named() {
    on_each(|engine| {
        let src = engine.zeros::<f32>(3).unwrap();
        let rows = [
            (blend().bind("y", &engine.zeros::<u32>(3).unwrap()), "u32"),
            (blend().bind("table", &engine.zeros::<[f32; 2]>(3).unwrap()), "vec2<f32>"),
            (blend().bind("extra", &engine.zeros::<Body>(3).unwrap()), "Body"),
        ];
        for (call, found) in rows {
            let text = refused!(call.run(&src), Error::WrongType { .. });
            assert!(text.contains("`blend`") && text.contains(found), "{text}");
        }
    });
}

#[test]
fn what_runs_along_must_be_as_long() {
    on_each(|engine| {
        let zeros = |n: usize| engine.zeros::<f32>(n).unwrap();
        for n in [0, 2, 4] {
            for name in ["y", "extra"] {
                let text = refused!(
                    bound(engine, 3).bind(name, &zeros(n)).run(&zeros(3)),
                    Error::LengthMismatch { expected: 3, found, .. } if found == n as u64
                );
                assert!(text.contains(&format!("`{name}`")), "{text}");
            }
            let text = refused!(
                bound(engine, 3).run_into(&zeros(3), &zeros(n)),
                Error::LengthMismatch { expected: 3, found, .. } if found == n as u64
            );
            assert!(text.contains("`dst`"), "{text}");
            bound(engine, 3).bind("table", &zeros(n)).run(&zeros(3)).unwrap();
        }
    });
}

#[test]
fn a_call_runs_again_with_what_is_bound_last() {
    on_each(|engine| {
        let src = engine.storage(&[1f32, 2.0]).unwrap();
        let tens = engine.storage(&[10f32, 20.0]).unwrap();
        let call = bound(engine, 2);
        let later = call.clone().bind("y", &tens).bind("table", &tens);
        assert_eq!(call.run(&src).unwrap().download().unwrap(), [1.0, 2.0]);
        assert_eq!(later.run(&src).unwrap().download().unwrap(), [21.0, 42.0]);
        assert_eq!(call.run(&src).unwrap().download().unwrap(), [1.0, 2.0]);
    });
}

/// A storage lives as long as any call that has it.
#[test]
fn a_call_keeps_its_storages() {
    on_each(|engine| {
        let call = bound(engine, 1).bind("y", &engine.storage(&[5f32]).unwrap());
        for _ in 0..20 {
            drop(engine.storage(&[7f32]).unwrap());
            assert_eq!(call.execute(engine, &[1.0]).unwrap(), [6.0]);
        }
    });
}

#[test]
fn a_compute_kernel_needs_all_it_names() {
    let kernel = Kernel::compute("out_set(i, data(i));").array::<u32>("data").output::<u32>("out");
    let kernel = kernel.label("copy").build().unwrap();
    on_each(|engine| {
        let zeros = engine.zeros::<u32>(4).unwrap();
        let calls = [
            ("data", kernel.call()),
            ("out", kernel.call().bind("data", &zeros)),
            ("data", kernel.call().bind("out", &zeros)),
        ];
        for (missing, call) in calls {
            let text = refused!(call.run(4), Error::Missing { .. });
            assert!(text.contains("`copy`") && text.contains(&format!("\"{missing}\"")), "{text}");
            refused!(call.run(0), Error::Missing { .. });
        }
        let wrong = kernel.call().bind("data", &engine.zeros::<f32>(4).unwrap());
        refused!(wrong.run(4), Error::WrongType { .. });
    });
}

/// Two engines on one device are two engines.
#[test]
fn storages_of_another_engine_are_refused() {
    let compute = Kernel::compute("out_set(i, data(i));").array::<u32>("data").output::<u32>("out");
    let compute = compute.build().unwrap();
    let copy = Kernel::map::<f32, f32>("dst = src;").build().unwrap();
    on_each(|engine| {
        let other = open_by_name(&engine.info().name).build().unwrap();
        let (here, there) = (engine.zeros::<f32>(2).unwrap(), other.zeros::<f32>(2).unwrap());
        let foreign = |result: kernel_engine::Result<()>, what: &str| {
            let text = refused!(result, Error::OtherEngine { .. });
            assert!(text.starts_with(what), "{text}");
        };
        for name in ["y", "table", "extra"] {
            let call = bound(engine, 2).bind(name, &there);
            foreign(call.run(&here).map(drop), &format!("`{name}`"));
        }
        foreign(copy.call().run_into(&here, &there), "`dst`");
        foreign(here.copy_to(&there), "the storage to copy to");
        foreign(engine.batch(|batch| batch.map(&copy.call(), &there, &there)), "`src`");
        foreign(engine.batch(|batch| batch.map(&copy.call(), &here, &there)), "`dst`");
        foreign(engine.batch(|batch| batch.map_in_place(&copy.call(), &there)), "the storage");
        foreign(engine.batch(|batch| batch.copy(&there, &there)), "the storage to copy");

        let zeros = |engine: &Engine| -> Storage<u32> { engine.zeros(2).unwrap() };
        let call = compute.call().bind("data", &zeros(engine));
        foreign(call.clone().bind("out", &zeros(&other)).run(2), "`out`");
        let call = call.bind("out", &zeros(engine));
        foreign(call.run(Extent::count(&zeros(&other))), "the extent's count");
        foreign(other.batch(|batch| batch.run(&call, 2)), "`data`");
    });
}
