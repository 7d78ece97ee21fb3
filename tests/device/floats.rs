//! Floats at the edge: what of NaN, infinities, zeros and subnormals WGSL promises, and no more.
//!
//! WGSL lets a device take a subnormal for zero, ignore the sign of a zero, and compute anything
//! from NaN and infinities. A copy computes nothing, so here those keep their meaning; which is
//! told by bits, since `n != n` may be false for a NaN.

use kernel_engine::{Engine, Kernel, f16};

use crate::devices::{has, on_each};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Class {
    Nan,
    Infinite(bool),
    /// Zero of either sign, and what a device may flush to it.
    Tiny,
    Normal(u64),
}

fn class(x: f64, least_normal: f64) -> Class {
    match x {
        _ if x.is_nan() => Class::Nan,
        _ if x.is_infinite() => Class::Infinite(x > 0.0),
        _ if x.abs() < least_normal => Class::Tiny,
        _ => Class::Normal(x.to_bits()),
    }
}

const SPECIAL: [f32; 16] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.0,
    -0.0,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-40,
    -1e-45,
    f32::MAX,
    f32::MIN,
    f32::EPSILON,
    1.0,
    -1.5,
    16_777_217.0,
    -3.4e38,
];

/// Samples with NaNs of both signs, quiet and signalling, and every subnormal of one bit.
fn special() -> Vec<f32> {
    let nans = [0x7fc0_0001u32, 0xffc0_0000, 0x7f80_0001, 0xff80_0001, 0x7fff_ffff];
    let subnormals = (0..23).map(|bit| 1u32 << bit);
    SPECIAL.into_iter().chain(nans.into_iter().chain(subnormals).map(f32::from_bits)).collect()
}

#[test]
fn a_copy_keeps_the_meaning_of_every_float() {
    let kernel = Kernel::map::<f32, f32>("dst = src; along = y; looked = table(i);")
        .input::<f32>("y")
        .array::<f32>("table")
        .output::<f32>("along")
        .output::<f32>("looked")
        .build()
        .unwrap();
    let classes = |values: &[f32]| {
        let least = f64::from(f32::MIN_POSITIVE);
        values.iter().map(|x| class(f64::from(*x), least)).collect::<Vec<_>>()
    };
    on_each(|engine| {
        let values = special();
        let storage = engine.storage(&values).unwrap();
        let [along, looked] = [(); 2].map(|()| engine.zeros::<f32>(values.len()).unwrap());
        let call = kernel.call().bind("y", &storage).bind("table", &storage);
        let call = call.bind("along", &along).bind("looked", &looked);
        let dst = call.run(&storage).unwrap();
        for copy in [dst, along, looked] {
            assert_eq!(classes(&copy.download().unwrap()), classes(&values));
        }
        let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let same = storage.duplicate().unwrap().download().unwrap();
        assert_eq!(bits(&same), bits(&values), "what no kernel touches keeps its bits");
    });
}

#[test]
fn a_copy_keeps_the_meaning_of_halves_and_doubles() {
    on_each(|engine| {
        if has(engine, wgpu::Features::SHADER_F16) {
            let values: Vec<f16> = (0..=u16::MAX).step_by(13).map(f16::from_bits).collect();
            let out: Vec<f16> = engine.execute("dst = src;", &values).unwrap();
            let meaning = |x: &f16| class(x.to_f64(), f16::MIN_POSITIVE.to_f64());
            assert!(out.iter().map(meaning).eq(values.iter().map(meaning)));
        }
        if has(engine, wgpu::Features::SHADER_F64) {
            let mut values =
                vec![f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, -0.0, 5e-324];
            values.extend(values.clone().iter().map(|x| -x));
            let out: Vec<f64> = engine.execute("dst = src;", &values).unwrap();
            let meaning = |x: &f64| class(*x, f64::MIN_POSITIVE);
            assert!(out.iter().map(meaning).eq(values.iter().map(meaning)));
        }
    });
}

