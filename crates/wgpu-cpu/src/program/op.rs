//! The operations of a program.

use super::{Bin, Narrow, Reg, Un, WideBin, WideCmp, WideUn, Widen};

/// The memory an address points into; addresses are byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mem {
    Binding(u16),
    Workgroup,
    Immediate,
    /// Constant arrays of the program itself.
    Table,
}

/// What one component takes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unit {
    Word,
    /// 8 bits holding a `bool`; in workgroup memory alone.
    Byte,
    /// 16 bits holding an `f16`, an `f32` in its register.
    Half,
    /// 64 bits in a wide register.
    Wide,
}

/// How arithmetic reads the bits of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ScalarClass {
    Sint,
    Uint,
    Float,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AtomicFun {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Min,
    Max,
    Exchange,
    CompareExchange,
}

/// Reductions and scans over a subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SubgroupFun {
    Add,
    Mul,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// Where in its subgroup a lane reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gather {
    First,
    Lane,
    Down,
    Up,
    Xor,
    Quad,
}

/// How a mask row is updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MaskHow {
    /// `d = a`
    Copy,
    /// `d &= a`
    And,
    /// `d &= !a`
    AndNot,
    /// `d |= a`
    Or,
    /// `d = 0`
    Clear,
}

/// Where in memory a lane's element is, if its address was not computed by itself:
/// `base + i * stride` where `i < len`, else outside of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    /// A uniform.
    pub(crate) base: Reg,
    /// In whole words.
    pub(crate) stride: u32,
    pub(crate) len: Reg,
}

/// One step. `d` is written, `m` is a mask row, everything else is read.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Unary {
        op: Un,
        d: Reg,
        a: Reg,
    },
    Binary {
        op: Bin,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// `d = c ? a : b`, narrow or wide.
    Select {
        d: Reg,
        c: Reg,
        a: Reg,
        b: Reg,
    },
    Fma {
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    WideUnary {
        op: WideUn,
        d: Reg,
        a: Reg,
    },
    WideBinary {
        op: WideBin,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideCompare {
        op: WideCmp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Widen {
        op: Widen,
        d: Reg,
        a: Reg,
    },
    Narrow {
        op: Narrow,
        d: Reg,
        a: Reg,
    },
    /// A copy, or a uniform spread over a row.
    Move {
        d: Reg,
        a: Reg,
    },
    /// A copy for the lanes in `m` alone.
    MoveMasked {
        d: Reg,
        a: Reg,
        m: Reg,
    },
    /// `d = base + i * stride` where `i < len`, else an address outside everything.
    Index {
        d: Reg,
        base: Reg,
        i: Reg,
        stride: u32,
        len: Reg,
    },
    /// `d = a * b + c` of integers.
    MulAdd {
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// `d = d op b`, for the lanes in `m` if there is one.
    Update {
        op: Bin,
        d: Reg,
        b: Reg,
        m: Option<Reg>,
    },
    /// `d[k]` = the component at `addr + off[k]`, zero where outside; `addr` is the
    /// number of an element where `of` says of which.
    Load {
        mem: Mem,
        unit: Unit,
        d: Box<[Reg]>,
        addr: Reg,
        of: Option<Element>,
        off: Box<[u32]>,
    },
    /// The same the other way, for the lanes in `m`; dropped where outside.
    Store {
        mem: Mem,
        unit: Unit,
        a: Box<[Reg]>,
        addr: Reg,
        of: Option<Element>,
        off: Box<[u32]>,
        m: Reg,
    },
    /// Row `i` of the `count` rows from `group` on, by lane; zero where outside.
    LaneLoad {
        d: Reg,
        group: Reg,
        count: u32,
        i: Reg,
    },
    LaneStore {
        group: Reg,
        count: u32,
        i: Reg,
        a: Reg,
        m: Reg,
    },
    /// `d` = the old value; `cmp` where the function compares.
    Atomic {
        mem: Mem,
        fun: AtomicFun,
        class: ScalarClass,
        d: Option<Reg>,
        addr: Reg,
        off: u32,
        a: Reg,
        cmp: Option<Reg>,
        m: Reg,
    },
    /// The lanes of `m` must be all there are.
    Barrier {
        m: Reg,
        span: u32,
    },
    SubgroupReduce {
        fun: SubgroupFun,
        class: ScalarClass,
        d: Reg,
        a: Reg,
        m: Reg,
    },
    /// A running total, with or without the lane's own value.
    SubgroupScan {
        fun: SubgroupFun,
        class: ScalarClass,
        inclusive: bool,
        d: Reg,
        a: Reg,
        m: Reg,
    },
    SubgroupBallot {
        d: [Reg; 4],
        a: Reg,
        m: Reg,
    },
    SubgroupGather {
        how: Gather,
        d: Reg,
        a: Reg,
        i: Reg,
        m: Reg,
    },
    Mask {
        how: MaskHow,
        d: Reg,
        a: Reg,
    },
    /// Lanes part: both sides run, each with its mask, one that is empty is skipped.
    If {
        c: Reg,
        m: Reg,
        yes: Reg,
        no: Reg,
        then: Vec<Op>,
        other: Vec<Op>,
        join: bool,
    },
    /// All lanes go the same way.
    Branch {
        c: Reg,
        then: Vec<Op>,
        other: Vec<Op>,
    },
    /// Runs unless `m` is empty.
    Guard {
        m: Reg,
        body: Vec<Op>,
    },
    /// All lanes take the same case; `fall` runs the next one too.
    Switch {
        c: Reg,
        cases: Vec<Case>,
        default: usize,
    },
    /// Until no lane of `mask` is left, or by a uniform break.
    Loop {
        mask: Option<LoopMask>,
        body: Vec<Op>,
        next: Vec<Op>,
        until: Option<Reg>,
        span: u32,
    },
    /// A region that `Jump::Return` leaves.
    Scope {
        body: Vec<Op>,
    },
    Jump(Jump),
    /// Leaves the list of operations where no lane of `m` is left.
    Exit {
        m: Reg,
    },
}

/// One case of a uniform switch.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) values: Vec<u32>,
    pub(crate) body: Vec<Op>,
    pub(crate) fall: bool,
}

/// The masks of a loop that lanes leave at different times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LoopMask {
    /// Lanes that come in.
    pub(crate) enter: Reg,
    /// Lanes still running.
    pub(crate) live: Reg,
    /// Lanes waiting for the continuing part, if any continue early.
    pub(crate) wait: Option<Reg>,
}

/// A jump that all lanes take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Jump {
    Break,
    Continue,
    Return,
}
