//! Address spaces: how values lie in buffers, what variables hold at first.

use crate::rows::Kernel;

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn structs_in_storage_have_their_holes() {
    let source = "
        struct S {
            a: u32, v: vec3<f32>, b: u32, m: mat3x2<f32>, l: array<vec3<i32>, 2>,
            @align(16) c: u32, @size(12) d: u32, e: u32 }
        @group(0) @binding(0) var<storage> old: S;
        @group(0) @binding(1) var<storage, read_write> to: S;
        @group(0) @binding(2) var<storage, read_write> parts: array<u32>;
        @compute @workgroup_size(1) fn main() {
            to = old;
            to.v.y += 0.5; to.m[1] = -old.m[2]; let p = &to.l[1]; (*p).z = -7; to.e ^= old.c;
            parts[0] = old.a; parts[1] = u32(old.v.z); parts[2] = old.b; parts[3] = u32(old.m[2].y);
            parts[4] = u32(old.l[1].y); parts[5] = old.c; parts[6] = old.d; parts[7] = old.e;
        }";
    // a, hole, v at 16, b at 28, m at 32, l at 64 with a stride of 16, c at 96, d at 100, e at 112.
    let mut old = vec![0; 32];
    old[0] = 1;
    old[4..7].copy_from_slice(&bits(&[2.0, 3.0, 4.0]));
    old[7] = 5;
    old[8..14].copy_from_slice(&bits(&[6.0, 7.0, 8.0, 9.0, 10.0, 11.0]));
    old[16..19].copy_from_slice(&[12, 13, 14]);
    old[20..23].copy_from_slice(&[15, 16, 17]);
    old[24..26].copy_from_slice(&[18, 19]);
    old[28] = 20;
    let mut to = old.clone();
    to[5] = 3.5f32.to_bits();
    to[10..12].copy_from_slice(&bits(&[-10.0, -11.0]));
    to[22] = -7i32 as u32;
    to[28] = 20 ^ 18;
    let parts = vec![1, 4, 5, 11, 16, 18, 19, 20];
    let buffers = [(old, None), (vec![0; 32], Some(to)), (vec![0; 8], Some(parts))];
    Kernel { source, groups: 1, buffers: &buffers, immediates: &[] }.check();
}

#[test]
fn holes_of_storage_are_not_written() {
    let source = "
        struct S { v: vec3<u32>, @align(16) b: u32 }
        @group(0) @binding(0) var<storage, read_write> l: array<S>;
        @compute @workgroup_size(1) fn main() {
            l[0].v = vec3(7u); l[1].b = 8u; var s = l[2]; s.v.x = 9u; l[2].v = s.v;
        }";
    let before = vec![1; 24];
    let mut after = before.clone();
    after[0..3].copy_from_slice(&[7; 3]);
    after[12] = 8;
    after[16] = 9;
    Kernel { source, groups: 1, buffers: &[(before, Some(after))], immediates: &[] }.check();
}

#[test]
fn uniforms_and_immediates() {
    let source = "
        struct U { n: u32, v: vec3<f32>, l: array<vec4<u32>, 3>, m: mat2x4<f32> }
        struct I { a: vec2<i32>, b: f32, c: u32 }
        @group(0) @binding(0) var<uniform> u: U;
        @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
        @group(0) @binding(2) var<uniform> alone: vec2<u32>;
        var<immediate> im: I;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            let copy = u; let k = i % 3u;
            dst[i] = u.n + u32(copy.v[k]) + u.l[k].w * 100u + copy.l[(k + 1u) % 3u][i]
                * 1000u + u32(u.m[i % 2u].w);
            dst[i + 4u] = u32(im.a[i % 2u]) + u32(im.b * 2.0) + im.c * alone[i / 2u];
        }";
    let mut u = vec![5, 0, 0, 0];
    u.extend(bits(&[1.0, 2.0, 3.0, 0.0]));
    u.extend(1..=12);
    u.extend(bits(&[0.0, 0.0, 0.0, 50.0, 0.0, 0.0, 0.0, 60.0]));
    let want = (0..8u32).map(|k| match k {
        0..4 => {
            let (row, next) = (k % 3, (k + 1) % 3);
            5 + 1 + row + (4 * row + 4) * 100 + (4 * next + 1 + k) * 1000 + 50 + k % 2 * 10
        }
        _ => ([-2i32 as u32, 9][k as usize % 2]).wrapping_add(3 + 7 * [10, 20][k as usize / 2 - 2]),
    });
    let dst = (vec![0; 8], Some(want.collect()));
    let immediates = [-2i32 as u32, 9, 1.5f32.to_bits(), 7];
    let buffers = [(u, None), dst, (vec![10, 20], None)];
    Kernel { source, groups: 1, buffers: &buffers, immediates: &immediates }.check();
}

