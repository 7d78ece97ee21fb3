//! Engine: the engine's operations beside those who do the same.

mod cpu;
mod gpu;
mod lampshade;
mod operation;
mod ours;
mod python;

use std::path::PathBuf;
use std::{env, fs, thread};

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use kernel_engine::{DeviceKind, Engine};

use self::gpu::Gpu;
use self::operation::{Data, Operation};
use self::python::Library;
use crate::contest;
use crate::report::{Part, Report, count};

pub(crate) const HELP: &str = "\
The contestants: this engine; lampshade, a library of GPU operations in Rust; rayon; plain Rust; and
CuPy and torch, where the machine's `python3` has them with a CUDA device. (Those two start what
they do from Python while the clock runs, which one sees in small arrays.)

Each result is checked before any time is taken; who is wrong or cannot is left out, with the
reason. Then all take turns on one device, and the median counts.

  device ms    by the device's own clock, first command to last; CPU devices have none
  wall ms      by the host's clock, from the call until the result is there
  GB/s         bytes that the operation must move, by the device's clock if there is one
  of bound     that, as a part of what a plain copy moves
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
    /// One million elements only, and little time for each: less than a minute
    #[arg(long)]
    quick: bool,

    /// Print one JSON object on one line to stdout, and all else to stderr
    #[arg(long)]
    pub(crate) json: bool,

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
    /// Without it 1K,100K,1M,10M and, where the device is no CPU, 100M. Host and device need some 80
    /// bytes for each element.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = elements)]
    elements: Vec<usize>,

    /// Draw time against size of each operation, too
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) svg: Option<PathBuf>,
}

/// Seconds for each contestant of each contest.
const BUDGET: f64 = 0.4;
const QUICK_BUDGET: f64 = 0.06;

pub(crate) fn run(args: &Args) -> Result<Report> {
    let mut builder = Engine::builder();
    if let Some(device) = &args.device {
        builder = builder.device(device.as_str());
    }
    let engine = builder.build()?;
    let on_cpu = engine.info().kind == DeviceKind::Cpu;
    let adapter = gpu::adapter(engine.info())?;
    let mut machine = vec![format!("device: {}", engine.info()), format!("host: {}", host())];
    let mut libraries = libraries(&engine, &mut machine);

    let mut sizes = args.elements.clone();
    if sizes.is_empty() {
        sizes = match args.quick {
            true => vec![1_000_000],
            false => vec![1_000, 100_000, 1_000_000, 10_000_000],
        };
        sizes.extend((!args.quick && !on_cpu).then_some(100_000_000));
    }
    let all = Operation::value_variants();
    let asked = |it: &Operation| args.only.is_empty() || args.only.contains(it);
    let operations: Vec<Operation> = all.iter().copied().filter(asked).collect();
    let mut parts: Vec<Part> = operations.iter().map(|operation| operation.part()).collect();
    let budget = if args.quick { QUICK_BUDGET } else { BUDGET };
    for &elements in &sizes {
        let data = Data::new(elements);
        for (part, &operation) in parts.iter_mut().zip(&operations) {
            eprintln!("{} of {} ...", part.name, count(elements));
            // Opened for this contest alone: a rival that loses a device takes none along.
            let gpu = Gpu::open(&adapter)?;
            let mut entries = vec![ours::entry(&engine, operation, &data)];
            entries.extend(lampshade::entries(&gpu, operation, &data));
            let python = libraries.iter_mut();
            entries.extend(python.map(|library| python::entry(library, operation, elements)));
            entries.extend(cpu::entries(operation, &data));
            entries.push(gpu::bound(&gpu, operation, &data));
            let lines = contest::hold(entries, budget, |output| operation.check(&data, output));
            part.sizes.push(operation.size(elements, lines));
        }
    }
    Ok(Report { machine, parts })
}

/// The libraries of Python that compute on the engine's device; why not, is noted.
fn libraries(engine: &Engine, notes: &mut Vec<String>) -> Vec<Library> {
    let mut libraries = Vec::new();
    for module in ["cupy", "torch"] {
        let device = &engine.info().name;
        let started = match engine.info().kind {
            DeviceKind::Cpu => Err(anyhow!("the device of this run has no CUDA")),
            _ => Library::start(module),
        };
        match started {
            Ok(library) if device.starts_with(&library.device) => libraries.push(library),
            Ok(library) => notes.push(format!("left out: {module} is on {}", library.device)),
            Err(error) => notes.push(format!("left out: {module}: {error:#}")),
        }
    }
    libraries
}

/// The host's processor.
fn host() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(env::consts::ARCH, |(_, model)| model);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {threads} threads, {}", env::consts::OS)
}

/// A number of elements: digits, underscores between them, K or M behind.
fn elements(text: &str) -> Result<usize, String> {
    let digits = text.replace('_', "").to_uppercase();
    let (digits, unit) = match digits.strip_suffix(['K', 'M']) {
        Some(rest) if digits.ends_with('K') => (rest, 1_000),
        Some(rest) => (rest, 1_000_000),
        None => (&*digits, 1),
    };
    let number = digits.trim().parse().ok().and_then(|number: usize| number.checked_mul(unit));
    let fitting = number.filter(|number| (1..=u32::MAX as usize).contains(number));
    fitting
        .ok_or_else(|| "a number from 1 to 4294967295 is needed, such as 1000, 100K or 1M".into())
}
