struct engine_Params {
    engine_length: u32,
    engine_groups: u32,
    engine_first: u32,
    engine_here: u32,
    engine_extent: vec3<u32>,
    engine_count_at: u32,
    engine_kernel: u32,
    engine_zero: u32,
    engine_step: u32,
    @align(16) scale: f32,
    @align(16) engine_identity: f32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_src: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> engine_dst: array<f32>;
var<private> dst: f32;
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
fn engine_fetch(unit: u32) -> vec4<u32> {
    var at = (engine_params.engine_here - 1u) / 4u;
    if unit < at { at = unit; }
    return engine_src[at];
}
fn engine_map(i: u32, len: u32, src: u32) {
    let scale = engine_params.scale;
    {
dst = f32(src) * scale;
    }
}
fn engine_value(at: u32, src: u32) -> f32 {
    dst = f32();
    engine_map(engine_params.engine_first + at, engine_params.engine_length, src);
    return dst;
}
alias engine_Value = f32;
const engine_lanes = 256u;
const engine_rows = 8u;
const engine_pitch = 9u;
var<workgroup> engine_slots: array<engine_Value, 2304>;
struct engine_Values { x: engine_Value, y: engine_Value, z: engine_Value, w: engine_Value }
fn engine_values(at: u32, unit: vec4<u32>) -> engine_Values {
    let here = engine_params.engine_here;
    var values: engine_Values;
    values.x = engine_value(at + 0u, unit.x);
    if at + 1u < here { values.y = engine_value(at + 1u, unit.y); }
    if at + 2u < here { values.z = engine_value(at + 2u, unit.z); }
    if at + 3u < here { values.w = engine_value(at + 3u, unit.w); }
    return values;
}
fn engine_operator(a: f32, b: f32) {
    {
dst = a + b;
    }
}
fn engine_combine(a: engine_Value, b: engine_Value) -> engine_Value {
    dst = f32();
    engine_operator(a, b);
    return dst;
}
fn engine_fold(at: u32, values: engine_Values) -> engine_Value {
    let here = engine_params.engine_here;
    var total = values.x;
    if at + 1u < here { total = engine_combine(total, values.y); }
    if at + 2u < here { total = engine_combine(total, values.z); }
    if at + 3u < here { total = engine_combine(total, values.w); }
    return total;
}
// Invocations write neighbouring values and read a run of `engine_rows` each. The runs stand an
// odd number of slots apart, so that neither way two invocations wait for one bank of memory.
fn engine_slot(j: u32) -> u32 {
    return j / engine_rows * engine_pitch + j % engine_rows;
}
// The first `count` slots are taken, of which there is one at least. Each invocation folds a run
// of its own; then neighbours are joined, and neighbours of those, so that what stands left
// stays left. Every invocation gets the result, and the slots are free again.
fn engine_reduce(lane: u32, count: u32) -> engine_Value {
    workgroupBarrier();
    let run = lane * engine_rows;
    let at = lane * engine_pitch;
    if run < count {
        var total = engine_slots[at];
        for (var k = 1u; k < engine_rows; k++) {
            if run + k < count {
                total = engine_combine(total, engine_slots[at + k]);
            }
        }
        engine_slots[at] = total;
    }
    for (var span = 1u; span < engine_lanes; span *= 2u) {
        workgroupBarrier();
        let left = 2u * span * lane;
        let right = left + span;
        if right * engine_rows < count {
            let to = left * engine_pitch;
            engine_slots[to] = engine_combine(engine_slots[to], engine_slots[right * engine_pitch]);
        }
    }
    workgroupBarrier();
    let total = engine_slots[0];
    workgroupBarrier();
    return total;
}
@compute @workgroup_size(256, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32) {
    let engine_number = engine_group(engine_workgroup, engine_workgroups);
    if engine_number >= engine_params.engine_groups { return; }
    let engine_tiles = engine_params.engine_extent.x;
    let engine_place = engine_params.engine_extent.y + engine_number;
    let engine_here = engine_params.engine_here;
    let engine_units = engine_here / 4u + u32(engine_here % 4u > 0u);
    var engine_carried = false;
    var engine_carry = engine_params.engine_identity;
    for (var engine_k = 0u; engine_k < engine_tiles; engine_k++) {
    let engine_from = (engine_number * engine_tiles + engine_k) * 2048u;
    if engine_from >= engine_units { break; }
    var engine_filled = engine_units - engine_from;
    if engine_filled > 2048u { engine_filled = 2048u; }
    let engine_slot0 = 0u + engine_local;
    let engine_unit0 = engine_fetch(engine_from + engine_slot0);
    let engine_slot1 = 256u + engine_local;
    let engine_unit1 = engine_fetch(engine_from + engine_slot1);
    let engine_slot2 = 512u + engine_local;
    let engine_unit2 = engine_fetch(engine_from + engine_slot2);
    let engine_slot3 = 768u + engine_local;
    let engine_unit3 = engine_fetch(engine_from + engine_slot3);
    let engine_slot4 = 1024u + engine_local;
    let engine_unit4 = engine_fetch(engine_from + engine_slot4);
    let engine_slot5 = 1280u + engine_local;
    let engine_unit5 = engine_fetch(engine_from + engine_slot5);
    let engine_slot6 = 1536u + engine_local;
    let engine_unit6 = engine_fetch(engine_from + engine_slot6);
    let engine_slot7 = 1792u + engine_local;
    let engine_unit7 = engine_fetch(engine_from + engine_slot7);
    var engine_values0: engine_Values;
    if engine_slot0 < engine_filled {
        engine_values0 = engine_values((engine_from + engine_slot0) * 4u, engine_unit0);
        engine_slots[engine_slot(engine_slot0)] = engine_fold((engine_from + engine_slot0) * 4u, engine_values0);
    }
    var engine_values1: engine_Values;
    if engine_slot1 < engine_filled {
        engine_values1 = engine_values((engine_from + engine_slot1) * 4u, engine_unit1);
        engine_slots[engine_slot(engine_slot1)] = engine_fold((engine_from + engine_slot1) * 4u, engine_values1);
    }
    var engine_values2: engine_Values;
    if engine_slot2 < engine_filled {
        engine_values2 = engine_values((engine_from + engine_slot2) * 4u, engine_unit2);
        engine_slots[engine_slot(engine_slot2)] = engine_fold((engine_from + engine_slot2) * 4u, engine_values2);
    }
    var engine_values3: engine_Values;
    if engine_slot3 < engine_filled {
        engine_values3 = engine_values((engine_from + engine_slot3) * 4u, engine_unit3);
        engine_slots[engine_slot(engine_slot3)] = engine_fold((engine_from + engine_slot3) * 4u, engine_values3);
    }
    var engine_values4: engine_Values;
    if engine_slot4 < engine_filled {
        engine_values4 = engine_values((engine_from + engine_slot4) * 4u, engine_unit4);
        engine_slots[engine_slot(engine_slot4)] = engine_fold((engine_from + engine_slot4) * 4u, engine_values4);
    }
    var engine_values5: engine_Values;
    if engine_slot5 < engine_filled {
        engine_values5 = engine_values((engine_from + engine_slot5) * 4u, engine_unit5);
        engine_slots[engine_slot(engine_slot5)] = engine_fold((engine_from + engine_slot5) * 4u, engine_values5);
    }
    var engine_values6: engine_Values;
    if engine_slot6 < engine_filled {
        engine_values6 = engine_values((engine_from + engine_slot6) * 4u, engine_unit6);
        engine_slots[engine_slot(engine_slot6)] = engine_fold((engine_from + engine_slot6) * 4u, engine_values6);
    }
    var engine_values7: engine_Values;
    if engine_slot7 < engine_filled {
        engine_values7 = engine_values((engine_from + engine_slot7) * 4u, engine_unit7);
        engine_slots[engine_slot(engine_slot7)] = engine_fold((engine_from + engine_slot7) * 4u, engine_values7);
    }
    let engine_total = engine_reduce(engine_local, engine_filled);
    if engine_carried { engine_carry = engine_combine(engine_carry, engine_total); } else { engine_carry = engine_total; }
    engine_carried = true;
    }
    if engine_local == 0u { engine_dst[engine_place] = engine_carry; }
}
