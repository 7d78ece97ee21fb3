//! Places of every kind, and indices past their end.
use crate::common::*;
use wgpu_cpu::executor::Budget;

#[test]
fn structs_and_layout() {
    let source = "
        struct Inner { a: vec3<f32>, b: u32, m: mat3x3<f32> }
        struct Outer { head: u32, inner: array<Inner, 2>, tail: vec2<i32> }
        @group(0) @binding(0) var<storage, read> src: array<Outer>;
        @group(0) @binding(1) var<storage, read_write> dst: array<Outer>;
        @compute @workgroup_size(3)
        fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
            if (gid.x >= arrayLength(&src)) { return; }
            var o = src[gid.x];
            o.inner[gid.x % 2u].a.y = 5.0;
            o.inner[0].m[gid.x % 3u].z = 7.0;
            o.tail = o.tail.yx;
            dst[gid.x] = o;
            dst[gid.x].inner[1].b = o.head + 1u;
        }";
    // Outer: head 0, inner 16 (64 each), tail 144, size 160.
    let n = 10;
    let src: Vec<u32> = (0..40 * n).collect();
    let got = run(source, [4, 1, 1], &[src.clone(), vec![0; src.len()]]).swap_remove(1);
    let mut want = vec![0; src.len()];
    for k in 0..n as usize {
        let at = 40 * k;
        let mut copy = |w: usize| want[at + w] = src[at + w];
        copy(0);
        for inner in [4, 20] {
            (0..4).for_each(|w| copy(inner + w));
            for column in [4, 8, 12] {
                (0..3).for_each(|w| copy(inner + column + w));
            }
        }
        want[at + 4 + 16 * (k % 2) + 1] = 5.0f32.to_bits();
        want[at + 4 + 4 + 4 * (k % 3) + 2] = 7.0f32.to_bits();
        want[at + 36] = src[at + 37];
        want[at + 37] = src[at + 36];
        want[at + 20 + 3] = src[at] + 1;
    }
    assert_eq!(got, want);
}

#[test]
fn out_of_range() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> b: array<array<u32, 4>, 4>;
        @group(0) @binding(2) var<storage, read_write> c: array<u32>;
        @group(0) @binding(3) var<uniform> u: array<vec4<u32>, 2>;
        var<workgroup> w: array<u32, 8>;
        var<private> p: array<u32, 5>;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) l: u32) {
            for (var k = 0u; k < 5u; k++) { p[k] = k + 100u; }
            let far = array(0u, 4u, 8u, 0x40000000u, 0x7fffffffu, 0xffffffffu, 0xfffffffcu, 17u);
            let i = far[l % 8u] + l / 8u;
            a[i] = 1u;
            b[1][i] = 7u;
            b[i][1] = 8u;
            w[i] = 3u;
            p[i] = 4u;
            workgroupBarrier();
            var sum = a[i] + w[i] * 2u + p[i] * 3u + u[i][i % 4u];
            sum += b[i][i];
            var v = vec4(1u, 2u, 3u, 4u);
            v[i] = 9u;
            c[l] = v.x + v.y + v.z + v.w;
            if (i >= arrayLength(&a) && i >= 8u) { c[l] += 1000u * sum; }
            atomicAddLike(i);
        }
        fn atomicAddLike(i: u32) { a[i + 0x3fffffffu] = 77u; }";
    let got = run(source, [1, 1, 1], &[vec![0; 8], vec![0; 16], vec![5; 64], vec![9; 8]]);
    for l in 0..64u32 {
        let far = [0, 4, 8, 0x4000_0000, 0x7FFF_FFFF, u32::MAX, 0xFFFF_FFFC, 17][l as usize % 8];
        let i = u32::wrapping_add(far, l / 8);
        let v: u32 = 10 + if i < 4 { 9 - (i + 1) } else { 0 };
        assert_eq!(got[2][l as usize], v, "lane {l} i {i:#x}");
    }
    assert!(got[0].iter().all(|&x| x == 1 || x == 77), "{:?}", got[0]);
    assert_eq!(got[3], vec![9; 8]);
}

