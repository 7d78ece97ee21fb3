//! Primitives: whole arrays at once, with operators of one's own: sums, extremes, prefix sums,
//! choices, counts. Each result is compared with a loop in Rust, and each time is the best of ten.
//!
//!     cargo run --release --example primitives
//!     cargo run --release --example primitives -- --elements 100000000
//!
//! `of a copy` is how many times as long a device needs as for reading and writing the array once.

#[path = "support/count.rs"]
mod count;
#[path = "support/memory.rs"]
mod memory;
mod support;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use count::count;
use kernel_engine::{Engine, Filtered, Kernel, Result};
use memory::filled;
use support::Outcome;

/// Sums up, scans, filters and counts random numbers on the device, and tells how long it took
#[derive(Parser)]
struct Args {
    /// How many numbers
    #[arg(long, value_name = "N", default_value = "1_000_000", value_parser = count)]
    elements: usize,
}

const ROUNDS: usize = 10;
const BINS: u32 = 256;

/// Runs of rising numbers: first, last, and how long the longest is that lies within. Joining two
/// is associative, so a reduction finds the longest run of an array in one pass.
const LONGEST: &str = "
    let meet = a.last <= b.first;
    dst = Run(a.first, b.last, a.head, b.tail, max(a.longest, b.longest), a.length + b.length);
    if meet {
        dst.longest = max(dst.longest, a.tail + b.head);
        if a.head == a.length { dst.head = a.length + b.head; }
        if b.tail == b.length { dst.tail = b.length + a.tail; }
    }
";

kernel_engine::element! {
    /// What is known of a stretch of numbers: enough to join it to the next.
    struct Run { first: u32, last: u32, head: u32, tail: u32, longest: u32, length: u32 }
}

fn main() -> ExitCode {
    support::run(show)
}

fn show(args: &Args, out: &mut dyn Write) -> Outcome {
    let engine = Engine::new()?;
    let n = args.elements;
    let mut random = fastrand::Rng::with_seed(7);
    let data: Vec<u32> = filled(n, |_| random.u32(..))?;
    writeln!(out, "{n} numbers on {}\n", engine.info())?;

    // What one keeps: kernels compiled once, storages on the device.
    let x = engine.storage(&data)?;
    let (one, sums) = (engine.zeros::<u32>(1)?, engine.zeros::<u32>(n)?);
    let kept = Filtered { elements: engine.zeros::<u32>(n)?, count: engine.zeros::<u32>(1)? };
    let rows: Vec<u32> = (0..=n as u32).step_by(10).collect();
    let rows = engine.storage(&rows)?;
    let copy = Kernel::map::<u32, u32>("dst = src;").build()?;
    let total = Kernel::reduce("dst = a + b;", 0u32).build()?;
    let prefix = Kernel::scan("dst = a + b;", 0u32).build()?;
    let even = Kernel::filter::<u32>("dst = src % 2u == 0u;").build()?;
    let nothing = Run { first: 0, last: 0, head: 0, tail: 0, longest: 0, length: 0 };
    let longest = Kernel::reduce(LONGEST, nothing)
        .map::<u32>("dst = Run(src, src, 1u, 1u, 1u, 1u);")
        .build()?;

    let base = best(&engine, || copy.call().run_into(&x, &sums))?;
    let mut tell = |name: &str, time: Duration, right: bool| {
        let of_copy = time.as_secs_f64() / base.as_secs_f64();
        let verdict = if right { "" } else { "  WRONG" };
        writeln!(
            out,
            "{name:22} {:9.3} ms {of_copy:7.2} of a copy{verdict}",
            time.as_secs_f64() * 1e3
        )
    };
    tell("copy", base, sums.download()? == data)?;

    let time = best(&engine, || total.call().run_into(&x, &one))?;
    tell("reduce", time, one.download()? == [data.iter().fold(0u32, |a, b| a.wrapping_add(*b))])?;
    let time = best(&engine, || x.sum().map(drop))?;
    tell("sum in 64 bits", time, x.sum()? == data.iter().map(|x| u64::from(*x)).sum())?;
    let time = best(&engine, || x.arg_max().map(drop))?;
    tell("arg max", time, x.max()? == data.iter().max().copied())?;
    let time = best(&engine, || longest.call().run(&x).map(drop))?;
    tell("longest rising run", time, longest.call().run(&x)?.longest == longest_run(&data))?;

    let time = best(&engine, || prefix.call().run_into(&x, &sums))?;
    let expected = data.iter().scan(0u32, |sum, x| {
        *sum = sum.wrapping_add(*x);
        Some(*sum)
    });
    tell("scan", time, sums.download()?.into_iter().eq(expected))?;
    let time = best(&engine, || even.call().run_into(&x, &kept))?;
    let expected = data.iter().filter(|x| *x % 2 == 0);
    tell("filter, one in two", time, kept.download()?.iter().eq(expected))?;
    let time = best(&engine, || x.histogram("dst = src >> 24u;", BINS).map(drop))?;
    let mut expected = vec![0u32; BINS as usize];
    data.iter().for_each(|x| expected[(x >> 24) as usize] += 1);
    tell(
        "histogram, 256 bins",
        time,
        x.histogram("dst = src >> 24u;", BINS)?.download()? == expected,
    )?;
    let time = best(&engine, || total.call().run_segments(&x, &rows).map(drop))?;
    let expected =
        data.chunks_exact(10).map(|row| row.iter().fold(0u32, |a, b| a.wrapping_add(*b)));
    let found = total.call().run_segments(&x, &rows)?.download()?;
    tell("segments of ten", time, found.into_iter().eq(expected))?;
    Ok(())
}

/// The shortest time of several that the device needs for `work`.
fn best(engine: &Engine, work: impl Fn() -> Result<()>) -> Result<Duration> {
    let mut times = (0..ROUNDS).map(|_| Ok(engine.profile(&work)?.1.execute));
    times.try_fold(Duration::MAX, |best, time: Result<Duration>| Ok(best.min(time?)))
}

fn longest_run(data: &[u32]) -> u32 {
    data.chunk_by(|a, b| a <= b).map(|run| run.len() as u32).max().unwrap_or(0)
}
