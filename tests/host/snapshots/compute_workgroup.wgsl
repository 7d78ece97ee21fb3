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
    engine_length_sums: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read> engine_array_data: array<f32>;
fn data(j: u32) -> f32 { if j < engine_params.engine_length_data { return engine_array_data[j]; } return f32(); }
@group(0) @binding(2) var<storage, read_write> engine_array_sums: array<f32>;
fn sums_set(j: u32, v: f32) { if j < engine_params.engine_length_sums { engine_array_sums[j] = v; } }
var<workgroup> tile: array<f32, 256>;
var<workgroup> seen: array<atomic<u32>, 1>;
fn engine_body(i: u32, id: vec3<u32>, len: u32, local: u32, group: u32, group_size: u32) {
    {
tile[local] = select(0.0, data(i), i < len);
atomicAdd(&seen[0], 1u);
for (var s = group_size / 2u; s > 0u; s >>= 1u) {
    workgroupBarrier();
    if local < s { tile[local] += tile[local + s]; }
}
if local == 0u { sums_set(group, tile[0]); }
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
    engine_body(engine_i, engine_id, engine_length, engine_local, engine_number, 256u);
}
