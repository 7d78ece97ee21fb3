//! Vectors, matrices and the wider and narrower scalars.
use crate::common::*;
use half::f16;

fn f(x: u32) -> f32 {
    f32::from_bits(x)
}

/// A tame float made of any word.
fn tame(x: u32) -> f32 {
    (x % 2000) as f32 * 0.01 - 10.0
}

const TAME: &str = "fn tame(x: u32) -> f32 { return f32(x % 2000u) * 0.01 - 10.0; }";

#[test]
fn geometry() {
    check(
        TAME,
        "let a = vec3(tame(x), tame(i), 2.0); let b = vec3(1.0, tame(x + i), tame(x / 3u)); let c = cross(a, b); r = bitcast<u32>(dot(a, b)) ^ bitcast<u32>(c.x) ^ bitcast<u32>(c.y) ^ bitcast<u32>(c.z) ^ bitcast<u32>(length(a)) ^ bitcast<u32>(distance(a, b));",
        |i, x| {
            let a = [tame(x), tame(i), 2.0];
            let b = [1.0, tame(x.wrapping_add(i)), tame(x / 3)];
            let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            let c =
                [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
            let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            [dot(a, b), c[0], c[1], c[2], dot(a, a).sqrt(), dot(d, d).sqrt()]
                .iter()
                .fold(0, |r, v| r ^ v.to_bits())
        },
    );
    check(
        TAME,
        "let v = normalize(vec2(tame(x), 3.0)); let w = mix(v, vec2(tame(i)), 0.25); let s = smoothstep(-1.0, 4.0, tame(x)); r = bitcast<u32>(v.x) ^ bitcast<u32>(w.y) ^ bitcast<u32>(s) ^ bitcast<u32>(reflect(v, vec2(0.0, 1.0)).y) ^ bitcast<u32>(faceForward(v, vec2(1.0), vec2(tame(i))).x) ^ bitcast<u32>(radians(tame(x))) ^ bitcast<u32>(fract(tame(x)));",
        |i, x| {
            let l = (tame(x) * tame(x) + 9.0).sqrt();
            let v = [tame(x) / l, 3.0 / l];
            let w = v[1] * 0.75 + tame(i) * 0.25;
            let t = ((tame(x) + 1.0) / 5.0).clamp(0.0, 1.0);
            let s = t * t * (3.0 - 2.0 * t);
            let along = 0.0 * v[0] + 1.0 * v[1];
            let reflected = v[1] - 2.0 * along * 1.0;
            let facing = tame(i) + tame(i) < 0.0;
            let turned = if facing { v[0] } else { -v[0] };
            let radians = tame(x) * (std::f64::consts::PI / 180.0) as f32;
            [v[0], w, s, reflected, turned, radians, tame(x) - tame(x).floor()]
                .iter()
                .fold(0, |r, v| r ^ v.to_bits())
        },
    );
    check(
        TAME,
        "let v = refract(vec2(0.6, -0.8), vec2(0.0, 1.0), 1.0 + f32(x % 2u)); r = u32(v.x * 1000.0 + 0.5) + 10000u * u32(v.y < 0.0);",
        |_, x| if x % 2 == 0 { 10600 } else { 0 },
    );
}

#[test]
fn matrices() {
    check(
        TAME,
        "let m = mat3x2(tame(x), 1.0, 2.0, tame(i), 3.0, 4.0); let v = m * vec3(1.0, 2.0, tame(x)); let w = vec2(tame(i), 2.0) * m; let t = transpose(m); let p = t * m; r = bitcast<u32>(v.x) ^ bitcast<u32>(v.y) ^ bitcast<u32>(w.z) ^ bitcast<u32>(t[1].y) ^ bitcast<u32>(p[2][1]) ^ bitcast<u32>((m * 2.0 + m)[1].x);",
        |i, x| {
            let (a, b) = (tame(x), tame(i));
            let v = [a * 1.0 + 2.0 * 2.0 + 3.0 * a, 1.0 * 1.0 + b * 2.0 + 4.0 * a];
            let wz = b * 3.0 + 2.0 * 4.0;
            let p = 2.0 * 3.0 + b * 4.0;
            [v[0], v[1], wz, b, p, 2.0 * 2.0 + 2.0].iter().fold(0, |r, v| r ^ v.to_bits())
        },
    );
}

/// WGSL has no `inverse`, the IR does: a transposition is exchanged for it.
#[test]
fn determinants_and_inverses() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> m2: array<mat2x2<f32>>;
        @group(0) @binding(1) var<storage, read_write> m3: array<mat3x3<f32>>;
        @group(0) @binding(2) var<storage, read_write> m4: array<mat4x4<f32>>;
        @group(0) @binding(3) var<storage, read_write> d: array<vec3<f32>>;
        @compute @workgroup_size(3) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
            let i = g.x;
            d[i] = vec3(determinant(m2[i]), determinant(m3[i]), determinant(m4[i]));
            m2[i] = m2[i] * transpose(m2[i]);
            m3[i] = m3[i] * transpose(m3[i]);
            m4[i] = m4[i] * transpose(m4[i]);
        }";
    let (mut module, info) = parse(source);
    for (_, e) in module.entry_points[0].function.expressions.iter_mut() {
        if let naga::Expression::Math { fun, .. } = e
            && *fun == naga::MathFunction::Transpose
        {
            *fun = naga::MathFunction::Inverse;
        }
    }
    let kernel = wgpu_cpu::executor::compile(&module, &info, "main", &[]).expect("compiles");
    let n = 6;
    let fill = |size: usize, stride: usize| -> Vec<u32> {
        (0..n * size * stride)
            .map(|k| {
                let (c, r) = (k / stride % size, k % stride);
                ((if c == r { 3.0 } else { 0.25 }) + (k % 7) as f32 * 0.125).to_bits()
            })
            .collect()
    };
    let data = [fill(2, 2), fill(3, 4), fill(4, 4), vec![0; n * 4]];
    let got = try_run(&kernel, [2, 1, 1], &data, wgpu_cpu::executor::Budget::default(), None)
        .expect("runs");
    for (which, (size, stride)) in [(2, 2), (3, 4), (4, 4)].into_iter().enumerate() {
        for k in 0..n {
            for (c, r) in (0..size).flat_map(|c| (0..size).map(move |r| (c, r))) {
                let v = f(got[which][k * size * stride + c * stride + r]);
                let want = if c == r { 1.0 } else { 0.0 };
                assert!((v - want).abs() < 1e-5, "{size}: [{c}][{r}] = {v}");
            }
        }
    }
    let m: Vec<f32> = data[0][..4].iter().map(|&w| f(w)).collect();
    assert_eq!(f(got[3][0]), m[0] * m[3] - m[1] * m[2]);
}

