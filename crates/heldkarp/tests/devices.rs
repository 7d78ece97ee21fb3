//! Every device found computes the levels of the table that brute force and the twin compute.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use heldkarp::{CostMatrix, Layout, Level, reference};
use kernel_engine::{DeviceChoice, Engine};

const SEED: u64 = 0x5eed_c171;

/// An engine for each device of this machine.
fn engines() -> Vec<Engine> {
    let mut names: Vec<String> = Engine::devices().into_iter().map(|it| it.name).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        let required = std::env::var_os("KERNEL_ENGINE_REQUIRE_DEVICE").is_some();
        assert!(!required, "KERNEL_ENGINE_REQUIRE_DEVICE is set, and there is no device");
        println!("skipped: no device");
    }
    let open = |name| Engine::builder().device(DeviceChoice::Named(name)).build().unwrap();
    names.into_iter().map(open).collect()
}

/// Numbers that are the same in every run (G. Marsaglia's xorshift, 2003).
fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32 % below
    }
}

/// Costs below `below` that differ there and back.
fn random_costs(cities: usize, below: u32, number: &mut impl FnMut(u32) -> u32) -> CostMatrix {
    let rows: Vec<Vec<u32>> =
        (0..cities).map(|_| (0..cities).map(|_| number(below)).collect()).collect();
    CostMatrix::from_rows(&rows).unwrap()
}

/// The levels by brute force: each order of each choice of cities is a path.
fn brute_force(costs: &CostMatrix, layout: &Layout) -> Vec<u32> {
    fn extend(
        costs: &CostMatrix,
        layout: &Layout,
        path: &mut Vec<usize>,
        cost: u32,
        table: &mut [u32],
    ) {
        let last = path.last().copied().unwrap_or(0);
        if path.len() == layout.k() {
            let entry = &mut table[layout.index(path, last).unwrap()];
            *entry = cost.min(*entry);
            return;
        }
        for city in 1..costs.cities() {
            if !path.contains(&city) {
                path.push(city);
                extend(costs, layout, path, cost + costs[(last, city)], table);
                path.pop();
            }
        }
    }
    let mut table = vec![u32::MAX; layout.entries()];
    extend(costs, layout, &mut Vec::new(), 0, &mut table);
    table
}

/// All levels that a device computes, against the twin, and against brute force where that ends.
fn check(engine: &Engine, costs: &CostMatrix) {
    let mut level = Level::first(engine, costs).unwrap();
    let mut twin = reference::Level::first(costs);
    for k in 1..costs.cities() {
        let what = format!("{}: {} cities, level {k}", engine.info().name, costs.cities());
        assert_eq!((level.layout().k(), twin.layout().k()), (k, k), "{what}");
        let table = level.download().unwrap();
        assert!(table == twin.table(), "{what}: the twin differs");
        if costs.cities() <= 8 {
            assert_eq!(table, brute_force(costs, level.layout()), "{what}");
        }
        match (level.next().unwrap(), twin.next()) {
            (Some(next), Some(next_twin)) => (level, twin) = (next, next_twin),
            (None, None) => assert_eq!(k, costs.cities() - 1, "{what} is the last"),
            _ => panic!("{what}: only one of device and twin has a next level"),
        }
    }
}

#[test]
fn every_level_of_small_tables_is_right() {
    let mut number = numbers(SEED);
    for engine in engines() {
        for cities in 2..=8 {
            // Few different costs make ties, and zeros.
            for below in [1, 3, 1000, CostMatrix::largest_cost(cities)] {
                check(&engine, &random_costs(cities, below, &mut number));
            }
        }
    }
}

#[test]
fn larger_tables_agree_with_the_twin() {
    let mut number = numbers(SEED + 1);
    for engine in engines() {
        for cities in [11, 14] {
            check(&engine, &random_costs(cities, 100_000, &mut number));
        }
    }
}

#[test]
fn the_largest_costs_do_not_overflow() {
    for engine in engines() {
        for cities in [2, 3, 9] {
            let largest = CostMatrix::largest_cost(cities);
            let costs = CostMatrix::from_rows(&vec![vec![largest; cities]; cities]).unwrap();
            check(&engine, &costs);
            let mut level = Level::first(&engine, &costs).unwrap();
            while let Some(next) = level.next().unwrap() {
                level = next;
            }
            let steps = cities as u32 - 1;
            assert_eq!(level.download().unwrap(), vec![largest * steps; cities - 1]);
        }
    }
}

#[test]
fn the_last_level_closes_to_the_best_tour() {
    // Going round in the order of the numbers costs 1 a step, all else 10.
    let cost = |from: usize, to: usize| if to == (from + 1) % 10 { 1 } else { 10 };
    let rows: Vec<Vec<u32>> =
        (0..10).map(|from| (0..10).map(|to| cost(from, to)).collect()).collect();
    let costs = CostMatrix::from_rows(&rows).unwrap();
    for engine in engines() {
        let mut level = Level::first(&engine, &costs).unwrap();
        while let Some(next) = level.next().unwrap() {
            level = next;
        }
        let paths = level.download().unwrap();
        let tour = (1..).zip(paths).map(|(city, path)| path + costs[(city, 0)]).min();
        assert_eq!(tour, Some(10));
    }
}
