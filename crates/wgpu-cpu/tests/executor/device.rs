//! Faults, refusals, overrides, threads and subgroups.
use crate::common::*;
use wgpu_cpu::executor::{Budget, CompileError, FaultKind, compile};

#[test]
fn endless_loops_and_parted_barriers_are_faults() {
    let endless = |condition: &str| {
        format!(
            "@group(0) @binding(0) var<storage, read_write> a: array<u32>;
             @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {{
                 loop {{ a[i] += 1u; if ({condition}) {{ break; }} }}
             }}"
        )
    };
    for condition in ["a[0] == 0xffffffffu && i == 70u", "arrayLength(&a) == 0u"] {
        let kernel = kernel(&endless(condition));
        let budget = Budget::of_iterations(1000);
        let fault = try_run(&kernel, [3, 1, 1], &[vec![0; 64]], budget, None).expect_err("endless");
        assert_eq!(fault.kind, FaultKind::EndlessLoop);
        assert_eq!(fault.kernel, "main");
        assert!(fault.span.is_some());
    }
    let source = "
        var<workgroup> w: u32;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            if (i < 20u) { w = 1u; workgroupBarrier(); }
        }";
    let (mut module, _) = parse(&source.replace("workgroupBarrier();", ""));
    let _ = &mut module;
    let kernel = kernel(source);
    let fault = try_run(&kernel, [1, 1, 1], &[], Budget::default(), None).expect_err("apart");
    assert_eq!(fault.kind, FaultKind::BarrierApart);
}

#[test]
fn wrong_bindings_are_faults() {
    let kernel = kernel(
        "@group(0) @binding(0) var<storage, read_write> a: array<u32, 8>;
         @compute @workgroup_size(1) fn main() { a[1] = 2u; }",
    );
    for data in [vec![], vec![vec![0; 7]]] {
        let fault = try_run(&kernel, [1, 1, 1], &data, Budget::default(), None).expect_err("bound");
        assert!(matches!(fault.kind, FaultKind::Binding(_)), "{fault}");
    }
    assert_eq!(kernel.bindings()[0].min_size, 32);
    assert_eq!(kernel.workgroup_size(), [1, 1, 1]);
}

#[test]
fn refusals_name_the_thing() {
    let refused = |source: &str, what: &str| {
        let error = kernel_with(source, &[]).expect_err(what);
        assert!(error.to_string().to_lowercase().contains(what), "{error} lacks {what}");
    };
    refused(
        "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var<storage, read_write> a: array<vec4<f32>>; @compute @workgroup_size(1) fn main() { a[0] = textureLoad(t, vec2(0, 0), 0); }",
        "image",
    );
    refused(
        "@compute @workgroup_size(64) fn main() { var a: array<u32, 1000000>; for (var k = 0u; k < 9u; k++) { a[k] = k; } }",
        "components",
    );
    refused(
        "override n: u32; @group(0) @binding(0) var<storage, read_write> a: array<u32>; @compute @workgroup_size(1) fn main() { a[0] = n; }",
        "override",
    );
    let chain: String = (0..40)
        .map(|k| {
            format!("fn f{}(x: u32) -> u32 {{ return f{k}(x) + f{k}(x + 1u) * 3u; }}\n", k + 1)
        })
        .collect();
    refused(
        &format!(
            "fn f0(x: u32) -> u32 {{ return x * x; }}\n{chain}@group(0) @binding(0) var<storage, read_write> a: array<u32>; @compute @workgroup_size(1) fn main() {{ a[0] = f40(a[1]); }}"
        ),
        "inlining",
    );
    let deep = |k: usize, inner: &str| {
        format!(
            "fn d{k}(x: u32) -> u32 {{ var r = x; {} {inner} {} return r; }}\n",
            "if (r > 3u) { r += 1u; ".repeat(90),
            "}".repeat(90)
        )
    };
    let nest: String = (1..6).map(|k| deep(k, &format!("r += d{}(r);", k - 1))).collect();
    refused(
        &format!(
            "{}{nest}@group(0) @binding(0) var<storage, read_write> a: array<u32>; @compute @workgroup_size(1) fn main() {{ a[0] = d5(a[1]); }}",
            deep(0, "r += 2u;")
        ),
        "nested",
    );
    let (module, info) = parse("@compute @workgroup_size(1) fn other() {}");
    assert!(matches!(compile(&module, &info, "main", &[]), Err(CompileError::NoEntry(_))));
}

