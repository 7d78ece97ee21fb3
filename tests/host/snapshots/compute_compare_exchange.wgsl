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
    engine_length_owner: u32,
    engine_length_left: u32,
}
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read_write> engine_array_owner: array<atomic<u32>>;
fn owner_compare_exchange(j: u32, expected: u32, v: u32) -> u32 { if j < engine_params.engine_length_owner { loop { let was = atomicCompareExchangeWeak(&engine_array_owner[j], expected, v); if was.exchanged || was.old_value != expected { return was.old_value; } } } return u32(); }
@group(0) @binding(2) var<storage, read_write> engine_array_left: array<atomic<i32>>;
fn left_sub(j: u32, v: i32) -> i32 { if j < engine_params.engine_length_left { return atomicSub(&engine_array_left[j], v); } return i32(); }
fn engine_body(i: u32, id: vec3<u32>, len: u32, local: u32, group: u32, group_size: u32) {
    {
if owner_compare_exchange(i / 2u, 0u, i) == 0u { left_sub(0u, 1); }
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
