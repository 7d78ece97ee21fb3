//! Levels: what a search takes on a device, number of cities by number of cities.
//!
//!     cargo run --release -p heldkarp --example levels -- 20,24,27 [--steps] [--lanes 1|2|4]
//!         [--joined] [--size 256] [--asymmetric] [--u32] [--runs 5] [--device D]
//!     cargo run --release -p heldkarp --example levels -- 12 --batch 1000000 [--device D]
#![allow(clippy::print_stdout, reason = "an example")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use heldkarp::{Cost, CostMatrix, Problem, Solver};
use kernel_engine::Engine;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str| args.iter().any(|arg| arg == name);
    let option = |name: &str| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned()
    };
    let number =
        |name: &str, usual: usize| option(name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let mut builder = Engine::builder();
    if let Some(device) = option("--device") {
        builder = builder.device(device.as_str());
    }
    let start = Instant::now();
    let engine = builder.build()?;
    println!("{}, opened in {:.0?}; {:?}", engine.info(), start.elapsed(), engine.capacity());
    let bandwidth = copy(&engine)?;
    println!("a copy moves {:.0} GB/s", bandwidth / 1e9);
    println!("  n  first ms    wall ms  device ms       GB  Gtrans/s  of bound  cost");
    let sizes = args.first().filter(|arg| !arg.starts_with('-')).cloned();
    for n in sizes.unwrap_or("10,12,14,16,18,20".into()).split(',') {
        let n: usize = n.trim().parse()?;
        let solver = Solver::new(&engine);
        let solver = match flag("--lanes") || flag("--joined") || flag("--size") {
            true => {
                solver.tuned(number("--lanes", 4), flag("--joined"), number("--size", 256) as u32)
            }
            false => solver,
        };
        if let Some(count) = option("--batch") {
            batch(&engine, &solver, n, count.parse()?, flag("--asymmetric"))?;
            continue;
        }
        let shape =
            Run { n, asymmetric: flag("--asymmetric"), runs: number("--runs", 5), bandwidth };
        let steps = flag("--steps");
        match flag("--u32") {
            true => shape.run(&engine, &solver, steps, |x| (x * 1e6) as u32)?,
            false => shape.run(&engine, &solver, steps, |x| x as f32)?,
        }
    }
    Ok(())
}

struct Run {
    n: usize,
    asymmetric: bool,
    runs: usize,
    bandwidth: f64,
}

impl Run {
    fn run<C: Cost>(
        &self,
        engine: &Engine,
        solver: &Solver,
        steps: bool,
        cost: impl Fn(f64) -> C,
    ) -> Outcome<()> {
        let n = self.n;
        let problem = random(n, self.asymmetric, n as u64, cost)?;
        let plan = solver.plan(&problem)?;
        let ms = |start: Instant| start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let tour = solver.solve(&problem)?;
        let first = ms(start);
        // The engine measures long kernels when they run first.
        solver.solve(&problem)?;
        let (mut walls, mut devices) = (Vec::new(), Vec::new());
        for _ in 0..self.runs {
            let start = Instant::now();
            solver.solve(&problem)?;
            walls.push(ms(start));
            let (again, report) = engine.profile(|| Ok(solver.solve(&problem)))?;
            assert_eq!(again?.order, tour.order, "another order");
            devices.push(report.execute.as_secs_f64() * 1e3);
        }
        let (wall, device) = (median(walls), median(devices));
        let moved = 2.0 * self.entries() * size_of::<C>() as f64;
        println!(
            "{n:3} {first:9.1} {wall:10.3} {device:10.3} {:8.3} {:9.1} {:8.1}%  {}",
            plan.bytes as f64 / 1e9,
            plan.transitions / device / 1e6,
            100.0 * moved / self.bandwidth / (device / 1e3),
            tour.cost
        );
        if steps {
            let mut last = Instant::now();
            solver.solve_with(&problem, |progress| {
                println!(
                    "      step {:2} of {}: {:9.3} ms",
                    progress.level,
                    progress.levels,
                    ms(last)
                );
                last = Instant::now();
                ControlFlow::Continue(())
            })?;
        }
        Ok(())
    }

    /// Entries of the stored levels, each written and read at least once.
    fn entries(&self) -> f64 {
        let m = self.n - 1;
        let mut columns = 1.0;
        let mut sum = 0.0;
        for k in 1..m.div_ceil(2) {
            columns *= (m + 1 - k) as f64 / k as f64;
            sum += columns * k as f64;
        }
        if self.asymmetric { 2.0 * sum } else { sum }
    }
}

/// Many problems of one size.
fn batch(
    engine: &Engine,
    solver: &Solver,
    n: usize,
    count: usize,
    asymmetric: bool,
) -> Outcome<()> {
    let start = Instant::now();
    let problems = (0..count).map(|at| random(n, asymmetric, at as u64, |x| x as f32));
    let problems = problems.collect::<Outcome<Vec<_>>>()?;
    println!("{count} problems made in {:.1?}", start.elapsed());
    for _ in 0..3 {
        let start = Instant::now();
        let tours = solver.solve_batch(&problems);
        let time = start.elapsed();
        let failed = tours.iter().filter(|tour| tour.is_err()).count();
        let rate = count as f64 / time.as_secs_f64() / 1e6;
        println!("n = {n}: {count} in {time:.1?}, {rate:.3} M/s, {failed} failed");
    }
    let (_, report) = engine.profile(|| Ok(solver.solve_batch(&problems)))?;
    let rate = count as f64 / report.execute.as_secs_f64() / 1e6;
    println!("resident {rate:.3} M/s; {report}");
    Ok(())
}

/// A problem that is the same in every run.
fn random<C: Cost>(
    n: usize,
    asymmetric: bool,
    seed: u64,
    cost: impl Fn(f64) -> C,
) -> Outcome<Problem<C>> {
    let mut state = 0x5eed_c171u64 + (seed << 20);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let drawn: Vec<C> = (0..n * n).map(|_| cost(next())).collect();
    let place = |a: usize, b: usize| if asymmetric { (a, b) } else { (a.min(b), a.max(b)) };
    let costs = CostMatrix::from_fn(n, |a, b| {
        let (a, b) = place(a, b);
        drawn[a * n + b]
    })?;
    Ok(Problem::new(costs))
}

/// Bytes a second of a plain copy, read and written.
fn copy(engine: &Engine) -> Outcome<f64> {
    let from = engine.zeros::<u32>(1 << 26)?;
    let map = kernel_engine::Kernel::map::<u32, u32>("dst = src;").build()?;
    let to = engine.zeros::<u32>(from.len())?;
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let ((), report) = engine.profile(|| map.call().run_into(&from, &to))?;
        best = best.min(report.execute.as_secs_f64());
    }
    Ok(2.0 * from.bytes() as f64 / best)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
