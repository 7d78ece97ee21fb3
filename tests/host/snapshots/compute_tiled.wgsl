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
    engine_length_from_row: u32,
    engine_length_to: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_array_from_row: array<vec2<f32>>;
fn from_row(j: u32) -> vec2<f32> { if j < engine_params.engine_length_from_row { return engine_array_from_row[j]; } return vec2<f32>(); }
@group(0) @binding(2) var<storage, read_write> engine_array_to: array<vec2<f32>>;
fn to_set(j: u32, v: vec2<f32>) { if j < engine_params.engine_length_to { engine_array_to[j] = v; } }
fn engine_body(i: u32, id: vec3<u32>, len: u32, local: u32, group: u32, group_size: u32) {
    {
to_set(id.y + 640u * id.x, from_row(i));
    }
}
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
fn engine_position(i: u32, extent: vec3<u32>) -> vec3<u32> {
    let row = i / extent.x;
    return vec3<u32>(i % extent.x, row % extent.y, row / extent.y);
}
@compute @workgroup_size(16, 16, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32, @builtin(local_invocation_id) engine_local_id: vec3<u32>) {
    let engine_length = engine_params.engine_length;
    let engine_extent = engine_params.engine_extent;
    let engine_number = engine_params.engine_first + engine_group(engine_workgroup, engine_workgroups);
    if engine_number >= engine_params.engine_groups { return; }
    let engine_tile = vec3<u32>(16u, 16u, 1u);
    let engine_tiles = (engine_extent + engine_tile - 1u) / engine_tile;
    let engine_id = engine_position(engine_number, engine_tiles) * engine_tile + engine_local_id;
    let engine_inside = engine_id.x < engine_extent.x && engine_id.y < engine_extent.y && engine_id.z < engine_extent.z;
    var engine_i = engine_id.x + engine_extent.x * (engine_id.y + engine_extent.y * engine_id.z);
    if !engine_inside { engine_i = 0xffffffffu; }
    if engine_inside { engine_body(engine_i, engine_id, engine_length, engine_local, engine_number, 256u); }
}
