//! Every element type: through every kind of binding unchanged, and computed with.

use std::fmt::Debug;

use kernel_engine::{Element, Engine, Error, Kernel, f16};

use crate::devices::{bare, has, on_each};

/// A type to test, with as many different values as one likes.
pub(crate) trait Sample: Element + PartialEq + Debug {
    fn sample(k: usize) -> Self;
}

macro_rules! samples {
    ($($ty:ty: $k:ident => $value:expr),* $(,)?) => {$(
        impl Sample for $ty {
            fn sample($k: usize) -> Self {
                $value
            }
        }
    )*};
}

samples! {
    f32: k => k as f32 * 0.37 - 20.0,
    u32: k => (k as u32).wrapping_mul(2_654_435_761),
    i32: k => (k as i32).wrapping_mul(-1_640_531_527),
    f16: k => f16::from_f64(k as f64 * 0.25 - 20.0),
    f64: k => k as f64 / 3.0 - 1e100,
    i64: k => (k as i64).wrapping_mul(-7_046_029_254_386_353_131),
    u64: k => (k as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15),
}

impl<T: Sample, const N: usize> Sample for [T; N]
where
    [T; N]: Element,
{
    fn sample(k: usize) -> Self {
        std::array::from_fn(|n| T::sample(k * N + n))
    }
}

/// Sends samples through each role that a storage or parameter can have; each copy must be exact.
pub(crate) fn check<T: Sample>(engine: &Engine) {
    let map = Kernel::map::<T, T>(
        "dst = src; turned = at(len - 1u - i); along = y; looked = table(i); given = p;",
    )
    .input::<T>("y")
    .array::<T>("table")
    .param::<T>("p")
    .output::<T>("turned")
    .output::<T>("along")
    .output::<T>("looked")
    .output::<T>("given")
    .build()
    .unwrap();
    // The output is written, then read by the same invocation.
    let compute = Kernel::compute("out_set(i, table(i + 1u)); twin_set(i, out(i));")
        .array::<T>("table")
        .output::<T>("out")
        .output::<T>("twin")
        .build()
        .unwrap();
    let name = std::any::type_name::<T>();
    for n in [1, 5, 260] {
        let samples = |from: usize| (from..from + n).map(T::sample).collect::<Vec<T>>();
        let up = |samples: &[T]| engine.storage(samples).unwrap();
        let [turned, along, looked, given] = [(); 4].map(|()| engine.zeros::<T>(n).unwrap());
        let call = map.call().set("p", kernel_engine::Value::of(T::sample(9)));
        let call = call.bind("y", &up(&samples(1000))).bind("table", &up(&samples(2000)));
        let call = call.bind("turned", &turned).bind("along", &along);
        let call = call.bind("looked", &looked).bind("given", &given);
        assert_eq!(call.execute(engine, &samples(0)).unwrap(), samples(0), "{name} by `src`");
        let mut reversed = samples(0);
        reversed.reverse();
        assert_eq!(turned.download().unwrap(), reversed, "{name} by `at`");
        assert_eq!(along.download().unwrap(), samples(1000), "{name} by an input");
        assert_eq!(looked.download().unwrap(), samples(2000), "{name} by an array");
        assert_eq!(given.download().unwrap(), vec![T::sample(9); n], "{name} by a parameter");

        let (out, twin) = (up(&samples(3000)), up(&samples(3000)));
        let call = compute.call().bind("table", &up(&samples(0)));
        call.bind("out", &out).bind("twin", &twin).run(n - 1).unwrap();
        let mut shifted = samples(1);
        shifted[n - 1] = T::sample(3000 + n - 1);
        assert_eq!(out.download().unwrap(), shifted, "{name} by an output, last one untouched");
        assert_eq!(twin.download().unwrap(), shifted, "{name} read from an output");
    }
}

/// As [`check`] where the device has the type; elsewhere its first use says what is missing.
fn check_optional<T: Sample>(engine: &Engine, feature: wgpu::Features, missing: &str) {
    if has(engine, feature) {
        return check::<T>(engine);
    }
    let text = refused!(engine.storage(&[T::sample(0)]), Error::Unsupported { .. });
    assert!(text.contains(missing) && text.contains(&engine.info().name), "{text}");
}

macro_rules! each_width {
    ($check:ident::<$ty:ty>($($argument:expr),*)) => {
        $check::<$ty>($($argument),*);
        $check::<[$ty; 2]>($($argument),*);
        $check::<[$ty; 3]>($($argument),*);
        $check::<[$ty; 4]>($($argument),*);
    };
}

#[test]
fn elements_of_32_bits() {
    on_each(|engine| {
        each_width!(check::<f32>(engine));
        each_width!(check::<u32>(engine));
        each_width!(check::<i32>(engine));
    });
}

#[test]
fn elements_of_16_bits() {
    on_each(|engine| {
        each_width!(check_optional::<f16>(engine, wgpu::Features::SHADER_F16, "16-bit floats"));
    });
}

#[test]
fn elements_of_64_bits() {
    on_each(|engine| {
        let (ints, floats) = (wgpu::Features::SHADER_INT64, wgpu::Features::SHADER_F64);
        each_width!(check_optional::<f64>(engine, floats, "64-bit floats"));
        each_width!(check_optional::<i64>(engine, ints, "64-bit integers"));
        each_width!(check_optional::<u64>(engine, ints, "64-bit integers"));
    });
}

/// A device opened without any feature has only what every device has.
#[test]
fn what_a_device_lacks_is_named() {
    on_each(|engine| {
        let (device, queue) = bare(&engine.info().name);
        let bare = Engine::from_wgpu(device, queue).unwrap();
        let missing = |text: String, what: &str| assert!(text.contains(what), "{text}");
        missing(refused!(bare.zeros::<f16>(1), Error::Unsupported { .. }), "16-bit floats");
        missing(refused!(bare.zeros::<[f64; 3]>(1), Error::Unsupported { .. }), "64-bit floats");
        missing(refused!(bare.zeros::<u64>(1), Error::Unsupported { .. }), "64-bit integers");

        let kernel = |snippet: &str| Kernel::map::<f32, f32>(snippet).label("needy");
        let run = |builder: kernel_engine::KernelBuilder<_>| {
            let kernel = builder.build().unwrap();
            refused!(kernel.call().execute(&bare, &[1.0]), Error::Unsupported { .. })
        };
        for (snippet, what) in [
            ("dst = f32(f64(src) * 2.0lf);", "64-bit floats"),
            ("dst = f32(i64(src) * 2li);", "64-bit integers"),
            ("dst = f32(f16(src));", "16-bit floats"),
        ] {
            let text = run(kernel(snippet));
            missing(text.clone(), what);
            missing(text, "`needy`");
        }
        let out: Vec<f32> = bare.execute("dst = src + 1.0;", &[1f32]).unwrap();
        assert_eq!(out, [2.0]);
    });
}
