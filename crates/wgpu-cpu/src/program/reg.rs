//! Register names: which arena, a row or a uniform, and where.

/// One scalar component. While lowering the index is a virtual number; after
/// [`crate::lower`] has placed it, it is an offset into the arena of its width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Reg(u32);

const UNIFORM: u32 = 1 << 31;
const WIDE: u32 = 1 << 30;

impl Reg {
    /// The mask of the lanes that exist, present in every program.
    pub(crate) const BASE: Reg = Reg(0);

    /// The largest index a register can have.
    pub(crate) const MAX: u32 = WIDE - 1;

    pub(crate) fn new(index: u32, uniform: bool, wide: bool) -> Self {
        let flag = |on, bit| if on { bit } else { 0 };
        Reg((index & Self::MAX) | flag(uniform, UNIFORM) | flag(wide, WIDE))
    }

    /// One value for the whole block?
    #[inline(always)]
    pub(crate) fn is_uniform(self) -> bool {
        self.0 & UNIFORM != 0
    }

    /// 64 bits a lane?
    #[inline(always)]
    pub(crate) fn is_wide(self) -> bool {
        self.0 & WIDE != 0
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        (self.0 & Self::MAX) as usize
    }

    /// The same kind of register at another index.
    pub(crate) fn at(self, index: u32) -> Self {
        Reg((self.0 & !Self::MAX) | (index & Self::MAX))
    }
}
