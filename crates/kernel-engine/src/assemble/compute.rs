//! Compute: one invocation for each point of an extent, by index or by position.

use kernel_engine_shaders::engine as shaders;

use super::{Bound, Writer, code, expand};

pub(super) fn bindings(writer: &mut Writer<'_>) {
    writer.arrays();
    if writer.variant.counted {
        writer.bind(Bound::Count, "count", "u32", true);
    }
    if let Some(item) = writer.declaration.expand {
        expand::bindings(writer, item);
    }
    writer.step();
    writer.fault();
    for variable in &writer.declaration.workgroup {
        let element = match variable.atomic {
            true => format!("atomic<{}>", variable.ty),
            false => variable.ty.to_string(),
        };
        let (name, len) = (&variable.name, variable.len);
        writer.line(format!("var<workgroup> {name}: array<{element}, {len}>;"));
    }
}

/// Whether all invocations of a workgroup must run the snippet, those beyond the extent too.
fn together(writer: &Writer<'_>) -> bool {
    let barriers =
        ["workgroupBarrier", "storageBarrier", "workgroupUniformLoad", "subgroupBarrier"];
    !writer.declaration.workgroup.is_empty() || barriers.iter().any(|name| writer.mentions(name))
}

pub(super) fn entry(writer: &mut Writer<'_>) {
    let [x, y, z] = writer.declaration.workgroup_size;
    let size = x * y * z;
    let tiled = y * z > 1;
    // What stands for the invocation, besides its index: its position, or its item of a frontier.
    let (name, ty, value) = match writer.declaration.expand {
        Some(item) => ("src", item.to_string(), "engine_item(engine_i)"),
        None => ("id", "vec3<u32>".to_owned(), "engine_id"),
    };
    let arguments =
        format!("i: u32, {name}: {ty}, len: u32, local: u32, group: u32, group_size: u32");
    writer.body("snippet", "engine_body", &arguments);
    writer.push(code(shaders::GROUP));
    writer.push(code(shaders::POSITION));
    writer.push(&format!(
        "@compute @workgroup_size({x}, {y}, {z})\n\
         fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, \
         @builtin(num_workgroups) engine_workgroups: vec3<u32>, \
         @builtin(local_invocation_index) engine_local: u32, \
         @builtin(local_invocation_id) engine_local_id: vec3<u32>) {{\n"
    ));
    writer.guard();
    writer.outside_params();
    // A grid too small for all workgroups runs several times, each time from a further `first`.
    let first = "engine_params.engine_first + engine_group(engine_workgroup, engine_workgroups)";
    // How many invocations there are, the workgroup's number and how many run at a time, where only
    // the device knows.
    let count = match (writer.declaration.expand, writer.variant.counted) {
        (Some(_), _) => Some((
            "engine_turn(engine_workgroup.x == 0u && engine_local == 0u)",
            "engine_workgroup.x",
            "engine_now.words[engine_params.engine_count_at]",
        )),
        (None, true) => Some((
            "engine_count[engine_params.engine_count_at]",
            first,
            "engine_workgroups.x * engine_workgroups.y",
        )),
        (None, false) => None,
    };
    match count {
        // The grid strides over what the storage says, since the host does not know how many.
        Some((count, first, stride)) => writer.push(&format!(
            "    let engine_length = {count};\n    \
             let engine_groups = engine_length / {size}u + u32(engine_length % {size}u > 0u);\n    \
             let engine_extent = vec3<u32>(engine_length, 1u, 1u);\n    \
             let engine_stride = {stride};\n    \
             for (var engine_number = {first}; engine_number < engine_groups;) {{\n"
        )),
        None => writer.push(&format!(
            "    let engine_length = engine_params.engine_length;\n    \
             let engine_extent = engine_params.engine_extent;\n    \
             let engine_number = {first};\n    \
             if engine_number >= engine_params.engine_groups {{ return; }}\n"
        )),
    }
    if tiled {
        writer.push(&format!(
            "    let engine_tile = vec3<u32>({x}u, {y}u, {z}u);\n    \
             let engine_tiles = (engine_extent + engine_tile - 1u) / engine_tile;\n    \
             let engine_id = engine_position(engine_number, engine_tiles) * engine_tile + engine_local_id;\n    \
             let engine_inside = engine_id.x < engine_extent.x && \
             engine_id.y < engine_extent.y && engine_id.z < engine_extent.z;\n    \
             var engine_i = engine_id.x + engine_extent.x * (engine_id.y + engine_extent.y * engine_id.z);\n"
        ));
    } else {
        writer.push(&format!(
            "    let engine_inside = engine_local < engine_length - engine_number * {size}u;\n    \
             var engine_i = engine_number * {size}u + engine_local;\n"
        ));
    }
    writer.line("    if !engine_inside { engine_i = 0xffffffffu; }");
    if !tiled {
        writer.line("    var engine_id = vec3<u32>(engine_i);");
        if writer.mentions("id") {
            let id = "engine_position(engine_i, engine_extent)";
            writer.line(format!("    if engine_inside {{ engine_id = {id}; }}"));
        }
    }
    let call = format!(
        "engine_body(engine_i, {value}, engine_length, engine_local, engine_number, {size}u);"
    );
    match together(writer) {
        true => writer.line(format!("    {call}")),
        false => writer.line(format!("    if engine_inside {{ {call} }}")),
    }
    if count.is_some() {
        if !writer.declaration.workgroup.is_empty() {
            clear(writer, size);
        }
        // Adding the stride after the last round could wrap around to the first.
        writer.line("    if engine_stride >= engine_groups - engine_number { break; }");
        writer.line("    engine_number += engine_stride;");
        writer.line("    }");
    }
    writer.end();
}

/// Makes workgroup variables zero again for the next round, as they are in the first.
fn clear(writer: &mut Writer<'_>, size: u32) {
    writer.line("    workgroupBarrier();");
    for variable in &writer.declaration.workgroup {
        let (name, len, ty) = (&variable.name, variable.len, variable.ty);
        let clear = match variable.atomic {
            true => format!("atomicStore(&{name}[engine_k], {ty}())"),
            false => format!("{name}[engine_k] = {ty}()"),
        };
        writer.line(format!(
            "    for (var engine_k = engine_local; engine_k < {len}u; engine_k += {size}u) {{ {clear}; }}"
        ));
    }
    writer.line("    workgroupBarrier();");
}
