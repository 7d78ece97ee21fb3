//! Rates: what the device takes for graphs of several shapes.
//!
//!     cargo run --release -p sssp --example rates -- rmat 20
//!     cargo run --release -p sssp --example rates -- road 1024 width=512 delta=20000
//!
//! `rmat SCALE` and `uniform SCALE` have 2^SCALE vertices and 16 times as many edges, each in both
//! directions; `road SIDE` is a grid of which some edges are missing, with lengths as roads have.
//! Options: width, groups, delta (may be several, parted by commas), runs, float.

use std::time::Instant;

use kernel_engine::Engine;
use sssp::{Graph, Query, Solver, Tuning, Weight, host};

/// Numbers that are the same in every run (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable
/// pseudorandom number generators*, OOPSLA 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

type Edge = (u32, u32, u32);

struct Csr {
    row: Vec<u32>,
    column: Vec<u32>,
    weight: Vec<u32>,
}

/// Each edge in both directions.
fn csr(vertices: usize, edges: &[Edge]) -> Csr {
    let mut row = vec![0u32; vertices + 1];
    for (a, b, _) in edges {
        row[*a as usize + 1] += 1;
        row[*b as usize + 1] += 1;
    }
    for v in 0..vertices {
        row[v + 1] += row[v];
    }
    let mut at = row.clone();
    let (mut column, mut weight) = (vec![0; edges.len() * 2], vec![0; edges.len() * 2]);
    for (a, b, w) in edges {
        for (tail, head) in [(*a, *b), (*b, *a)] {
            let place = at[tail as usize] as usize;
            at[tail as usize] += 1;
            (column[place], weight[place]) = (head, *w);
        }
    }
    Csr { row, column, weight }
}

fn rmat(scale: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let vertices = 1u64 << scale;
    let mut name: Vec<u32> = (0..vertices as u32).collect();
    for k in (1..name.len()).rev() {
        let other = numbers.below(k as u64 + 1) as usize;
        name.swap(k, other);
    }
    let edge = |_| {
        let (mut a, mut b) = (0usize, 0usize);
        for _ in 0..scale {
            let at = numbers.below(100);
            (a, b) = (
                a * 2 + usize::from(at >= 76),
                b * 2 + usize::from((57..76).contains(&at) || at >= 95),
            );
        }
        (name[a], name[b], numbers.below(255) + 1)
    };
    (0..vertices * 16).map(edge).collect()
}

fn uniform(scale: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let vertices = 1u64 << scale;
    (0..vertices * 16)
        .map(|_| (numbers.below(vertices), numbers.below(vertices), numbers.below(255) + 1))
        .collect()
}

/// A grid with 0.602 of its edges, whose lengths are those of USA-road-d by median and mean.
fn road(side: u32, numbers: &mut Numbers) -> Vec<Edge> {
    let mut edges = Vec::new();
    for v in 0..side * side {
        for (there, head) in
            [(v % side + 1 < side, v + 1), (v / side + 1 < side, v.saturating_add(side))]
        {
            if there && numbers.unit() < 0.602 {
                let (a, b) = (numbers.unit(), numbers.unit());
                let normal = (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos();
                let length = (1447f64.ln() + 1.193 * normal).exp().clamp(1.0, 368_885.0);
                edges.push((v, head, length as u32));
            }
        }
    }
    edges
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option =
        |name: &str| arguments.iter().find_map(|it| it.strip_prefix(name)?.strip_prefix('='));
    let kind = arguments.first().map_or("road", String::as_str);
    let size: u32 = arguments.get(1).map_or(Ok(256), |it| it.parse())?;
    let mut numbers = Numbers(27_491_095);
    let begin = Instant::now();
    let (vertices, edges) = match kind {
        "rmat" => (1usize << size, rmat(size, &mut numbers)),
        "uniform" => (1 << size, uniform(size, &mut numbers)),
        "road" => ((size * size) as usize, road(size, &mut numbers)),
        other => return Err(format!("`{other}` is none of rmat, uniform, road").into()),
    };
    let Csr { row, column, weight } = csr(vertices, &edges);
    drop(edges);
    println!(
        "{kind} {size}: {vertices} vertices, {} arcs, made in {:.1} s",
        column.len(),
        begin.elapsed().as_secs_f64()
    );
    let engine = Engine::new()?;
    println!("{}", engine.info());
    let deltas: Vec<Option<f64>> = match option("delta") {
        Some(list) => list.split(',').map(|it| it.parse().map(Some)).collect::<Result<_, _>>()?,
        None => vec![None],
    };
    let groups = option("groups").map(str::parse).transpose()?;
    let runs: usize = option("runs").map_or(Ok(3), str::parse)?;
    let mut tunings = Vec::new();
    for width in option("width").unwrap_or("256").split(',') {
        let width = width.parse()?;
        tunings.extend(deltas.iter().map(|delta| Tuning { width, groups, delta: *delta }));
    }
    if option("float").is_some() {
        let weight = weight.iter().map(|weight| *weight as f32).collect();
        measure(&engine, &Graph::from_csr(row, column, weight)?, &tunings, runs)
    } else {
        measure(&engine, &Graph::from_csr(row, column, weight)?, &tunings, runs)
    }
}

fn measure<W: Weight>(
    engine: &Engine,
    graph: &Graph<W>,
    tunings: &[Tuning],
    runs: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    // The source is a vertex of the large component, most likely: one with many edges.
    let vertices = graph.vertices();
    let degree = |vertex: u32| graph.leaving(vertex).count();
    let source = (vertices / 2..vertices).find(|vertex| degree(*vertex) >= 3).unwrap_or(0);
    let begin = Instant::now();
    let host = host::solve(graph, source)?;
    println!("host: {:.1} ms", begin.elapsed().as_secs_f64() * 1e3);
    let reached = host.distances().enumerate().filter(|(_, distance)| distance.is_some());
    let edges: usize = reached.map(|(vertex, _)| degree(vertex as u32)).sum();
    println!(
        "{:>6}{:>12}{:>10}{:>10}{:>8}{:>8}{:>8}",
        "width", "delta", "search ms", "all ms", "steps", "relax/E", "GTEPS"
    );
    for tuning in tunings {
        let begin = Instant::now();
        let mut solver = Solver::tuned(engine, graph, *tuning)?;
        println!("       made in {:.2} s", begin.elapsed().as_secs_f64());
        for run in 0..runs {
            let begin = Instant::now();
            solver.solve(Query::from(source).without_predecessors())?;
            let search = begin.elapsed().as_secs_f64() * 1e3;
            let begin = Instant::now();
            let paths = solver.solve(source)?;
            let all = begin.elapsed().as_secs_f64() * 1e3;
            let report = paths.report();
            println!(
                "{:>6}{:>12.1}{search:>10.2}{all:>10.2}{:>8}{:>8.2}{:>8.3}",
                tuning.width,
                report.delta.unwrap_or(0.0),
                report.steps.unwrap_or(0),
                report.relaxations.unwrap_or(0) as f64 / edges as f64,
                edges as f64 / search / 1e6,
            );
            if run == 0 {
                paths.verify(graph)?;
                assert!(paths.distances().eq(host.distances()), "the host has other distances");
            }
        }
    }
    Ok(())
}
