//! Computing with each type, and maps from one type to another.

use std::fmt::Debug;

use kernel_engine::{Element, Engine, Kernel, f16};

use crate::devices::{has, on_each};
use crate::elements::Sample;

/// Maps samples by a snippet, and compares with what Rust makes of them.
fn check<In: Sample, Out: Element + PartialEq + Debug>(
    engine: &Engine,
    snippet: &str,
    twin: impl Fn(In) -> Out,
) {
    let samples: Vec<In> = (0..37).map(In::sample).collect();
    let expected: Vec<Out> = samples.iter().map(|sample| twin(*sample)).collect();
    let out: Vec<Out> = engine.execute(snippet, &samples).unwrap();
    assert_eq!(out, expected, "{snippet}");
}

#[test]
fn integers_wrap() {
    on_each(|engine| {
        check(engine, "dst = src * src + 7u;", |x: u32| x.wrapping_mul(x).wrapping_add(7));
        check(engine, "dst = src * src - 7;", |x: i32| x.wrapping_mul(x).wrapping_sub(7));
        check(engine, "dst = src / 7;", |x: i32| x / 7);
        check(engine, "dst = src >> 3u;", |x: i32| x >> 3);
        check(engine, "dst = src >> vec2<u32>(3u, 31u);", |x: [i32; 2]| [x[0] >> 3, x[1] >> 31]);
        check(engine, "dst = src.zyx * 3u;", |[x, y, z]: [u32; 3]| {
            [z, y, x].map(|n| n.wrapping_mul(3))
        });
    });
}

#[test]
fn integers_of_64_bits_keep_all_their_bits() {
    on_each(|engine| {
        if !has(engine, wgpu::Features::SHADER_INT64) {
            return;
        }
        check(engine, "dst = src * src + 7lu;", |x: u64| x.wrapping_mul(x).wrapping_add(7));
        check(engine, "dst = src * 3li - 1li;", |x: i64| x.wrapping_mul(3).wrapping_sub(1));
        check(engine, "dst = src ^ (src >> 33u);", |x: u64| x ^ (x >> 33));
        check(engine, "dst = u32(src >> 32u);", |x: u64| (x >> 32) as u32);
        check(engine, "dst = i64(src) * 4294967296li;", |x: i32| i64::from(x) << 32);
        check(engine, "dst = src.yx + vec2<u64>(1lu, 2lu);", |[x, y]: [u64; 2]| {
            [y.wrapping_add(1), x.wrapping_add(2)]
        });
    });
}

/// One operation is rounded to the nearest; the samples are far from overflow.
#[test]
fn floats_round_to_the_nearest() {
    on_each(|engine| {
        check(engine, "dst = src + 0.1;", |x: f32| x + 0.1);
        check(engine, "dst = src * src;", |x: f32| x * x);
        check(engine, "dst = -src.yx;", |[x, y]: [f32; 2]| [-y, -x]);
        if has(engine, wgpu::Features::SHADER_F64) {
            check(engine, "dst = src * 3.0lf;", |x: f64| x * 3.0);
            check(engine, "dst = src - 0.1lf;", |x: f64| x - 0.1);
            check(engine, "dst = f64(src) * 0.1lf;", |x: f32| f64::from(x) * 0.1);
        }
        if has(engine, wgpu::Features::SHADER_F16) {
            let half = f16::from_f64;
            check(engine, "dst = src + 0.1h;", |x: f16| half(x.to_f64() + half(0.1).to_f64()));
            check(engine, "dst = src * src;", |x: f16| half(x.to_f64() * x.to_f64()));
        }
    });
}

#[test]
fn maps_change_the_type() {
    on_each(|engine| {
        check(engine, "dst = f32(src % 1000u);", |x: u32| (x % 1000) as f32);
        check(engine, "dst = i32(src);", |x: f32| x as i32);
        check(engine, "dst = bitcast<u32>(src);", |x: f32| x.to_bits());
        check(engine, "dst = bitcast<u32>(src);", |x: i32| x as u32);
        check(engine, "dst = vec3<f32>(src, 1.0, f32(i));", {
            let at = std::cell::Cell::new(0.0);
            move |x: f32| [x, 1.0, at.replace(at.get() + 1.0)]
        });
        check(engine, "dst = src.w;", |x: [f32; 4]| x[3]);
        check(engine, "dst = src.xyzx;", |x: [i32; 3]| [x[0], x[1], x[2], x[0]]);
        check(engine, "dst = vec2<u32>(src.xy) + vec2<u32>(1u, 2u);", |x: [i32; 4]| {
            [(x[0] as u32).wrapping_add(1), (x[1] as u32).wrapping_add(2)]
        });
        if has(engine, wgpu::Features::SHADER_F16) {
            check(engine, "dst = f16(src);", |x: f32| f16::from_f32(x));
            check(engine, "dst = f32(src) * 2.0;", |x: f16| x.to_f32() * 2.0);
            check(engine, "dst = vec3<f32>(src);", |x: [f16; 3]| x.map(f16::to_f32));
            check(engine, "dst = vec3<f16>(src);", |x: [f32; 3]| x.map(f16::from_f32));
        }
        if has(engine, wgpu::Features::SHADER_INT64) {
            check(engine, "dst = u64(src) << 20u;", |x: u32| u64::from(x) << 20);
        }
    });
}

/// Scalars of 32 bits run four to an invocation; a vector among them makes it one.
#[test]
fn inputs_and_outputs_of_several_types() {
    let four = Kernel::map::<f32, u32>("dst = u32(y); sum = src + f32(z); low = -y;")
        .input::<i32>("y")
        .input::<u32>("z")
        .output::<f32>("sum")
        .output::<i32>("low");
    let one = four.clone().input::<[u32; 3]>("unused").build().unwrap();
    let four = four.build().unwrap();
    on_each(|engine| {
        for n in [1usize, 6, 515] {
            let src: Vec<f32> = (0..n).map(|k| k as f32 * 0.5).collect();
            let y: Vec<i32> = (0..n as i32).map(|k| k * 3).collect();
            let z: Vec<u32> = (0..n as u32).map(|k| k * 8).collect();
            let unused = engine.zeros::<[u32; 3]>(n).unwrap();
            for call in [four.call(), one.call().bind("unused", &unused)] {
                let sum = engine.zeros::<f32>(n).unwrap();
                let low = engine.zeros::<i32>(n).unwrap();
                let call = call.bind("y", &engine.storage(&y).unwrap());
                let call = call.bind("z", &engine.storage(&z).unwrap());
                let call = call.bind("sum", &sum).bind("low", &low);
                let dst = call.execute(engine, &src).unwrap();
                assert!(dst.into_iter().eq(y.iter().map(|y| *y as u32)));
                assert!(sum.download().unwrap().into_iter().eq((0..n).map(|k| k as f32 * 8.5)));
                assert!(low.download().unwrap().into_iter().eq(y.iter().map(|y| -y)));
            }
        }
    });
}
