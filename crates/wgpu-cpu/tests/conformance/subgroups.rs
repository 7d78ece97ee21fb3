//! Subgroups, whose size is the device's own: what holds for any size.

use crate::devices::{devices, note};

/// Evaluates `body`, which sets `r`, in 4 workgroups of 64, and what `want` says of each subgroup:
/// it gets the numbers of the invocations that take part.
fn check(body: &str, want: impl Fn(&[u32], u32) -> u32) {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> dst: array<vec2<u32>>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) g: vec3<u32>, @builtin(subgroup_size) size: u32,
                @builtin(subgroup_invocation_id) lane: u32) {{
            let i = g.x;
            var r = 0u;
            {body}
            dst[i] = vec2(r, size);
        }}"
    );
    for gpu in devices() {
        if !gpu.features.contains(wgpu::Features::SUBGROUP) {
            note(&format!("{} has no subgroups", gpu.name));
            continue;
        }
        let got = gpu.run(&source, 4, &[vec![0; 512]]).swap_remove(0);
        let size = got[1];
        for (i, got) in (0..).zip(got.chunks(2)) {
            let first = i - i % size;
            let members: Vec<u32> = (first..first + size).collect();
            assert_eq!(got[0], want(&members, i), "{}, invocation {i}\n{body}", gpu.name);
        }
    }
}

#[test]
fn reductions() {
    check("r = subgroupAdd(i);", |all, _| all.iter().sum());
    check("r = subgroupMul(i % 3u + 1u);", |all, _| {
        all.iter().fold(1, |r, i| r.wrapping_mul(i % 3 + 1))
    });
    check("r = subgroupMin(i ^ 5u) + subgroupMax(i ^ 5u) * 1000u;", |all, _| {
        let each = || all.iter().map(|i| i ^ 5);
        each().min().unwrap() + each().max().unwrap() * 1000
    });
    check(
        "r = subgroupAnd(i | 1u) + subgroupOr(i) * 1000u + subgroupXor(i * 7u) * 1000000u;",
        |all, _| {
            let and = all.iter().fold(!0, |r, i| r & (i | 1));
            let or = all.iter().fold(0, |r, i| r | i);
            let xor = all.iter().fold(0, |r, i| r ^ (i * 7));
            and.wrapping_add(or * 1000).wrapping_add(xor.wrapping_mul(1_000_000))
        },
    );
    check(
        "r = u32(subgroupMax(-f32(i)) * -2.0) + u32(subgroupMin(i32(i) - 900) + 900);",
        |all, _| all[0] * 3,
    );
    check("r = subgroupAdd(vec2(i, 1u)).y;", |all, _| all.len() as u32);
}

#[test]
fn scans() {
    check("r = subgroupInclusiveAdd(i) + subgroupExclusiveAdd(i) * 1000u;", |all, i| {
        let before: u32 = all.iter().filter(|k| **k < i).sum();
        before + i + before * 1000
    });
    check("r = subgroupInclusiveMul(i | 1u) ^ subgroupExclusiveMul(i | 1u);", |all, i| {
        let before = all.iter().filter(|k| **k < i).fold(1u32, |r, k| r.wrapping_mul(k | 1));
        before.wrapping_mul(i | 1) ^ before
    });
}

#[test]
fn votes() {
    check("r = u32(subgroupAll(i < 100u)) + 2u * u32(subgroupAny(i % 50u == 7u));", |all, _| {
        let some = all.iter().any(|i| i % 50 == 7);
        u32::from(all.iter().all(|i| *i < 100)) + 2 * u32::from(some)
    });
    check(
        "let b = subgroupBallot(i % 3u == 0u); r = countOneBits(b.x) + countOneBits(b.y) * 100u;",
        |all, _| {
            let ones = |all: &[u32]| all.iter().filter(|i| **i % 3 == 0).count() as u32;
            let (low, high) = all.split_at(all.len().min(32));
            ones(low) + ones(high) * 100
        },
    );
}

#[test]
fn exchanges() {
    let at = |all: &[u32], k: u32| all[k as usize % all.len()];
    check("r = subgroupBroadcast(i, 3u) + subgroupBroadcastFirst(i) * 1000u;", move |all, _| {
        at(all, 3) + all[0] * 1000
    });
    check("r = subgroupShuffle(i, (lane + 3u) % size);", move |all, i| at(all, i - all[0] + 3));
    check("r = subgroupShuffle(i, size - 1u - lane);", move |all, i| {
        at(all, all.len() as u32 - 1 - (i - all[0]))
    });
    check("r = subgroupShuffleXor(i, 1u);", |_, i| i ^ 1);
    check("r = subgroupShuffleUp(i, 1u); if lane == 0u { r = 0u; }", |all, i| {
        if i == all[0] { 0 } else { i - 1 }
    });
    check("r = subgroupShuffleDown(i, 2u); if lane + 2u >= size { r = 0u; }", |all, i| {
        if i - all[0] + 2 >= all.len() as u32 { 0 } else { i + 2 }
    });
    check("r = quadBroadcast(i, 2u) + quadSwapX(i) * 1000u;", |_, i| (i & !3) + 2 + (i ^ 1) * 1000);
    check("r = quadSwapY(i) + quadSwapDiagonal(i) * 1000u;", |_, i| (i ^ 2) + (i ^ 3) * 1000);
}

#[test]
fn only_those_who_are_there_take_part() {
    check(
        "if i % 2u == 0u { r = subgroupAdd(i); } else { r = subgroupAdd(1u); }",
        |all, i| match i % 2 {
            0 => all.iter().filter(|i| **i % 2 == 0).sum(),
            _ => all.len() as u32 / 2,
        },
    );
    check("if i % 4u != 1u { r = subgroupExclusiveAdd(1u); }", |all, i| match i % 4 {
        1 => 0,
        _ => all.iter().filter(|k| **k < i && **k % 4 != 1).count() as u32,
    });
}
