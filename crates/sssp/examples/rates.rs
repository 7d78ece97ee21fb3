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
use sssp::device::{Ask, Lengths, Rows, Solver, Tuning};

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
    let graph = csr(vertices, &edges);
    drop(edges);
    // The source is a vertex of the large component, most likely: one with many edges.
    let degree = |v: usize| graph.row[v + 1] - graph.row[v];
    let middle = vertices / 2;
    let source = (middle..vertices).find(|v| degree(*v) >= 3).unwrap_or(0) as u32;
    println!(
        "{kind} {size}: {vertices} vertices, {} arcs, made in {:.1} s",
        graph.column.len(),
        begin.elapsed().as_secs_f64()
    );

    let engine = Engine::new()?;
    println!("{}", engine.info());
    let floats: Vec<f32> = match option("float") {
        Some(_) => graph.weight.iter().map(|w| *w as f32).collect(),
        None => Vec::new(),
    };
    let lengths =
        if floats.is_empty() { Lengths::Integer(&graph.weight) } else { Lengths::Float(&floats) };
    let rows = Rows { row: &graph.row, column: &graph.column, lengths };
    let widths: Vec<u32> =
        option("width").unwrap_or("256").split(',').map(str::parse).collect::<Result<_, _>>()?;
    let deltas: Vec<Option<f64>> = match option("delta") {
        Some(list) => list.split(',').map(|it| it.parse().map(Some)).collect::<Result<_, _>>()?,
        None => vec![None],
    };
    let groups = option("groups").map(str::parse).transpose()?;
    let runs: usize = option("runs").map_or(Ok(3), str::parse)?;
    println!(
        "{:>6}{:>12}{:>10}{:>10}{:>10}{:>10}{:>8}{:>8}{:>9}{:>9}{:>9}",
        "width",
        "delta",
        "search ms",
        "tree ms",
        "all ms",
        "dispatch",
        "steps",
        "relax/E",
        "us/step",
        "GTEPS",
        "reached"
    );
    for width in widths {
        for delta in &deltas {
            let begin = Instant::now();
            let mut solver = Solver::new(&engine, rows, Tuning { width, groups, delta: *delta })?;
            let made = begin.elapsed();
            for run in 0..runs {
                let begin = Instant::now();
                let found =
                    solver.solve(&Ask::all(&[source]))?.map_err(|failed| format!("{failed:?}"))?;
                let all = begin.elapsed().as_secs_f64() * 1e3;
                let reached: Vec<usize> =
                    (0..vertices).filter(|v| found.distance[*v] < unreached(lengths)).collect();
                let reached_edges: f64 = reached.iter().map(|v| f64::from(degree(*v))).sum();
                let (search, tree) =
                    (found.search.as_secs_f64() * 1e3, found.tree.as_secs_f64() * 1e3);
                println!(
                    "{width:>6}{:>12.1}{search:>10.2}{tree:>10.2}{all:>10.2}{:>10}{:>8}{:>8.2}{:>9.2}{:>9.3}{:>9}",
                    found.delta,
                    found.dispatches,
                    found.steps,
                    found.relaxations as f64 / reached_edges,
                    search * 1e3 / f64::from(found.steps.max(1)),
                    reached_edges / search / 1e6,
                    reached.len(),
                );
                if run == 0 {
                    println!(
                        "       made in {:.2} s; {}",
                        made.as_secs_f64(),
                        certificate(&graph, lengths, &found.distance, &found.predecessor)
                    );
                }
            }
        }
    }
    Ok(())
}

fn unreached(lengths: Lengths<'_>) -> u32 {
    if matches!(lengths, Lengths::Float(_)) { f32::INFINITY.to_bits() } else { u32::MAX }
}

/// No edge shortens a distance, and each vertex has its distance by its predecessor.
fn certificate(graph: &Csr, lengths: Lengths<'_>, distance: &[u32], predecessor: &[u32]) -> String {
    let sum = |before: u32, weight: u32| match lengths {
        Lengths::Float(_) => (f32::from_bits(before) + weight as f32).to_bits(),
        _ => before.saturating_add(weight),
    };
    let mut tight = vec![false; distance.len()];
    let mut wrong = 0;
    for tail in 0..distance.len() {
        if distance[tail] >= unreached(lengths) {
            continue;
        }
        for edge in graph.row[tail] as usize..graph.row[tail + 1] as usize {
            let head = graph.column[edge] as usize;
            let there = sum(distance[tail], graph.weight[edge]);
            wrong += usize::from(there < distance[head]);
            tight[head] |= there == distance[head] && predecessor[head] == tail as u32;
        }
    }
    let roots =
        (0..distance.len()).filter(|v| distance[*v] < unreached(lengths) && !tight[*v]).count();
    format!(
        "{wrong} edges shorten a distance, {roots} vertices without a predecessor that leads there (1 is right)"
    )
}
