//! Machine: what the contests run on.

use std::time::Instant;
use std::{env, fs, thread};

use anyhow::Result;
use kernel_engine::{DeviceChoice, DeviceKind, Engine, Kernel};
use peak_alloc::PeakAlloc;

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
    /// Whether it is this program's own threads.
    pub(crate) is_ours: bool,
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
        let is_ours = info.driver.starts_with("wgpu-cpu");
        devices.push(Device { name, choice: (&info).into(), is_cpu, is_ours, copied });
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

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What `make` makes and `search` finds with it, and the most bytes of memory that this process has
/// for it while it searches; what drivers have for themselves is not counted.
pub(crate) fn searching<S, T>(
    make: impl FnOnce() -> Result<S>,
    search: impl FnOnce(&mut S) -> Result<T>,
) -> Result<(S, T, f64)> {
    let before = MEMORY.current_usage();
    let mut made = make()?;
    MEMORY.reset_peak_usage();
    let found = search(&mut made)?;
    let bytes = MEMORY.peak_usage().saturating_sub(before);
    Ok((made, found, bytes as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_counted_while_it_is_held() {
        const MANY: usize = 1 << 26;
        let make = || {
            drop(vec![1u8; 4 * MANY]);
            Ok(vec![1u8; MANY])
        };
        let (made, sum, bytes) = searching(make, |made| {
            Ok(made.clone().iter().map(|it| usize::from(*it)).sum::<usize>())
        })
        .unwrap();
        assert_eq!((made.len(), sum), (MANY, MANY));
        // Other tests have memory of their own meanwhile.
        let many = MANY as f64;
        assert!((1.9 * many..3.0 * many).contains(&bytes), "{bytes}");
    }
}
