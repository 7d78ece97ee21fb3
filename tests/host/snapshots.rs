//! Snapshots: the WGSL that the engine makes of kernels of each shape, as committed text.

use kernel_engine::{Kernel, KernelBuilder, Result, f16};

use crate::support::{files_in, none, snapshot};

kernel_engine::element! {
    struct Body {
        position: [f32; 3],
        mass: f32,
        velocity: [f32; 3],
        id: u32,
    }
}

/// The kernels, each with the name of its snapshot.
fn rows() -> Vec<(&'static str, Result<String>)> {
    let square = Kernel::map::<f32, f32>("dst = src * src;");
    let look_up = Kernel::map::<u32, f32>("dst = a * f32(src) + y + table(i % 16u);")
        .param::<f32>("a")
        .input::<f32>("y")
        .array::<f32>("table");
    let turn =
        Kernel::map::<[f32; 3], [f32; 3]>("dst = cross(src, axis);").param::<[f32; 3]>("axis");
    let drift = Kernel::map::<Body, Body>(
        "dst = src;\ndst.position += dt * src.velocity;\ndst.id = first(0u).id;",
    )
    .param::<f32>("dt")
    .array::<Body>("first");
    let half = Kernel::map::<f16, f16>("dst = src / f16(len);");
    let divide = Kernel::map::<u32, u32>("dst = src / n; rest = src % n; share = f32(dst);")
        .param::<u32>("n")
        .output::<u32>("rest")
        .output::<f32>("share");
    let smooth = Kernel::map::<f32, f32>("dst = (at(i - 1u) + src + at(i + 1u)) / 3.0;");
    let early = Kernel::map::<i64, i64>("if src < 0 { return; }\ndst = src;");
    let outside = Kernel::map::<f32, f32>("dst = bent(src) + scale;")
        .param::<f32>("scale")
        .param::<f32>("unused")
        .array::<f32>("table")
        .preamble("fn bent(x: f32) -> f32 {\n    return scale * table(u32(x)) + OFFSET;\n}")
        .preamble("const OFFSET = 0.5;");
    let count = Kernel::compute("seen_max(data(i) % 8u, i); twice_set(i, 2u * twice(i));")
        .array::<u32>("data")
        .output::<u32>("twice")
        .atomic::<u32>("seen");
    let claim =
        Kernel::compute("if owner_compare_exchange(i / 2u, 0u, i) == 0u { left_sub(0u, 1); }")
            .atomic::<u32>("owner")
            .atomic::<i32>("left");
    let sum = Kernel::compute(
        "tile[local] = select(0.0, data(i), i < len);\natomicAdd(&seen[0], 1u);\n\
         for (var s = group_size / 2u; s > 0u; s >>= 1u) {\n    workgroupBarrier();\n    \
         if local < s { tile[local] += tile[local + s]; }\n}\n\
         if local == 0u { sums_set(group, tile[0]); }",
    )
    .array::<f32>("data")
    .output::<f32>("sums")
    .workgroup::<f32>("tile", 256)
    .workgroup_atomic::<u32>("seen", 1);
    let transpose = Kernel::compute("to_set(id.y + 640u * id.x, from_row(i));")
        .array::<[f32; 2]>("from_row")
        .output::<[f32; 2]>("to")
        .workgroup_size((16, 16));
    let together = Kernel::compute("sums_set(i, subgroupAdd(data(i)));")
        .array::<u32>("data")
        .output::<u32>("sums");
    let line = Kernel::compute("out_set(i, id);").output::<[u32; 3]>("out").workgroup_size(64);

    let norm = Kernel::reduce("dst = a + b;", 0.0f32).map::<u32>("dst = f32(src) * scale;");
    let norm = norm.param::<f32>("scale");
    let light = Kernel::filter::<Body>("dst = src.mass < 1.0 || i == len - 1u;");
    let ages = Kernel::histogram::<f32>("dst = u32(src / 10.0);", 12);

    let settle = Kernel::map::<u32, u32>("dst = min(src, at(i - 1u)); if dst < src { again(); }");
    let search = Kernel::expand::<Body>("if src.id < len { push(src); }");

    vec![
        ("map_f32", text(square)),
        ("map_u32_to_f32_param_input_array", text(look_up)),
        ("map_vec3", text(turn)),
        ("map_struct", text(drift)),
        ("map_f16", text(half)),
        ("map_several_outputs", text(divide)),
        ("map_at", text(smooth)),
        ("map_i64", text(early)),
        ("map_preambles", text(outside)),
        ("map_again", text(settle)),
        ("expand", text(search)),
        ("compute_output_atomic_array", text(count)),
        ("compute_compare_exchange", text(claim)),
        ("compute_workgroup", text(sum)),
        ("compute_tiled", text(transpose)),
        ("compute_subgroup", text(together)),
        ("compute_id", text(line)),
        ("reduce_mapped", text(norm)),
        ("filter_struct", text(light)),
        ("histogram", text(ages)),
    ]
}

fn text<S>(builder: KernelBuilder<S>) -> Result<String> {
    builder.build().map(|kernel| kernel.wgsl().to_owned())
}

#[test]
fn assembled_wgsl_is_as_committed() {
    let mut faults = Vec::new();
    let mut names = Vec::new();
    for (name, wgsl) in rows() {
        let path = format!("tests/host/snapshots/{name}.wgsl");
        let wgsl = wgsl.unwrap_or_else(|error| panic!("{name}: {error}"));
        faults.extend(valid(&wgsl).err().map(|fault| format!("{name}: {fault}")));
        faults.extend(snapshot(&path, &wgsl));
        names.push(path);
    }
    let kept = files_in("tests/host/snapshots/", ".wgsl");
    let stale = kept.iter().filter(|file| !names.contains(&file.path));
    faults.extend(stale.map(|file| format!("{}: no kernel has this snapshot", file.path)));
    none(faults);
}

/// Whether the text by itself is a valid module with one entry point, whatever the engine says.
fn valid(wgsl: &str) -> Result<(), String> {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    let module = naga::front::wgsl::parse_str(wgsl).map_err(|error| error.emit_to_string(wgsl))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.validate(&module).map_err(|error| error.emit_to_string(wgsl))?;
    let entries: Vec<&str> = module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
    if entries == ["engine_main"] { Ok(()) } else { Err(format!("entry points: {entries:?}")) }
}

#[test]
fn a_broken_text_would_be_noticed() {
    assert!(valid("fn engine_main() {}").is_err(), "no entry point");
    assert!(valid("@compute @workgroup_size(1) fn engine_main() { x = 1; }").is_err());
    assert!(valid("@compute @workgroup_size(1) fn engine_main() { let x: f32 = 1u; }").is_err());
    assert!(valid("@compute @workgroup_size(1) fn engine_main() {}").is_ok());
}
