//! Asked: what a problem asks for, kept apart from the crate that solves it.

use heldkarp::{Cost, CostMatrix, Error, Problem, host};

/// Numbers that are the same in every run (G. Marsaglia's xorshift, 2003).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end.max(1)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    cities: usize,
    /// Row after row; `None` is a leg that infinity or an option forbids.
    pub(crate) costs: Vec<Option<i32>>,
    open: bool,
    start: Option<usize>,
    end: Option<usize>,
    before: Vec<(usize, usize)>,
}

impl Asked {
    /// Any mixture of kinds of costs, forbidden legs, ends and precedences.
    pub(crate) fn random(numbers: &mut Numbers, cities: usize) -> Self {
        // Few different costs make ties.
        let kinds = [(0, 1), (0, 3), (1, 1000), (-50, 100), (-9000, 3), (5000, 9000)];
        let (least, spread) = kinds[numbers.below(6)];
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
        let (start, end) = ((cities > 0).then(&mut city), (cities > 0).then(&mut city));
        let pairs: Vec<(usize, usize)> = (0..4).map(|_| (city(), city())).collect();
        let end = end.filter(|_| (start != end || cities == 1) && numbers.one_in(3));
        let start = start.filter(|_| numbers.one_in(2));
        let some = [0, 0, 1, 4][numbers.below(4)];
        let before = pairs.into_iter().filter(|(a, b)| a != b).take(some).collect();
        Self { cities, costs, open: end.is_some() || numbers.one_in(3), start, end, before }
    }

    fn leg(&self, a: usize, b: usize) -> Option<i64> {
        self.costs[a * self.cities + b].map(i64::from)
    }

    /// Whether `city` may come next, after those of `visited`, as bits.
    fn allows(&self, visited: usize, city: usize) -> bool {
        let start = if self.open { self.start } else { Some(self.start.unwrap_or(0)) };
        let count = visited.count_ones() as usize;
        visited >> city & 1 == 0
            && start.is_none_or(|start| (start == city) == (count == 0))
            && self.end.is_none_or(|end| (end == city) == (count + 1 == self.cities))
            && self.before.iter().all(|(a, b)| *b != city || visited >> a & 1 == 1)
    }

    /// What it costs to come home from the last city to the first.
    fn home(&self, last: usize, first: usize) -> Option<i64> {
        if self.open || self.cities < 2 { Some(0) } else { self.leg(last, first) }
    }

    /// The cost of an order, if it is one and is allowed.
    fn cost(&self, order: &[usize]) -> Option<i64> {
        let mut visited = 0;
        for &city in order {
            if !self.allows(visited, city) {
                return None;
            }
            visited |= 1 << city;
        }
        let (first, last) = (order.first().copied(), order.last().copied());
        let home = first.zip(last).map_or(Some(0), |(first, last)| self.home(last, first));
        let legs = order.windows(2).map(|pair| self.leg(pair[0], pair[1]));
        let all = visited == (1 << self.cities) - 1;
        legs.chain([home]).sum::<Option<i64>>().filter(|_| all)
    }

    /// The least cost of all orders.
    fn by_brute_force(&self) -> Option<i64> {
        fn extend(asked: &Asked, order: &mut Vec<usize>, visited: usize, cost: i64) -> Option<i64> {
            if order.len() == asked.cities {
                let ends = order.first().zip(order.last());
                return ends.map_or(Some(0), |(a, b)| asked.home(*b, *a)).map(|home| cost + home);
            }
            let mut best = None;
            for city in (0..asked.cities).filter(|city| asked.allows(visited, *city)) {
                let leg = order.last().map_or(Some(0), |last| asked.leg(*last, city));
                if let Some(leg) = leg {
                    order.push(city);
                    let found = extend(asked, order, visited | 1 << city, cost + leg);
                    best = best.into_iter().chain(found).min();
                    order.pop();
                }
            }
            best
        }
        extend(self, &mut Vec::new(), 0, 0)
    }

    /// The same from one table of all sets and ends, for more cities.
    fn by_table(&self) -> Option<i64> {
        let n = self.cities;
        // Each first city in turn, since the way home depends on it.
        let firsts = (0..n).filter(|first| self.allows(0, *first));
        let any_first = self.open && self.start.is_none();
        let all = (1_usize << n) - 1;
        let from = |firsts: &[usize]| {
            let mut table: Vec<Option<i64>> = vec![None; n << n];
            for first in firsts {
                table[(1 << first) * n + first] = Some(0);
            }
            for set in 1..=all {
                for last in (0..n).filter(|last| set >> last & 1 == 1) {
                    let Some(cost) = table[set * n + last] else { continue };
                    for city in (0..n).filter(|city| self.allows(set, *city)) {
                        let entry = &mut table[(set | 1 << city) * n + city];
                        let path = self.leg(last, city).map(|leg| cost + leg);
                        *entry = entry.iter().copied().chain(path).min();
                    }
                }
            }
            let ends = (0..n).filter_map(|last| {
                Some(table[all * n + last]? + self.home(last, *firsts.first()?)?)
            });
            ends.min()
        };
        let firsts: Vec<usize> = firsts.collect();
        match any_first {
            true => from(&firsts),
            false => firsts.iter().filter_map(|first| from(&[*first])).min(),
        }
    }

    /// The least cost of all orders, or none.
    pub(crate) fn best(&self) -> Option<i64> {
        if self.cities <= 8 { self.by_brute_force() } else { self.by_table() }
    }

    /// The problem in costs of some type; what is forbidden is so by infinity or by an option.
    pub(crate) fn problem<C: Cost>(
        &self,
        cost: impl Fn(i32) -> C,
        infinity: Option<C>,
    ) -> Problem<C> {
        let stand_in = infinity.unwrap_or(cost(0));
        let entry = |a: usize, b: usize| self.costs[a * self.cities + b].map_or(stand_in, &cost);
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

    /// That the host finds an allowed order of that cost, and says so.
    pub(crate) fn check<C: Cost>(
        &self,
        problem: &Problem<C>,
        best: Option<i64>,
        cost: impl Fn(i64) -> C,
    ) {
        match (host::solve(problem), best) {
            (Ok(tour), Some(best)) => {
                assert_eq!(self.cost(&tour.order), Some(best), "{tour:?} of {self:?}");
                assert_eq!(tour.cost, cost(best), "{tour:?} of {self:?}");
            }
            (Err(Error::NoTour(_)), None) => {}
            (solved, best) => panic!("{solved:?}, and the right answer is {best:?}: {self:?}"),
        }
    }
}
