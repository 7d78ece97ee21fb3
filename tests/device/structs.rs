//! Structs of the user's own: packed as in Rust, seen by name in a snippet.

use kernel_engine::{Element, Error, Kernel, Value, element, f16};

use crate::devices::{has, on_each};
use crate::elements::{Sample, check};

element! {
    /// A point mass; a vector of three is followed by what fills WGSL's hole.
    pub(crate) struct Body {
        pub(crate) position: [f32; 3],
        pub(crate) mass: f32,
        pub(crate) velocity: [f32; 3],
    }
}

element! {
    /// A struct in a struct, and holes of WGSL's on every side.
    pub(crate) struct Tagged {
        pub(crate) tag: u32,
        pub(crate) body: Body,
        pub(crate) pair: [i32; 2],
        pub(crate) axis: [u32; 3],
    }
}

element! {
    /// Two levels deep, and one field at the end.
    pub(crate) struct Outer {
        pub(crate) tagged: Tagged,
        pub(crate) inner: Single,
        pub(crate) scale: f32,
    }
}

element! {
    pub(crate) struct Single {
        pub(crate) value: u32,
    }
}

element! {
    /// Six bytes.
    pub(crate) struct Halves {
        pub(crate) a: f16,
        pub(crate) b: f16,
        pub(crate) c: f16,
    }
}

element! {
    pub(crate) struct Mixed {
        pub(crate) wide: f64,
        pub(crate) count: u64,
        pub(crate) small: [i32; 2],
        pub(crate) signed: i64,
    }
}

impl Sample for Body {
    fn sample(k: usize) -> Self {
        Self {
            position: Sample::sample(k),
            mass: f32::sample(k + 7),
            velocity: Sample::sample(k + 11),
        }
    }
}

impl Sample for Tagged {
    fn sample(k: usize) -> Self {
        let (tag, body) = (u32::sample(k), Body::sample(k + 1));
        Self { tag, body, pair: Sample::sample(k + 2), axis: Sample::sample(k + 3) }
    }
}

impl Sample for Outer {
    fn sample(k: usize) -> Self {
        let inner = Single::sample(k + 1);
        Self { tagged: Tagged::sample(k), inner, scale: f32::sample(k + 2) }
    }
}

impl Sample for Single {
    fn sample(k: usize) -> Self {
        Self { value: u32::sample(k) }
    }
}

impl Sample for Halves {
    fn sample(k: usize) -> Self {
        Self { a: f16::sample(k), b: f16::sample(k + 1), c: f16::sample(k + 2) }
    }
}

impl Sample for Mixed {
    fn sample(k: usize) -> Self {
        let (wide, count, signed) = (f64::sample(k), u64::sample(k), i64::sample(k));
        Self { wide, count, small: Sample::sample(k), signed }
    }
}

#[test]
fn structs_pass_through_every_binding() {
    on_each(|engine| {
        check::<Body>(engine);
        check::<Tagged>(engine);
        check::<Outer>(engine);
        check::<Single>(engine);
        if has(engine, wgpu::Features::SHADER_F16) {
            check::<Halves>(engine);
        }
        if has(engine, wgpu::Features::SHADER_F64 | wgpu::Features::SHADER_INT64) {
            check::<Mixed>(engine);
        }
    });
}

#[test]
fn fields_have_their_names() {
    let step = Kernel::map::<Body, Body>(
        "dst = src;
         dst.position += src.velocity * dt;
         dst.velocity = src.velocity.zyx;
         dst.mass *= 2.0;",
    );
    let step = step.param::<f32>("dt").build().unwrap();
    on_each(|engine| {
        // Sums and products of small integers and halves, so that every step is exact.
        let body = |k: f32| Body {
            position: [k, k + 1.0, k + 2.0],
            mass: k,
            velocity: [2.0 * k, 4.0 * k, 6.0 * k],
        };
        let bodies: Vec<Body> = (0..300).map(|k| body(k as f32)).collect();
        let out = step.call().set("dt", 0.5).execute(engine, &bodies).unwrap();
        let expected = (0..300).map(|k| k as f32).map(|k| Body {
            position: [2.0 * k, 3.0 * k + 1.0, 4.0 * k + 2.0],
            mass: 2.0 * k,
            velocity: [6.0 * k, 4.0 * k, 2.0 * k],
        });
        assert!(out.into_iter().eq(expected));
    });
}

