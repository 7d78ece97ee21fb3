//! Machine: what the contests run on.

use std::time::Instant;
use std::{env, fs, thread};

use anyhow::Result;
use kernel_engine::{DeviceChoice, DeviceKind, Engine, Kernel};

/// The host's processor.
pub(crate) fn host() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(env::consts::ARCH, |(_, model)| model);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {threads} threads, {}", env::consts::OS)
}

/// The device of a choice; without one the environment chooses, else the engine.
pub(crate) fn open(choice: Option<impl Into<DeviceChoice>>) -> Result<Engine> {
    let builder = Engine::builder();
    Ok(choice.map_or(builder.clone(), |choice| builder.device(choice)).build()?)
}

/// A device that contests are on.
pub(crate) struct Device {
    /// What rows call it: its name up to what stands in brackets.
    pub(crate) name: String,
    choice: DeviceChoice,
    pub(crate) is_cpu: bool,
    /// Bytes that a plain copy reads and writes in a second.
    pub(crate) copied: f64,
}

impl Device {
    /// Another engine on it, whose kernels are still to be compiled.
    pub(crate) fn open(&self) -> Result<Engine> {
        open(Some(self.choice.clone()))
    }
}

/// The chosen device, or all that there are, the best first; what they are is noted.
pub(crate) fn devices(choice: Option<&str>, notes: &mut Vec<String>) -> Result<Vec<Device>> {
    let best = open(choice)?;
    let mut all = vec![best.info().clone()];
    if choice.is_none() {
        all.extend(Engine::devices().into_iter().filter(|it| it.name != best.info().name));
    }
    drop(best);
    let mut devices = Vec::new();
    for info in all {
        let start = Instant::now();
        let opened = open(Some(&info)).and_then(|engine| Ok((start.elapsed(), copy(&engine)?)));
        let (opened, copied) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                notes.push(format!("left out: {info}: {error:#}"));
                continue;
            }
        };
        let gigabytes = copied * 1e-9;
        notes.push(format!(
            "device: {info}; opened in {opened:.1?}, a copy moves {gigabytes:.1} GB/s"
        ));
        let name = info.name.split(" (").next().unwrap_or_default().to_owned();
        let is_cpu = info.kind == DeviceKind::Cpu;
        devices.push(Device { name, choice: (&info).into(), is_cpu, copied });
    }
    notes.push(format!("host: {}", host()));
    Ok(devices)
}

/// Bytes that a plain copy reads and writes in a second.
fn copy(engine: &Engine) -> Result<f64> {
    let words = if engine.info().kind == DeviceKind::Cpu { 1 << 24 } else { 1 << 27 };
    let from = engine.zeros::<u32>(words)?;
    let to = engine.zeros::<u32>(words)?;
    let call = Kernel::map::<u32, u32>("dst = src;").build()?.call();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let ((), report) = engine.profile(|| call.run_into(&from, &to))?;
        best = best.min(report.execute.as_secs_f64());
    }
    Ok(2.0 * from.bytes() as f64 / best)
}
