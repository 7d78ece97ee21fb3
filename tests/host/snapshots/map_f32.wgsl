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
@group(0) @binding(1) var<storage, read> engine_src: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> engine_dst: array<vec4<f32>>;
var<private> dst: f32;
fn engine_body(i: u32, len: u32, src: f32) {
    {
dst = src * src;
    }
}
fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
@compute @workgroup_size(256, 1, 1)
fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, @builtin(num_workgroups) engine_workgroups: vec3<u32>, @builtin(local_invocation_index) engine_local: u32) {
    let engine_number = engine_group(engine_workgroup, engine_workgroups);
    let engine_unit = engine_number * 256u + engine_local;
    let engine_start = engine_unit * 4u;
    let engine_end = engine_params.engine_here;
    if engine_number >= engine_params.engine_groups || engine_start >= engine_end { return; }
    let engine_i = engine_params.engine_first + engine_start;
    let engine_in0 = engine_src[engine_unit];
    var engine_out0: vec4<f32>;
    dst = f32();
    engine_body(engine_i + 0u, engine_params.engine_length, engine_in0.x);
    engine_out0.x = dst;
    if engine_start + 1u < engine_end {
    dst = f32();
    engine_body(engine_i + 1u, engine_params.engine_length, engine_in0.y);
    engine_out0.y = dst;
    }
    if engine_start + 2u < engine_end {
    dst = f32();
    engine_body(engine_i + 2u, engine_params.engine_length, engine_in0.z);
    engine_out0.z = dst;
    }
    if engine_start + 3u < engine_end {
    dst = f32();
    engine_body(engine_i + 3u, engine_params.engine_length, engine_in0.w);
    engine_out0.w = dst;
    }
    engine_dst[engine_unit] = engine_out0;
}
