//! Random problems of all kinds at once, against brute force over all orders.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use heldkarp::{Cost, CostMatrix, Error, Problem, Tour, host};

const SEED: u64 = 0x5eed_7045;

/// Numbers that are the same in every run (G. Marsaglia's xorshift, 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end.max(1)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// What a problem asks for, kept apart from the crate that solves it.
#[derive(Clone, Debug)]
struct Asked {
    cities: usize,
    /// Row after row; `None` is a leg that infinity or an option forbids.
    costs: Vec<Option<i32>>,
    open: bool,
    start: Option<usize>,
    end: Option<usize>,
    before: Vec<(usize, usize)>,
}

impl Asked {
    fn random(numbers: &mut Numbers, cities: usize) -> Self {
        // Few different costs make ties.
        let (least, spread) =
            [(0, 1), (0, 3), (1, 1000), (-50, 100), (-9000, 3), (5000, 9000)][numbers.below(6)];
        let symmetric = numbers.one_in(2);
        let holes = [0, 0, 20, 3][numbers.below(4)];
        let mut costs = vec![None; cities * cities];
        for a in 0..cities {
            for b in 0..cities {
                let mirror = costs[b * cities + a];
                let hole = holes > 0 && numbers.one_in(holes);
                let cost = (!hole).then(|| least + numbers.below(spread) as i32);
                costs[a * cities + b] = if symmetric && b < a { mirror } else { cost };
            }
        }
        let mut city = || numbers.below(cities);
        let (start, mut end) = ((cities > 0).then(&mut city), (cities > 0).then(&mut city));
        let pairs: Vec<(usize, usize)> = (0..4).map(|_| (city(), city())).collect();
        if start == end && cities > 1 {
            end = None;
        }
        let start = start.filter(|_| numbers.one_in(2));
        let end = end.filter(|_| numbers.one_in(3));
        let some = [0, 0, 1, 4][numbers.below(4)];
        let before = pairs.into_iter().filter(|(a, b)| a != b).take(some).collect();
        Self { cities, costs, open: end.is_some() || numbers.one_in(3), start, end, before }
    }

    fn leg(&self, a: usize, b: usize) -> Option<i32> {
        self.costs[a * self.cities + b]
    }

    /// The cost of an order, if it is allowed.
    fn cost(&self, order: &[usize]) -> Option<i64> {
        let start = if self.open { self.start } else { Some(self.start.unwrap_or(0)) };
        let place = |city: usize| order.iter().position(|it| *it == city);
        let ends = start.is_none_or(|it| place(it).is_none_or(|at| at == 0))
            && self.end.is_none_or(|it| place(it) == Some(order.len() - 1));
        if !ends || self.before.iter().any(|(a, b)| place(*a) > place(*b)) {
            return None;
        }
        let legs = order.windows(2).map(|pair| self.leg(pair[0], pair[1]));
        let closes = !self.open && order.len() > 1;
        let back = closes.then(|| self.leg(*order.last().unwrap(), order[0]));
        legs.chain(back).map(|leg| leg.map(i64::from)).sum()
    }

    /// The least cost of all orders.
    fn brute_force(&self) -> Option<i64> {
        fn extend(asked: &Asked, order: &mut Vec<usize>, best: &mut Option<i64>) {
            if order.len() == asked.cities {
                let cost = asked.cost(order);
                *best = best.iter().copied().chain(cost).min();
                return;
            }
            for city in 0..asked.cities {
                if !order.contains(&city) {
                    order.push(city);
                    extend(asked, order, best);
                    order.pop();
                }
            }
        }
        let mut best = None;
        extend(self, &mut Vec::new(), &mut best);
        best
    }

    /// The problem in costs of some type; what is forbidden is so by an option or by infinity.
    fn problem<C: Cost>(&self, cost: impl Fn(i32) -> C, infinity: Option<C>) -> Problem<C> {
        let worthless = infinity.unwrap_or(cost(0));
        let entry = |a, b| self.leg(a, b).map_or(worthless, &cost);
        let mut problem = Problem::new(CostMatrix::from_fn(self.cities, entry).unwrap());
        if infinity.is_none() {
            for at in (0..self.costs.len()).filter(|at| self.costs[*at].is_none()) {
                problem = problem.forbid(at / self.cities, at % self.cities);
            }
        }
        if self.open {
            problem = problem.open();
        }
        problem = self.start.into_iter().fold(problem, Problem::start);
        problem = self.end.into_iter().fold(problem, Problem::end);
        self.before.iter().fold(problem, |problem, (a, b)| problem.before(*a, *b))
    }

    /// The tour is one, costs what it says, and none is cheaper.
    fn check<C: Cost>(&self, problem: &Problem<C>, cost: impl Fn(i64) -> C) {
        match (host::solve(problem), self.brute_force()) {
            (Ok(tour), Some(best)) => {
                let mut visited = tour.order.clone();
                visited.sort_unstable();
                assert_eq!(visited, (0..self.cities).collect::<Vec<_>>(), "{self:?}");
                assert_eq!(self.cost(&tour.order), Some(best), "{tour:?} of {self:?}");
                assert_eq!(tour.cost, cost(best), "{tour:?} of {self:?}");
            }
            (Err(Error::NoTour(_)), None) => {}
            (solved, best) => panic!("{solved:?}, by brute force {best:?}: {self:?}"),
        }
    }
}

#[test]
fn no_order_is_cheaper() {
    let mut numbers = Numbers(SEED);
    let mut none = 0;
    for round in 0..3000 {
        let cities = if round % 50 == 0 { 8 } else { numbers.below(8) };
        let asked = Asked::random(&mut numbers, cities);
        none += usize::from(asked.brute_force().is_none());
        // Costs of all types hold these numbers exactly; `u32` only where none is negative.
        match numbers.below(4) {
            0 => asked.check(&asked.problem(|it| it, None), |it| it as i32),
            1 if asked.costs.iter().flatten().all(|it| *it >= 0) => {
                asked.check(&asked.problem(|it| it as u32, None), |it| it as u32);
            }
            2 => asked.check(&asked.problem(|it| it as f32, Some(f32::INFINITY)), |it| it as f32),
            _ => asked.check(&asked.problem(f64::from, Some(f64::INFINITY)), |it| it as f64),
        }
    }
    assert!((300..1500).contains(&none), "{none} have no tour");
}