#[test]
fn halves() {
    let h = |v: f32| f16::from_f32(v).to_f32();
    check(
        &format!("enable f16; {TAME}"),
        "let a = f16(tame(x)); let b = f16(tame(i)); let c = a * b + a / (b + 0.5h) - 3.0h; r = bitcast<u32>(f32(c)) ^ u32(a > b) ^ u32(i32(a));",
        |i, x| {
            let (a, b) = (h(tame(x)), h(tame(i)));
            let c = h(h(h(a * b) + h(a / h(b + 0.5))) - 3.0);
            c.to_bits() ^ u32::from(a > b) ^ (a as i32 as u32)
        },
    );
    let source = "enable f16;
        struct S { a: f16, b: vec3<f16>, c: mat2x2<f16> }
        @group(0) @binding(0) var<storage, read_write> s: array<S>;
        @group(0) @binding(1) var<storage, read_write> d: array<f16>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
            d[g.x] = f16(g.x) * 0.5h;
            if (g.x < arrayLength(&s)) { s[g.x].b.y = d[g.x] + 1.0h; s[g.x].c[1].x = s[g.x].a; }
        }";
    let got = run(source, [4, 1, 1], &[vec![0x3C00_4200; 6 * 5], vec![0; 128]]);
    for (k, &w) in got[1].iter().enumerate() {
        let at = |i: usize| u32::from(f16::from_f32(i as f32 * 0.5).to_bits());
        assert_eq!(w, at(2 * k) | (at(2 * k + 1) << 16));
    }
    // S: a at 0, b at 8, c at 16, size 24.
    for k in 0..5 {
        let y = u32::from(f16::from_f32(k as f32 * 0.5 + 1.0).to_bits());
        assert_eq!(got[0][6 * k + 2], 0x4200 | (y << 16));
        assert_eq!(got[0][6 * k + 5], 0x3C00_4200);
    }
}

