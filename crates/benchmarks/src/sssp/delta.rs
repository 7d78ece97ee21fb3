//! Delta: how wide the buckets are of those who have some and leave the width to the user.

use anyhow::{Error, Result};
use sssp::Graph;

/// A width that suits weights and degrees: that of cuGraph, as a power of two.
pub(crate) fn suited(graph: &Graph) -> u32 {
    let edges = graph.edges().max(1) as f64;
    let weights: f64 = graph.weight().iter().map(|weight| f64::from(*weight)).sum();
    let delta = 32.0 * (weights / edges) * (f64::from(graph.vertices()) / edges);
    delta.log2().round().exp2().max(1.0) as u32
}

/// The best width that is found from a first one on, in steps of 4 times and a quarter, as long as
/// that is better. `seconds` has what a search takes, of which the better one of two counts.
pub(crate) fn best(first: u32, mut seconds: impl FnMut(u32) -> Result<f64>) -> Result<u32> {
    let mut seconds = |width| Ok::<_, Error>(seconds(width)?.min(seconds(width)?));
    let mut best = (seconds(first)?, first);
    let narrower = |width: u32| (width > 1).then(|| (width / 4).max(1));
    let wider = |width: u32| width.checked_mul(4).filter(|width| *width < 1 << 30);
    for next in [&narrower as &dyn Fn(u32) -> Option<u32>, &wider] {
        let mut improved = false;
        while let Some(width) = next(best.1) {
            let time = seconds(width)?;
            if time >= best.0 {
                break;
            }
            (best, improved) = ((time, width), true);
        }
        if improved {
            break;
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn widths_are_powers_of_two() {
        let edges: Vec<_> = (0..64).map(|v| (v, (v + 1) % 64, 100)).collect();
        // 32 times 100, since each vertex has one edge, is nearer to 2^12 on that scale.
        assert_eq!(suited(&Graph::from_edges(64, &edges).unwrap()), 4096);
    }

    #[test]
    fn the_best_is_found_on_either_side() {
        for (first, least) in [(64, 4), (64, 64), (64, 4096), (8, 1), (1, 1), (1, 256)] {
            let mut asked = Vec::new();
            let found = best(first, |width| {
                asked.push(width);
                Ok((f64::from(width).log2() - f64::from(least).log2()).abs())
            });
            assert_eq!(found.unwrap(), least, "from {first}: {asked:?}");
            assert!(asked.len() <= 12, "{asked:?}");
        }
        assert!(best(1, |_| Err(anyhow!("no"))).is_err());
    }
}
