//! Atomics: each function by itself, and many invocations at once.

use crate::devices::devices;
use crate::rows::Kernel;

/// Of many invocations: what does not depend on their order.
#[test]
fn invocations_meet() {
    let source = "
        struct W { sum: atomic<u32>, least: atomic<i32>, bits: array<atomic<u32>, 3> }
        @group(0) @binding(0) var<storage, read_write> a: array<atomic<u32>, 9>;
        @group(0) @binding(1) var<storage, read_write> s: array<atomic<i32>, 3>;
        @group(0) @binding(2) var<storage, read_write> seen: array<u32>;
        @group(0) @binding(3) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: W;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) g: vec3<u32>,
            @builtin(local_invocation_index) l: u32) {
            let i = g.x;
            seen[atomicAdd(&a[0], 1u)] = i;
            if i % 2u == 0u { atomicMax(&a[1], i); atomicMin(&a[2], 100000u - i); }
            atomicOr(&a[3], 1u << (i % 31u)); atomicXor(&a[4], i);
                atomicAnd(&a[5], ~(1u << (i % 16u)));
            atomicSub(&a[6], 2u);
            atomicMin(&s[0], i32(i) - 500); atomicMax(&s[1], 500 - i32(i)); atomicAdd(&s[2], -3);
            loop {
                let old = atomicLoad(&a[7]);
                if atomicCompareExchangeWeak(&a[7], old, old * 3u + 1u).exchanged { break; }
            }
            atomicAdd(&a[8], atomicExchange(&a[8], 0u));
            atomicAdd(&w.sum, l); atomicMin(&w.least, i32(l) - 100);
                atomicOr(&w.bits[l % 3u], 1u << (l % 32u));
            workgroupBarrier();
            dst[i] = atomicLoad(&w.sum) + u32(-atomicLoad(&w.least)) * 10000u
                + countOneBits(atomicLoad(&w.bits[l % 3u])) * 1000000u;
        }";
    let n = 64 * 40u32;
    for gpu in devices() {
        let mut a = vec![0; 9];
        (a[2], a[5]) = (u32::MAX, u32::MAX);
        let data = [a, vec![0; 3], vec![0; n as usize], vec![0; n as usize]];
        let got = gpu.run(source, n / 64, &data);
        let steps = (0..n).fold(0u32, |x, _| x.wrapping_mul(3).wrapping_add(1));
        let xor = (0..n).fold(0, |x, i| x ^ i);
        let want =
            [n, n - 2, 100_002 - n, !0 >> 1, xor, 0xFFFF_0000, (2 * n).wrapping_neg(), steps, 0];
        assert_eq!(got[0], want, "{}", gpu.name);
        assert_eq!(got[1], [-500, 500, -3 * n as i32].map(|x| x as u32), "{}", gpu.name);
        let mut seen = got[2].clone();
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..n), "{}: each place is given once", gpu.name);
        let bits =
            |third: u32| (0..64u32).filter(|l| l % 3 == third).fold(0u32, |b, l| b | 1 << (l % 32));
        for (i, got) in (0..).zip(&got[3]) {
            let ones = bits(i % 64 % 3).count_ones();
            assert_eq!(*got, 2016 + 1_000_000 + ones * 1_000_000, "{}: invocation {i}", gpu.name);
        }
    }
}

/// One invocation after the other, so that what each function returns is known.
#[test]
fn functions_return_what_was_there() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> u: atomic<u32>;
        @group(0) @binding(1) var<storage, read_write> s: atomic<i32>;
        @group(0) @binding(2) var<storage, read_write> dst: array<u32>;
        var<workgroup> w: atomic<u32>; var<private> n: u32;
        fn put(x: u32) { dst[n] = x; n++; }
        @compute @workgroup_size(1) fn main() {
            put(atomicAdd(&u, 5u)); put(atomicSub(&u, 7u)); put(atomicMax(&u, 9u));
                put(atomicMin(&u, 40u));
            put(atomicOr(&u, 3u)); put(atomicXor(&u, 9u)); put(atomicAnd(&u, 6u));
                put(atomicExchange(&u, 77u));
            put(u32(atomicAdd(&s, -5))); put(u32(atomicSub(&s, -7)));
                put(u32(atomicMax(&s, -9))); put(u32(atomicMin(&s, -40)));
            put(u32(atomicOr(&s, 3))); put(u32(atomicXor(&s, 9))); put(u32(atomicAnd(&s, 6)));
                put(u32(atomicExchange(&s, -1)));
            let no = atomicCompareExchangeWeak(&u, 1u, 2u); put(no.old_value);
                put(u32(no.exchanged));
            put(u32(atomicLoad(&s))); atomicStore(&s, 8); put(u32(atomicLoad(&s)));
            put(atomicAdd(&w, 1u)); put(atomicOr(&w, 6u)); put(atomicLoad(&w));
        }";
    let u = [1, 6, u32::MAX, u32::MAX, 40, 43, 34, 2];
    let s = [-3, -8, -1, -1, -40, -37, -46, 2].map(|x: i32| x as u32);
    let rest = [77, 0, u32::MAX, 8, 0, 1, 7];
    let want = [&u[..], &s, &rest].concat();
    let dst = (vec![0; want.len()], Some(want));
    let buffers = [(vec![1], Some(vec![77])), (vec![-3i32 as u32], Some(vec![8])), dst];
    Kernel { source, groups: 1, buffers: &buffers, immediates: &[] }.check();
}
