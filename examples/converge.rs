//! Converge: steps that the device repeats until they have nothing left to do, without asking the
//! host after each. And a frontier: a list of work that each step replaces by what it finds.
//!
//!     cargo run --release --example converge
//!     cargo run --release --example converge -- --side 512 --tolerance 0.01
//!     cargo run --release --example converge -- --json
//!
//! In a corridor the frontier is a single cell, so that row is what a step costs at least. The last
//! one is the same where the host looks after each step whether there is another.

mod support;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use kernel_engine::{Convergence, Engine, Frontier, Kernel, PingPong, Result};
use serde_json::json;
use support::Outcome;

/// Lets heat settle on a plate and searches a maze, and tells what a step costs
#[derive(Parser)]
#[command(
    after_help = "KERNEL_ENGINE_DEVICE chooses the device: auto, gpu, cpu, or a part of its name."
)]
struct Args {
    /// Cells of the plate and of the maze along one side
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u32).range(2..=8192))]
    side: u32,

    /// By how many degrees a cell may still change when the plate has settled
    #[arg(long, value_name = "T", default_value_t = 0.003, value_parser = degrees)]
    tolerance: f32,

    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// A difference of temperatures.
fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees| (0.0..=100.0).contains(degrees));
    degrees.ok_or_else(|| "a number from 0 to 100 is needed, such as 0.003".into())
}

/// A cell takes the mean of its neighbours, and wants another step if that is news to it. The edge
/// keeps its temperature.
const SETTLE: &str = "
    let x = i % side;
    let y = i / side;
    dst = src;
    if min(x, y) > 0u && max(x, y) < side - 1u {
        dst = (at(i - 1u) + at(i + 1u) + at(i - side) + at(i + side)) / 4.0;
    }
    if abs(dst - src) > tolerance { again(); }
";

/// An item is a cell that was just reached. Of those who reach a neighbour first, one pushes it.
const REACH: &str = "
    let x = src % side;
    let near = array(select(src, src - 1u, x > 0u), select(src, src + 1u, x < side - 1u), src - side, src + side);
    for (var k = 0u; k < 4u; k++) {
        if distance_compare_exchange(near[k], UNREACHED, step + 1u) == UNREACHED { push(near[k]); }
    }
";

const UNREACHED: u32 = u32::MAX;
const WALL: u32 = u32::MAX - 1;

fn main() -> ExitCode {
    support::run(measure)
}

fn measure(args: &Args, stdout: &mut dyn Write) -> Outcome {
    let engine = Engine::new()?;
    let cells = (args.side * args.side) as usize;
    let mut random = fastrand::Rng::with_seed(2018);
    let mut maze: Vec<u32> =
        (0..cells).map(|_| if random.f32() < 0.25 { WALL } else { UNREACHED }).collect();
    maze[0] = 0;
    let mut corridor = vec![UNREACHED; 10_000];
    corridor[0] = 0;

    let runs = [
        ("plate", plate(&engine, args)?),
        ("maze", search(&engine, args.side, &maze, false)?),
        ("corridor", search(&engine, corridor.len() as u32, &corridor, false)?),
        ("asking", search(&engine, 1000, &corridor[..1000], true)?),
    ];
    if args.json {
        let run = |(what, (done, time)): &(&str, (Convergence, Duration))| {
            json!({
                "what": what,
                "steps": done.steps,
                "converged": done.converged,
                "seconds": time.as_secs_f64(),
                "microseconds_per_step": per_step(done, time),
            })
        };
        let runs: Vec<_> = runs.iter().map(run).collect();
        return Ok(writeln!(stdout, "{}", json!({ "device": engine.info().name, "runs": runs }))?);
    }
    writeln!(stdout, "{}", engine.info())?;
    writeln!(stdout, "{:<10}{:>8}{:>12}{:>14}", "", "steps", "ms", "us per step")?;
    for (what, (done, time)) in runs {
        let (ms, us) = (time.as_secs_f64() * 1e3, per_step(&done, &time));
        let end = if done.converged { "" } else { ", and not settled" };
        writeln!(stdout, "{what:<10}{:>8}{ms:>12.3}{us:>14.2}{end}", done.steps)?;
    }
    Ok(())
}

fn per_step(done: &Convergence, time: &Duration) -> f64 {
    time.as_secs_f64() * 1e6 / done.steps.max(1) as f64
}

/// A plate of 0 degrees, one edge of which is kept at 100.
fn plate(engine: &Engine, args: &Args) -> Result<(Convergence, Duration)> {
    let side = args.side as usize;
    let mut start = vec![0.0f32; side * side];
    start[..side].fill(100.0);
    let settle = Kernel::map::<f32, f32>(SETTLE).param::<u32>("side").param::<f32>("tolerance");
    let call = settle.build()?.call().set("side", args.side).set("tolerance", args.tolerance);
    twice(|| {
        let mut plate = PingPong::new(engine, &start)?;
        engine.wait()?;
        let begin = Instant::now();
        let done = plate.converge(1_000_000, |_| call.clone())?;
        Ok((done, begin.elapsed()))
    })
}

/// How far each cell is from the first, where one may go through all but walls. The device ends the
/// search, or the host, which then asks after each step.
fn search(
    engine: &Engine,
    side: u32,
    cells: &[u32],
    asks: bool,
) -> Result<(Convergence, Duration)> {
    let reach = Kernel::expand::<u32>(REACH)
        .preamble(&format!("const UNREACHED = {UNREACHED}u;"))
        .atomic::<u32>("distance")
        .param::<u32>("side")
        .param::<u32>("step")
        .build()?;
    twice(|| {
        let distance = engine.storage(cells)?;
        let call = reach.call().bind("distance", &distance).set("side", side);
        let frontier = Frontier::new(engine, cells.len(), &[0u32])?;
        engine.wait()?;
        let begin = Instant::now();
        if !asks {
            let done = frontier.converge(cells.len(), |step| call.clone().set("step", step))?;
            return Ok((done, begin.elapsed()));
        }
        let mut steps = 0;
        while !frontier.is_empty()? {
            frontier.step(&call.clone().set("step", steps))?;
            steps += 1;
        }
        Ok((Convergence { steps, converged: true }, begin.elapsed()))
    })
}

/// The second outcome: the first had to compile.
fn twice<T>(run: impl Fn() -> Result<T>) -> Result<T> {
    run()?;
    run()
}
