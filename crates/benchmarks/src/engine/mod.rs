//! Engine: the engine's operations beside those who do the same.

mod cpu;
mod gpu;
mod lampshade;
mod operation;
mod ours;
mod python;

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use kernel_engine::{DeviceKind, Engine};

use self::gpu::Gpu;
use self::operation::{Data, Operation};
use self::python::SCRIPT;
use crate::python::Python;
use crate::report::{Report, count, elements};
use crate::table::Screen;
use crate::{Common, contest, machine};

const HELP: &str = "\
The contestants: this engine; lampshade, a library of GPU operations in Rust; rayon; plain Rust; and
CuPy and torch, where a Python of yours has them with a CUDA device. (Those two start what
they do from Python while the clock runs, which one sees in small arrays.)

Each result is checked before any time is taken; who is wrong or cannot is left out, with the
reason. Then all take turns on one device, and the median counts.

  device ms    by the device's own clock, first command to last; CPU devices have none
  wall ms      by the host's clock, from the call until the result is there
  GB/s         bytes that the operation must move, by the device's clock if there is one
  of bound     that, as a part of what the bound moves: a device copy of one array, or the bus
               there and back, from and to the driver's own host memory
  time / ours  how many times as long as this engine it took; below 1 it was faster
  by           the clock of both times: the device's, if it timed both

Examples:
  cargo versus engine --quick
  cargo versus engine --device cpu --only map,sort --elements 1000,1M
  cargo versus engine --json --svg versus.svg > versus.json";

/// The engine's operations beside lampshade, rayon, plain Rust, CuPy, torch and a plain copy
#[derive(clap::Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,

    /// The device: `auto`, `gpu`, `cpu`, or a part of a device's name
    ///
    /// Without it, KERNEL_ENGINE_DEVICE in the environment chooses, else `auto`.
    #[arg(long, value_name = "D")]
    device: Option<String>,

    /// Only these operations, parted by commas
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<Operation>,

    /// Numbers of elements, parted by commas, such as 1000,100K,1M
    ///
    /// Without it 1K,100K,1M,10M and, where the device is no CPU, 100M; with --quick one million.
    /// Host and device need some 80 bytes for each element.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = elements)]
    elements: Vec<usize>,
}

/// Seconds for each contestant of each contest.
const BUDGET: f64 = 0.4;
const QUICK_BUDGET: f64 = 0.06;

pub(crate) fn run(args: &Args, screen: &Screen) -> Result<Report> {
    let quick = args.common.quick;
    let engine = machine::open(args.device.as_deref())?;
    let on_cpu = engine.info().kind == DeviceKind::Cpu;
    let adapter = gpu::adapter(engine.info())?;
    let mut about =
        vec![format!("device: {}", engine.info()), format!("host: {}", machine::host())];
    let mut libraries = libraries(&args.common.python, &engine, &mut about);
    screen.machine(&about)?;

    let mut sizes = args.elements.clone();
    if sizes.is_empty() {
        sizes = match quick {
            true => vec![1_000_000],
            false => vec![1_000, 100_000, 1_000_000, 10_000_000],
        };
        sizes.extend((!quick && !on_cpu).then_some(100_000_000));
    }
    let data: Vec<Data> = sizes.into_iter().map(Data::new).collect();
    let all = Operation::value_variants();
    let asked = |it: &&Operation| args.only.is_empty() || args.only.contains(it);
    let mut parts = Vec::new();
    let budget = if quick { QUICK_BUDGET } else { BUDGET };
    for &operation in all.iter().filter(asked) {
        let mut part = operation.part();
        for data in &data {
            let elements = data.len();
            eprintln!("{} of {}:", part.name, count(elements));
            // Opened for this contest alone: a rival that loses a device takes none along.
            let gpu = Gpu::open(&adapter)?;
            let mut entries = vec![ours::entry(&engine, operation, data)];
            entries.extend(lampshade::entries(&gpu, operation, data));
            let python = libraries.iter_mut();
            entries.extend(python.map(|library| python::entry(library, operation, elements)));
            entries.extend(cpu::entries(operation, data));
            entries.push(gpu::bound(&gpu, operation, data));
            entries.retain(|entry| args.common.wants(&entry.name));
            let lines = contest::hold(entries, budget, |_, output| operation.check(data, output));
            screen.contest(&mut part, elements, operation.rows(elements, lines))?;
        }
        parts.push(part);
    }
    Ok(Report { machine: about, parts, faults: Vec::new() })
}

/// The libraries of Python that compute on the engine's device; why not, is noted.
fn libraries(python: &Path, engine: &Engine, notes: &mut Vec<String>) -> Vec<Python> {
    let mut libraries = Vec::new();
    for module in ["cupy", "torch"] {
        let device = &engine.info().name;
        let started = match engine.info().kind {
            DeviceKind::Cpu => Err(anyhow!("the device of this run has no CUDA")),
            _ => Python::start(python, SCRIPT, module),
        };
        match started.and_then(|library| Ok((library.text("device")?, library))) {
            Ok((its, library)) if device.starts_with(&its) => libraries.push(library),
            Ok((its, _)) => notes.push(format!("left out: {module} is on {its}")),
            Err(error) => notes.push(format!("left out: {module}: {error:#}")),
        }
    }
    libraries
}
