//! Kernels whose barriers all invocations reach, and kernels where some do not.

use super::uniform_barriers;

const SHARED: &str = "
    struct Size { n: u32, k: u32 }
    @group(0) @binding(0) var<uniform> size: Size;
    @group(0) @binding(1) var<storage, read_write> data: array<u32>;
    @group(0) @binding(2) var<storage> table: array<u32>;
    var<workgroup> tile: array<u32, 256>;
    var<workgroup> count: atomic<u32>;
    var<private> own: u32;
    var<private> alike: u32;
    override wide: bool = true;
    fn sync() { workgroupBarrier(); }
    fn outer_sync() { sync(); }
    fn half(n: u32) -> u32 { return n / 2u; }
    fn lookup(at: u32) -> u32 { return table[at] + size.n; }
    fn peek() -> u32 { return tile[0]; }
    fn early(n: u32) -> u32 { if n > 3u { return 1u; } return 2u; }
    fn grow(n: ptr<function, u32>, by: u32) { *n += by; }
    fn keep(n: u32) { own = n; }
    fn sync_if(n: u32) { if n > 3u { workgroupBarrier(); } }
    fn sync_own() { if own > 3u { workgroupBarrier(); } }
";

/// The barrier at fault in a kernel of this body and the message, if any.
fn fault(body: &str) -> Option<(String, String)> {
    let source = format!(
        "{SHARED} @compute @workgroup_size(256) fn main(
            @builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>,
            @builtin(num_workgroups) groups: vec3<u32>) {{ {body} }}"
    );
    let module = naga::front::wgsl::parse_str(&source).unwrap();
    let flags = naga::valid::ValidationFlags::all();
    let capabilities = naga::valid::Capabilities::all();
    let mut validator = naga::valid::Validator::new(flags, capabilities);
    validator.validate(&module).unwrap();
    let fault = uniform_barriers(&module).err()?;
    let barrier = &source[fault.span.to_range().unwrap()];
    Some((barrier.to_owned(), fault.message))
}

#[test]
fn barriers_that_all_invocations_reach_pass() {
    for body in [
        "for (var s = 128u; s > 0u; s >>= 1u) {
            if local < s { tile[local] += tile[local + s]; } workgroupBarrier(); }",
        "if group.x >= size.n { return; } workgroupBarrier();",
        "if wide && groups.x * 2u > 3u { storageBarrier(); }",
        "let n = half(local); if half(size.n) == 1u { workgroupBarrier(); } data[n] = n;",
        "if lookup(group.y) == 1u { workgroupBarrier(); }",
        "if early(size.k) == 1u { outer_sync(); }",
        "for (var k = 0u; k < table[group.x]; k++) { if k == size.k { continue; } sync(); }",
        "for (var k = 0u; k < 9u; k++) { if local == k { break; } } workgroupBarrier();",
        "for (var k = 0u; k < 9u; k++) { if k == size.k { return; } workgroupBarrier(); }",
        "for (var k = 0u; k < 9u; k++) {
            switch local { case 1u: { break; } default: { own = local; } } workgroupBarrier(); }",
        "switch size.n { case 1u, 2u: { workgroupBarrier(); } default: { sync(); } }",
        "tile[local] = local; if workgroupUniformLoad(&tile[size.k]) == 1u { sync(); }",
        "tile[local] = local; if workgroupUniformLoad(&count) == 1u { sync(); }",
        "alike = size.n; keep(local); if alike > 3u { workgroupBarrier(); }",
        "var n = 1u; grow(&n, size.n); if n > 3u { workgroupBarrier(); }",
        "var n = 1u; if local == 0u { n = 2u; } data[local] = n; workgroupBarrier();",
        "sync_if(group.x); sync_own();",
        "var k = 0u; loop { sync(); continuing { k++; break if k == size.n; } }",
        "var a = array(1u, 2u); a[size.k] = group.z; if a[1] > 3u { workgroupBarrier(); }",
        "if arrayLength(&data) > 3u && select(1, 2, wide) == 2 { workgroupBarrier(); }",
    ] {
        assert_eq!(fault(body), None, "{body}");
    }
}

#[test]
fn barriers_that_only_some_invocations_reach_are_faults() {
    for body in [
        "if local < 3u { workgroupBarrier(); }",
        "if local < 3u { } else { storageBarrier(); }",
        "if size.n > 1u { if local < 3u { { workgroupBarrier(); } } }",
        "if local < 3u { return; } workgroupBarrier();",
        "if size.n > 1u { if local < 3u { return; } } workgroupBarrier();",
        "for (var k = 0u; k < 9u; k++) { if local == k { break; } workgroupBarrier(); }",
        "for (var k = 0u; k < 9u; k++) { workgroupBarrier(); if local == k { break; } }",
        "for (var k = 0u; k < 9u; k++) { if local == k { continue; } workgroupBarrier(); }",
        "for (var k = 0u; k < 9u; k++) { if local == k { return; } } workgroupBarrier();",
        "for (var k = 0u; k < local; k++) { workgroupBarrier(); }",
        "var k = 0u; while k < local { k++; } if k == 3u { workgroupBarrier(); }",
        "var k = 0u; loop { if local == k { break; } k++; } if k > 3u { workgroupBarrier(); }",
        "var k = 0u; loop { sync(); continuing { k++; break if k > local; } }",
        "switch local { case 1u: { workgroupBarrier(); } default: { } }",
        "switch size.n { case 1u: { if local < 3u { break; } workgroupBarrier(); } default: { } }",
        "for (var k = 0u; k < 9u; k++) {
            switch local { case 1u: { continue; } default: { } } workgroupBarrier(); }",
        "if local < 3u { outer_sync(); }",
        "sync_if(local);",
        "keep(local); sync_own();",
        "for (var k = 0u; k < 9u; k++) { sync_own(); keep(local); }",
        "if half(local) < 3u { workgroupBarrier(); }",
        "if lookup(local) < 3u { workgroupBarrier(); }",
        "if early(local) == 1u { workgroupBarrier(); }",
        "if peek() == 1u { workgroupBarrier(); }",
        "if data[0] == 1u || size.n == 0u { workgroupBarrier(); }",
        "if atomicAdd(&count, 1u) == 255u { workgroupBarrier(); }",
        "if atomicLoad(&count) == 255u { workgroupBarrier(); }",
        "var n = 1u; if local < 3u { n = 2u; } if n > 1u { workgroupBarrier(); }",
        "var n = 1u; if local < 3u { grow(&n, 1u); } if n > 1u { workgroupBarrier(); }",
        "var n = 1u; grow(&n, local); if n > 3u { workgroupBarrier(); }",
        "var n = 1u; let p = &n; *p = local; if n > 3u { workgroupBarrier(); }",
        "var a = array(1u, 2u); a[1] = local; if a[0] > 3u { workgroupBarrier(); }",
        "var a = array(1u, 2u); a[local % 2u] = 9u; if a[0] > 3u { workgroupBarrier(); }",
        "var v = vec2(1u); v.y = local; if v.x > 3u { workgroupBarrier(); }",
        "if local < 3u { data[0] = workgroupUniformLoad(&tile[0]); }",
    ] {
        let (barrier, message) = fault(body).expect(body);
        assert!(barrier.contains("Barrier") || barrier.contains("workgroupUniform"), "{body}");
        assert!(message.contains("only some invocations"), "{message}");
    }
    let (_, message) = fault("data[local] = workgroupUniformLoad(&tile[local]);").unwrap();
    assert!(message.contains("reads one place"), "{message}");
}
