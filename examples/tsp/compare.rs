//! The contestants side by side.

use std::io::Write;
use std::time::{Duration, Instant};

use heldkarp::{Cost, Problem, Result, Solver, Tour, host};

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
    problem: &Problem<C>,
    page: &mut dyn Write,
) -> Outcome {
    let solver = Solver::new(&engine(args)?);
    let contestants: [Contestant<'_, C>; 2] =
        [("host", &|| host::solve(problem)), ("device", &|| solver.solve(problem))];
    writeln!(page, "\n{:<16}{:>12}{:>12}{:>12}", "", "first", "best", "speed-up")?;
    let mut base: Option<(Duration, f64)> = None;
    for (name, solve) in contestants {
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
