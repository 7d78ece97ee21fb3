//! The method of 2017, to be read in one sitting.
//!
//! To know the cheapest way from city 0 to another through some more, it is enough to know which
//! of those comes last, since the way to that one, through the rest, must be a cheapest one too.
//! So the questions are asked by levels: first the ways that are straight, then those through one
//! city, then through two, and each looks at answers of the level before. An answer is a cost and
//! the city that comes last, the *parent*. The last level has one question, home through all
//! cities, and from its answer the parents lead back along the tour.
//!
//! ```no_run
//! # use heldkarp::{CostMatrix, classic};
//! # let engine = kernel_engine::Engine::new()?;
//! let costs = CostMatrix::from_rows(&[[0, 1, 9, 4], [1, 0, 6, 4], [9, 7, 0, 1], [4, 3, 1, 0]])?;
//! let walk = classic::walk(&engine, &costs, &classic::queries(4))?;
//! let answer = walk.answer(classic::Query::new(1, &[2, 3]));
//! assert_eq!(answer.map(|it| (it.cost, it.parent)), Some((12, 2)));
//! assert_eq!(walk.tour()?.cost, 12);
//! # Ok::<(), heldkarp::Error>(())
//! ```
//!
//! The queries depend on the number of cities alone, so they may come from anywhere, such as files
//! of pixels. [`Solver`](crate::Solver) does without them, and is many times as fast.

mod query;
pub use query::{Query, queries};

use kernel_engine::{Engine, Kernel, Wait};

use crate::cost::{Cost, TableValue};
use crate::costs::CostMatrix;
use crate::error::{Error, NoTour, Result};
use crate::host;
use crate::normal::{Normal, Order};
use crate::problem::Problem;
use crate::tour::Tour;

/// Answers the query `src`. `earlier` are the queries of the level before, in ascending order, and
/// `answers` what they cost.
const KERNEL: &str = "
    let end = src & 255u;
    let through = (src >> 8u) & 65535u;
    if through == 0u {
        dst = costs(end); // straight from city 0
    } else {
        dst = costs(0u); // dearer than any way, since nobody goes from a city to itself
    }
    for (var rest = through; rest != 0u; rest &= rest - 1u) {
        let last = countTrailingZeros(rest);
        let before = (src & 0xff000000u) | ((through & ~(1u << last)) << 8u) | last;
        let cost = answers(find(before)) + costs(last * cities + end);
        if cost < dst {
            dst = cost;
            parent = last;
        }
    }
";

/// Where a query stands in `earlier`: halves the queries in question until one is left.
const FIND: &str = "
fn find(query: u32) -> u32 {
    var first = 0u;
    var count = earlier_length();
    while count > 1u {
        let half = count / 2u;
        if earlier(first + half) <= query { first += half; }
        count -= half;
    }
    return first;
}
";

/// The cheapest closed tour of up to 16 cities that starts in city 0.
///
/// For n cities time and memory are in O(2ⁿ n²) and O(2ⁿ n).
///
/// # Errors
///
/// Those of [`host::solve`]; [`Error::Queries`] for more cities; [`Error::Engine`] when the device
/// fails or has no numbers of this type.
#[cfg(not(target_arch = "wasm32"))]
pub fn solve<C: Cost>(engine: &Engine, costs: &CostMatrix<C>) -> Result<Tour<C>> {
    walk(engine, costs, &queries(costs.cities()))?.tour()
}

/// Answers all queries, which are those of [`queries`] in any order, level by level.
///
/// # Errors
///
/// As [`solve`], and [`Error::Queries`] where the queries are others.
#[cfg(not(target_arch = "wasm32"))]
pub fn walk<C: Cost>(
    engine: &Engine,
    costs: &CostMatrix<C>,
    levels: &[Vec<Query>],
) -> Result<Walk<C>> {
    Wait::finished(answered(engine, costs, levels, Wait::Block))
}

/// As [`walk`], without blocking the thread.
///
/// # Errors
///
/// Those of [`walk`].
pub async fn walk_async<C: Cost>(
    engine: &Engine,
    costs: &CostMatrix<C>,
    levels: &[Vec<Query>],
) -> Result<Walk<C>> {
    answered(engine, costs, levels, Wait::Yield).await
}

