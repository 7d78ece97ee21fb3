//! Random kernels: what plain Rust makes of them is what both devices give.
//!
//! `WGPU_CPU_FUZZ` says how many there are; each seed is a kernel for ever.

mod generate;
mod interpret;
mod operations;
mod program;
mod shrink;
mod text;

use std::sync::atomic::{AtomicU32, Ordering};

use crate::devices::{Gpu, devices};
use crate::dice::Dice;
use crate::value::Value;
use program::{ELEMENTS, Program};

/// What a kernel is given, and what it makes of it.
struct Run {
    input: Vec<u32>,
    memory: Vec<u32>,
    output: Vec<u32>,
}

enum Verdict {
    Agreed,
    /// It computes too much to be waited for.
    Heavy,
    Differs(String),
}

#[test]
fn random_kernels_agree() {
    let count = std::env::var("WGPU_CPU_FUZZ").ok().and_then(|n| n.parse().ok());
    let count = count.unwrap_or(150);
    let (next, heavy) = (AtomicU32::new(1), AtomicU32::new(0));
    let work = || {
        let seeds = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for seed in seeds.take_while(|seed| *seed <= count) {
            if !agrees(seed) {
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
    println!("{} kernels agree; {heavy} compute too much", count - heavy);
    assert!(heavy <= count / 10, "{heavy} kernels of {count} compute too much");
}

/// Panics with a small kernel where one of a seed differs; false where it was not run.
fn agrees(seed: u32) -> bool {
    let mut dice = Dice::new(seed);
    let program = Program::generate(&mut dice);
    let lanes = program.size * program.groups;
    let input: Vec<u32> = (0..lanes).map(|_| u32::pick(&mut dice)).collect();
    let verdict = judge(&program, &input);
    if let Verdict::Differs(what) = verdict {
        let wrong = |program: &Program| matches!(judge(program, &input), Verdict::Differs(_));
        panic!("seed {seed}: {what}\n{}", program.shrink(wrong).text());
    }
    matches!(verdict, Verdict::Agreed)
}

fn judge(program: &Program, input: &[u32]) -> Verdict {
    let lanes = input.len();
    let memory = vec![0; lanes * ELEMENTS as usize];
    let mut run = Run { input: input.to_vec(), memory, output: vec![0; lanes] };
    let before = [run.input.clone(), run.memory.clone(), run.output.clone()];
    if !program.run(&mut run) {
        return Verdict::Heavy;
    }
    let source = program.text();
    let difference = |gpu: &Gpu| {
        let got = gpu.run(&source, program.groups, &before);
        let parts = [("memory", &got[1], &run.memory), ("output", &got[2], &run.output)];
        parts.into_iter().find_map(|(what, got, want)| {
            let at = (0..want.len()).find(|at| got[*at] != want[*at])?;
            let (got, want) = (got[at], want[at]);
            Some(format!("{}: {what}[{at}] is {got:#x}, not {want:#x}", gpu.name))
        })
    };
    // What an index beyond the end gives is ours to choose, and llvmpipe chooses otherwise.
    let able = |gpu: &&Gpu| !program.wild || gpu.name == "wgpu-cpu";
    devices().filter(able).find_map(difference).map_or(Verdict::Agreed, Verdict::Differs)
}
