//! The kernels, each beside the same in plain Rust.

/// Elements of the maps: 60 MiB an array, more than caches hold.
const N: usize = 15 << 20;
/// Elements of what computes much for each.
const FEW: usize = 1 << 21;

/// Reads the buffers and writes the one that has the result.
type Rust = fn(&[Vec<u32>], &mut [u32]);

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) source: String,
    pub(crate) buffers: Vec<Vec<u32>>,
    /// The buffer that has the result.
    pub(crate) output: usize,
    pub(crate) groups: u32,
    /// What a nanosecond is told of.
    pub(crate) elements: usize,
    /// The largest relative error of a float result; `None` for words, which are exact.
    pub(crate) error: Option<f64>,
    rust: Rust,
}

impl Case {
    pub(crate) fn run_rust(&self, output: &mut [u32]) {
        (self.rust)(&self.buffers, output);
    }

    pub(crate) fn check(&self, expected: &[u32], got: &[u32]) -> Result<(), String> {
        let wrong = expected.iter().zip(got).position(|(&e, &g)| match self.error {
            None => e != g,
            Some(bound) => {
                let (e, g) = (f64::from(f32::from_bits(e)), f64::from(f32::from_bits(g)));
                let near = (e - g).abs() <= bound * e.abs().max(1.0);
                !near
            }
        });
        match wrong {
            Some(k) => {
                Err(format!("{}: result {k} is {:#x}, not {:#x}", self.name, got[k], expected[k]))
            }
            None if got.len() == expected.len() => Ok(()),
            None => Err(format!("{}: {} results, not {}", self.name, got.len(), expected.len())),
        }
    }
}

macro_rules! map {
    ($body:literal) => {
        concat!(
            "@group(0) @binding(0) var<storage, read> src: array<f32>;
             @group(0) @binding(1) var<storage, read_write> dst: array<f32>;
             @compute @workgroup_size(256)
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {
                 let i = id.x;
                 if i >= arrayLength(&src) { return; } ",
            $body,
            " }"
        )
    };
}

/// Maps the first buffer.
fn each(buffers: &[Vec<u32>], output: &mut [u32], f: impl Fn(f32) -> f32) {
    for (x, y) in buffers[0].iter().zip(output) {
        *y = f(f32::from_bits(*x)).to_bits();
    }
}

fn float_map(name: &'static str, source: &'static str, rust: Rust) -> Case {
    let src = (0..N).map(|i| (i as f32 * 1e-6).to_bits()).collect();
    Case {
        name,
        source: source.into(),
        buffers: vec![src, vec![0; N]],
        output: 1,
        groups: (N / 256) as u32,
        elements: N,
        error: Some(0.0),
        rust,
    }
}

/// The same four elements at a time, as engines for GPUs write it.
const BY_FOURS: &str = "
    @group(0) @binding(0) var<storage, read> src: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> dst: array<vec4<f32>>;
    fn body(x: f32) -> f32 { return x + tan(cos(sin(x * x))); }
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        let i = id.x;
        if i >= arrayLength(&src) { return; }
        let s = src[i];
        dst[i] = vec4(body(s.x), body(s.y), body(s.z), body(s.w));
    }";

const MAP_2017: &str = map!("let s = src[i]; dst[i] = s + tan(cos(sin(s * s)));");

fn map_2017() -> Case {
    let rust: Rust = |b, out| each(b, out, |x| x + (x * x).sin().cos().tan());
    // WGSL's own bounds for sin and cos are wide.
    Case { error: Some(2e-3), ..float_map("2017 map", MAP_2017, rust) }
}

/// A level of Held and Karp's method: one invocation a set of K of M cities, in colex order; a
/// row of the table for each place of the end in the set.
const M: usize = 20;
const K: usize = 10;

