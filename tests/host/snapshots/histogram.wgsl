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
    @align(16) engine_identity: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_src: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> engine_dst: array<atomic<u32>>;
var<private> dst: u32;
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
fn engine_fetch(unit: u32) -> vec4<f32> {
    var at = (engine_params.engine_here - 1u) / 4u;
    if unit < at { at = unit; }
    return engine_src[at];
}
fn engine_bin(i: u32, len: u32, src: f32) {
    {
dst = u32(src / 10.0);
    }
}
fn engine_value(at: u32, src: f32) -> u32 {
    dst = u32();
    engine_bin(engine_params.engine_first + at, engine_params.engine_length, src);
    return dst;
}
var<workgroup> engine_bins: array<atomic<u32>, 12>;
fn engine_tally(bin: u32) { if bin < 12u { atomicAdd(&engine_bins[bin], 1u); } }
fn engine_tally_unit(at: u32, unit: vec4<f32>) {
    let here = engine_params.engine_here;
    engine_tally(engine_value(at + 0u, unit.x));
    if at + 1u < here { engine_tally(engine_value(at + 1u, unit.y)); }
    if at + 2u < here { engine_tally(engine_value(at + 2u, unit.z)); }
    if at + 3u < here { engine_tally(engine_value(at + 3u, unit.w)); }
}
@compute @workgroup_size(256, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32) {
    let engine_number = engine_group(engine_workgroup, engine_workgroups);
    if engine_number >= engine_params.engine_groups { return; }
    let engine_tiles = engine_params.engine_extent.x;
    let engine_place = engine_params.engine_extent.y + engine_number;
    let engine_here = engine_params.engine_here;
    let engine_units = engine_here / 4u + u32(engine_here % 4u > 0u);
    for (var engine_bin = engine_local; engine_bin < 12u; engine_bin += 256u) { atomicStore(&engine_bins[engine_bin], 0u); }
    workgroupBarrier();
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
    if engine_slot0 < engine_filled { engine_tally_unit((engine_from + engine_slot0) * 4u, engine_unit0); }
    if engine_slot1 < engine_filled { engine_tally_unit((engine_from + engine_slot1) * 4u, engine_unit1); }
    if engine_slot2 < engine_filled { engine_tally_unit((engine_from + engine_slot2) * 4u, engine_unit2); }
    if engine_slot3 < engine_filled { engine_tally_unit((engine_from + engine_slot3) * 4u, engine_unit3); }
    if engine_slot4 < engine_filled { engine_tally_unit((engine_from + engine_slot4) * 4u, engine_unit4); }
    if engine_slot5 < engine_filled { engine_tally_unit((engine_from + engine_slot5) * 4u, engine_unit5); }
    if engine_slot6 < engine_filled { engine_tally_unit((engine_from + engine_slot6) * 4u, engine_unit6); }
    if engine_slot7 < engine_filled { engine_tally_unit((engine_from + engine_slot7) * 4u, engine_unit7); }
    }
    workgroupBarrier();
    for (var engine_bin = engine_local; engine_bin < 12u; engine_bin += 256u) {
        let seen = atomicLoad(&engine_bins[engine_bin]);
        if seen > 0u { atomicAdd(&engine_dst[engine_bin], seen); }
    }
}
