//! Times kernels against plain Rust loops doing the same, on one thread, in one run.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::hint::black_box;
use std::time::Instant;
use wgpu_cpu::executor::{Binding, Budget, Buffer, Compiled, compile, dispatch};

type Error = Box<dyn std::error::Error>;

const N: usize = 1 << 20;

/// The best of several runs, in seconds.
fn best(mut f: impl FnMut()) -> f64 {
    (0..9)
        .map(|_| {
            let start = Instant::now();
            f();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::MAX, f64::min)
}

fn build(source: &str) -> Result<(Compiled, f64), Error> {
    let module = naga::front::wgsl::parse_str(source)?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module)?;
    let kernel = compile(&module, &info, "main", &[])?;
    let seconds = best(|| {
        black_box(compile(&module, &info, "main", &[])).ok();
    });
    Ok((kernel, seconds))
}

fn buffer(words: &[u32]) -> Result<Buffer, Error> {
    let buffer = Buffer::new(words.len() * 4).ok_or("no memory")?;
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    buffer.write(0, &bytes);
    Ok(buffer)
}

fn bind(buffers: &[Buffer]) -> Vec<Binding> {
    let bound = |(k, b): (usize, &Buffer)| Binding {
        group: 0,
        binding: k as u32,
        buffer: b.clone(),
        offset: 0,
        size: b.size(),
    };
    buffers.iter().enumerate().map(bound).collect()
}

fn row(name: &str, ours: f64, rust: f64, n: usize, compile: f64) {
    println!(
        "{name:<26}{:>10.3}{:>12.3}{:>10.2}{:>14.1}",
        ours / n as f64 * 1e9,
        rust / n as f64 * 1e9,
        ours / rust,
        compile * 1e6
    );
}

fn map(body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read> src: array<f32>;
         @group(0) @binding(1) var<storage, read_write> dst: array<f32>;
         @compute @workgroup_size(256)
         fn main(@builtin(global_invocation_id) gid: vec3<u32>) {{
             let i = gid.x;
             if (i >= arrayLength(&src)) {{ return; }}
             {body}
         }}"
    )
}

const HELD_KARP: &str = "
    @group(0) @binding(0) var<storage, read> level: array<u32>;
    @group(0) @binding(1) var<storage, read_write> next: array<u32>;
    @group(0) @binding(2) var<storage, read> costs: array<u32>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
        let i = gid.x;
        let n = arrayLength(&next);
        if (i >= n) { return; }
        let bag = i * 2654435761u;
        for (var v = 0u; v < 4u; v++) {
            var best = 0xffffffffu;
            for (var w = 0u; w < 8u; w++) {
                let city = (bag >> (w * 3u)) & 15u;
                let at = (i + w * 977u) & (n - 1u);
                best = min(best, level[at] + costs[city * 16u + v]);
            }
            next[i] = best + v;
        }
    }";

const REDUCE: &str = "
    @group(0) @binding(0) var<storage, read> src: array<u32>;
    @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
    var<workgroup> part: array<u32, 256>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) gid: vec3<u32>,
            @builtin(local_invocation_index) l: u32,
            @builtin(workgroup_id) wg: vec3<u32>) {
        part[l] = src[gid.x];
        workgroupBarrier();
        for (var s = 128u; s > 0u; s = s >> 1u) {
            if (l < s) { part[l] += part[l + s]; }
            workgroupBarrier();
        }
        if (l == 0u) { dst[wg.x] = part[0]; }
    }";

const COLLATZ: &str = "
    @group(0) @binding(0) var<storage, read_write> dst: array<u32>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
        var x = gid.x % 4096u + 1u;
        var n = 0u;
        while (x > 1u) {
            if (x % 2u == 0u) { x = x / 2u; } else { x = 3u * x + 1u; }
            n += 1u;
        }
        dst[gid.x] = n;
    }";

