//! The eight tests of gpgpu.js, which this engine succeeds, with its own names and numbers.

use kernel_engine::{Kernel, PingPong};

use crate::devices::on_each;

const INPUT: [f32; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];

#[test]
fn basic_squares() {
    on_each(|engine| {
        let out: Vec<f32> = engine.execute("dst = src * src;", &INPUT).unwrap();
        assert_eq!(out, [1.0, 4.0, 9.0, 16.0, 25.0]);
    });
}

#[test]
fn ping_pong_squares_three_times() {
    let square = Kernel::map::<f32, f32>("dst = src * src;").build().unwrap();
    on_each(|engine| {
        let mut state = PingPong::new(engine, &INPUT).unwrap();
        for _ in 0..3 {
            state.step(&square.call()).unwrap();
        }
        let out = state.front().download().unwrap();
        assert_eq!(out, [1.0, 256.0, 6561.0, 65_536.0, 390_625.0]);
    });
}

#[test]
fn upload_array_is_an_array_of_ints() {
    // Four elements shared a texel then, and the texel's index chose the number.
    let scale = Kernel::map::<f32, f32>("dst = src * f32(nums(i / 4u));").array::<i32>("nums");
    let scale = scale.build().unwrap();
    on_each(|engine| {
        let nums = engine.storage(&[2i32, 3]).unwrap();
        let out = scale.call().bind("nums", &nums).execute(engine, &INPUT).unwrap();
        assert_eq!(out, [2.0, 4.0, 6.0, 8.0, 15.0]);
    });
}

#[test]
fn extra_tex_is_a_second_storage() {
    let product = Kernel::map::<f32, f32>("dst = src * util;").input::<f32>("util");
    let product = product.build().unwrap();
    on_each(|engine| {
        let util = engine.storage(&[6.0f32, 7.0, 8.0, 20.0, 15.0]).unwrap();
        let out = product.call().bind("util", &util).execute(engine, &INPUT).unwrap();
        assert_eq!(out, [6.0, 14.0, 24.0, 80.0, 75.0]);
    });
}

#[test]
fn defined_function_is_a_preamble() {
    let cube = Kernel::map::<f32, f32>("dst = cube(src);")
        .preamble("fn cube(v: f32) -> f32 { return v * v * v; }")
        .build()
        .unwrap();
    on_each(|engine| {
        let out = cube.call().execute(engine, &INPUT).unwrap();
        assert_eq!(out, [1.0, 8.0, 27.0, 64.0, 125.0]);
    });
}

#[test]
fn full_arity_is_a_vector_of_four() {
    on_each(|engine| {
        let input = [[1.0f32, 2.0, 3.0, 4.0]];
        let snippet = "dst[0] = dot(src, vec4<f32>(1.0));";
        let out: Vec<[f32; 4]> = engine.execute(snippet, &input).unwrap();
        assert_eq!(out, [[10.0, 0.0, 0.0, 0.0]]);
    });
}

#[test]
fn uniforms_are_params() {
    let scale = Kernel::map::<f32, f32>("dst = src * f32(num);").param::<i32>("num");
    let scale = scale.build().unwrap();
    on_each(|engine| {
        let out = scale.call().set("num", 3).execute(engine, &INPUT).unwrap();
        assert_eq!(out, [3.0, 6.0, 9.0, 12.0, 15.0]);
    });
}

#[test]
fn bit_on_clears_a_bit_and_says_whether_it_was_set() {
    let kernel = Kernel::map::<f32, f32>(
        "var off = 0;
         let was_on = bit_on(i32(src), &off);
         dst = f32(off) + select(0.0, 1.0, was_on);",
    )
    .preamble(
        "fn bit_on(num: i32, off: ptr<function, i32>) -> bool {
             let bit = 1 << check;
             *off = num & ~bit;
             return (num & bit) != 0;
         }",
    )
    .param::<u32>("check")
    .build()
    .unwrap();
    let rows: [(u32, [f32; 3], [f32; 3]); 3] = [
        (1, [1.0, 2.0, 6.0], [1.0, 1.0, 5.0]),
        (7, [128.0, 64.0, 32.0], [1.0, 64.0, 32.0]),
        (14, [32_768.0, 8192.0, 16_384.0], [32_768.0, 8192.0, 1.0]),
    ];
    on_each(|engine| {
        for (check, input, expected) in rows {
            let out = kernel.call().set("check", check).execute(engine, &input).unwrap();
            assert_eq!(out, expected, "bit {check}");
        }
    });
}
