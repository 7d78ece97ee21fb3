// engine/group: which workgroup this is, when a long row of them is folded over x and y.
//
// Engine provides: nothing.
// Twin: none; the host has no workgroups.

fn engine_group(workgroup: vec3<u32>, workgroups: vec3<u32>) -> u32 {
    return workgroup.y * workgroups.x + workgroup.x;
}
