//! The code that the README shows.
#![allow(clippy::unwrap_used, reason = "tests")]

use heldkarp::{CostMatrix, Problem, Result, Solver, host, metric, solve};
use kernel_engine::Engine;

fn on_the_host() -> Result<()> {
    let costs = CostMatrix::from_rows(&[[0, 2, 9, 4], [1, 0, 6, 4], [3, 7, 0, 8], [6, 3, 1, 0]])?;
    let tour = host::solve(&Problem::new(costs))?;
    assert_eq!((tour.order, tour.cost), (vec![0, 1, 3, 2], 10));
    Ok(())
}

fn options() -> Result<()> {
    let points = [[0.0, 0.0], [3.0, 4.0], [6.0, 8.0], [6.0, 0.0]];
    let costs = CostMatrix::from_points(&points, metric::euclidean)?;
    // A path that starts in city 3, ends anywhere, and visits city 2 before city 1.
    let path = Problem::new(costs).open().start(3).before(2, 1);
    assert_eq!(host::solve(&path)?.order, [3, 2, 1, 0]);
    Ok(())
}

fn on_a_device() -> Result<()> {
    let costs = CostMatrix::from_fn(20, |a, b| ((a * 7 + b * 13) % 50) as u32)?;
    let problem = Problem::new(costs);
    let solver = Solver::new(&Engine::new()?);
    let tour = solver.solve(&problem)?;
    assert_eq!(tour, host::solve(&problem)?);
    assert_eq!(tour, solve(&Engine::new()?, &problem)?);
    Ok(())
}

#[test]
fn the_readme_is_right() {
    on_the_host().unwrap();
    options().unwrap();
}

#[test]
fn the_readme_is_right_about_devices() {
    if !Engine::devices().is_empty() {
        on_a_device().unwrap();
    }
}
