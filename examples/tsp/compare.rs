//! The contestants side by side: the method of 2017, the host, and the device.

use std::io::Write;
use std::time::{Duration, Instant};

use heldkarp::files::Instance;
use heldkarp::{Cost, Problem, Result, Solver, Tour, classic, host};

use crate::Args;
use crate::report::time;
use crate::run::engine;
use crate::support::Outcome;

/// How long to go on repeating a contestant for its best time.
const PATIENCE: Duration = Duration::from_secs(1);

/// A contestant: its name, and how it solves.
type Contestant<'a, C> = (&'a str, &'a dyn Fn() -> Result<Tour<C>>);

/// Runs all contestants and tells their times, and how much faster each is than the first that
/// can solve this at all. One that finds another cost is an error, and no time is told for it.
pub(crate) fn run<C: Cost + Into<f64>>(
    args: &Args,
    instance: &Instance,
    problem: &Problem<C>,
    page: &mut dyn Write,
) -> Outcome {
    let engine = engine(args)?;
    let solver = Solver::new(&engine);
    let contestants: [Contestant<'_, C>; 3] = [
        ("method of 2017", &|| classic::solve(&engine, problem.costs())),
        ("host", &|| host::solve(problem)),
        ("device", &|| solver.solve(problem)),
    ];
    // The method of 2017 knows nothing else.
    let n = instance.cities();
    let is_way = |at| at / n == at % n || instance.cost(at / n, at % n).is_finite();
    let is_plain = n <= 16 && !problem.is_open() && (0..n * n).all(is_way);
    writeln!(page, "\n{:<16}{:>12}{:>12}{:>12}", "", "first", "best", "speed-up")?;
    let mut base: Option<(Duration, f64)> = None;
    for (at, (name, solve)) in contestants.into_iter().enumerate() {
        if at == 0 && !is_plain {
            writeln!(page, "{name:<16}takes closed tours of up to 16 cities, all ways allowed")?;
            continue;
        }
        let (first, best, cost) = match timed(solve) {
            Ok(times) => times,
            Err(error) => {
                writeln!(page, "{name:<16}{error}")?;
                continue;
            }
        };
        let (slow, expected) = *base.get_or_insert((best, cost));
        if (cost - expected).abs() > 1e-9 * expected.abs().max(1.0) {
            return Err(format!("{name} finds {cost}, and {expected} was found before").into());
        }
        let ratio = slow.as_secs_f64() / best.as_secs_f64().max(1e-9);
        writeln!(page, "{name:<16}{:>12}{:>12}{ratio:>11.1}x", time(first), time(best))?;
    }
    Ok(())
}

/// The time of the first run, which compiles what is to be compiled, that of the best, and the
/// cost.
fn timed<C: Cost + Into<f64>>(
    solve: &dyn Fn() -> Result<Tour<C>>,
) -> Result<(Duration, Duration, f64)> {
    let start = Instant::now();
    let cost = solve()?.cost.into();
    let first = start.elapsed();
    let mut best = first;
    while start.elapsed() < PATIENCE {
        let again = Instant::now();
        solve()?;
        best = best.min(again.elapsed());
    }
    Ok((first, best, cost))
}