const HELD_KARP: &str = "
    const M = 20u; const K = 10u;
    @group(0) @binding(0) var<storage, read> previous: array<u32>;
    @group(0) @binding(1) var<storage, read_write> level: array<u32>;
    @group(0) @binding(2) var<storage, read> costs: array<u32>;
    @group(0) @binding(3) var<storage, read> binomials: array<u32>;
    var<workgroup> choose: array<u32, 256>;
    var<workgroup> cost: array<u32, 400>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) l: u32) {
        if l < 21u * 11u { choose[l] = binomials[l]; }
        for (var c = l; c < M * M; c += 256u) { cost[c] = costs[c]; }
        workgroupBarrier();
        let columns = choose[M * 11u + K];
        let fewer = choose[M * 11u + K - 1u];
        if id.x >= columns { return; }
        var cities = 0u;
        var left = id.x;
        var j = K;
        for (var s = M; s > 0u; s--) {
            let below = choose[(s - 1u) * 11u + j];
            if j > 0u && below <= left { cities |= 1u << (s - 1u); left -= below; j--; }
        }
        // The rank of the set without its first city, then without the second...
        var rank = 0u;
        var rest = cities & (cities - 1u);
        for (var j = 1u; j < K; j++) { rank += choose[countTrailingZeros(rest) * 11u + j]; rest &= rest - 1u; }
        var ends = cities;
        for (var place = 0u; place < K; place++) {
            let end = countTrailingZeros(ends);
            ends &= ends - 1u;
            var others = cities & ~(1u << end);
            var least = 0xffffffffu;
            for (var j = 0u; j + 1u < K; j++) {
                let before = countTrailingZeros(others);
                others &= others - 1u;
                least = min(least, previous[j * fewer + rank] + cost[before * M + end]);
            }
            level[place * columns + id.x] = least;
            rank += choose[end * 11u + place + 1u];
            if place + 1u < K { rank -= choose[countTrailingZeros(ends) * 11u + place + 1u]; }
        }
    }";

fn binomials() -> Vec<u32> {
    let mut table = vec![0u32; (M + 1) * (K + 1)];
    for c in 0..=M {
        table[c * (K + 1)] = 1;
        for j in 1..=K.min(c) {
            table[c * (K + 1) + j] =
                table[(c - 1) * (K + 1) + j - 1] + table[(c - 1) * (K + 1) + j];
        }
    }
    table
}

fn held_karp_rust(b: &[Vec<u32>], next: &mut [u32]) {
    let [previous, _, costs, binomials] = b else { return };
    let choose = |c: u32, j: usize| binomials[c as usize * (K + 1) + j] as usize;
    let (columns, fewer) = (choose(M as u32, K), choose(M as u32, K - 1));
    let mut cities = (1u32 << K) - 1;
    for column in 0..columns {
        let mut rank = 0;
        let mut rest = cities & (cities - 1);
        for j in 1..K {
            rank += choose(rest.trailing_zeros(), j);
            rest &= rest - 1;
        }
        let mut ends = cities;
        for place in 0..K {
            let end = ends.trailing_zeros();
            ends &= ends - 1;
            let mut others = cities & !(1 << end);
            let mut least = u32::MAX;
            for j in 0..K - 1 {
                let before = others.trailing_zeros();
                others &= others - 1;
                least = least
                    .min(previous[j * fewer + rank] + costs[before as usize * M + end as usize]);
            }
            next[place * columns + column] = least;
            rank += choose(end, place + 1);
            if place + 1 < K {
                rank -= choose(ends.trailing_zeros(), place + 1);
            }
        }
        // The next set of as many cities, in the order of their binary numbers.
        let low = cities & cities.wrapping_neg();
        let carried = cities + low;
        cities = carried | (((cities ^ carried) >> 2) / low);
    }
}

fn held_karp() -> Case {
    let table = binomials();
    let choose = |c: usize, j: usize| table[c * (K + 1) + j] as usize;
    let (columns, fewer) = (choose(M, K), choose(M, K - 1));
    let random = |i: usize| (i as u32).wrapping_mul(0x9E37_79B9) >> 16;
    Case {
        name: "Held-Karp level, a transition",
        source: HELD_KARP.into(),
        buffers: vec![
            (0..(K - 1) * fewer).map(random).collect(),
            vec![0; K * columns],
            (0..M * M).map(random).collect(),
            table.clone(),
        ],
        output: 1,
        groups: columns.div_ceil(256) as u32,
        elements: columns * K * (K - 1),
        error: None,
        rust: held_karp_rust,
    }
}

const LIFE: &str = "
    @group(0) @binding(0) var<storage, read> now: array<u32>;
    @group(0) @binding(1) var<storage, read_write> next: array<u32>;
    const W = 2048u; const H = 1024u;
    fn alive(x: u32, y: u32) -> u32 { return now[(y % H) * W + x % W]; }
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        let x = id.x % W;
        let y = id.x / W;
        let l = x + W - 1u; let r = x + 1u; let u = y + H - 1u; let d = y + 1u;
        let n = alive(l, u) + alive(x, u) + alive(r, u) + alive(l, y) + alive(r, y)
            + alive(l, d) + alive(x, d) + alive(r, d);
        next[id.x] = select(0u, 1u, n == 3u || (n == 2u && alive(x, y) == 1u));
    }";

