//! Solving: on a device, or on the host.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use heldkarp::{Cost, Plan, Problem, Result, Solver, Tour, host};
use kernel_engine::Engine;

use crate::Args;

/// What came out, and by what means.
pub(crate) struct Solved<C> {
    pub(crate) tour: Tour<C>,
    pub(crate) device: String,
    pub(crate) method: &'static str,
    /// What the device had to hold; the host makes no plan.
    pub(crate) plan: Option<Plan>,
    pub(crate) took: Duration,
}

/// Solves on the device; or on the host, where the command line or the problem asks for it.
pub(crate) fn solve<C: Cost>(args: &Args, problem: &Problem<C>) -> Result<Solved<C>> {
    if args.host {
        return on_host(problem);
    }
    on_device(args, &engine(args)?, problem)
}

/// Opens the device that the command line names.
pub(crate) fn engine(args: &Args) -> Result<Engine> {
    Ok(match &args.device {
        Some(device) => Engine::builder().device(device.as_str()).build()?,
        None => Engine::new()?,
    })
}

/// Solves on a device, and tells the plan and each step where that is asked for.
fn on_device<C: Cost>(args: &Args, engine: &Engine, problem: &Problem<C>) -> Result<Solved<C>> {
    let solver = Solver::new(engine);
    let plan = solver.plan(problem)?;
    if !plan.on_device {
        return on_host(problem);
    }
    let start = Instant::now();
    let tell = |text: String| {
        // There is nowhere left to tell that stderr takes nothing.
        let _ = args.progress.then(|| writeln!(io::stderr(), "{text}"));
    };
    tell(format!("{} bytes, {} levels, about {:.1?}", plan.bytes, plan.levels, plan.expected));
    let tour = solver.solve_with(problem, |done| {
        tell(format!("step {} of {}, {:.1?}", done.level, done.levels, start.elapsed()));
        ControlFlow::Continue(())
    })?;
    let device = engine.info().name.clone();
    Ok(Solved { tour, device, method: "device", plan: Some(plan), took: start.elapsed() })
}

/// Solves in plain Rust.
fn on_host<C: Cost>(problem: &Problem<C>) -> Result<Solved<C>> {
    let start = Instant::now();
    let tour = host::solve(problem)?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let device = format!("the host, plain Rust, {threads} threads");
    Ok(Solved { tour, device, method: "host", plan: None, took: start.elapsed() })
}
