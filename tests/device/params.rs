//! Parameters: converted to the declared type when they fit, refused by name when they do not.

use kernel_engine::{Call, Error, Kernel, Map, Value, f16};

use crate::devices::{has, on_each};
use crate::structs::{Body, Single};

fn adder() -> Call<Map<f32, f32>> {
    let kernel = Kernel::map::<f32, f32>("dst = src + f32(n) + x + v.y + f32(d);")
        .label("adder")
        .param::<u32>("n")
        .param::<f32>("x")
        .param::<[f32; 2]>("v")
        .param::<i32>("d");
    kernel.build().unwrap().call()
}

fn complete() -> Call<Map<f32, f32>> {
    adder().set("n", 1).set("x", 0.5).set("v", [8f32, 16.0]).set("d", -2)
}

#[test]
fn numbers_convert_to_the_declared_type() {
    let rows: [(Call<Map<f32, f32>>, f32); 8] = [
        (complete(), 15.5),
        (complete().set("n", 3.0), 17.5),
        (complete().set("n", 7u8), 21.5),
        (complete().set("n", 2usize), 16.5),
        (complete().set("x", 4), 19.0),
        (complete().set("x", 4i64), 19.0),
        (complete().set("x", f16::from_f32(0.25)), 15.25),
        (complete().set("d", -3.0), 14.5),
    ];
    on_each(|engine| {
        for (row, (call, expected)) in rows.iter().enumerate() {
            assert_eq!(call.execute(engine, &[0.0]).unwrap(), [*expected], "row {row}");
        }
    });
}

#[test]
fn the_last_value_counts_and_a_clone_goes_its_own_way() {
    on_each(|engine| {
        let first = complete();
        let second = first.clone().set("x", 100.5).set("x", 1.5);
        assert_eq!(second.execute(engine, &[0.0]).unwrap(), [16.5]);
        assert_eq!(first.execute(engine, &[0.0]).unwrap(), [15.5]);
    });
}

/// Every row fails when it runs, naming the kernel, the parameter and what was given.
#[test]
fn values_that_do_not_fit_are_refused() {
    let body = Value::of(Body { position: [0.0; 3], mass: 0.0, velocity: [0.0; 3] });
    let rows: [(&str, Value, &str); 12] = [
        ("n", (-1).into(), "-1"),
        ("n", 2.5.into(), "2.5"),
        ("n", (1u64 << 32).into(), "4294967296"),
        ("n", f32::NAN.into(), "NaN"),
        ("n", f64::INFINITY.into(), "inf"),
        ("d", u32::MAX.into(), "4294967295"),
        ("d", i64::MIN.into(), "-9223372036854775808"),
        ("x", 1e39.into(), "1e39"),
        ("x", [1f32, 2.0].into(), "vec2<f32>"),
        ("v", 1.0.into(), "1.0"),
        ("v", [1u32, 2].into(), "vec2<u32>"),
        ("v", body, "Body"),
    ];
    on_each(|engine| {
        for (name, value, shown) in &rows {
            let result = complete().set(name, value.clone()).execute(engine, &[0.0]);
            let text = refused!(result, Error::WrongType { .. });
            let named = text.contains(&format!("`{name}`")) && text.contains("`adder`");
            assert!(named && text.contains(shown), "{text}");
        }
    });
}

#[test]
fn a_parameter_that_is_missing_or_unknown_is_named() {
    on_each(|engine| {
        let calls = [
            ("n", adder().set("x", 1).set("v", [0f32; 2]).set("d", 1)),
            ("d", adder().set("x", 1).set("v", [0f32; 2]).set("n", 1)),
        ];
        for (name, call) in calls {
            let text = refused!(call.execute(engine, &[0.0]), Error::Missing { .. });
            assert!(text.contains(&format!(".set(\"{name}\", ..)")), "{text}");
        }
        let text =
            refused!(complete().set("m", 1).execute(engine, &[0.0]), Error::UnknownName { .. });
        assert!(text.contains("`m`") && text.contains("`n`, `x`, `v`, `d`"), "{text}");
    });
}

/// The first fault is the one that is told, and a later right value does not hide it.
#[test]
fn a_fault_stays_with_the_call() {
    on_each(|engine| {
        let call = complete().set("n", -1).set("m", 1).set("n", 1);
        refused!(call.execute(engine, &[0.0]), Error::WrongType { .. });
        refused!(call.clone().set("n", 1).execute(engine, &[0.0]), Error::WrongType { .. });
    });
}

/// What WGSL would align to 2, 4, 8 and 16 bytes in turn, each at its own place.
#[test]
fn parameters_of_all_sizes_side_by_side() {
    let kernel = Kernel::map::<u32, u32>(
        "dst = src + a + b.y * 10u + c.z * 100u + d.w * 1000u + s.value * 10000u + e;",
    )
    .param::<u32>("a")
    .param::<[u32; 2]>("b")
    .param::<[u32; 3]>("c")
    .param::<[u32; 4]>("d")
    .param::<Single>("s")
    .param::<u32>("e");
    let kernel = kernel.build().unwrap();
    let halves = Kernel::map::<u32, f32>("dst = f32(h) + f32(v.z) * 10.0 + f32(w.y) * 100.0 + z;")
        .param::<f16>("h")
        .param::<[f16; 3]>("v")
        .param::<[f16; 2]>("w")
        .param::<f32>("z")
        .build()
        .unwrap();
    let wide = Kernel::map::<u32, f64>("dst = f64(i64(src) + a + b.x) + c.z + d;")
        .param::<i64>("a")
        .param::<[i64; 2]>("b")
        .param::<[f64; 3]>("c")
        .param::<f64>("d")
        .build()
        .unwrap();
    on_each(|engine| {
        let call = kernel.call().set("a", 1).set("b", [9u32, 2]).set("c", [9u32, 9, 3]);
        let call = call.set("d", [9u32, 9, 9, 4]).set("s", Value::of(Single { value: 5 }));
        assert_eq!(call.set("e", 600_000).execute(engine, &[0]).unwrap(), [654_321]);
        if has(engine, wgpu::Features::SHADER_F16) {
            let [one, two, three] = [1.0, 2.0, 3.0].map(f16::from_f32);
            let call = halves.call().set("h", 1).set("v", [one, one, two]).set("w", [one, three]);
            assert_eq!(call.set("z", 4000).execute(engine, &[0]).unwrap(), [4321.0]);
        }
        if has(engine, wgpu::Features::SHADER_F64 | wgpu::Features::SHADER_INT64) {
            let call = wide.call().set("a", -(1i64 << 40)).set("b", [1i64 << 40, 7]);
            let call = call.set("c", [0.0, 0.0, 0.25]).set("d", 1e10);
            assert_eq!(call.execute(engine, &[3]).unwrap(), [1e10 + 3.25]);
        }
    });
}
