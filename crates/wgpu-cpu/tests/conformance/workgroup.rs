//! Invocations of a workgroup: barriers, shared memory, values for all.

use crate::rows::Kernel;

fn check(source: &str, groups: u32, words: usize, want: impl Fn(u32) -> u32) {
    let want = (0..words as u32).map(want).collect();
    let buffers = [(vec![0; words], Some(want))];
    Kernel { source, groups, buffers: &buffers, immediates: &[] }.check();
}

#[test]
fn what_is_written_before_a_barrier_is_read_after_it() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> tile: array<array<u32, 16>, 16>;
        @compute @workgroup_size(16, 16)
        fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(workgroup_id) g: vec3<u32>) {
            tile[l.y][l.x] = l.y * 16u + l.x + g.x * 1000u;
            workgroupBarrier();
            dst[g.x * 256u + l.y * 16u + l.x] = tile[l.x][l.y];
        }";
    check(source, 5, 5 * 256, |k| k / 256 * 1000 + k % 16 * 16 + k / 16 % 16);
}

#[test]
fn barriers_stand_in_uniform_loops_and_branches() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: array<u32, 64>; var<workgroup> rounds: u32;
        fn exchange(l: u32, by: u32) -> u32 {
            workgroupBarrier(); let other = w[(l + by) % 64u]; workgroupBarrier(); return other;
        }
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3<u32>) {
            w[l] = l + 1u;
            if g.x % 2u == 1u { w[l] += exchange(l, 1u) * 0u; workgroupBarrier(); }
            for (var by = 32u; by > 0u; by /= 2u) {
                workgroupBarrier();
                if l < by { w[l] += w[l + by]; }
            }
            if l == 7u { rounds = g.x % 4u; }
            let n = workgroupUniformLoad(&rounds);
            var r = workgroupUniformLoad(&w)[0];
            for (var k = 0u; k < n; k++) { w[l] = l; r += exchange(l, k); storageBarrier(); }
            switch n { case 2u: { w[l] = r; r = exchange(l, 63u); } default: {} }
            dst[g.x * 64u + l] = r;
        }";
    check(source, 8, 8 * 64, |k| {
        let (l, n) = (k % 64, k / 64 % 4);
        let sum = |l: u32| 2080 + (0..n).map(|by| (l + by) % 64).sum::<u32>();
        if n == 2 { sum((l + 63) % 64) } else { sum(l) }
    });
}

#[test]
fn storage_is_shared_within_a_workgroup() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        @compute @workgroup_size(128)
        fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3<u32>) {
            let at = g.x * 128u;
            dst[at + l] = l;
            storageBarrier();
            let other = dst[at + (l ^ 1u)];
            storageBarrier();
            if l % 3u == 0u { dst[at + l] = other + 1000u; }
            storageBarrier();
            let third = dst[at + l - l % 3u];
            storageBarrier();
            dst[at + l] = third;
        }";
    check(source, 3, 3 * 128, |k| {
        let l = k % 128;
        ((l - l % 3) ^ 1) + 1000
    });
}

#[test]
fn a_scan_with_two_halves() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: array<array<u32, 100>, 2>;
        @compute @workgroup_size(100)
        fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3<u32>) {
            var at = 0u;
            w[0][l] = l * l + g.x;
            for (var step = 1u; step < 100u; step *= 2u) {
                workgroupBarrier();
                var sum = w[at][l];
                if l >= step { sum += w[at][l - step]; }
                at = 1u - at;
                w[at][l] = sum;
            }
            dst[g.x * 100u + l] = w[at][l];
        }";
    check(source, 4, 400, |k| (0..=k % 100).map(|l| l * l + k / 100).sum());
}

#[test]
fn values_are_loaded_for_all() {
    let source = "
        struct S { a: vec2<u32>, l: array<u32, 3> }
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> s: S; var<workgroup> flag: bool; var<workgroup> n: atomic<u32>;
        @compute @workgroup_size(40)
        fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3<u32>) {
            if l == 39u { s = S(vec2(g.x, 7u), array(1u, 2u, 3u)); flag = g.x % 2u == 0u; }
            atomicAdd(&n, l);
            let all = workgroupUniformLoad(&s);
            var r = all.a.x + all.a.y + all.l[l % 3u] + workgroupUniformLoad(&s.l)[2]
                + workgroupUniformLoad(&n);
            if workgroupUniformLoad(&flag) { s.l[l % 3u] = 5u; workgroupBarrier();
                r += s.l[0] * 100u; }
            dst[g.x * 40u + l] = r;
        }";
    check(source, 4, 160, |k| {
        let (g, l) = (k / 40, k % 40);
        g + 7 + 1 + l % 3 + 3 + 780 + if g % 2 == 0 { 500 } else { 0 }
    });
}

#[test]
fn some_invocations_leave_before_the_end() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: array<atomic<u32>, 4>;
        @compute @workgroup_size(96)
        fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) g: vec3<u32>) {
            for (var k = 0u; k < l % 5u; k++) { atomicAdd(&w[k % 4u], 1u); }
            workgroupBarrier();
            let sum = atomicLoad(&w[0]) + atomicLoad(&w[1]) * 1000u;
            if l % 2u == 0u { return; }
            if l % 3u == 0u { dst[g.x * 96u + l] = 1u; return; }
            dst[g.x * 96u + l] = sum;
        }";
    let count = |k: u32| (0..96).filter(|l| l % 5 > k).count() as u32;
    check(source, 3, 3 * 96, |k| match (k % 96 % 2, k % 96 % 3) {
        (0, _) => 0,
        (_, 0) => 1,
        _ => count(0) + count(4) + count(1) * 1000,
    });
}
