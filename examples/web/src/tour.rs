//! Tour: the cheapest one of a matrix of costs, on the host or on the device.

use heldkarp::{CostMatrix, Problem, Solver, host};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{Thrown, object};

#[derive(Serialize)]
struct Tour {
    order: Vec<usize>,
    cost: f64,
    method: String,
}

/// The cheapest tour, found by the host in numbers of 64 bits.
#[wasm_bindgen(unchecked_return_type = "Tour")]
pub fn tour_on_host(costs: &[f64], n: usize) -> Thrown {
    let heldkarp::Tour { order, cost } = host::solve(&Problem::new(matrix(costs, n)?))?;
    object(&Tour { order, cost, method: "Held-Karp on the host".to_owned() })
}

/// The cheapest tour, found by the device in numbers of 32 bits; what it costs is then added up in
/// 64.
pub(crate) async fn on_device(solver: &Solver, device: &str, costs: &[f64], n: usize) -> Thrown {
    matrix(costs, n)?;
    let rounded = CostMatrix::from_fn(n, |from, to| costs[from * n + to] as f32)?;
    let problem = Problem::new(rounded);
    // So few cities have no halves worth a device, and the solver asks the host.
    let none = solver.plan(&problem)?.levels == 0;
    let by = if none { "the host, for so few cities" } else { device };
    let order = solver.solve_async(&problem).await?.order;
    let legs = order.iter().zip(order.iter().cycle().skip(1));
    let cost = legs.map(|(from, to)| costs[from * n + to]).sum();
    object(&Tour { order, cost, method: format!("Held-Karp on {by}") })
}

/// The most memory that a table may take: a browser does not tell how much there is.
const MEMORY: u64 = 2 << 30;

/// How many cities the device has room for.
pub(crate) fn largest(solver: &Solver) -> usize {
    let fits = |n: &usize| {
        let costs = CostMatrix::from_fn(*n, |_, _| 1.0f32);
        let plan = costs.map(|costs| solver.plan(&Problem::new(costs)));
        matches!(plan, Ok(Ok(plan)) if plan.bytes <= MEMORY)
    };
    (1..64).take_while(fits).last().unwrap_or(0)
}

/// The costs of `n` cities, row by row.
pub(crate) fn matrix(costs: &[f64], n: usize) -> Thrown<CostMatrix<f64>> {
    if n.checked_mul(n) != Some(costs.len()) {
        let found = costs.len();
        return Err(JsError::new(&format!(
            "{n} cities have {n} x {n} costs, and {found} are given"
        )));
    }
    Ok(CostMatrix::from_fn(n, |from, to| costs[from * n + to])?)
}
