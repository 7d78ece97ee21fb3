//! Times kernels on this device, on lavapipe where it is installed, and as plain Rust on
//! one thread, in turn and in one run. Results are held against Rust's before any is timed.
//!
//! `cargo run --release -p wgpu-cpu --example bench -- [PART]`: kernels with PART in their name.

mod device;
mod kernels;

use device::Device;
use kernels::Case;
use std::time::Instant;

type Error = Box<dyn std::error::Error>;

/// One that is timed: runs once and gives back the seconds.
type Contestant<'a> = Box<dyn FnMut() -> f64 + 'a>;

fn seconds(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}

/// Medians of nine rounds, each of which has all contestants in turn.
fn medians(contestants: &mut [Contestant]) -> Vec<f64> {
    let mut all = vec![Vec::new(); contestants.len()];
    for _ in 0..9 {
        for (times, run) in all.iter_mut().zip(contestants.iter_mut()) {
            times.push(run());
        }
    }
    for times in &mut all {
        times.sort_by(f64::total_cmp);
    }
    all.iter().map(|times| times[times.len() / 2]).collect()
}

/// A line of a table: each time, and how many times the first it is.
fn line(name: &str, unit: f64, times: &[f64]) {
    print!("| {name} | {:.2} |", times[0] * unit);
    for time in &times[1..] {
        print!(" {:.2} | {:.1} |", time * unit, time / times[0]);
    }
    println!();
}

fn head(what: &str, others: &[&str]) {
    print!("\n| {what} | wgpu-cpu |");
    others.iter().for_each(|other| print!(" {other} | times ours |"));
    println!("\n|---|---|{}", "---|---|".repeat(others.len()));
}

fn kernel(devices: &[Device], case: &Case) -> Result<(), Error> {
    let jobs: Vec<_> = devices.iter().map(|d| d.job(case)).collect::<Result<_, _>>()?;
    let mut rust = vec![0; case.buffers[case.output].len()];
    case.run_rust(&mut rust);
    for job in &jobs {
        job.run();
        case.check(&rust, &job.download()?).map_err(|e| format!("{}: {e}", job.device()))?;
    }
    let mut contestants: Vec<Contestant> = Vec::new();
    for job in &jobs {
        contestants.push(Box::new(|| seconds(|| job.run())));
    }
    contestants.push(Box::new(|| seconds(|| case.run_rust(std::hint::black_box(&mut rust)))));
    line(case.name, 1e9 / case.elements as f64, &medians(&mut contestants));
    Ok(())
}

/// What comes with each kernel and each step, however small.
fn costs(devices: &[Device]) -> Result<(), Error> {
    let mut build: Vec<Contestant> = Vec::new();
    for (k, device) in devices.iter().enumerate() {
        let mut nonce = std::process::id() * 64 + k as u32 * 32;
        build.push(Box::new(move || {
            nonce += 1;
            // Drivers compile when a kernel first runs.
            let case = kernels::unseen(nonce);
            seconds(|| device.job(&case).map(|job| job.run()).unwrap_or_default())
        }));
    }
    line("building the 2017 map, and running it once, ms", 1e3, &medians(&mut build));
    let small = kernels::increment();
    let jobs: Vec<_> = devices.iter().map(|d| d.job(&small)).collect::<Result<_, _>>()?;
    for (name, steps) in [
        ("a submission of one dispatch, waited for, us", 1),
        ("a dispatch that depends on the one before, us", 1000),
    ] {
        let mut runs: Vec<Contestant> = Vec::new();
        for job in &jobs {
            runs.push(Box::new(move || seconds(|| job.repeat(steps))));
        }
        line(name, 1e6 / f64::from(steps), &medians(&mut runs));
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let part = std::env::args().nth(1).unwrap_or_default();
    let mut devices = vec![Device::open(&wgpu_cpu::instance())?];
    let mut vulkan = wgpu::InstanceDescriptor::new_without_display_handle();
    vulkan.backends = wgpu::Backends::VULKAN;
    match Device::open_software(&wgpu::Instance::new(vulkan)) {
        Some(lavapipe) => devices.push(lavapipe?),
        None => eprintln!("left out: lavapipe, which Debian has in mesa-vulkan-drivers"),
    }
    devices.iter().for_each(|device| eprintln!("{}", device.name));
    let lavapipe = &["lavapipe"][..devices.len() - 1];
    head("kernel, ns for each element", &[lavapipe, &["Rust, one thread"]].concat());
    for case in kernels::all().iter().filter(|case| case.name.contains(&part)) {
        kernel(&devices, case)?;
    }
    if part.is_empty() {
        head("cost", lavapipe);
        costs(&devices)?;
    }
    Ok(())
}