#[test]
fn arrays_know_their_length() {
    let source = "
        struct Pair { a: u32, v: vec2<u32> }
        struct S { head: vec3<u32>, tail: array<Pair> }
        @group(0) @binding(0) var<storage> s: S;
        @group(0) @binding(1) var<storage, read_write> words: array<u32>;
        @group(0) @binding(2) var<storage> threes: array<vec3<u32>>;
        @compute @workgroup_size(1) fn main() {
            words[0] = arrayLength(&s.tail); words[1] = arrayLength(&words);
                words[2] = arrayLength(&threes);
            words[3] = s.tail[arrayLength(&s.tail) - 1u].v.y;
        }";
    // 16 bytes of head, then pairs of 16; what does not fill an element does not count.
    let buffers = [
        ((0..18).collect(), None),
        (vec![0; 7], Some(vec![3, 7, 3, 15, 0, 0, 0])),
        (vec![0; 15], None),
    ];
    Kernel { source, groups: 1, buffers: &buffers, immediates: &[] }.check();
}

#[test]
fn variables_start_with_their_value_or_zero() {
    let source = "
        struct S { a: u32, l: array<vec2<u32>, 3>, f: bool }
        const C = 4u;
        var<private> zero: S; var<private> given = vec3(C, C + 1u, 6u);
            var<private> list = array(1, -2);
        var<workgroup> w: array<u32, 100>; var<workgroup> ws: S;
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        fn touch() { zero.a += 1u; zero.l[2].y += 2u; given.y *= 2u; list[1]--; }
        @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32,
            @builtin(workgroup_id) g: vec3<u32>) {
            var bad = 0u;
            for (var k = i; k < 100u; k += 8u) { bad |= w[k]; }
            bad |= ws.a | ws.l[i % 3u].x | u32(ws.f) | zero.a | zero.l[1].y | u32(zero.f);
            workgroupBarrier();
            for (var k = i; k < 100u; k += 8u) { w[k] = k + 1u; }
            if i == 0u { ws = S(1u, array(vec2(1u), vec2(2u), vec2(3u)), true); }
            touch();
            var local: S; local.a += given.y;
            dst[g.x * 8u + i] = bad * 1000u + zero.a + zero.l[2].y * 10u + local.a
                + u32(-list[1]) * 100u;
        }";
    let want = vec![1 + 20 + 10 + 300; 8 * 50];
    let buffers = [(vec![0; 8 * 50], Some(want))];
    Kernel { source, groups: 50, buffers: &buffers, immediates: &[] }.check();
}

#[test]
fn invocations_know_who_they_are() {
    let source = "
        struct Ids {
            @builtin(global_invocation_id) g: vec3<u32>,
            @builtin(local_invocation_id) l: vec3<u32> }
        @group(0) @binding(0) var<storage, read_write> dst: array<vec4<u32>>;
        @compute @workgroup_size(3, 2, 4)
        fn main(ids: Ids, @builtin(workgroup_id) w: vec3<u32>,
            @builtin(num_workgroups) n: vec3<u32>, @builtin(local_invocation_index) i: u32) {
            dst[w.x * 24u + i] = vec4(ids.g.x * 100u + ids.g.y * 10u + ids.g.z, ids.l.x
                * 100u + ids.l.y * 10u + ids.l.z, i, n.x * 100u + n.y * 10u + n.z);
        }";
    let want = (0..5 * 24u32).flat_map(|k| {
        let (w, i) = (k / 24, k % 24);
        let (x, y, z) = (i % 3, i / 3 % 2, i / 6);
        [(w * 3 + x) * 100 + y * 10 + z, x * 100 + y * 10 + z, i, 511]
    });
    let buffers = [(vec![0; 5 * 96], Some(want.collect()))];
    Kernel { source, groups: 5, buffers: &buffers, immediates: &[] }.check();
}
