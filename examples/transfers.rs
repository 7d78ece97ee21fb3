//! What it costs to move an array to the device and back, and through a formula, in GB/s.
//!
//!     cargo run --release --example transfers
//!     cargo run --release --example transfers -- --elements 400_000_000 --rounds 20
//!
//! The best of some rounds counts. `fresh` results are allocated anew each time, so the system has
//! to find pages for them; others go where the last ones were. What stays on the device is timed by
//! the device's own clock, where it has one: `copy on the device` is the rate of its memory.

#[path = "support/count.rs"]
mod count;
#[path = "support/memory.rs"]
mod memory;
mod support;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use count::count;
use kernel_engine::{Engine, Kernel, Result};
use memory::filled;
use support::Outcome;

/// The formula of the page of 2017.
const SNIPPET: &str = "dst = src + tan(cos(sin(src * src)));";

/// Measures the ways to the device and back
#[derive(Parser)]
struct Args {
    /// How many floats to move
    #[arg(long, value_name = "N", default_value = "100_000_000", value_parser = count)]
    elements: usize,

    /// How many times to do each
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    #[arg(long, value_name = "D")]
    device: Option<String>,
}

fn main() -> ExitCode {
    support::run(measure)
}

fn measure(args: &Args, stdout: &mut dyn Write) -> Outcome {
    let engine = match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    };
    writeln!(stdout, "{}\n{} floats, the best of {}\n", engine.info(), args.elements, args.rounds)?;
    let input: Vec<f32> = filled(args.elements, |i| (i % 1000) as f32 / 100.0)?;
    let mut output = filled(args.elements, |_| 0.0f32)?;
    let kernel = Kernel::map::<f32, f32>(SNIPPET).build()?;
    let array = 4 * args.elements as u64;
    let mut row = |what: &str, bytes: u64, work: &mut dyn FnMut() -> Result<Duration>| -> Outcome {
        let took = best(args.rounds, work)?;
        let rate = bytes as f64 / took.as_secs_f64() / 1e9;
        Ok(writeln!(stdout, "{what:<28}{:>10.3} ms {rate:>8.1} GB/s", took.as_secs_f64() * 1e3)?)
    };

    row("host to host", 2 * array, &mut || {
        timed(|| kernel.call().execute_into(&engine, &input, &mut output))
    })?;
    row("host to host, fresh", 2 * array, &mut || {
        timed(|| kernel.call().execute(&engine, &input).map(drop))
    })?;
    let (src, dst) = (engine.zeros::<f32>(args.elements)?, engine.zeros::<f32>(args.elements)?);
    row("up", array, &mut || timed(|| src.upload(&input).and_then(|()| engine.wait())))?;
    row("down", array, &mut || timed(|| src.download_into(&mut output)))?;
    row("down, fresh", array, &mut || timed(|| src.download().map(drop)))?;
    row("copy on the device", 2 * array, &mut || executing(&engine, || src.copy_to(&dst)))?;
    row("map on the device", 2 * array, &mut || {
        executing(&engine, || kernel.call().run_into(&src, &dst))
    })?;
    row("up, map, down in turn", 2 * array, &mut || {
        timed(|| {
            src.upload(&input)?;
            kernel.call().run_into(&src, &dst)?;
            dst.download_into(&mut output)
        })
    })
}

/// The least time of `work`, once it has been done before.
fn best(rounds: u16, work: &mut dyn FnMut() -> Result<Duration>) -> Result<Duration> {
    let mut best = Duration::MAX;
    work()?;
    for _ in 0..rounds {
        best = best.min(work()?);
    }
    Ok(best)
}

/// What `work` takes on the wall's clock.
fn timed(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    work().map(|()| start.elapsed())
}

/// What the device is at for `work`.
fn executing(engine: &Engine, work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    engine.profile(work).map(|((), report)| report.execute)
}
