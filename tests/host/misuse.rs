//! Misuse: mistakes with names, sizes and calls that are noticed without a device.

use kernel_engine::{Error, Kernel, KernelBuilder};

kernel_engine::element! {
    struct Twin {
        first: f32,
    }
}

mod other {
    kernel_engine::element! {
        pub(crate) struct Twin {
            pub(crate) second: u32,
        }
    }
}

fn map() -> KernelBuilder<kernel_engine::Map<f32, f32>> {
    Kernel::map::<f32, f32>("dst = src;")
}

fn compute() -> KernelBuilder<kernel_engine::Compute> {
    Kernel::compute("out_set(i, scale);").output::<f32>("out").param::<f32>("scale")
}

/// Errors that come of using the engine wrongly, and what they say.
pub(crate) fn rows() -> Vec<(Error, &'static str)> {
    let name = |name: &str| map().param::<f32>(name).build().unwrap_err();
    let size = |size: (u32, u32, u32)| map().workgroup_size(size).build().unwrap_err();
    let call = compute().build().unwrap().call();
    vec![
        (
            name("2x"),
            "kernel `map`: the name `2x` is no WGSL name: use letters, digits and `_`, a digit not first",
        ),
        (
            name(""),
            "kernel `map`: the name `` is no WGSL name: use letters, digits and `_`, a digit not first",
        ),
        (
            name("_"),
            "kernel `map`: the name `_` is no WGSL name: use letters, digits and `_`, a digit not first",
        ),
        (
            name("a; b"),
            "kernel `map`: the name `a; b` is no WGSL name: use letters, digits and `_`, a digit not first",
        ),
        (
            name("__x"),
            "kernel `map`: the name `__x` starts with two underscores, which WGSL forbids",
        ),
        (
            name("engine_x"),
            "kernel `map`: the name `engine_x` starts with `engine_`, a prefix that the engine keeps for itself",
        ),
        (name("while"), "kernel `map`: the name `while` is a word of WGSL's own: take another"),
        (name("f32"), "kernel `map`: the name `f32` is a word of WGSL's own: take another"),
        (
            name("src"),
            "kernel `map`: the name `src` stands for two things, what every snippet sees and a parameter: rename one",
        ),
        (
            map().label("blend").param::<f32>("a").param::<u32>("a").build().unwrap_err(),
            "kernel `blend`: the name `a` stands for two things, a parameter and a parameter: rename one",
        ),
        (
            map().param::<u32>("t_length").array::<f32>("t").build().unwrap_err(),
            "kernel `map`: the name `t_length` stands for two things, a parameter and the storage `t`: rename one",
        ),
        (
            compute().workgroup::<f32>("out_set", 4).build().unwrap_err(),
            "kernel `compute`: the name `out_set` stands for two things, the storage `out` and a workgroup variable: rename one",
        ),
        (
            map().param::<Twin>("one").param::<other::Twin>("two").build().unwrap_err(),
            "kernel `map`: the name `Twin` stands for two things, a struct and a struct: rename one",
        ),
        (
            compute().workgroup::<f32>("tile", 0).build().unwrap_err(),
            "kernel `compute`: the workgroup variable `tile` has no elements",
        ),
        (
            map().param::<u32>("again").build().unwrap_err(),
            "kernel `map`: the name `again` stands for two things, what every snippet sees and a parameter: rename one",
        ),
        (
            Kernel::expand::<u32>("push(src);").array::<u32>("push").build().unwrap_err(),
            "kernel `expand`: the name `push` stands for two things, what every snippet sees and the storage `push`: rename one",
        ),
        (
            Kernel::expand::<u32>("push(src);").workgroup_size((8, 8)).build().unwrap_err(),
            "kernel `expand`: a frontier goes with a workgroup size in x alone",
        ),
        (size((64, 0, 1)), "kernel `map`: a workgroup needs at least one invocation each way"),
        (
            size((4096, 4096, 4096)),
            "kernel `map`: a workgroup of 4096 by 4096 by 4096 is more than any device runs: most stop at 1,024 invocations, all at 16384",
        ),
        (
            Kernel::compute("let x = data(i);").array::<f32>("data").build().unwrap_err(),
            "kernel `compute`: a compute kernel without `.output` or `.atomic` would compute for nobody: add one",
        ),
        (
            call.clone().set("scael", 1.0).run(1).unwrap_err(),
            "kernel `compute` has no parameter `scael`; it has `scale`",
        ),
        (
            call.clone().set("scale", [1.0f32, 2.0]).run(1).unwrap_err(),
            "kernel `compute`: `scale` is declared f32, and a vec2<f32> was given",
        ),
        (
            call.clone().set("scale", 1e300).set("nothing", 1).run(1).unwrap_err(),
            "kernel `compute`: `scale` is declared f32, and 1e300 was given",
        ),
        (
            call.set("scale", 1).run(1).unwrap_err(),
            "kernel `compute`: `out` was not given; call `.bind(\"out\", ..)` before it runs",
        ),
    ]
}