/// The preamble that the engine's users are told to write: it looks at bits.
#[test]
fn a_snippet_can_tell_by_bits_what_a_float_is() {
    let kernel = Kernel::map::<f32, u32>(
        "let bits = bitcast<u32>(src) & 0x7fffffffu;
         dst = u32(bits > 0x7f800000u) + 2u * u32(bits == 0x7f800000u);",
    );
    let kernel = kernel.build().unwrap();
    on_each(|engine| {
        let values = special();
        let out = kernel.call().execute(engine, &values).unwrap();
        let expected =
            values.iter().map(|x| u32::from(x.is_nan()) + 2 * u32::from(x.is_infinite()));
        assert!(out.into_iter().eq(expected));
    });
}

#[test]
fn bits_kept_as_integers_are_exact() {
    on_each(|engine| {
        let bits: Vec<u32> = special().iter().map(|x| x.to_bits()).collect();
        let out: Vec<u32> = engine.execute("dst = src;", &bits).unwrap();
        assert_eq!(out, bits);
    });
}

#[test]
fn infinities_pass_as_parameters() {
    let kernel = Kernel::map::<f32, f32>("dst = p;").param::<f32>("p").build().unwrap();
    on_each(|engine| {
        for x in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, -0.0, 0.1] {
            let [out] = kernel.call().set("p", x).execute(engine, &[0.0]).unwrap()[..] else {
                panic!("one element")
            };
            let least = f64::from(f32::MIN_POSITIVE);
            assert_eq!(class(f64::from(out), least), class(f64::from(x), least));
        }
    });
}

/// Finite pairs, zeros of both signs among them; no subnormals, which may count as zero.
fn pairs() -> (Vec<f32>, Vec<f32>) {
    let values: Vec<f32> = SPECIAL.into_iter().filter(|x| x.is_normal() || *x == 0.0).collect();
    let all = values.iter().flat_map(|a| values.iter().map(|b| (*a, *b)));
    all.unzip()
}

fn check_pairs(engine: &Engine, snippet: &str, twin: impl Fn(f32, f32) -> u32) {
    let kernel = Kernel::map::<f32, u32>(snippet).input::<f32>("y").build().unwrap();
    let (a, b) = pairs();
    let call = kernel.call().bind("y", &engine.storage(&b).unwrap());
    let out = call.execute(engine, &a).unwrap();
    for ((a, b), out) in a.iter().zip(&b).zip(out) {
        assert_eq!(out, twin(*a, *b), "{snippet} for {a:e} and {b:e}");
    }
}

#[test]
fn finite_floats_compare_as_in_rust() {
    on_each(|engine| {
        check_pairs(engine, "dst = u32(src < y);", |a, b| u32::from(a < b));
        check_pairs(engine, "dst = u32(src <= y);", |a, b| u32::from(a <= b));
        check_pairs(engine, "dst = u32(src == y);", |a, b| u32::from(a == b));
        check_pairs(engine, "dst = u32(src != y);", |a, b| u32::from(a != b));
        check_pairs(engine, "dst = select(1u, 2u, src > y);", |a, b| 1 + u32::from(a > b));
    });
}

/// Zeros are left out where the result could be either; a NaN beside a number may give either.
#[test]
fn minimum_maximum_and_choice_of_finite_floats() {
    on_each(|engine| {
        let no_sign = |x: f32| if x == 0.0 { 0 } else { x.to_bits() };
        let bits = |e: &str| format!("let m = {e}; dst = select(bitcast<u32>(m), 0u, m == 0.0);");
        check_pairs(engine, &bits("min(src, y)"), |a, b| no_sign(a.min(b)));
        check_pairs(engine, &bits("max(src, y)"), |a, b| no_sign(a.max(b)));
        check_pairs(engine, &bits("select(src, y, src < y)"), |a, b| {
            no_sign(if a < b { b } else { a })
        });
        check_pairs(engine, &bits("clamp(src, -2.0, 2.0)"), |a, _| no_sign(a.clamp(-2.0, 2.0)));
        check_pairs(engine, &bits("abs(src)"), |a, _| no_sign(a.abs()));
        check_pairs(engine, &bits("-src"), |a, _| no_sign(-a));
    });
}
