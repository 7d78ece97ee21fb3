//! What was found, as the page shows it and as JSON.

use std::io::{self, Write};
use std::time::Duration;

use indicatif::HumanCount;
use kernel_engine::{DeviceInfo, DeviceKind, Report};
use serde_json::{Value, json};

use crate::cpu::Measured;

/// The end of `--help`.
pub(crate) const HELP: &str = "\
What the numbers mean:
  CPU          the same formula in f32 with the standard library's sin, cos and tan, on one
               thread and on all; memory is touched and threads are started beforehand
  Compile      from the snippet to code for the device, once for each kernel, so no part of the
               total; also what a first run takes longer than a second, as some drivers compile then
  Total        upload + execution + download, of a second run, after one to warm up
  Execution    the kernel alone, by the device's own clock where it has one
  IO           upload + download
  Speedup      theoretical: CPU / execution; actual: CPU / total
  Error        the largest |result - exact| / max(|exact|, 0.5) of all elements, where exact is the
               formula in f64 of the same f32 inputs. For the default input every |exact| is above
               0.6, so it is the plain relative error; nearer to zero it tends to the absolute
               one, since a device promises sin and cos only to 2^-11, absolute. Elements whose
               square no f32 holds (NaN, inf, beyond 1.8e19) pass through, and are not compared.
  Results that are wrong, rather than imprecise, are an error, and no time is told.

JSON keys, times in milliseconds; the CPU's and the error are null with your own --kernel:
  device, elements, cpu_single_ms, cpu_all_ms, compile_ms, upload_ms, execute_ms, download_ms,
  total_ms, max_relative_error

Examples:
  map_kernel                                            the page, over 16 million floats
  map_kernel --elements 100_000_000                     as many as in 2017; takes 1.6 GB
  map_kernel --kernel 'dst = exp(-src * src);'          your formula
  map_kernel --input in.npy --output out.npy            your numbers
  seq 9 | map_kernel --kernel 'dst = sqrt(src);' --input - --output -
  map_kernel --json | python3 -m json.tool              for a script

It exits with 1 when something goes wrong.";

/// What was found.
pub(crate) struct Findings {
    pub(crate) device: DeviceInfo,
    pub(crate) elements: usize,
    pub(crate) compile: Duration,
    pub(crate) gpu: Report,
    /// With a formula of the user's own there is nothing to compare with.
    pub(crate) cpu: Option<Measured>,
}

impl Findings {
    pub(crate) fn print(&self, page: &mut dyn Write) -> io::Result<()> {
        let Self { gpu, cpu, .. } = self;
        row(page, "Elements", &format!("{:>12}", HumanCount(self.elements as u64).to_string()))?;
        if let Some(cpu) = cpu {
            let all = format!("CPU, {} threads", cpu.threads);
            row(page, "CPU, one thread", &time(cpu.single))?;
            row(page, &all, &time(cpu.all))?;
        }
        // On some machines the only device is the CPU; then there is no GPU to speak of.
        let it = if self.device.kind == DeviceKind::Cpu { "Device" } else { "GPU" };
        let (execute, io) = (gpu.execute, gpu.upload + gpu.download);
        let (up, down) = (time(gpu.upload), time(gpu.download));
        let device_rows = [
            ("Compile", self.compile, "once, no part of the total".to_owned()),
            ("Total", gpu.total(), "execution and IO".to_owned()),
            ("Execution", execute, gpu.clock.to_string()),
            ("IO", io, format!("{} up, {} down", up.trim_start(), down.trim_start())),
        ];
        for (what, took, note) in device_rows {
            row(page, &format!("{it} {what}"), &format!("{}  {note}", time(took)))?;
        }
        let Some(cpu) = cpu else { return Ok(()) };
        for (what, took) in [("Theoretical", execute), ("Actual", gpu.total())] {
            let (single, all) = (ratio(cpu.single, took), ratio(cpu.all, took));
            let both = format!("{single}  over one thread, {} over all", all.trim_start());
            row(page, &format!("{what} Speedup"), &both)?;
        }
        let (error, own) = (cpu.device_error, cpu.own_error.max_relative_error);
        let both = format!("{:>12.2e}  the CPU's: {own:.2e}", error.max_relative_error);
        row(page, "Largest Relative Error", &both)?;
        match error.left_out {
            0 => Ok(()),
            n => {
                let n = HumanCount(n as u64);
                writeln!(page, "Not compared, as no f32 holds their square: {n} elements")
            }
        }
    }

    /// One object for one line.
    pub(crate) fn json(&self) -> Value {
        let ms = |took: Duration| took.as_nanos() as f64 / 1e6;
        let Self { gpu, cpu, .. } = self;
        let cpu = cpu.as_ref();
        json!({
            "device": self.device.name,
            "elements": self.elements,
            "cpu_single_ms": cpu.map(|cpu| ms(cpu.single)),
            "cpu_all_ms": cpu.map(|cpu| ms(cpu.all)),
            "compile_ms": ms(self.compile),
            "upload_ms": ms(gpu.upload),
            "execute_ms": ms(gpu.execute),
            "download_ms": ms(gpu.download),
            "total_ms": ms(gpu.total()),
            "max_relative_error": cpu.map(|cpu| cpu.device_error.max_relative_error),
        })
    }
}

/// Numbers as the page has them: `[1, 2, 3]`.
pub(crate) fn list(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
    format!("[{}]", numbers.join(", "))
}

fn row(page: &mut dyn Write, what: &str, rest: &str) -> io::Result<()> {
    writeln!(page, "{:<24}{rest}", format!("{what}:"))
}

fn time(took: Duration) -> String {
    format!("{:>10.2}ms", took.as_secs_f64() * 1e3)
}

fn ratio(cpu: Duration, device: Duration) -> String {
    match device.is_zero() {
        true => format!("{:>12}", "-"),
        false => format!("{:>11.2}x", cpu.as_secs_f64() / device.as_secs_f64()),
    }
}
