//! From what lowering built to a program: drops what nothing reads, keeps results
//! where they are wanted, and gives registers their places.

use super::Outcome;
use super::builder::Built;
use super::liveness::places;
use super::types::{invalid, too_large};
use crate::program::{Op, Preset, Program, Reg, Role, Shape};
use naga::EntryPoint;
use std::collections::HashMap;

/// Bytes of registers one thread may need.
const MAX_ARENA: u64 = 64 << 20;

pub(crate) fn program(built: Built, point: &EntryPoint, shape: Shape) -> Outcome<Program> {
    let Built { mut ops, presets, pinned, bindings, workgroup, immediates, table, spans, ids: _ } =
        built;
    let mut reads = HashMap::new();
    count(&mut ops, &mut reads);
    // Rows of a group are read by index.
    for &(first, n) in &pinned {
        for k in 0..n {
            *reads.entry(first.at(first.index() as u32 + k)).or_default() += 2;
        }
    }
    sweep(&mut ops, &mut reads);
    settle(&mut ops, &reads);
    super::fuse::fuse(&mut ops, &reads);
    let used = |r: &Reg| reads.get(r).is_some_and(|&n| n > 0);
    let presets: Vec<(Reg, Preset)> = presets.into_iter().filter(|(r, _)| used(r)).collect();
    let kept: Vec<Reg> = presets.iter().map(|(r, _)| *r).collect();
    let places = places(&mut ops, &kept, &pinned);

    let lanes = u64::from(shape.lanes);
    let [rows, words, wide_rows, wide_words] = places.used.map(u64::from);
    let narrow = rows * lanes + words;
    let wide = wide_rows * lanes + wide_words;
    let bytes = narrow * 4 + wide * 8;
    if bytes > MAX_ARENA || narrow > u64::from(Reg::MAX) || wide > u64::from(Reg::MAX) {
        return Err(too_large(format!("{bytes} bytes of variables, at most {MAX_ARENA}")));
    }
    let at = |r: Reg| -> Reg {
        let slot = u64::from(places.slot.get(&r).copied().unwrap_or(0));
        let first = if r.is_wide() { wide_rows } else { rows };
        let offset = if r.is_uniform() { first * lanes + slot } else { slot * lanes };
        r.at(offset as u32)
    };
    relocate(&mut ops, &at)?;
    let presets = presets.into_iter().map(|(r, p)| (at(r), p)).collect();
    let cost = weight(&mut ops).saturating_mul(lanes);
    Ok(Program {
        name: point.name.clone(),
        shape,
        ops,
        presets,
        narrow: narrow as usize,
        wide: wide as usize,
        workgroup,
        table,
        bindings,
        immediates,
        cost,
        spans,
    })
}

/// How often each register is read.
fn count(ops: &mut [Op], reads: &mut HashMap<Reg, u32>) {
    for op in ops {
        op.regs(&mut |r, role| {
            if role == Role::Read {
                *reads.entry(*r).or_default() += 1;
            }
        });
        for block in op.blocks() {
            count(block, reads);
        }
    }
}

/// Drops pure operations whose results nothing reads, last to first.
fn sweep(ops: &mut Vec<Op>, reads: &mut HashMap<Reg, u32>) {
    for op in ops.iter_mut().rev() {
        for block in op.blocks().into_iter().rev() {
            sweep(block, reads);
        }
        if !op.is_pure() {
            continue;
        }
        let mut wanted = false;
        op.regs(&mut |r, role| {
            wanted |= role != Role::Read && reads.get(r).is_some_and(|&n| n > 0);
        });
        if !wanted {
            op.regs(&mut |r, role| {
                if role == Role::Read
                    && let Some(n) = reads.get_mut(r)
                {
                    *n -= 1;
                }
            });
            // An empty region stands for nothing.
            *op = Op::Scope { body: Vec::new() };
        }
    }
    ops.retain(|op| !matches!(op, Op::Scope { body } if body.is_empty()));
}

/// How far back an operation may be whose result is moved.
const REACH: usize = 12;

/// Lets an operation write straight into the variable its result is moved to, where
/// nothing else reads the result and nothing between touches the variable.
fn settle(ops: &mut Vec<Op>, reads: &HashMap<Reg, u32>) {
    for k in 0..ops.len() {
        for block in ops[k].blocks() {
            settle(block, reads);
        }
        let Op::Move { d, a } = ops[k] else { continue };
        let same = d.is_uniform() == a.is_uniform() && d.is_wide() == a.is_wide();
        if !same || reads.get(&a) != Some(&1) {
            continue;
        }
        for j in (k.saturating_sub(REACH)..k).rev() {
            let simple = ops[j].is_pure() && !matches!(ops[j], Op::LaneLoad { .. });
            let (mut writes, mut touches) = (false, false);
            ops[j].regs(&mut |r, role| {
                writes |= *r == a && role == Role::Write;
                touches |= *r == d;
            });
            if !simple || touches {
                break;
            }
            if writes {
                ops[j].regs(&mut |r, role| {
                    if *r == a && role == Role::Write {
                        *r = d;
                    }
                });
                ops[k] = Op::Scope { body: Vec::new() };
                break;
            }
        }
    }
    ops.retain(|op| !matches!(op, Op::Scope { body } if body.is_empty()));
}

/// Gives each register its place, and checks that no operation reads what it writes.
fn relocate(ops: &mut [Op], at: &impl Fn(Reg) -> Reg) -> Outcome {
    for op in ops {
        let mut read = Vec::new();
        let mut written = Vec::new();
        op.regs(&mut |r, role| {
            *r = at(*r);
            if role == Role::Read { read.push(*r) } else { written.push(*r) }
        });
        let whole = !matches!(op, Op::Loop { .. } | Op::Mask { .. });
        if whole && written.iter().any(|r| read.contains(r)) {
            return Err(invalid(format!("registers overlap in {op:?}")));
        }
        for block in op.blocks() {
            relocate(block, at)?;
        }
    }
    Ok(())
}

/// A rough count of the operations run: a loop counts a few times.
fn weight(ops: &mut [Op]) -> u64 {
    let mut sum = 0u64;
    for op in ops {
        let factor: u64 = if matches!(op, Op::Loop { .. }) { 16 } else { 1 };
        let inside = op.blocks().into_iter().map(|b| weight(b)).fold(0, u64::saturating_add);
        sum = sum.saturating_add(1).saturating_add(factor.saturating_mul(inside));
    }
    sum
}
