//! A lowered kernel: what [`crate::lower`] writes and [`crate::exec`] runs.
//!
//! A program is a tree of operations over registers. A register is one scalar
//! component: a row (one value for each lane of a block) or a uniform (one value
//! for the whole block). Vectors, matrices and structs are several registers and
//! exist only while lowering, so taking them apart costs nothing at run time.

pub(crate) mod code;
pub(crate) mod op;
pub(crate) mod reg;
mod visit;

pub(crate) use code::{Bin, Narrow, Un, WideBin, WideCmp, WideUn, Widen};
pub(crate) use op::{AtomicFun, Gather, MaskHow, Mem, Op, ScalarClass, SubgroupFun, Unit};
pub(crate) use reg::Reg;
pub(crate) use visit::Role;

use crate::error::Span;
use crate::lower::BindingInfo;

/// How many lanes a block has and how they map to workgroups.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Invocations of a workgroup in x, y and z.
    pub(crate) size: [u32; 3],
    /// Workgroups in one block: above one only where they share no state.
    pub(crate) packed: u32,
    /// Lanes of a row: `packed` workgroups, rounded up to whole vectors.
    pub(crate) lanes: u32,
}

impl Shape {
    /// Invocations in one workgroup.
    pub(crate) fn invocations(&self) -> u32 {
        self.size[0] * self.size[1] * self.size[2]
    }
}

/// A value the executor writes into a register before a block starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preset {
    /// A constant of 32 bits.
    Word(u32),
    /// A constant of 64 bits.
    Wide(u64),
    /// Elements of the runtime-sized array in a binding: (binding, offset, stride).
    Length(u16, u32, u32),
    /// Workgroups in the dispatch, by axis.
    NumWorkgroups(u8),
    /// The workgroup's own id, by axis (a row where workgroups are packed).
    WorkgroupId(u8),
    /// The invocation's id in the dispatch, by axis.
    GlobalId(u8),
    /// The invocation's id in its workgroup, by axis.
    LocalId(u8),
    /// The invocation's linear index in its workgroup.
    LocalIndex,
    /// The lane's number in its subgroup.
    SubgroupLane,
    /// The subgroup's number in its workgroup.
    SubgroupId,
}

/// Everything one entry point needs to run; immutable.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) ops: Vec<Op>,
    /// Registers filled in before a block starts.
    pub(crate) presets: Vec<(Reg, Preset)>,
    /// Size of the narrow arena in words, uniforms first, then rows.
    pub(crate) narrow: usize,
    /// Size of the wide arena in 64-bit values.
    pub(crate) wide: usize,
    /// Bytes of workgroup memory.
    pub(crate) workgroup: u32,
    /// Constant arrays indexed at run time.
    pub(crate) table: Vec<u32>,
    pub(crate) bindings: Vec<BindingInfo>,
    /// Bytes of immediates the kernel reads.
    pub(crate) immediates: u32,
    /// A rough count of operations that one block executes.
    pub(crate) cost: u64,
    /// Source spans of loops and barriers, by id.
    pub(crate) spans: Vec<Option<Span>>,
}
