//! Turns naga IR into a [`Program`].
//!
//! Functions are inlined, so that each place a pointer may lead to is known and a
//! value that is the same for all lanes is seen to be. What must be a row, and
//! which loops lanes leave at different times, is found by trying: everything is
//! taken to be uniform at first, and lowering starts again with what it found to be
//! otherwise, until it finds nothing new.

mod access;
mod atomic;
mod builder;
mod call;
mod control;
mod convert;
mod expression;
mod frame;
mod fuse;
mod global;
mod liveness;
mod math;
mod matrix;
mod operator;
mod pack;
mod place;
mod scan;
mod statement;
mod subgroup;
mod tidy;
mod types;

use crate::error::{CompileError, Span};
use crate::program::{Program, Shape};
use builder::Builder;
use naga::valid::ModuleInfo;
use naga::{EntryPoint, Module, ShaderStage};
use std::collections::HashSet;
use types::{Types, too_large};

/// What a kernel does with a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingKind {
    /// A uniform buffer.
    Uniform,
    /// A storage buffer that is only read.
    Read,
    /// A storage buffer that is read and written.
    ReadWrite,
}

/// One binding of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BindingInfo {
    /// The `@group` number.
    pub group: u32,
    /// The `@binding` number.
    pub binding: u32,
    /// How it is used.
    pub kind: BindingKind,
    /// The least size in bytes.
    pub min_size: u64,
}

/// A kernel ready to run; immutable, to be shared between threads.
#[derive(Clone, Debug)]
pub struct Compiled {
    program: Program,
}

impl Compiled {
    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// The entry point's name.
    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// Invocations in a workgroup, by axis.
    pub fn workgroup_size(&self) -> [u32; 3] {
        self.program.shape.size
    }

    /// The bindings it must be given.
    pub fn bindings(&self) -> &[BindingInfo] {
        &self.program.bindings
    }

    /// Bytes of immediates it must be given.
    pub fn immediate_size(&self) -> u32 {
        self.program.immediates
    }

    /// Bytes of workgroup memory it uses.
    pub fn workgroup_memory(&self) -> u32 {
        self.program.workgroup
    }
}

/// What lowering found out so far.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Variables that differ between lanes.
    pub(crate) rows: HashSet<u32>,
    /// Loops, switches and functions that lanes leave apart.
    pub(crate) parted: HashSet<u32>,
}

impl Facts {
    /// Nothing is known to be uniform, which is always right and never fast.
    fn all(ids: u32) -> Self {
        Facts { rows: (0..=ids).collect(), parted: (0..=ids).collect() }
    }
}

/// Invocations of the largest workgroup.
const MAX_INVOCATIONS: u64 = 1024;

/// Lanes that workgroups are packed up to: enough to make little of the cost of one
/// step, few enough for the rows to stay in the first-level cache.
const BLOCK: u32 = 512;

/// The same where the workgroup's id is used, which is uniform unless packed.
const BLOCK_WITH_ID: u32 = 128;

/// Rounds of lowering until everything is taken to differ: each one finds a new fact, and
/// most kernels need two.
const MAX_ROUNDS: usize = 50;

/// Compiles one compute entry point.
///
/// `module` must have been validated, giving `info`. Each of `overrides` sets the
/// overridable constant of that name, or of that number where it has an `@id`.
pub fn compile(
    module: &Module,
    info: &ModuleInfo,
    entry: &str,
    overrides: &[(String, f64)],
) -> Result<Compiled, CompileError> {
    if module.overrides.is_empty() && overrides.is_empty() {
        return lower(module, info, entry);
    }
    let constants = overrides.iter().cloned().collect();
    let (module, info) = naga::back::pipeline_constants::process_overrides(
        module,
        info,
        Some((ShaderStage::Compute, entry)),
        &constants,
    )
    .map_err(|e| CompileError::Override(e.to_string()))?;
    lower(&module, &info, entry)
}

fn lower(module: &Module, info: &ModuleInfo, entry: &str) -> Result<Compiled, CompileError> {
    let found = module
        .entry_points
        .iter()
        .enumerate()
        .find(|(_, e)| e.name == entry && e.stage == ShaderStage::Compute);
    let (index, point) = found.ok_or_else(|| CompileError::NoEntry(entry.into()))?;
    let reach = scan::Reach::of(module, &point.function)?;
    let shape = shape(point, &reach)?;
    let counts = types::counts(module);
    let types = Types { module, counts: &counts };
    let mut facts = Facts::default();
    for round in 0.. {
        let known = facts.rows.len() + facts.parted.len();
        let mut builder = Builder::new(types, info, &shape, &reach, &mut facts)?;
        builder.entry(point, index)?;
        let built = builder.finish();
        if facts.rows.len() + facts.parted.len() == known {
            let program = tidy::program(built, point, shape)?;
            return Ok(Compiled { program });
        }
        if round == MAX_ROUNDS {
            facts = Facts::all(built.ids);
        } else if round > MAX_ROUNDS {
            break;
        }
    }
    Err(too_large("control flow does not settle"))
}

/// Chooses the lanes of a block.
fn shape(point: &EntryPoint, reach: &scan::Reach) -> Result<Shape, CompileError> {
    let size = point.workgroup_size;
    let n: u64 = size.iter().map(|&s| u64::from(s)).product();
    if n == 0 || n > MAX_INVOCATIONS {
        return Err(too_large(format!(
            "a workgroup of {n} invocations, at most {MAX_INVOCATIONS}"
        )));
    }
    let n = n as u32;
    let block = if reach.workgroup_id { BLOCK_WITH_ID } else { BLOCK };
    let packed = if reach.shares || n >= block {
        1
    } else {
        // As many as give whole vectors, if a few more do.
        let most = block.div_ceil(n);
        (most..most + 16).find(|p| (p * n).is_multiple_of(16)).unwrap_or(most)
    };
    Ok(Shape { size, packed, lanes: (packed * n).next_multiple_of(16) })
}

/// Where a span stands, if it stands anywhere.
pub(crate) fn span(span: naga::Span) -> Option<Span> {
    let range = span.to_range()?;
    Some(Span { start: range.start as u32, end: range.end as u32 })
}

/// Shared by the lowering's parts.
pub(crate) type Outcome<T = ()> = Result<T, CompileError>;
