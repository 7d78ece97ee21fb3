struct engine_stored_vec3_f32 { s0: f32, s1: f32, s2: f32 }
fn engine_stored_vec3_f32_load(v: engine_stored_vec3_f32) -> vec3<f32> { return vec3<f32>(v.s0, v.s1, v.s2); }
fn engine_stored_vec3_f32_store(v: vec3<f32>) -> engine_stored_vec3_f32 { return engine_stored_vec3_f32(v.x, v.y, v.z); }
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
    @align(16) axis: engine_stored_vec3_f32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_src: array<engine_stored_vec3_f32>;
@group(0) @binding(2) var<storage, read_write> engine_dst: array<engine_stored_vec3_f32>;
var<private> dst: vec3<f32>;
fn engine_body(i: u32, len: u32, src: vec3<f32>) {
    let axis = engine_stored_vec3_f32_load(engine_params.axis);
    {
dst = cross(src, axis);
    }
}
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
@compute @workgroup_size(256, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32) {
    let engine_number = engine_group(engine_workgroup, engine_workgroups);
    let engine_unit = engine_number * 256u + engine_local;
    let engine_start = engine_unit * 1u;
    let engine_end = engine_params.engine_here;
    if engine_number >= engine_params.engine_groups || engine_start >= engine_end { return; }
    let engine_i = engine_params.engine_first + engine_start;
    let engine_in0 = engine_stored_vec3_f32_load(engine_src[engine_unit]);
    var engine_out0: vec3<f32>;
    dst = vec3<f32>();
    engine_body(engine_i + 0u, engine_params.engine_length, engine_in0);
    engine_out0 = dst;
    engine_dst[engine_unit] = engine_stored_vec3_f32_store(engine_out0);
}