fn life_rust(b: &[Vec<u32>], next: &mut [u32]) {
    let (w, h) = (2048, 1024);
    let alive = |x: usize, y: usize| b[0][(y % h) * w + x % w];
    let cell = |i: usize| {
        let (x, y) = (i % w, i / w);
        let (l, r, u, d) = (x + w - 1, x + 1, y + h - 1, y + 1);
        let n = alive(l, u)
            + alive(x, u)
            + alive(r, u)
            + alive(l, y)
            + alive(r, y)
            + alive(l, d)
            + alive(x, d)
            + alive(r, d);
        u32::from(n == 3 || (n == 2 && alive(x, y) == 1))
    };
    next.iter_mut().enumerate().for_each(|(i, next)| *next = cell(i));
}

const REDUCE: &str = "
    @group(0) @binding(0) var<storage, read> src: array<u32>;
    @group(0) @binding(1) var<storage, read_write> sums: array<u32>;
    var<workgroup> part: array<u32, 256>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>,
            @builtin(local_invocation_index) l: u32, @builtin(workgroup_id) group: vec3<u32>) {
        part[l] = src[id.x];
        workgroupBarrier();
        for (var s = 128u; s > 0u; s >>= 1u) {
            if l < s { part[l] += part[l + s]; }
            workgroupBarrier();
        }
        if l == 0u { sums[group.x] = part[0]; }
    }";

const HISTOGRAM: &str = "
    @group(0) @binding(0) var<storage, read> src: array<u32>;
    @group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        atomicMax(&bins[src[id.x] % 256u], id.x);
    }";

const COLLATZ: &str = "
    @group(0) @binding(0) var<storage, read> src: array<u32>;
    @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
    @compute @workgroup_size(256)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        var x = src[id.x] % 4096u + 1u;
        var n = 0u;
        while x > 1u {
            if x % 2u == 0u { x = x / 2u; } else { x = 3u * x + 1u; }
            n += 1u;
        }
        dst[id.x] = n;
    }";

fn collatz(start: u32) -> u32 {
    let (mut x, mut n) = (start % 4096 + 1, 0);
    while x > 1 {
        x = if x.is_multiple_of(2) { x / 2 } else { 3 * x + 1 };
        n += 1;
    }
    n
}

fn whole(name: &'static str, source: &'static str, out: usize, rust: Rust) -> Case {
    Case {
        name,
        source: source.into(),
        buffers: vec![
            (0..FEW as u32).map(|i| i.wrapping_mul(0x9E37_79B9) >> 8).collect(),
            vec![0; out],
        ],
        output: 1,
        groups: (FEW / 256) as u32,
        elements: FEW,
        error: None,
        rust,
    }
}

pub(crate) fn increment() -> Case {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(64)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) { data[id.x] += 1u; }";
    Case { buffers: vec![vec![0; 64]], output: 0, groups: 1, ..whole("", source, 0, |_, _| {}) }
}

/// The 2017 map of a few elements, with a constant that no cache has seen.
pub(crate) fn unseen(nonce: u32) -> Case {
    let source = MAP_2017.replace("s * s", &format!("s * s * {nonce}.5"));
    Case { source, buffers: vec![vec![0; 256]; 2], groups: 1, ..increment() }
}

pub(crate) fn all() -> Vec<Case> {
    let copy = float_map("copy", map!("dst[i] = src[i];"), |b, out| out.copy_from_slice(&b[0]));
    let line: Rust = |b, out| each(b, out, |x| 2.5 * x + 1.5);
    let line = float_map("2.5 x + 1.5", map!("dst[i] = 2.5 * src[i] + 1.5;"), line);
    let exp =
        float_map("exp", map!("dst[i] = exp(-src[i]);"), |b, out| each(b, out, |x| (-x).exp()));
    let sums: Rust = |b, out| {
        for (part, sum) in b[0].chunks(256).zip(out) {
            *sum = part.iter().fold(0, |a: u32, b| a.wrapping_add(*b));
        }
    };
    let bins: Rust = |b, out| {
        for (i, x) in b[0].iter().enumerate() {
            let bin = &mut out[*x as usize % 256];
            *bin = (i as u32).max(*bin);
        }
    };
    let starts: Rust = |b, out| b[0].iter().zip(out).for_each(|(x, y)| *y = collatz(*x));
    let mut life = whole("life, a cell", LIFE, FEW, life_rust);
    life.buffers[0].iter_mut().for_each(|w| *w = (*w >> 9) & 1);
    vec![
        copy,
        Case { error: Some(1e-6), ..line },
        map_2017(),
        Case {
            name: "2017 map, by fours",
            source: BY_FOURS.into(),
            groups: (N / 1024) as u32,
            ..map_2017()
        },
        Case { error: Some(1e-4), ..exp },
        held_karp(),
        life,
        whole("sums in workgroup memory", REDUCE, FEW / 256, sums),
        whole("maxima by atomics", HISTOGRAM, 256, bins),
        whole("Collatz, a start", COLLATZ, FEW, starts),
    ]
}
