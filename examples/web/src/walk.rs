//! Walk: the method of 2017, every question of which is answered with all that it chose from.

use std::collections::HashMap;

use heldkarp::classic::{Query, queries};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::convert::{Thrown, object};
use crate::tour::matrix;

/// The most cities: a reader steps through all questions, of which eight cities have 449.
const MOST: usize = 8;

#[derive(Serialize)]
struct Walk {
    levels: Vec<Level>,
    tour: Vec<usize>,
    cost: f64,
}

#[derive(Serialize)]
struct Level {
    queries: Vec<Answer>,
}

#[derive(Serialize)]
struct Answer {
    through: Vec<usize>,
    to: usize,
    cost: f64,
    parent: Option<usize>,
    choices: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    through: usize,
    cost: f64,
}

/// All questions of up to eight cities, level by level, with their answers.
#[wasm_bindgen(unchecked_return_type = "Walk")]
pub fn walk(costs: &[f64], n: usize) -> Thrown {
    if !(1..=MOST).contains(&n) {
        return Err(JsError::new(&format!("{n} cities are no walk to read: take 1 to {MOST}")));
    }
    matrix(costs, n)?;
    let mut known: HashMap<Query, (f64, Option<usize>)> = HashMap::new();
    let mut levels = Vec::new();
    for level in queries(n) {
        let answers: Vec<Answer> =
            level.iter().map(|query| answer(*query, &known, |a, b| costs[a * n + b])).collect();
        known.extend(level.into_iter().zip(answers.iter().map(|it| (it.cost, it.parent))));
        levels.push(Level { queries: answers });
    }
    let last = levels.last().and_then(|level| level.queries.first());
    let cost = last.map_or(0.0, |answer| answer.cost);
    let tour = back(n, &known);
    object(&Walk { levels, tour, cost })
}

/// The cheapest way, of all that the answers before allow.
fn answer(
    query: Query,
    known: &HashMap<Query, (f64, Option<usize>)>,
    leg: impl Fn(usize, usize) -> f64,
) -> Answer {
    let (through, to): (Vec<usize>, usize) = (query.through().collect(), query.end());
    let by = |last: &usize| {
        let way = known.get(&before(&through, *last)).map_or(f64::INFINITY, |(cost, _)| *cost);
        Choice { through: *last, cost: way + leg(*last, to) }
    };
    let choices: Vec<Choice> = through.iter().map(by).collect();
    let best = choices.iter().min_by(|a, b| a.cost.total_cmp(&b.cost));
    let straight = if to == 0 { 0.0 } else { leg(0, to) };
    let (cost, parent) = best.map_or((straight, None), |best| (best.cost, Some(best.through)));
    Answer { through, to, cost, parent, choices }
}

/// The question that is answered on the way to one through these cities, of which `last` comes last.
fn before(through: &[usize], last: usize) -> Query {
    let rest: Vec<usize> = through.iter().copied().filter(|city| *city != last).collect();
    Query::new(last, &rest)
}

/// Back along the parents, from the question that comes home.
fn back(n: usize, known: &HashMap<Query, (f64, Option<usize>)>) -> Vec<usize> {
    let mut through: Vec<usize> = (1..n).collect();
    let mut query = Query::new(0, &through);
    let mut tour = Vec::new();
    while let Some((_, Some(parent))) = known.get(&query) {
        tour.push(*parent);
        query = before(&through, *parent);
        through.retain(|city| city != parent);
    }
    tour.push(0);
    tour.reverse();
    tour
}