#[test]
fn a_field_can_be_all_that_is_kept_or_given() {
    on_each(|engine| {
        let tagged: Vec<Tagged> = (0..9).map(Tagged::sample).collect();
        let snippet = "dst = src.tag + src.axis.y + bitcast<u32>(src.pair.y);";
        let sums: Vec<u32> = engine.execute(snippet, &tagged).unwrap();
        let sum = |t: &Tagged| t.tag.wrapping_add(t.axis[1]).wrapping_add(t.pair[1] as u32);
        assert!(sums.into_iter().eq(tagged.iter().map(sum)));
        let snippet = "dst.inner = Single(src); dst.tagged.body.position.y = 1.5;";
        let outers: Vec<Outer> = engine.execute(snippet, &[3u32, 4]).unwrap();
        let expected = [3, 4].map(|value| {
            let mut outer: Outer = bytemuck_zero();
            outer.inner.value = value;
            outer.tagged.body.position[1] = 1.5;
            outer
        });
        assert_eq!(outers, expected, "what is not assigned is zero");
    });
}

fn bytemuck_zero<T: Element>() -> T {
    kernel_engine::bytemuck::Zeroable::zeroed()
}

#[test]
fn structs_and_vectors_of_three_are_params() {
    let kernel =
        Kernel::map::<u32, f32>("dst = first + body.velocity.z + last + scaled(f32(src));")
            .preamble("fn scaled(x: f32) -> f32 { return x * axis.y + outer.tagged.body.mass; }")
            .param::<f32>("first")
            .param::<Body>("body")
            .param::<[f32; 3]>("axis")
            .param::<Outer>("outer")
            .param::<f32>("last")
            .build()
            .unwrap();
    on_each(|engine| {
        let mut outer = Outer::sample(3);
        outer.tagged.body.mass = 32.0;
        let body = Body { position: [0.0; 3], mass: 0.0, velocity: [1.0, 2.0, 4.0] };
        let call = kernel.call().set("first", 1).set("last", 2).set("axis", [100f32, 8.0, 200.0]);
        let call = call.set("body", Value::of(body)).set("outer", Value::of(outer));
        let out = call.execute(engine, &[0, 1, 2]).unwrap();
        assert_eq!(out, [39.0, 47.0, 55.0]);
    });
}

#[test]
fn workgroups_share_structs() {
    let kernel = Kernel::compute(
        "shared_bodies[local] = bodies(i);
         workgroupBarrier();
         out_set(i, shared_bodies[group_size - 1u - local]);",
    )
    .array::<Body>("bodies")
    .output::<Body>("out")
    .workgroup::<Body>("shared_bodies", 32)
    .workgroup_size(32)
    .build()
    .unwrap();
    on_each(|engine| {
        let bodies: Vec<Body> = (0..96).map(Body::sample).collect();
        let out = engine.zeros::<Body>(96).unwrap();
        let call = kernel.call().bind("bodies", &engine.storage(&bodies).unwrap());
        call.bind("out", &out).run(96).unwrap();
        let expected = bodies.chunks(32).flat_map(|part| part.iter().rev().copied());
        assert!(out.download().unwrap().into_iter().eq(expected));
    });
}

#[test]
fn two_structs_of_one_name_are_refused() {
    mod other {
        kernel_engine::element! {
            pub(crate) struct Single {
                pub(crate) value: f32,
            }
        }
    }
    let kernel = Kernel::map::<Single, other::Single>("dst.value = f32(src.value);").build();
    assert!(refused!(kernel, Error::Declaration { .. }).contains("`Single`"));
}

#[test]
fn a_field_that_is_a_word_of_wgsl_is_refused_by_name() {
    element! {
        struct Lamp {
            active: u32,
        }
    }
    let kernel = Kernel::map::<Lamp, u32>("dst = 1u;").build();
    assert!(refused!(kernel, Error::Declaration { .. }).contains("`active`"));
}
