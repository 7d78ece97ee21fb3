//! The page of 2017 again: an array and one line of WGSL go in, an array comes out, and a
//! benchmark tells what it cost beside the same formula on the CPU.
//!
//!     cargo run --release --example map_kernel
//!     cargo run --release --example map_kernel -- --elements 100_000_000
//!     cargo run --release --example map_kernel -- --kernel "dst = sqrt(src);" --input in.txt --output out.txt
//!     cargo run --release --example map_kernel -- --help
//!
//! The engine's part is short: `engine.execute(..)` in this file, and the storages in `gpu.rs`.
//! `cpu.rs` is what it is measured against, `numbers.rs` where numbers come from and go to, and
//! `report.rs` what is printed.

#[path = "../support/aside.rs"]
mod aside;
#[path = "../support/count.rs"]
mod count;
mod cpu;
mod gpu;
#[path = "../support/memory.rs"]
mod memory;
mod numbers;
#[path = "../support/output.rs"]
mod output;
#[path = "../support/progress.rs"]
mod progress;
mod report;
#[path = "../support/mod.rs"]
mod support;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use aside::Aside;
use clap::Parser;
use count::count;
use kernel_engine::Engine;
use memory::filled;
use output::check_writable;

use crate::report::Findings;
use crate::support::Outcome;

/// The formula of the page. Another goes in by `--kernel`.
const SNIPPET: &str = "dst = src + tan(cos(sin(src * src)));";

/// Maps a formula over an array on the GPU, and measures it beside the CPU
///
/// First it maps [1, 2, 3, 4, 5], then many floats, and tells what compiling, uploading, executing
/// and downloading took, how much faster that is than the CPU, and how far from exact.
#[derive(Parser)]
#[command(after_long_help = report::HELP)]
struct Args {
    /// How many floats to map: random ones in [0, 10), the same each time
    #[arg(long, value_name = "N", default_value = "16_000_000", value_parser = count)]
    elements: usize,

    /// The formula, in WGSL: it reads `src`, and may read `i`, `len` and `at(j)`; it assigns `dst`
    ///
    /// All are f32, save `i`, `len` and `j`, which are u32. There is no CPU twin of your formula,
    /// so the CPU is not measured then, nor the error.
    #[arg(long, value_name = "WGSL", default_value = SNIPPET, hide_default_value = true)]
    kernel: String,

    /// Map the numbers of a file instead of random ones; `-` is stdin
    ///
    /// Text with one number a line (blank lines and lines that begin with `#` are skipped), or a
    /// one-dimensional .npy of float32. NaN and inf are numbers like others.
    #[arg(long, value_name = "FILE", conflicts_with = "elements")]
    input: Option<PathBuf>,

    /// Write the results to a file: .npy if it is called so, else text; `-` is stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    ///
    /// Without it, KERNEL_ENGINE_DEVICE in the environment chooses, else `auto`.
    #[arg(long, value_name = "D")]
    device: Option<String>,

    /// Print one JSON object on one line to stdout, and all else to stderr
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    support::run(map)
}

fn map(args: &Args, stdout: &mut dyn Write) -> Outcome {
    // Where results go to stdout, what is said about them must not.
    let results_to_stdout = args.output.as_deref().is_some_and(numbers::is_standard);
    if results_to_stdout && args.json {
        return Err(
            "both --json and `--output -` would write to stdout: give --output a file".into()
        );
    }
    if let Some(path) = args.output.as_ref().filter(|_| !results_to_stdout) {
        check_writable("--output", path)?;
    }
    let aside = args.json || results_to_stdout;
    if cfg!(debug_assertions) {
        writeln!(
            Aside(io::stderr()),
            "note: built without --release, so the CPU looks slower than it is"
        )?;
    }
    let page: &mut dyn Write = match &args.output {
        _ if aside => &mut Aside(io::stderr()),
        // Who reads the page may leave before there is a file.
        Some(_) => &mut Aside(&mut *stdout),
        None => &mut *stdout,
    };

    let engine = match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    };
    writeln!(page, "{}\n\n{}", engine.info(), args.kernel)?;

    // The page's example, twice: some drivers compile only when a kernel first runs.
    let five = [1.0, 2.0, 3.0, 4.0, 5.0];
    let execute = || engine.profile(|| engine.execute::<f32, f32>(&args.kernel, &five));
    let (out, first) = execute()?;
    let (_, second) = execute()?;
    let compile = first.compile + first.execute.saturating_sub(second.execute);
    writeln!(page, "{} -> {}\n", report::list(&five), report::list(&out))?;

    let input = match &args.input {
        Some(path) => numbers::read(path)?,
        None => {
            // What the device cannot hold is refused here, before memory is filled with it.
            engine.zeros::<f32>(args.elements).map_err(|error| {
                format!("--elements {}: {error}, or give a smaller number", args.elements)
            })?;
            numbers::random(args.elements)?
        }
    };
    let findings = measure(args, &engine, &input, compile)?;
    findings.print(page)?;
    if let Some(path) = args.output.as_deref().filter(|_| !results_to_stdout) {
        writeln!(page, "\nThe results are in {}.", path.display())?;
    }
    if args.json {
        writeln!(stdout, "{}", findings.json())?;
    }
    Ok(())
}

/// Runs the kernel over all of `input`, and the formula on the CPU where it is the page's.
fn measure(args: &Args, engine: &Engine, input: &[f32], compile: Duration) -> Outcome<Findings> {
    // One array takes all results in turn: input, output and the device's two are four of a size.
    let mut output = filled(input.len(), |_| 0.0f32)?;
    let gpu = gpu::run(engine, &args.kernel, input, &mut output)?;
    let is_page = args.kernel == SNIPPET;
    let error = is_page.then(|| cpu::compare("the device", input, &output)).transpose()?;
    if let Some(path) = &args.output {
        numbers::write(path, &output)?;
    }
    let cpu = error.map(|gpu| cpu::run(input, &mut output, gpu)).transpose()?;
    Ok(Findings { device: engine.info().clone(), elements: input.len(), compile, gpu, cpu })
}
