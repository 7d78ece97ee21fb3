struct engine_stored_vec3_u32 { s0: u32, s1: u32, s2: u32 }
fn engine_stored_vec3_u32_load(v: engine_stored_vec3_u32) -> vec3<u32> { return vec3<u32>(v.s0, v.s1, v.s2); }
fn engine_stored_vec3_u32_store(v: vec3<u32>) -> engine_stored_vec3_u32 { return engine_stored_vec3_u32(v.x, v.y, v.z); }
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
    engine_length_out: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read_write> engine_array_out: array<engine_stored_vec3_u32>;
fn out_set(j: u32, v: vec3<u32>) { if j < engine_params.engine_length_out { engine_array_out[j] = engine_stored_vec3_u32_store(v); } }
fn engine_body(i: u32, id: vec3<u32>, len: u32, local: u32, group: u32, group_size: u32) {
    {
out_set(i, id);
    }
}
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
fn engine_position(i: u32, extent: vec3<u32>) -> vec3<u32> {
    let row = i / extent.x;
    return vec3<u32>(i % extent.x, row % extent.y, row / extent.y);
}
@compute @workgroup_size(64, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32, @builtin(local_invocation_id) engine_local_id: vec3<u32>) {
    let engine_length = engine_params.engine_length;
    let engine_extent = engine_params.engine_extent;
    let engine_number = engine_params.engine_first + engine_group(engine_workgroup, engine_workgroups);
    if engine_number >= engine_params.engine_groups { return; }
    let engine_inside = engine_local < engine_length - engine_number * 64u;
    var engine_i = engine_number * 64u + engine_local;
    if !engine_inside { engine_i = 0xffffffffu; }
    var engine_id = vec3<u32>(engine_i);
    if engine_inside { engine_id = engine_position(engine_i, engine_extent); }
    if engine_inside { engine_body(engine_i, engine_id, engine_length, engine_local, engine_number, 64u); }
}