#[test]
fn negative_and_dynamic_components() {
    check(
        "",
        "var m = mat2x3<f32>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0); let c = x % 2u; let k = i % 3u; m[c][k] += 10.0; let v = m[c]; r = u32(v[k]) + u32(m[1u - c][k]) * 100u;",
        |i, x| {
            let m = [[1, 2, 3], [4, 5, 6]];
            let (c, k) = ((x % 2) as usize, (i % 3) as usize);
            m[c][k] + 10 + 100 * m[1 - c][k]
        },
    );
    check(
        "const T = array<u32, 10>(3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u, 5u, 3u);",
        "r = T[x % 10u] * 10u + T[(x + i) % 10u];",
        |i, x| {
            let t = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
            t[(x % 10) as usize] * 10 + t[(x.wrapping_add(i) % 10) as usize]
        },
    );
    check(
        "",
        "let a = array(x, i, x + i, x ^ i, 1u, 2u, 3u, 4u, 5u, 6u, 7u); r = a[x % 11u];",
        |i, x| [x, i, x.wrapping_add(i), x ^ i, 1, 2, 3, 4, 5, 6, 7][(x % 11) as usize],
    );
    check(
        "struct S { a: u32, b: array<vec2<u32>, 3> }",
        "var s: array<S, 2>; s[x % 2u].b[i % 3u] = vec2(x, i); s[x % 2u].a = 5u; let q = s[x % 2u]; r = q.b[i % 3u].x + q.b[(i + 1u) % 3u].y + q.a + s[1u - x % 2u].a;",
        |_, x| x.wrapping_add(5),
    );
}

#[test]
fn workgroup_memory() {
    let source = "
        struct W { flag: bool, list: array<bool, 7>, sum: atomic<u32>, m: mat2x2<f32>, v: vec3<u32> }
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: W;
        var<workgroup> tile: array<array<u32, 8>, 8>;
        @compute @workgroup_size(8, 8)
        fn main(@builtin(local_invocation_id) l: vec3<u32>, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) g: vec3<u32>) {
            var bad = u32(w.flag) + atomicLoad(&w.sum) + tile[l.x][l.y] + w.v.y;
            for (var k = 0u; k < 7u; k++) { bad += u32(w.list[k]); }
            workgroupBarrier();
            tile[l.y][l.x] = i;
            atomicAdd(&w.sum, i);
            if (i < 7u) { w.list[i] = i % 2u == 0u; }
            if (i == 9u) { w.flag = true; w.m[1].x = 2.5; w.v = vec3(4u, 5u, 6u); }
            workgroupBarrier();
            var odd = 0u;
            for (var k = 0u; k < 7u; k++) { odd += u32(w.list[k]); }
            dst[g.x * 64u + i] = tile[l.x][l.y] + 1000u * u32(w.flag) + 10000u * odd + atomicLoad(&w.sum) * 100000u + u32(w.m[1].x * 2.0) + w.v.z + bad * 7777u;
        }";
    let got = run(source, [3, 1, 1], &[vec![0; 192]]).swap_remove(0);
    for (k, &got) in got.iter().enumerate() {
        let (i, x, y) = ((k % 64) as u32, (k % 8) as u32, (k / 8 % 8) as u32);
        assert_eq!(got, x * 8 + y + 1000 + 40000 + 2016 * 100_000 + 5 + 6, "lane {i}");
    }
}

#[test]
fn uniform_load_and_immediates() {
    let source = "
        struct I { a: vec2<u32>, b: u32, c: u32 }
        var<immediate> im: I;
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        var<workgroup> n: u32;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) i: u32) {
            if (i == 5u) { n = 6u; }
            let k = workgroupUniformLoad(&n);
            var r = im.a.y;
            for (var j = 0u; j < k; j++) { workgroupBarrier(); r += 1u; }
            dst[i] = r;
        }";
    let got = run(source, [1, 1, 1], &[vec![0; 32]]).swap_remove(0);
    assert_eq!(got, vec![0x0807_0605 + 6; 32]);
}

