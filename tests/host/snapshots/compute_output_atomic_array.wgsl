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
    engine_length_data: u32,
    engine_length_twice: u32,
    engine_length_seen: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_array_data: array<u32>;
fn data(j: u32) -> u32 { if j < engine_params.engine_length_data { return engine_array_data[j]; } return u32(); }
@group(0) @binding(2) var<storage, read_write> engine_array_twice: array<u32>;
fn twice(j: u32) -> u32 { if j < engine_params.engine_length_twice { return engine_array_twice[j]; } return u32(); }
fn twice_set(j: u32, v: u32) { if j < engine_params.engine_length_twice { engine_array_twice[j] = v; } }
@group(0) @binding(3) var<storage, read_write> engine_array_seen: array<atomic<u32>>;
fn seen_max(j: u32, v: u32) -> u32 { if j < engine_params.engine_length_seen { return atomicMax(&engine_array_seen[j], v); } return u32(); }
fn engine_body(i: u32, id: vec3<u32>, len: u32, local: u32, group: u32, group_size: u32) {
    {
seen_max(data(i) % 8u, i); twice_set(i, 2u * twice(i));
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
    let engine_length = engine_params.engine_length;
    let engine_extent = engine_params.engine_extent;
    let engine_number = engine_params.engine_first + engine_group(engine_workgroup, engine_workgroups);
    if engine_number >= engine_params.engine_groups { return; }
    let engine_inside = engine_local < engine_length - engine_number * 256u;
    var engine_i = engine_number * 256u + engine_local;
    if !engine_inside { engine_i = 0xffffffffu; }
    var engine_id = vec3<u32>(engine_i);
    if engine_inside { engine_body(engine_i, engine_id, engine_length, engine_local, engine_number, 256u); }
}
