struct engine_stored_vec3_f32 { s0: f32, s1: f32, s2: f32 }
fn engine_stored_vec3_f32_load(v: engine_stored_vec3_f32) -> vec3<f32> { return vec3<f32>(v.s0, v.s1, v.s2); }
fn engine_stored_vec3_f32_store(v: vec3<f32>) -> engine_stored_vec3_f32 { return engine_stored_vec3_f32(v.x, v.y, v.z); }
struct Body { position: vec3<f32>, mass: f32, velocity: vec3<f32>, id: u32 }
struct engine_stored_Body { s0: f32, s1: f32, s2: f32, s3: f32, s4: f32, s5: f32, s6: f32, s7: u32 }
fn engine_stored_Body_load(v: engine_stored_Body) -> Body { return Body(vec3<f32>(v.s0, v.s1, v.s2), v.s3, vec3<f32>(v.s4, v.s5, v.s6), v.s7); }
fn engine_stored_Body_store(v: Body) -> engine_stored_Body { return engine_stored_Body(v.position.x, v.position.y, v.position.z, v.mass, v.velocity.x, v.velocity.y, v.velocity.z, v.id); }
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
    engine_length_first: u32,
    @align(16) dt: f32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_src: array<engine_stored_Body>;
@group(0) @binding(2) var<storage, read_write> engine_dst: array<engine_stored_Body>;
@group(0) @binding(3) var<storage, read> engine_array_first: array<engine_stored_Body>;
fn first(j: u32) -> Body { if j < engine_params.engine_length_first { return engine_stored_Body_load(engine_array_first[j]); } return Body(); }
var<private> dst: Body;
fn engine_body(i: u32, len: u32, src: Body) {
    let dt = engine_params.dt;
    {
dst = src;
dst.position += dt * src.velocity;
dst.id = first(0u).id;
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
    let engine_in0 = engine_stored_Body_load(engine_src[engine_unit]);
    var engine_out0: Body;
    dst = Body();
    engine_body(engine_i + 0u, engine_params.engine_length, engine_in0);
    engine_out0 = dst;
    engine_dst[engine_unit] = engine_stored_Body_store(engine_out0);
}
