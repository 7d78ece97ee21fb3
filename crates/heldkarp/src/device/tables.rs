//! Tables: the memory of a search, which the next one may have.

use std::sync::Mutex;

use kernel_engine::{Engine, Result, Storage};

use super::kernels::PICKED;
use super::packs::{Packing, Rows};
use super::plan::Shape;
use super::text::{ROW, ROWS, STRIDE};
use crate::binomials::binomial;
use crate::cost::TableValue;
use crate::normal::Normal;

/// The memory of a search; another search of the same shape or a smaller one can have it next.
#[derive(Debug)]
pub(crate) struct Tables<T: TableValue> {
    packing: Packing,
    /// For the last level that is stored and every other one before it: of the forward table, and
    /// of the backward one where that is another.
    tops: Vec<Rows<T>>,
    /// For the levels between.
    between: Rows<T>,
    /// The legs forward and backward.
    pub(crate) costs: [Storage<T>; 2],
    /// What must come before each city and after it; and the other way round.
    pub(crate) masks: [Storage<u32>; 2],
    pub(crate) binomials: Storage<u32>,
    /// Values and ranks: those of each workgroup, and what is picked of them, in turn.
    pub(crate) candidates: [(Storage<T>, Storage<u32>); 2],
}

impl<T: TableValue> Tables<T> {
    /// For a search in workgroups of that size.
    pub(crate) fn new(engine: &Engine, packing: Packing, shape: Shape, size: u32) -> Result<Self> {
        let rows = |last| Rows::new(engine, packing, shape, last);
        let top = shape.top();
        let tops = (0..shape.tables()).map(|_| rows(top)).collect::<Result<_>>()?;
        let costs = || engine.zeros(STRIDE * STRIDE);
        let masks = || engine.zeros(4 * STRIDE);
        let binomials: Vec<u32> = (0..ROWS * ROW)
            .map(|at| binomial(at % ROW, at / ROW).try_into().unwrap_or(u32::MAX))
            .collect();
        let [all, picked] = candidates(packing, shape, size);
        Ok(Self {
            packing,
            tops,
            between: rows(top - 1)?,
            costs: [costs()?, costs()?],
            masks: [masks()?, masks()?],
            binomials: engine.storage(&binomials)?,
            candidates: [
                (engine.zeros(all)?, engine.zeros(all)?),
                (engine.zeros(picked)?, engine.zeros(picked)?),
            ],
        })
    }

    /// Whether a search of that shape has room.
    pub(crate) fn fit(&self, packing: Packing, shape: Shape, size: u32) -> bool {
        let top = shape.top();
        let room = self.candidates.iter().map(|(values, _)| values.len());
        self.packing == packing
            && self.tops.len() >= shape.tables()
            && self.tops.iter().all(|rows| rows.fit(shape, top))
            && self.between.fit(shape, top - 1)
            && room.zip(candidates(packing, shape, size)).all(|(room, needed)| room >= needed)
    }

    /// How the levels are laid out.
    pub(crate) fn packing(&self) -> Packing {
        self.packing
    }

    /// The storages that hold level `k` of a table in its turn.
    pub(crate) fn rows(&self, shape: Shape, table: usize, k: usize) -> &Rows<T> {
        match (shape.top() - k).is_multiple_of(2) {
            true => &self.tops[table],
            false => &self.between,
        }
    }

    /// Brings a problem and its reverse.
    pub(crate) fn load(&self, [there, back]: [&Normal<T>; 2]) -> Result<()> {
        self.costs[0].upload(&matrix(there))?;
        if !there.symmetric {
            self.costs[1].upload(&matrix(back))?;
        }
        if there.has_precedence() {
            self.masks[0].upload(&[bits(there), bits(back)].concat())?;
            self.masks[1].upload(&[bits(back), bits(there)].concat())?;
        }
        Ok(())
    }
}

/// At least as many candidates as there are workgroups that join halves, one of each; and as there
/// are workgroups that pick among those.
fn candidates(packing: Packing, shape: Shape, size: u32) -> [usize; 2] {
    // Each block may end with a workgroup that is not full, and sets may be joined in two ways.
    let (sets, blocks) = (binomial(shape.m, shape.half()), packing.blocks().len() as u64);
    let all = sets.div_ceil(size.into()) + 2 * blocks;
    let picked = all.div_ceil(u64::from(PICKED) * u64::from(size));
    [all, picked].map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

/// The legs as the device reads them.
fn matrix<T: TableValue>(normal: &Normal<T>) -> Vec<T> {
    let m = normal.m();
    let mut matrix = vec![T::FORBIDDEN; STRIDE * STRIDE];
    for v in 0..m {
        for w in 0..m {
            matrix[STRIDE * v + w] = normal.leg(v, w);
        }
    }
    matrix
}

/// For each city the low bits of what must come before it; then the high ones.
fn bits<T>(normal: &Normal<T>) -> Vec<u32> {
    let word = |shift: u32| {
        let mut words: Vec<u32> =
            normal.before.iter().map(|before| (before >> shift) as u32).collect();
        words.resize(STRIDE, 0);
        words
    };
    [word(0), word(32)].concat()
}

/// The memory that the last search left.
pub(crate) type Kept = Mutex<Option<Box<dyn std::any::Any + Send>>>;
