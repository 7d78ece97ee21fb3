//! Every device found comes to the distances and predecessors of plain Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use kernel_engine::{DeviceChoice, Engine};
use sssp::device::{Ask, Failed, Lengths, Rows, Solver, Tuning};

const NONE: u32 = u32::MAX;

fn engines() -> Vec<Engine> {
    let mut names: Vec<String> = Engine::devices().into_iter().map(|it| it.name).collect();
    names.sort();
    names.dedup();
    let open = |name| Engine::builder().device(DeviceChoice::Named(name)).build().unwrap();
    names.into_iter().map(open).collect()
}

/// Tail, head, weight.
type Edges = Vec<(u32, u32, i32)>;

fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32 % below
    }
}

struct Csr {
    row: Vec<u32>,
    column: Vec<u32>,
    weight: Vec<i32>,
}

fn csr(vertices: u32, edges: &Edges) -> Csr {
    let mut sorted = edges.clone();
    sorted.sort_by_key(|edge| edge.0);
    let mut row = vec![0; vertices as usize + 1];
    for (tail, ..) in &sorted {
        row[*tail as usize + 1] += 1;
    }
    for k in 0..vertices as usize {
        row[k + 1] += row[k];
    }
    let column = sorted.iter().map(|edge| edge.1).collect();
    let weight = sorted.iter().map(|edge| edge.2).collect();
    Csr { row, column, weight }
}

/// Rounds over all edges; none when they do not end. `add` is the sum.
fn brute<D: Copy + PartialOrd>(
    vertices: u32,
    edges: &[(u32, u32, D)],
    sources: &[u32],
    zero: D,
    add: impl Fn(D, D) -> D,
) -> Option<Vec<Option<D>>> {
    let mut distance = vec![None; vertices as usize];
    sources.iter().for_each(|s| distance[*s as usize] = Some(zero));
    for _ in 0..=vertices {
        let mut changed = false;
        for (tail, head, weight) in edges {
            let Some(before) = distance[*tail as usize] else { continue };
            let there = add(before, *weight);
            if distance[*head as usize].is_none_or(|known| there < known) {
                distance[*head as usize] = Some(there);
                changed = true;
            }
        }
        if !changed {
            return Some(distance);
        }
    }
    None
}

/// The rule of predecessors, by rounds.
fn tree<D: Copy + PartialOrd>(
    edges: &[(u32, u32, D)],
    distance: &[Option<D>],
    sources: &[u32],
    zero: D,
    negative: bool,
    add: impl Fn(D, D) -> D,
) -> Vec<u32> {
    let mut predecessor = vec![NONE; distance.len()];
    let tight = |tail: u32, head: u32, w: D| matches!((distance[tail as usize], distance[head as usize]), (Some(a), Some(b)) if add(a, w) == b);
    let mut placed = vec![false; distance.len()];
    for s in sources {
        placed[*s as usize] |= distance[*s as usize] == Some(zero);
    }
    if !negative {
        for (tail, head, w) in edges {
            if tight(*tail, *head, *w) && distance[*tail as usize] < distance[*head as usize] {
                predecessor[*head as usize] = predecessor[*head as usize].min(*tail);
            }
        }
        (0..placed.len()).for_each(|v| placed[v] |= predecessor[v] != NONE);
    }
    loop {
        let before = placed.clone();
        for (tail, head, w) in edges {
            if before[*tail as usize] && !before[*head as usize] && tight(*tail, *head, *w) {
                predecessor[*head as usize] = predecessor[*head as usize].min(*tail);
                placed[*head as usize] = true;
            }
        }
        if placed == before {
            return predecessor;
        }
    }
}

fn tunings(delta: f64) -> Vec<Tuning> {
    vec![
        Tuning::default(),
        Tuning { width: 64, groups: Some(3), delta: Some(delta) },
        Tuning { width: 32, groups: Some(2), delta: Some(1e9) },
    ]
}