#[test]
fn overrides() {
    let source = "
        override n: u32 = 3u; @id(7) override scale: f32; override wg = 32u;
        var<workgroup> w: array<u32, wg>;
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @compute @workgroup_size(wg) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i; a[i] = n * 10u + u32(scale * 2.0) + w[i]; }";
    let set = |v: &[(&str, f64)]| v.iter().map(|(n, x)| (n.to_string(), *x)).collect::<Vec<_>>();
    let kernel = kernel_with(source, &set(&[("7", 2.5), ("wg", 8.0)])).expect("compiles");
    assert_eq!(kernel.workgroup_size(), [8, 1, 1]);
    let got = try_run(&kernel, [1, 1, 1], &[vec![0; 8]], Budget::default(), None).expect("runs");
    assert_eq!(got[0], (35..43).collect::<Vec<_>>());
    assert!(matches!(
        kernel_with(source, &set(&[("7", 1.0), ("zz", 1.0)])),
        Err(CompileError::Override(_))
    ));
}

#[test]
fn threads_agree_with_one() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
        @compute @workgroup_size(100) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
            var x = g.x; var n = 0u;
            while (x > 1u && n < 500u) { if (x % 2u == 0u) { x /= 2u; } else { x = x * 3u + 1u; } n++; }
            if (g.x < arrayLength(&a)) { a[g.x] = n; atomicAdd(&sum, n); }
            a[0] = 5u; // every workgroup races for this one
        }";
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().expect("pool");
    let kernel = kernel(source);
    let data = [vec![0; 50_000], vec![0]];
    let one = try_run(&kernel, [500, 1, 1], &data, Budget::default(), None).expect("runs");
    let many = try_run(&kernel, [500, 1, 1], &data, Budget::default(), Some(&pool)).expect("runs");
    assert_eq!(one, many);
    for x in [1usize, 27, 97, 49_999] {
        let (mut v, mut n) = (x as u32, 0);
        while v > 1 && n < 500 {
            v = if v % 2 == 0 { v / 2 } else { v.wrapping_mul(3).wrapping_add(1) };
            n += 1;
        }
        assert_eq!(one[0][x], n);
    }
}

#[test]
fn subgroups() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> a: array<u32>;
        @compute @workgroup_size(80) fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) group: u32) {
            var r = size * 1000000u + lane * 10u;
            if (i % 2u == 0u) { r += subgroupAdd(1u) * 1000u; } else { r += subgroupExclusiveAdd(1u); }
            let b = subgroupBallot(i % 3u == 0u);
            r += countOneBits(b.x) * 100000u;
            r ^= subgroupShuffleXor(i, 1u) + subgroupBroadcastFirst(i) + subgroupMax(i) + group;
            a[i] = r;
        }";
    let got = run(source, [1, 1, 1], &[vec![0; 80]]).swap_remove(0);
    for i in 0..80u32 {
        let (group, lane) = (i / 32, i % 32);
        let end = (group * 32 + 32).min(80);
        let n = end - group * 32;
        let mut r = 32_000_000 + lane * 10;
        r += if i % 2 == 0 { n / 2 * 1000 } else { lane / 2 };
        r += (group * 32..end).filter(|l| l % 3 == 0).count() as u32 * 100_000;
        r ^= (i ^ 1) + group * 32 + (end - 1) + group;
        assert_eq!(got[i as usize], r, "lane {i}");
    }
}

#[test]
fn reductions_and_scans_with_barriers() {
    let source = "
        @group(0) @binding(0) var<storage, read> src: array<u32>;
        @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
        @group(0) @binding(2) var<storage, read_write> scan: array<u32>;
        const N = SIZEu;
        var<workgroup> part: array<u32, N>;
        var<workgroup> run: array<u32, N>;
        @compute @workgroup_size(SIZE)
        fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) l: u32, @builtin(workgroup_id) wg: vec3<u32>) {
            part[l] = src[gid.x]; run[l] = src[gid.x];
            workgroupBarrier();
            for (var s = N / 2u; s > 0u; s = s >> 1u) {
                if (l < s) { part[l] += part[l + s]; }
                workgroupBarrier();
            }
            for (var s = 1u; s < N; s <<= 1u) {
                var t = 0u;
                if (l >= s) { t = run[l - s]; }
                workgroupBarrier();
                run[l] += t;
                workgroupBarrier();
            }
            scan[gid.x] = run[l];
            if (l == 0u) { sums[wg.x] = part[0]; }
        }";
    for size in [1u32, 2, 16, 64, 256, 1024] {
        let n = size * 5;
        let src = edges(n as usize);
        let source = source.replace("SIZE", &size.to_string());
        let got = run(&source, [5, 1, 1], &[src.clone(), vec![0; 5], vec![0; n as usize]]);
        for (g, part) in src.chunks(size as usize).enumerate() {
            let mut sum = 0u32;
            for (k, v) in part.iter().enumerate() {
                sum = sum.wrapping_add(*v);
                assert_eq!(got[2][g * size as usize + k], sum, "size {size}");
            }
            assert_eq!(got[1][g], sum, "size {size}");
        }
    }
}