#[test]
fn ids_in_three_dimensions() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        @compute @workgroup_size(2, 3, 2)
        fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>,
                @builtin(workgroup_id) w: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>,
                @builtin(local_invocation_index) li: u32) {
            let at = g.x + g.y * n.x * 2u + g.z * n.x * 2u * n.y * 3u;
            dst[at] = l.x + 10u * l.y + 100u * l.z + 1000u * w.x + 10000u * w.y + 100000u * w.z + 1000000u * li;
        }";
    let groups = [3, 4, 5];
    let got = run(source, groups, &[vec![0; 6 * 12 * 10]]).swap_remove(0);
    for z in 0..10u32 {
        for y in 0..12u32 {
            for x in 0..6u32 {
                let (lx, ly, lz) = (x % 2, y % 3, z % 2);
                let want = lx
                    + 10 * ly
                    + 100 * lz
                    + 1000 * (x / 2)
                    + 10000 * (y / 3)
                    + 100_000 * (z / 2)
                    + 1_000_000 * (lx + 2 * ly + 6 * lz);
                assert_eq!(got[(x + y * 6 + z * 72) as usize], want);
            }
        }
    }
}

#[test]
fn atomics() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> a: array<atomic<u32>, 8>;
        @group(0) @binding(1) var<storage, read_write> s: array<atomic<i32>, 2>;
        @group(0) @binding(2) var<storage, read_write> seen: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) g: vec3<u32>) {
            let i = g.x;
            let slot = atomicAdd(&a[0], 1u);
            seen[slot] = i + 1u;
            if (i % 2u == 0u) { atomicMax(&a[1], i); atomicMin(&a[2], 100000u - i); }
            atomicOr(&a[3], 1u << (i % 32u)); atomicXor(&a[4], i); atomicAnd(&a[5], ~(1u << (i % 16u)));
            atomicSub(&a[6], 2u);
            atomicMin(&s[0], i32(i) - 500); atomicMax(&s[1], 500 - i32(i));
            loop { let old = atomicLoad(&a[7]); let res = atomicCompareExchangeWeak(&a[7], old, old + 3u); if (res.exchanged) { break; } }
            atomicStore(&a[20 + 0 * 1 - 20 + i32(i) * 0 + 0], atomicExchange(&a[0], atomicLoad(&a[0])));
        }";
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("pool");
    let source = source.replace("atomicStore(&a[20 + 0 * 1 - 20 + i32(i) * 0 + 0], atomicExchange(&a[0], atomicLoad(&a[0])));", "");
    let n = 64 * 100u32;
    let mut a = vec![0; 8];
    a[2] = u32::MAX;
    a[5] = u32::MAX;
    for pool in [None, Some(&pool)] {
        let data = [a.clone(), vec![0; 2], vec![0; n as usize]];
        let got =
            try_run(&kernel(&source), [100, 1, 1], &data, Budget::default(), pool).expect("runs");
        let even = n - 2;
        let xor = (0..n).fold(0, |x, i| x ^ i);
        assert_eq!(
            got[0],
            [n, even, 100_000 - even, u32::MAX, xor, 0xFFFF_0000, (2 * n).wrapping_neg(), 3 * n]
        );
        assert_eq!(got[1], [-500i32 as u32, 500]);
        let mut seen = got[2].clone();
        seen.sort_unstable();
        assert_eq!(seen, (1..=n).collect::<Vec<_>>());
    }
}