async fn answered<C: Cost>(
    engine: &Engine,
    costs: &CostMatrix<C>,
    levels: &[Vec<Query>],
    wait: Wait,
) -> Result<Walk<C>> {
    let problem = Problem::new(costs.clone());
    let normal = problem.normal()?;
    let mut levels = levels.to_vec();
    levels.iter_mut().for_each(|level| level.sort_unstable());
    if costs.cities() > 16 || levels != queries(costs.cities()) {
        return Err(Error::Queries { cities: costs.cities() });
    }
    let mut walk = Walk { answers: Vec::new(), least: C::T::default(), problem, normal, levels };
    if costs.cities() < 2 {
        return Ok(walk);
    }

    let kernel = Kernel::map::<u32, C::T>(KERNEL)
        .label("heldkarp.classic")
        .preamble(FIND)
        .param::<u32>("cities")
        .array::<C::T>("costs")
        .array::<u32>("earlier")
        .array::<C::T>("answers")
        .output::<u32>("parent")
        .build()?;
    let square = engine.storage(&square(&walk.normal))?;
    // Two storages in turn: the answers of the level before are read, those of this one written.
    let mut earlier = engine.zeros::<u32>(1)?;
    let mut answers = engine.zeros::<C::T>(1)?;
    for level in &walk.levels {
        let pixels: Vec<u32> = level.iter().map(|it| u32::from_le_bytes(it.pixel())).collect();
        let queries = engine.storage(&pixels)?;
        let parents = engine.zeros::<u32>(pixels.len())?;
        let call = kernel.call().set("cities", costs.cities() as u32).bind("costs", &square);
        let call = call.bind("earlier", &earlier).bind("answers", &answers);
        answers = call.bind("parent", &parents).run(&queries)?;
        earlier = queries;
        let found = walk.told(level, &wait.read(&parents, pixels.len()).await?);
        walk.answers.push(found);
    }
    walk.least = wait.read(&answers, 1).await?.first().copied().unwrap_or(C::T::FORBIDDEN);
    Ok(walk)
}

/// The costs as the kernel reads them: none is negative, and forbidden are the diagonal and what
/// the problem forbids.
fn square<T: TableValue>(normal: &Normal<T>) -> Vec<T> {
    let m = normal.m();
    let mut rows = vec![T::FORBIDDEN];
    rows.extend(&normal.first);
    for v in 0..m {
        rows.push(normal.last[v]);
        rows.extend((0..m).map(|w| normal.leg(v, w)));
    }
    rows
}

/// What a query's cheapest way costs, and the city before its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<C> {
    /// The cost of the way.
    pub cost: C,
    /// The last city that the way goes through; 0 where it goes straight.
    pub parent: usize,
}

/// All queries with their answers.
#[derive(Clone, Debug)]
pub struct Walk<C: Cost> {
    levels: Vec<Vec<Query>>,
    answers: Vec<Vec<Option<Answer<C>>>>,
    /// What the last answer costs, as the device has it.
    least: C::T,
    problem: Problem<C>,
    normal: Normal<C::T>,
}

impl<C: Cost> Walk<C> {
    /// The queries of each level, in ascending order.
    pub fn levels(&self) -> &[Vec<Query>] {
        &self.levels
    }

    /// The answer to a query; `None` where all ways are forbidden, and for a query that no level
    /// has.
    pub fn answer(&self, query: Query) -> Option<Answer<C>> {
        let level = query.through().count();
        let at = self.levels.get(level)?.binary_search(&query).ok()?;
        *self.answers.get(level)?.get(at)?
    }

    /// The tour: back along the parents, from the query that comes home.
    ///
    /// # Errors
    ///
    /// [`Error::NoTour`] when there is none.
    pub fn tour(&self) -> Result<Tour<C>> {
        let Some(mut query) = self.levels.last().and_then(|level| level.first()).copied() else {
            return host::solve(&self.problem);
        };
        if query.through().next().is_none() {
            return host::solve(&self.problem);
        }
        let mut order = Vec::new();
        while query.through().next().is_some() {
            let parent = self.answer(query).ok_or(NoTour::NoOrder)?.parent;
            // The free cities are all but city 0.
            order.push(parent - 1);
            query = query.before(parent);
        }
        order.reverse();
        self.problem.tour(&self.normal, &Order { order, cost: self.least })
    }

    /// The answers of a level by their parents: what the answer before costs, and the last leg.
    fn told(&self, level: &[Query], parents: &[u32]) -> Vec<Option<Answer<C>>> {
        let answer = |(query, parent): (&Query, &u32)| {
            let parent = *parent as usize;
            let leg = self.problem.leg(parent, query.end())?;
            let way = match query.through().next() {
                None => C::ZERO,
                Some(_) => self.answer(query.before(parent))?.cost,
            };
            Some(Answer { cost: way.plus(leg)?, parent })
        };
        level.iter().zip(parents).map(answer).collect()
    }
}
