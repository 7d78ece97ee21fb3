//! Fast math: what precise mathematics cost on this device, and what they are worth.
//!
//!     cargo run --release --example fast_math
//!     cargo run --release --example fast_math -- --elements 10_000_000

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
use kernel_engine::{Engine, Kernel};
use memory::filled;
use support::Outcome;

const SNIPPETS: [&str; 6] = [
    "dst = src;",
    "dst = src + tan(cos(sin(src * src)));",
    "dst = sin(src);",
    "dst = log(src);",
    "dst = pow(src, 1.7);",
    "dst = src / 3.7;",
];
const ROUNDS: usize = 20;

/// Measures what precise mathematics cost on the device
#[derive(Parser)]
#[command(
    after_help = "KERNEL_ENGINE_DEVICE chooses the device: auto, gpu, cpu, or a part of its name."
)]
struct Args {
    /// How many floats to map
    #[arg(long, value_name = "N", default_value = "100_000_000", value_parser = count)]
    elements: usize,
}

fn main() -> ExitCode {
    support::run(|args: &Args, stdout| measure(args.elements, stdout))
}

fn measure(len: usize, stdout: &mut dyn Write) -> Outcome {
    let engine = Engine::new()?;
    writeln!(stdout, "{}, {len} floats, milliseconds on the device", engine.info())?;
    writeln!(stdout, "{:>10} {:>10}", "precise", "fast")?;
    let mut random = fastrand::Rng::with_seed(2017);
    let input: Vec<f32> = filled(len, |_| random.f32() * 10.0)?;
    let (src, dst) = (engine.storage(&input)?, engine.zeros::<f32>(len)?);
    for snippet in SNIPPETS {
        let precise = Kernel::map::<f32, f32>(snippet);
        let fast = precise.clone().fast_math();
        for kernel in [precise.build()?, fast.build()?] {
            let call = kernel.call();
            call.run_into(&src, &dst)?;
            let mut least = Duration::MAX;
            for _ in 0..ROUNDS {
                let ((), report) = engine.profile(|| call.run_into(&src, &dst))?;
                least = least.min(report.execute);
            }
            write!(stdout, "{:>10.3} ", least.as_secs_f64() * 1e3)?;
        }
        writeln!(stdout, " {snippet}")?;
    }
    Ok(())
}