#[test]
fn mixed_widths_and_pointers() {
    let source = "
        struct P { a: u32, b: u64, c: vec2<f64>, d: i64 }
        struct Q { n: atomic<u32>, big: atomic<i64>, list: array<u32, 4> }
        @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
        @group(0) @binding(1) var<storage, read_write> total: atomic<f32>;
        @group(0) @binding(2) var<storage, read_write> q: array<Q, 2>;
        var<workgroup> w: Q;
        fn halve(p: ptr<private, array<u32, 4>>, k: u32) -> u32 { (*p)[k] /= 2u; return (*p)[k + 1u]; }
        var<private> four: array<u32, 4>;
        @compute @workgroup_size(32)
        fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) g: vec3<u32>) {
            var s: array<P, 3>;
            s[i % 3u].b = u64(i) << 33u;
            s[i % 3u].c[i % 2u] = f64(i) * 0.5lf;
            s[(i + 1u) % 3u].a = i;
            s[(i + 1u) % 3u].d = -5li;
            let t = s[i % 3u];
            let n = &w.n; let old = atomicAdd(n, 2u);
            four[i % 4u] = 9u; let none = halve(&four, i % 4u) + four[i % 4u] - 4u;
            atomicMin(&w.big, -i64(i));
            atomicAdd(&total, 0.5);
            let list = &q[g.x].list; (*list)[i] = i + 7u;
            workgroupBarrier();
            dst[g.x * 32u + i] = u32(t.b >> 33u) + u32(t.c.x + t.c.y) * 100u + s[(i + 1u) % 3u].a * 10000u + u32(s[(i + 1u) % 3u].d + 5li) + t.a + none
                + 1000000u * u32(atomicLoad(&w.n) == 64u) + 2000000u * u32(atomicLoad(&w.big) == -31li) + 4000000u * u32(old % 2u == 0u);
        }";
    let got = run(source, [2, 1, 1], &[vec![0; 64], vec![0], vec![0; 16]]);
    for (k, &got) in got[0].iter().enumerate() {
        let i = k as u32 % 32;
        assert_eq!(got, i + i / 2 * 100 + i * 10000 + 7_000_000, "lane {i}");
    }
    assert_eq!(f32::from_bits(got[1][0]), 32.0);
    for half in got[2].chunks(8) {
        assert_eq!(half[4..8], [7, 8, 9, 10]);
        assert_eq!(half[..4], [0; 4]);
    }
}

/// Elements of two to four words go by in runs: all lanes, some lanes, shifted so that the
/// first and the last are outside, every second one, and whole structs.
#[test]
fn neighbouring_elements() {
    let places = ["i", "i + 1u", "i - 1u", "i * 2u", "15u - i % 16u", "i / 2u"];
    let types = [("vec2<u32>", 2, 2), ("vec3<u32>", 3, 4), ("vec4<u32>", 4, 4), ("Three", 3, 3)];
    for ((ty, components, stride), place) in types.iter().flat_map(|t| places.map(|p| (*t, p))) {
        for (count, most) in [(1usize, 1000u32), (300, 1000), (700, 1000), (700, 333)] {
            let fields = if ty == "Three" { ["a", "b", "c", ""] } else { ["x", "y", "z", "w"] };
            let changed: String = (0..components)
                .map(|c| format!("e.{0} = e.{0} * 3u + {c}u + i; ", fields[c]))
                .collect();
            let source = format!(
                "struct Three {{ a: u32, b: u32, c: u32 }}
                @group(0) @binding(0) var<storage, read> src: array<{ty}>;
                @group(0) @binding(1) var<storage, read_write> dst: array<{ty}>;
                @compute @workgroup_size(64)
                fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
                    let i = id.x;
                    if i >= {most}u {{ return; }}
                    var e = src[{place}];
                    {changed}
                    dst[{place}] = e;
                }}"
            );
            let src: Vec<u32> = (0..(count * stride) as u32).map(|k| k * 7 + 1).collect();
            let groups = 12;
            let got = run(&source, [groups, 1, 1], &[src.clone(), vec![5; src.len()]]);
            let mut want = vec![5; src.len()];
            for i in 0..(groups * 64).min(most) {
                let at = match place {
                    "i" => i,
                    "i + 1u" => i + 1,
                    "i - 1u" => i.wrapping_sub(1),
                    "i * 2u" => i * 2,
                    "i / 2u" => i / 2,
                    _ => 15 - i % 16,
                } as usize;
                if at < count {
                    for c in 0..components {
                        let word = at * stride + c;
                        want[word] = src[word] * 3 + c as u32 + i;
                    }
                }
            }
            assert_eq!(got[1], want, "{count} of {ty} at {place}, {most} lanes");
        }
    }
}
