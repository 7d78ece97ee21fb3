//! The same in plain Rust.

use crate::cost::{Cost, TableValue};
use crate::error::{NoTour, Result};
use crate::normal::{Normal, Order};
use crate::problem::Problem;
use crate::tour::Tour;

/// Solves a problem on the host.
///
/// # Errors
///
/// As [`Problem`] says.
pub fn solve<C: Cost>(problem: &Problem<C>) -> Result<Tour<C>> {
    let normal = problem.normal()?;
    problem.tour(&normal, &search(&normal)?)
}

/// The cheapest order.
pub(crate) fn search<T: TableValue>(normal: &Normal<T>) -> Result<Order<T>> {
    let m = normal.m();
    if m == 0 {
        return Ok(Order { order: Vec::new(), cost: T::default() });
    }
    // For each set and each end of it the least cost and the city before.
    let mut table = vec![(T::FORBIDDEN, usize::MAX); m << m];
    for set in 1..1 << m {
        for v in (0..m).filter(|v| set >> v & 1 == 1) {
            let rest: usize = set & !(1 << v);
            if normal.before[v] & !(rest as u64) != 0 {
                continue;
            }
            let mut best = (T::FORBIDDEN, usize::MAX);
            if rest == 0 {
                best = (normal.first[v].least(T::FORBIDDEN), usize::MAX);
            }
            for u in (0..m).filter(|u| rest >> u & 1 == 1) {
                let cost = table[rest * m + u].0.plus(normal.leg(u, v));
                if cost < best.0 {
                    best = (cost, u);
                }
            }
            table[set * m + v] = best;
        }
    }
    let mut set = (1 << m) - 1;
    let closed = |v: usize| table[set * m + v].0.plus(normal.last[v]);
    let mut v = (0..m).fold(0, |best, v| if closed(v) < closed(best) { v } else { best });
    let cost = closed(v).least(T::FORBIDDEN);
    if cost >= T::FORBIDDEN {
        return Err(NoTour::NoOrder.into());
    }
    let mut order = Vec::new();
    while v < m {
        order.push(v);
        let before = table[set * m + v].1;
        set &= !(1 << v);
        v = before;
    }
    order.reverse();
    Ok(Order { order, cost })
}