#[test]
fn wide_integers() {
    check(
        "",
        "let a = (u64(x) << 32u) | u64(i); let b = a * 0x100000001lu + 5lu; let c = b / (u64(i) + 0lu); let d = i64(b) >> (i & 63u); let e = i64(x) - 5000000000li; r = u32(b >> 32u) ^ u32(c) ^ u32(c >> 32u) ^ u32(d) ^ u32(e % 77li) ^ u32(a < b) ^ u32(i64(a) < e) ^ u32(min(a, b)) ^ u32(countOneBits(a));",
        |i, x| {
            let a = (u64::from(x) << 32) | u64::from(i);
            let b = a.wrapping_mul(0x1_0000_0001).wrapping_add(5);
            let c = b.checked_div(i.into()).unwrap_or(b);
            let d = (b as i64) >> (i & 63);
            let e = i64::from(x) - 5_000_000_000;
            (b >> 32) as u32
                ^ c as u32
                ^ (c >> 32) as u32
                ^ d as u32
                ^ (e % 77) as u32
                ^ u32::from(a < b)
                ^ u32::from((a as i64) < e)
                ^ a.min(b) as u32
                ^ a.count_ones()
        },
    );
}

#[test]
fn doubles() {
    check(
        "",
        "let a = f64(bitcast<f32>(x)); let b = f64(i) + 0.25lf; var c = a * b - 1.5lf; if (c > 10.0lf) { c = sqrt(c); } let s = select(c, b, a < b); r = bitcast<u32>(f32(c)) ^ u32(i32(s)) ^ u32(a == b); if (r != r) { r = 0u; } if (bitcast<f32>(x) != bitcast<f32>(x)) { r = 0u; }",
        |i, x| {
            let a = f64::from(f(x));
            let b = f64::from(i) + 0.25;
            let mut c = a * b - 1.5;
            if c > 10.0 {
                c = c.sqrt();
            }
            let s = if a < b { b } else { c };
            if f(x).is_nan() {
                0
            } else {
                (c as f32).to_bits() ^ (s as i32 as u32) ^ u32::from(a == b)
            }
        },
    );
    let source = "
        @group(0) @binding(0) var<storage, read_write> d: array<f64>;
        @group(0) @binding(1) var<storage, read_write> n: array<atomic<u64>, 2>;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3<u32>) {
            if (g.x < arrayLength(&d)) { d[g.x] = sin(d[g.x]) + exp(d[g.x] * 0.1lf); atomicAdd(&n[0], u64(g.x) << 30u); atomicMax(&n[1], u64(g.x) * 0x100000000lu); }
        }";
    let values: Vec<f64> = (0..100).map(|k| f64::from(k) * 0.37).collect();
    let words: Vec<u32> =
        values.iter().flat_map(|v| [v.to_bits() as u32, (v.to_bits() >> 32) as u32]).collect();
    let got = run(source, [2, 1, 1], &[words, vec![0; 4]]);
    for (k, v) in values.iter().enumerate() {
        let bits = u64::from(got[0][2 * k]) | (u64::from(got[0][2 * k + 1]) << 32);
        assert_eq!(f64::from_bits(bits), v.sin() + (v * 0.1).exp());
    }
    let sum: u64 = (0..100u64).map(|k| k << 30).sum();
    assert_eq!(got[1], [sum as u32, (sum >> 32) as u32, 0, 99]);
}

#[test]
fn selects_and_relations() {
    check(
        "",
        "let v = vec3(x, i, 7u); let c = v > vec3(5u, 6u, 7u); let s = select(v, v.zyx, c); r = s.x + 3u * s.y + 5u * s.z + u32(any(c)) + 2u * u32(all(c)) + u32(all(!c));",
        |i, x| {
            let v = [x, i, 7];
            let c = [x > 5, i > 6, false];
            let s = [0, 1, 2].map(|k| if c[k] { v[2 - k] } else { v[k] });
            s[0].wrapping_add(s[1].wrapping_mul(3))
                .wrapping_add(s[2].wrapping_mul(5))
                .wrapping_add(u32::from(c[0] || c[1]))
                .wrapping_add(u32::from(!c[0] && !c[1]))
        },
    );
}