fn check(engine: &Engine, name: &str, vertices: u32, edges: &Edges, sources: &[u32]) {
    let graph = csr(vertices, edges);
    let wide: Vec<(u32, u32, i64)> = edges.iter().map(|e| (e.0, e.1, e.2.into())).collect();
    let expected = brute(vertices, &wide, sources, 0, |a, b| a + b);
    let negative = edges.iter().any(|edge| edge.2 < 0);
    let unsigned: Vec<u32> = graph.weight.iter().map(|w| *w as u32).collect();
    let floats: Vec<f32> = graph.weight.iter().map(|w| *w as f32 / 8.0).collect();
    let mut kinds = vec![Lengths::Signed(&graph.weight)];
    if !negative {
        kinds.extend([Lengths::Integer(&unsigned), Lengths::Float(&floats)]);
    }
    for lengths in kinds {
        for tuning in tunings(1.0) {
            let what =
                format!("{} {name} {lengths:.0?} {tuning:?} from {sources:?}", engine.info().name);
            let what = &what[..what.len().min(400)];
            let rows = Rows { row: &graph.row, column: &graph.column, lengths };
            let mut solver = Solver::new(engine, rows, tuning).unwrap();
            // Twice: the second run finds the leavings of the first.
            for _ in 0..2 {
                let found = solver.solve(&Ask::all(sources)).unwrap();
                let Some(expected) = &expected else {
                    let Err(Failed::Cycle(cycle)) = found else {
                        panic!("no cycle: {what} {found:?}")
                    };
                    let total: i64 = (0..cycle.len())
                        .map(|k| {
                            let (a, b) = (cycle[k], cycle[(k + 1) % cycle.len()]);
                            wide.iter()
                                .filter(|e| (e.0, e.1) == (a, b))
                                .map(|e| e.2)
                                .min()
                                .expect(what)
                        })
                        .sum();
                    assert!(total < 0, "{what} {cycle:?}");
                    continue;
                };
                let found = found.unwrap_or_else(|failed| panic!("{what}: {failed:?}"));
                let value = |key: u32| match lengths {
                    Lengths::Float(_) => {
                        (key != f32::INFINITY.to_bits()).then(|| (f32::from_bits(key) * 8.0) as i64)
                    }
                    Lengths::Signed(_) => (key != NONE).then(|| i64::from((key ^ 1 << 31) as i32)),
                    _ => (key != NONE).then(|| key.into()),
                };
                let distance: Vec<_> = found.distance.iter().map(|key| value(*key)).collect();
                assert!(distance == *expected, "{what}\n{distance:?}\n{expected:?}");
                let signed = matches!(lengths, Lengths::Signed(_));
                let tree = tree(&wide, expected, sources, 0, signed, |a, b| a + b);
                assert_eq!(found.predecessor, tree, "{what}");
            }
        }
    }
}

fn random(number: &mut impl FnMut(u32) -> u32, vertices: u32, edges: u32, below: u32) -> Edges {
    (0..edges).map(|_| (number(vertices), number(vertices), number(below) as i32)).collect()
}

#[test]
fn small_random_graphs() {
    let mut number = numbers(0x5eed_0f0d);
    for engine in engines() {
        for (vertices, edges) in
            [(1, 2), (2, 3), (7, 5), (40, 60), (40, 400), (300, 900), (1000, 1500)]
        {
            for below in [1, 3, 1000] {
                let edges = random(&mut number, vertices, edges, below);
                check(&engine, "random", vertices, &edges, &[vertices - 1]);
                check(&engine, "random", vertices, &edges, &[0, vertices / 2, 0]);
            }
        }
    }
}

#[test]
fn shapes() {
    for engine in engines() {
        let path: Edges = (0..999).map(|v| (v, v + 1, (v % 7) as i32)).collect();
        check(&engine, "path", 1000, &path, &[0]);
        let star: Edges = (1..5000).flat_map(|v| [(0, v, (v % 100) as i32), (v, 0, 1)]).collect();
        check(&engine, "star", 5000, &star, &[0]);
        check(&engine, "star", 5000, &star, &[77]);
        let ring: Edges = (0..50).map(|v| (v, (v + 1) % 50, 0)).collect();
        check(&engine, "zero ring", 50, &ring, &[3]);
        let side = 40;
        let mut number = numbers(7);
        let mut grid = Edges::new();
        for v in 0..side * side {
            let w = number(255) as i32 + 1;
            if v % side + 1 < side {
                grid.extend([(v, v + 1, w), (v + 1, v, w)]);
            }
            if v + side < side * side {
                grid.extend([(v, v + side, w + 3), (v + side, v, w + 3)]);
            }
        }
        check(&engine, "grid", side * side, &grid, &[0]);
        // Hubs beyond one chunk, in wide steps.
        let mut hubs = random(&mut number, 3000, 6000, 50);
        hubs.extend((0..7000).map(|k| (k % 3, number(3000), number(90) as i32)));
        hubs.extend((0..9000).map(|_| (5, number(3000), number(90) as i32)));
        check(&engine, "hubs", 3000, &hubs, &[2999]);
    }
}

#[test]
fn negative_edges() {
    let mut number = numbers(99);
    for engine in engines() {
        // A potential makes edges negative and cycles not.
        for (vertices, edges) in [(10, 30), (200, 800), (600, 900)] {
            let height: Vec<i32> = (0..vertices).map(|_| number(500) as i32).collect();
            let mut edges = random(&mut number, vertices, edges, 20);
            for (tail, head, weight) in &mut edges {
                *weight += height[*head as usize] - height[*tail as usize];
            }
            check(&engine, "potential", vertices, &edges, &[0]);
            // A cycle of total -1, and one of 0.
            edges.extend([(0, 1, 5), (1, 2, -3), (2, 1, 3)]);
            let with_zero = edges.clone();
            let wide: Vec<_> = with_zero.iter().map(|e| (e.0, e.1, i64::from(e.2))).collect();
            let _ = wide;
            edges.extend([(2, 1, 2)]);
            check(&engine, "cycle", vertices, &edges, &[0]);
        }
    }
}
