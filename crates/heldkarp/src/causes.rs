//! Causes: why a problem has no tour, where that is simple to see.

use crate::cost::Cost;
use crate::error::NoTour;
use crate::problem::Problem;

impl<C: Cost> Problem<C> {
    /// Tells a simple reason why there can be no tour, if there is one.
    pub(crate) fn look_for_causes(&self) -> Result<(), NoTour> {
        let cities = self.costs.cities();
        let start = self.fixed_start();
        for &(a, b) in &self.before {
            if let Some(start) = start.filter(|start| *start == b && a != b) {
                return Err(NoTour::BeforeStart { city: a, start });
            }
            if let Some(end) = self.end.filter(|end| *end == a && a != b) {
                return Err(NoTour::AfterEnd { city: b, end });
            }
        }
        if let Some(cities) = self.cycle() {
            return Err(NoTour::Cycle { cities });
        }
        if self.legs() == 0 {
            return Ok(());
        }
        // Without a fixed start one city needs no way in; without a fixed end one needs none out.
        let enters = |city: usize| (0..cities).any(|other| self.leg(other, city).is_some());
        let leaves = |city: usize| (0..cities).any(|other| self.leg(city, other).is_some());
        let closed = !self.open;
        let lost = |city: &usize| !enters(*city) && (closed || Some(*city) != start);
        if let Some(city) = (0..cities).filter(lost).nth(usize::from(start.is_none())) {
            return Err(NoTour::NoWayIn { city });
        }
        let stuck = |city: &usize| !leaves(*city) && Some(*city) != self.end;
        let free_end = self.open && self.end.is_none();
        match (0..cities).filter(stuck).nth(usize::from(free_end)) {
            Some(city) => Err(NoTour::NoWayOut { city }),
            None => Ok(()),
        }
    }

    /// Cities of which each must come before the next, and the last before the first.
    fn cycle(&self) -> Option<Vec<usize>> {
        if self.before.is_empty() {
            return None;
        }
        let cities = self.costs.cities();
        // Takes away what need wait for none; what is left, if any, waits for one another.
        let mut waits = vec![true; cities];
        let waiting = |waits: &[bool], city: usize| {
            let waited_for = |(a, b): &&(usize, usize)| *b == city && waits[*a];
            self.before.iter().filter(waited_for).map(|(a, _)| *a).min()
        };
        while let Some(city) =
            (0..cities).find(|city| waits[*city] && waiting(&waits, *city).is_none())
        {
            waits[city] = false;
        }
        // From any of them backwards, until one comes again.
        let mut path = vec![(0..cities).find(|city| waits[*city])?];
        loop {
            let earlier = waiting(&waits, *path.last()?)?;
            if let Some(at) = path.iter().position(|city| *city == earlier) {
                let mut cycle = path.split_off(at);
                cycle.reverse();
                let smallest = (0..cycle.len()).min_by_key(|at| cycle[*at])?;
                cycle.rotate_left(smallest);
                return Some(cycle);
            }
            path.push(earlier);
        }
    }
}
