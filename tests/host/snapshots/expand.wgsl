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
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
struct engine_List_now {
    words: array<u32, 9>,
    @align(32) items: array<engine_stored_Body>,
}
@group(0) @binding(1) var<storage, read> engine_now: engine_List_now;
struct engine_List_next {
    words: array<atomic<u32>, 9>,
    @align(32) items: array<engine_stored_Body>,
}
@group(0) @binding(2) var<storage, read_write> engine_next: engine_List_next;
fn engine_turn(first: bool) -> u32 {
    if first {
        let ready = 4u - engine_params.engine_extent.x;
        atomicStore(&engine_next.words[ready], 1u);
        atomicStore(&engine_next.words[ready + 3u], 0u);
        atomicMax(&engine_next.words[8], engine_now.words[8]);
    }
    if engine_now.words[8] > 0u { return 0u; }
    return engine_now.words[engine_params.engine_count_at + 3u];
}
fn engine_item(i: u32) -> Body {
    if i < engine_params.engine_here { return engine_stored_Body_load(engine_now.items[i]); }
    return Body();
}
fn push(v: Body) {
    let grows = engine_params.engine_extent.x;
    let at = atomicAdd(&engine_next.words[grows + 3u], 1u);
    if at == 0u { again(); }
    if at >= engine_params.engine_here { atomicMax(&engine_next.words[8], at + 1u); return; }
    engine_next.items[at] = engine_stored_Body_store(v);
    let groups = at / 256u + 1u;
    if at % 256u == 0u && groups <= engine_params.engine_groups { atomicMax(&engine_next.words[grows], groups); }
}
var<private> engine_wants: bool;
fn again() { engine_wants = true; }
fn engine_body(i: u32, src: Body, len: u32, local: u32, group: u32, group_size: u32) {
    {
if src.id < len { push(src); }
    }
}
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
fn engine_position(i: u32, extent: vec3<u32>) -> vec3<u32> {
    let row = i / extent.x;
    return vec3<u32>(i % extent.x, row % extent.y, row / extent.y);
}
@compute @workgroup_size(256, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32, @builtin(local_invocation_id) engine_local_id: vec3<u32>) {
    let engine_length = engine_turn(engine_workgroup.x == 0u && engine_local == 0u);
    let engine_groups = engine_length / 256u + u32(engine_length % 256u > 0u);
    let engine_extent = vec3<u32>(engine_length, 1u, 1u);
    let engine_stride = engine_now.words[engine_params.engine_count_at];
    for (var engine_number = engine_workgroup.x; engine_number < engine_groups;) {
    let engine_inside = engine_local < engine_length - engine_number * 256u;
    var engine_i = engine_number * 256u + engine_local;
    if !engine_inside { engine_i = 0xffffffffu; }
    var engine_id = vec3<u32>(engine_i);
    if engine_inside { engine_body(engine_i, engine_item(engine_i), engine_length, engine_local, engine_number, 256u); }
    if engine_stride >= engine_groups - engine_number { break; }
    engine_number += engine_stride;
    }
}
