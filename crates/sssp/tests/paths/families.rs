//! Graphs of many shapes, the same in every run.

use crate::support;

/// Random numbers below a bound.
pub(crate) fn numbers() -> impl FnMut(u32) -> u32 {
    support::numbers(0x5eed_0f0d)
}

/// Vertices, and the ends of edges.
pub(crate) type Shape = (u32, Vec<(u32, u32)>);

/// Shapes that have broken others: sinks, rings, parallel edges, loops, vertices alone.
pub(crate) fn shapes() -> Vec<(&'static str, Shape)> {
    let mut number = numbers();
    let mut random = |vertices: u32, edges: u32| -> Shape {
        (vertices, (0..edges).map(|_| (number(vertices), number(vertices))).collect())
    };
    let mut shapes = vec![
        ("one vertex", (1, vec![])),
        ("loop", (1, vec![(0, 0), (0, 0)])),
        ("no edges", (3, vec![])),
        ("two and parallels", (2, vec![(0, 1), (0, 1), (1, 0)])),
        ("thin", random(12, 10)),
        ("sparse", random(40, 60)),
        ("dense", random(24, 400)),
        ("medium", random(64, 200)),
    ];
    let path: Vec<_> = (0..32).map(|v| (v, v + 1)).collect();
    let back = path.iter().map(|&(a, b)| (32 - a, 32 - b)).collect();
    let ring: Vec<_> = (0..17).map(|v| (v, (v + 1) % 17)).collect();
    let both = |edges: &[(u32, u32)]| edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
    shapes.push(("path both ways", (33, both(&path))));
    shapes.push(("path", (33, path)));
    shapes.push(("path from the end", (33, back)));
    shapes.push(("ring both ways", (17, both(&ring))));
    shapes.push(("ring", (17, ring)));
    shapes.push(("star out", (40, (1..40).map(|v| (0, v)).collect())));
    shapes.push((
        "star in",
        (40, (0..39).map(|v| (39, v)).chain((0..39).map(|v| (v, 39))).collect()),
    ));
    let grid = |side: u32| {
        let cells = (0..side * side).filter(move |v| v % side + 1 < side);
        let rows: Vec<_> = cells.map(|v| (v, v + 1)).collect();
        let columns: Vec<_> = (0..side * (side - 1)).map(|v| (v, v + side)).collect();
        [rows, columns].concat()
    };
    shapes.push(("grid", (36, both(&grid(6)))));
    // R-MAT: corners of the matrix with .57, .19, .19 and .05.
    let mut number = numbers();
    let mut end = || {
        (0..6).fold((0, 0), |(tail, head), _| match number(100) {
            0..57 => (2 * tail, 2 * head),
            57..76 => (2 * tail, 2 * head + 1),
            76..95 => (2 * tail + 1, 2 * head),
            _ => (2 * tail + 1, 2 * head + 1),
        })
    };
    shapes.push(("R-MAT", (64, (0..256).map(|_| end()).collect())));
    shapes
}

/// Sources worth trying: the first, the last, one between.
pub(crate) fn sources(vertices: u32) -> Vec<u32> {
    let mut sources = vec![0, vertices / 2, vertices - 1];
    sources.dedup();
    sources
}
