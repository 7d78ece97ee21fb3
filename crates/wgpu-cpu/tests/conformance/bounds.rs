//! Indices out of range: WGSL lets a read give zero or any part of the variable, and a write do
//! nothing or meet any part. Whatever it is, nothing else changes.

use crate::devices::devices;
use crate::rows::{OneOf, Table};

#[test]
fn reads_of_values_and_variables() {
    let header = "
        var<private> p = array(11u, 12u, 13u);
        struct S { v: vec3<u32>, l: array<vec2<u32>, 2> }";
    let among = |at: u32, list: &'static [u32]| match list.get(at as usize) {
        Some(found) => OneOf(vec![*found]),
        None => OneOf([&[0], list].concat()),
    };
    Table::<(u32, i32)>::with(header)
        .row("let l = array(11u, 12u, 13u); return l[a];", move |(a, _)| among(a, &[11, 12, 13]))
        .row("let l = array(11u, 12u, 13u); return l[b];", move |(_, b)| {
            among(b as u32, &[11, 12, 13])
        })
        .row("var l = array(11u, 12u, 13u); return l[a];", move |(a, _)| among(a, &[11, 12, 13]))
        .row("var l = array(11u, 12u, 13u); let q = &l[a]; return *q;", move |(a, _)| {
            among(a, &[11, 12, 13])
        })
        .row("return p[a];", move |(a, _)| among(a, &[11, 12, 13]))
        .row("let v = vec4(11u, 12u, 13u, 14u); return v[a];", move |(a, _)| {
            among(a, &[11, 12, 13, 14])
        })
        .row("var v = vec2(11u, 12u); return v[b];", move |(_, b)| among(b as u32, &[11, 12]))
        .row("var m = mat2x2<f32>(11, 12, 13, 14); return u32(m[a][b]);", move |(a, b)| {
            match (a, b) {
                (0..2, 0..2) => OneOf(vec![11 + 2 * a + b as u32]),
                _ => OneOf(vec![0, 11, 12, 13, 14]),
            }
        })
        .row("var s = S(vec3(1u), array(vec2(2u), vec2(3u))); return s.l[a].y;", move |(a, _)| {
            among(a, &[2, 3])
        })
        .check();
}

#[test]
fn writes_to_variables() {
    let list = |l: [u32; 3], at: u32| match at {
        0..3 => {
            let mut l = l;
            l[at as usize] = 7;
            OneOf(vec![l])
        }
        _ => OneOf(vec![l, [7, l[1], l[2]], [l[0], 7, l[2]], [l[0], l[1], 7]]),
    };
    Table::<(u32, i32)>::with("var<private> p: array<u32, 3>;")
        .row(
            "var l = array(1u, 2u, 3u); l[a] = 7u; return vec3(l[0], l[1], l[2]);",
            move |(a, _)| list([1, 2, 3], a),
        )
        .row("p = array(1u, 2u, 3u); p[b] = 7u; return vec3(p[0], p[1], p[2]);", move |(_, b)| {
            list([1, 2, 3], b as u32)
        })
        .row("var v = vec3(1u, 2u, 3u); v[a] = 7u; return v;", move |(a, _)| list([1, 2, 3], a))
        .check();
}

const SOURCE: &str = "
    struct S { head: u32, list: array<u32, 4>, tail: u32 }
    @group(0) @binding(0) var<storage> indices: array<u32>;
    @group(0) @binding(1) var<storage, read_write> words: array<u32>;
    @group(0) @binding(2) var<storage, read_write> s: S;
    @group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>, 4>;
    @group(0) @binding(4) var<uniform> u: array<vec4<u32>, 2>;
    @group(0) @binding(5) var<storage, read_write> dst: array<u32>;
    var<workgroup> w: array<u32, 4>;
    @compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3<u32>) {
        let k = indices[id.x];
        for (var n = 0u; n < 4u; n++) { w[n] = 40u; }
        words[k] = 21u; s.list[k] = 22u; atomicAdd(&counts[k], 1u); w[k] = 41u;
        dst[id.x * 6u] = words[k]; dst[id.x * 6u + 1u] = s.list[k]; dst[id.x * 6u + 2u] = w[k];
        dst[id.x * 6u + 3u] = u[k].y; dst[id.x * 6u + 4u] = u[k % 2u][k];
            dst[id.x * 6u + 5u] = atomicLoad(&counts[k]);
    }";

#[test]
fn buffers_and_workgroup_memory() {
    let indices = [4, 5, 8, 100, 0x3FFF_FFFF, 0x4000_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];
    for gpu in devices() {
        let buffers = [
            indices.to_vec(),
            vec![20; 4],
            vec![30, 20, 20, 20, 20, 31],
            vec![0; 4],
            (1..=8).collect(),
            vec![99; indices.len() * 6],
        ];
        let got = gpu.run(SOURCE, indices.len() as u32, &buffers);
        let all = |words: &[u32], allowed: &[u32]| words.iter().all(|x| allowed.contains(x));
        assert!(all(&got[1], &[20, 21]), "{}: {:?}", gpu.name, got[1]);
        assert!(all(&got[2], &[20, 22, 30, 31]), "{}: {:?}", gpu.name, got[2]);
        assert!(got[3].iter().sum::<u32>() <= indices.len() as u32, "{}: {:?}", gpu.name, got[3]);
        for read in got[5].chunks(6) {
            assert!(all(&read[0..1], &[0, 20, 21]), "{}: {read:?}", gpu.name);
            assert!(all(&read[1..2], &[0, 20, 22, 30, 31]), "{}: {read:?}", gpu.name);
            assert!(all(&read[2..3], &[0, 40, 41]), "{}: {read:?}", gpu.name);
            assert!(all(&read[3..5], &[0, 1, 2, 3, 4, 5, 6, 7, 8]), "{}: {read:?}", gpu.name);
            assert!(read[5] <= indices.len() as u32, "{}: {read:?}", gpu.name);
        }
    }
}
