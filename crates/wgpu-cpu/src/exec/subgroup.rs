//! Subgroups: 32 neighbouring lanes of a workgroup.
//!
//! A block has all its lanes at hand, so an operation reads its operand row whole
//! and writes its result row lane by lane. Only active lanes take part.

use super::Lanes;
use crate::program::{Gather, Reg, ScalarClass, SubgroupFun};

/// Lanes in a subgroup.
pub(crate) const SUBGROUP: usize = 32;

/// A value of either width, as bits.
fn combine(fun: SubgroupFun, class: ScalarClass, wide: bool, x: u64, y: u64) -> u64 {
    if wide {
        combine64(fun, class, x, y)
    } else {
        combine32(fun, class, x as u32, y as u32).into()
    }
}

macro_rules! combine {
    ($combine:ident, $word:ty, $signed:ty, $float:ty) => {
        fn $combine(fun: SubgroupFun, class: ScalarClass, x: $word, y: $word) -> $word {
            let f = |f: fn($float, $float) -> $float| {
                f(<$float>::from_bits(x), <$float>::from_bits(y)).to_bits()
            };
            let float = class == ScalarClass::Float;
            let signed = class == ScalarClass::Sint;
            match fun {
                SubgroupFun::Add if float => f(|x, y| x + y),
                SubgroupFun::Mul if float => f(|x, y| x * y),
                SubgroupFun::Min if float => f(<$float>::min),
                SubgroupFun::Max if float => f(<$float>::max),
                SubgroupFun::Add => x.wrapping_add(y),
                SubgroupFun::Mul => x.wrapping_mul(y),
                SubgroupFun::Min if signed => (x as $signed).min(y as $signed) as $word,
                SubgroupFun::Max if signed => (x as $signed).max(y as $signed) as $word,
                SubgroupFun::Min => x.min(y),
                SubgroupFun::Max => x.max(y),
                SubgroupFun::And => x & y,
                SubgroupFun::Or => x | y,
                SubgroupFun::Xor => x ^ y,
            }
        }
    };
}
combine!(combine32, u32, i32, f32);
combine!(combine64, u64, i64, f64);

/// What an exclusive scan gives the first lane.
fn identity(fun: SubgroupFun, class: ScalarClass, wide: bool) -> u64 {
    match (fun, class, wide) {
        (SubgroupFun::Mul, ScalarClass::Float, false) => 1.0f32.to_bits().into(),
        (SubgroupFun::Mul, ScalarClass::Float, true) => 1.0f64.to_bits(),
        (SubgroupFun::Mul, ..) => 1,
        _ => 0,
    }
}

impl Lanes<'_> {
    fn bits(&self, r: Reg, lane: usize) -> u64 {
        let at = r.index() + if r.is_uniform() { 0 } else { lane };
        if r.is_wide() { self.arena.wide[at] } else { self.arena.narrow[at].into() }
    }

    fn set_bits(&mut self, r: Reg, lane: usize, bits: u64) {
        let at = r.index() + if r.is_uniform() { 0 } else { lane };
        if r.is_wide() {
            self.arena.wide[at] = bits;
        } else {
            self.arena.narrow[at] = bits as u32;
        }
    }

    fn active(&self, m: Reg, lane: usize) -> bool {
        (self.window.0..self.window.1).contains(&lane) && self.arena.narrow[m.index() + lane] != 0
    }

    /// The lanes of each subgroup, which never spans two workgroups.
    fn groups(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let size = self.program.shape.invocations() as usize;
        let lanes = self.lanes;
        (0..lanes.div_ceil(size)).flat_map(move |group| {
            let start = group * size;
            let end = (start + size).min(lanes);
            (start..end).step_by(SUBGROUP).map(move |s| s..(s + SUBGROUP).min(end))
        })
    }

    /// Copies an operand out, so that the result may be written meanwhile.
    fn operand(&mut self, a: Reg) -> Vec<u64> {
        let mut values = std::mem::take(&mut self.arena.scratch);
        values.clear();
        values.extend((0..self.lanes).map(|lane| self.bits(a, lane)));
        values
    }

    pub(super) fn reduce(&mut self, fun: SubgroupFun, class: ScalarClass, d: Reg, a: Reg, m: Reg) {
        let values = self.operand(a);
        for group in self.groups() {
            let total = group
                .clone()
                .filter(|&lane| self.active(m, lane))
                .map(|lane| values[lane])
                .reduce(|x, y| combine(fun, class, a.is_wide(), x, y));
            if let Some(total) = total {
                group.for_each(|lane| self.set_bits(d, lane, total));
            }
        }
        self.arena.scratch = values;
    }

    pub(super) fn scan(
        &mut self,
        fun: SubgroupFun,
        class: ScalarClass,
        inclusive: bool,
        d: Reg,
        a: Reg,
        m: Reg,
    ) {
        let values = self.operand(a);
        let wide = a.is_wide();
        for group in self.groups() {
            let mut total = identity(fun, class, wide);
            for lane in group {
                if !self.active(m, lane) {
                    continue;
                }
                let with = combine(fun, class, wide, total, values[lane]);
                self.set_bits(d, lane, if inclusive { with } else { total });
                total = with;
            }
        }
        self.arena.scratch = values;
    }

    pub(super) fn ballot(&mut self, d: [Reg; 4], a: Reg, m: Reg) {
        let values = self.operand(a);
        for group in self.groups() {
            let vote = group
                .clone()
                .filter(|&lane| self.active(m, lane) && values[lane] != 0)
                .fold(0u64, |vote, lane| vote | 1 << (lane - group.start));
            for lane in group {
                self.set_bits(d[0], lane, vote);
                d[1..].iter().for_each(|&d| self.set_bits(d, lane, 0));
            }
        }
        self.arena.scratch = values;
    }

    pub(super) fn shuffle(&mut self, how: Gather, d: Reg, a: Reg, i: Reg, m: Reg) {
        let values = self.operand(a);
        for group in self.groups() {
            let first = group.clone().find(|&lane| self.active(m, lane)).unwrap_or(group.start);
            for lane in group.clone() {
                let (own, i) = (lane - group.start, self.bits(i, lane) as usize);
                let from = match how {
                    Gather::First => first - group.start,
                    Gather::Lane => i,
                    Gather::Down => own.saturating_add(i),
                    Gather::Up => own.wrapping_sub(i),
                    Gather::Xor => own ^ i,
                    Gather::Quad => (own & !3) + (i & 3),
                };
                // A lane that is not there leaves the reader its own value.
                let from = if from < group.len() { group.start + from } else { lane };
                self.set_bits(d, lane, values[from]);
            }
        }
        self.arena.scratch = values;
    }
}