fn main() -> Result<(), Error> {
    println!(
        "{:<26}{:>10}{:>12}{:>10}{:>14}",
        "kernel", "ns/elem", "plain Rust", "ratio", "compile us"
    );
    let floats: Vec<f32> = (0..N).map(|i| i as f32 * 1e-5).collect();
    let bits: Vec<u32> = floats.iter().map(|f| f.to_bits()).collect();
    let groups = [(N / 256) as u32, 1, 1];
    let run = |kernel: &Compiled, bindings: &[Binding]| {
        best(|| {
            dispatch(kernel, groups, bindings, &[], Budget::default(), None).ok();
        })
    };
    let mut out = vec![0f32; N];

    type Map = (&'static str, &'static str, fn(f32, f32) -> f32);
    let maps: [Map; 7] = [
        ("copy", "dst[i] = src[i];", |x, _| x),
        ("saxpy", "dst[i] = 2.0 * src[i] + dst[i];", |x, y| 2.0 * x + y),
        ("2017 map", "let s = src[i]; dst[i] = s + tan(cos(sin(s * s)));", |x, _| {
            x + (x * x).sin().cos().tan()
        }),
        ("exp", "dst[i] = exp(-src[i]);", |x, _| (-x).exp()),
        ("log", "dst[i] = log(src[i]);", |x, _| x.ln()),
        ("pow", "dst[i] = pow(src[i], 1.7);", |x, _| x.powf(1.7)),
        ("atan2", "dst[i] = atan2(src[i], 0.5);", |x, _| x.atan2(0.5)),
    ];
    for (name, body, f) in maps {
        let buffers = [buffer(&bits)?, buffer(&bits)?];
        let (kernel, compile) = build(&map(body))?;
        let ours = run(&kernel, &bind(&buffers));
        out.copy_from_slice(&floats);
        let rust = best(|| {
            for (d, &s) in out.iter_mut().zip(&floats) {
                *d = f(s, *d);
            }
            black_box(&mut out);
        });
        row(name, ours, rust, N, compile);
    }

    let costs: Vec<u32> = (0..256).map(|i| i * 7 % 101).collect();
    let level: Vec<u32> = (0..N as u32).map(|i| i & 0xFFFF).collect();
    let buffers = [buffer(&level)?, buffer(&level)?, buffer(&costs)?];
    let (kernel, compile) = build(HELD_KARP)?;
    let ours = run(&kernel, &bind(&buffers));
    let mut next = vec![0u32; N];
    let rust = best(|| {
        for i in 0..N as u32 {
            let set = i.wrapping_mul(2_654_435_761);
            for v in 0..4 {
                let mut best = u32::MAX;
                for w in 0..8 {
                    let city = (set >> (w * 3)) & 15;
                    let at = (i + w * 977) & (N as u32 - 1);
                    best = best.min(level[at as usize] + costs[(city * 16 + v) as usize]);
                }
                next[i as usize] = best + v;
            }
        }
        black_box(&mut next);
    });
    row("held-karp (transition)", ours, rust, N * 32, compile);

    let buffers = [buffer(&level)?, buffer(&vec![0; N / 256])?];
    let (kernel, compile) = build(REDUCE)?;
    let ours = run(&kernel, &bind(&buffers));
    let mut sums = vec![0u32; N / 256];
    let rust = best(|| {
        for (d, part) in sums.iter_mut().zip(level.chunks(256)) {
            *d = part.iter().fold(0, |a, b| a.wrapping_add(*b));
        }
        black_box(&mut sums);
    });
    row("tree reduction", ours, rust, N, compile);

    let (kernel, compile) = build(COLLATZ)?;
    let buffers = [buffer(&level)?];
    let ours = run(&kernel, &bind(&buffers));
    let collatz = |i: u32| {
        let (mut x, mut n) = (i % 4096 + 1, 0u32);
        while x > 1 {
            x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
            n += 1;
        }
        n
    };
    let mut steps = 0u64;
    let rust = best(|| {
        steps = (0..N as u32).map(|i| u64::from(black_box(collatz(i)))).sum();
    });
    row("collatz (step)", ours, rust, steps as usize, compile);

    let (kernel, _) = build(&map("dst[i] = src[i];"))?;
    let small = [buffer(&bits[..256])?, buffer(&bits[..256])?];
    let bindings = bind(&small);
    let seconds = best(|| {
        for _ in 0..1000 {
            dispatch(&kernel, [1, 1, 1], &bindings, &[], Budget::default(), None).ok();
        }
    });
    println!("one dispatch of 256: {:.3} us", seconds * 1e3);
    Ok(())
}
