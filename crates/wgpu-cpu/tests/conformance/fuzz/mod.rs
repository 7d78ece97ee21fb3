//! Random kernels: what plain Rust makes of them is what both devices give.
//!
//! `WGPU_CPU_FUZZ` says how many there are; each seed is a kernel for ever.

mod generate;
mod interpret;
mod operations;
mod program;
mod text;

use std::sync::atomic::{AtomicU32, Ordering};

use crate::devices::{Gpu, devices};
use crate::dice::Dice;
use crate::value::Value;
use program::Program;

/// What a kernel is given, and what it makes of it.
struct Run {
    input: Vec<u32>,
    memory: Vec<u32>,
    output: Vec<u32>,
}

#[test]
fn random_kernels_agree() {
    let count = std::env::var("WGPU_CPU_FUZZ").ok().and_then(|n| n.parse().ok());
    let (first, count) = (1, count.unwrap_or(150u32));
    let next = AtomicU32::new(first);
    let heavy = AtomicU32::new(0);
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + count {
                break;
            }
            if !agree(seed) {
                heavy.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let heavy = heavy.into_inner();
    println!("{} kernels agree; {heavy} computed too much", count - heavy);
    assert!(heavy < count / 4, "{heavy} kernels of {count} compute too much");
}

/// Whether a kernel was run at all: some compute for too long.
fn agree(seed: u32) -> bool {
    let mut dice = Dice::new(seed);
    let program = Program::generate(&mut dice);
    let lanes = program.size * program.groups;
    let mut run = Run {
        input: (0..lanes).map(|_| u32::pick(&mut dice)).collect(),
        memory: vec![0; lanes as usize * 4],
        output: vec![0; lanes as usize],
    };
    let before = vec![run.input.clone(), run.memory.clone(), run.output.clone()];
    if !program.run(&mut run) {
        return false;
    }
    let source = program.text();
    // What an index beyond the end gives is ours to choose, and llvmpipe chooses otherwise.
    let able = |gpu: &&Gpu| !program.wild || gpu.name == "wgpu-cpu";
    for gpu in devices().filter(able) {
        let got = gpu.run(&source, program.groups, &before);
        for (what, got, want) in
            [("memory", &got[1], &run.memory), ("output", &got[2], &run.output)]
        {
            if let Some(at) = (0..want.len()).find(|at| got[*at] != want[*at]) {
                let (got, want) = (got[at], want[at]);
                panic!(
                    "seed {seed}, {}: {what}[{at}] is {got:#x}, not {want:#x}\n{source}",
                    gpu.name
                );
            }
        }
    }
    true
}
