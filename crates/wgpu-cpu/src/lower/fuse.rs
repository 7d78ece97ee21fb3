//! Joins operations that follow one another, so that a row is passed over less often.
//!
//! Each rule needs that nothing else reads the row between the two, and that what the
//! joined operation reads later than before is not written meanwhile.

use crate::program::op::{Element, LoopMask};
use crate::program::{Bin, MaskHow, Op, Reg, Role, Unit};
use std::collections::HashMap;

/// How far apart two operations may be.
const REACH: usize = 32;

pub(super) fn fuse(ops: &mut Vec<Op>, reads: &HashMap<Reg, u32>) {
    let mut k = 0;
    while k < ops.len() {
        for block in ops[k].blocks() {
            fuse(block, reads);
        }
        wait(&mut ops[k]);
        // In both cases the loop goes on with the first of the parts, in this place.
        if let Some(parts) = leave(&ops[k]) {
            ops.splice(k..=k, parts);
        }
        if let Some(parts) = both(&mut ops[k]) {
            ops.splice(k..=k, parts);
            continue;
        }
        // What went before is joined already; what comes may be joined to this.
        match ops[k] {
            Op::Move { d, a } => update(ops, k, (d, a, None), reads),
            Op::MoveMasked { d, a, m } => update(ops, k, (d, a, Some(m)), reads),
            Op::Binary { op: Bin::AddI, d, a, b } if !d.is_uniform() => {
                let _ = multiply(ops, k, (d, a, b), reads) || multiply(ops, k, (d, b, a), reads);
            }
            Op::Index { d, base, i, stride, len } if stride % 4 == 0 && base.is_uniform() => {
                element(ops, k, (d, i), Element { base, stride, len }, reads);
            }
            _ => {}
        }
        k += 1;
    }
    ops.retain(|op| !is_nothing(op));
}

/// A loop that no lane continues early needs no mask for those that wait.
fn wait(op: &mut Op) {
    fn mentions(ops: &mut [Op], r: Reg) -> bool {
        ops.iter_mut().any(|op| {
            let mut found = false;
            op.regs(&mut |other, _| found |= *other == r);
            found || op.blocks().into_iter().any(|block| mentions(block, r))
        })
    }
    if let Op::Loop { mask: Some(LoopMask { wait, .. }), body, .. } = op
        && wait.is_some_and(|w| !mentions(body, w))
    {
        *wait = None;
    }
}

/// Operations that may run for lanes that do not need them.
const FEW: usize = 8;

/// An `If` that only chooses one variable's value, as `&&` and `||` do, computes both.
fn both(op: &mut Op) -> Option<Vec<Op>> {
    let Op::If { c, m, yes, then, other, join: false, .. } = op else { return None };
    let (c, m, yes) = (*c, *m, *yes);
    let chosen = |side: &mut [Op]| -> Option<(Reg, Reg)> {
        let (last, rest) = side.split_last_mut()?;
        let Op::MoveMasked { d, a, .. } = *last else { return None };
        let plain = |op: &mut Op| {
            let mut whole = op.is_pure();
            op.regs(&mut |r, role| whole &= *r != d && role != Role::Update);
            whole
        };
        (rest.len() <= FEW && rest.iter_mut().all(plain)).then_some((d, a))
    };
    let ((d, a), (same, b)) = (chosen(then)?, chosen(other)?);
    let disturbed = then.iter_mut().chain(other.iter_mut()).any(|op| writes(op, &[c, m]))
        || other.iter_mut().any(|op| writes(op, &[a]));
    if d != same || !row(d) || a == d || b == d || disturbed {
        return None;
    }
    then.pop();
    other.pop();
    let mut ops = std::mem::take(then);
    ops.append(other);
    // The mask of a side that is no more has room for the choice.
    ops.push(Op::Select { d: yes, c, a, b });
    ops.push(Op::MoveMasked { d, a: yes, m });
    Some(ops)
}

/// An `If` whose one side only leaves takes lanes from the mask.
fn leave(op: &Op) -> Option<[Op; 2]> {
    let Op::If { c, m, yes, no, then, other, join: true } = op else { return None };
    let leaves = |side: &[Op], mask: Reg| match side {
        [Op::Mask { how: MaskHow::Clear, d, .. }] => *d == mask,
        _ => false,
    };
    let how = match (then.is_empty(), other.is_empty()) {
        (true, false) if leaves(other, *no) => MaskHow::And,
        (false, true) if leaves(then, *yes) => MaskHow::AndNot,
        _ => return None,
    };
    Some([Op::Mask { how, d: *m, a: *c }, Op::Exit { m: *m }])
}

fn is_nothing(op: &Op) -> bool {
    matches!(op, Op::Scope { body } if body.is_empty())
}

const NOTHING: Op = Op::Scope { body: Vec::new() };

fn row(r: Reg) -> bool {
    !r.is_uniform() && !r.is_wide()
}

/// Does it write one of these?
fn writes(op: &mut Op, registers: &[Reg]) -> bool {
    let mut hit = false;
    op.regs(&mut |r, role| hit |= role != Role::Read && registers.contains(r));
    hit
}

/// The operation before `k` that writes `r` for the one reader at `k`, if none between
/// writes what `kept` says it reads, or is control.
fn maker(
    ops: &mut [Op],
    k: usize,
    r: Reg,
    reads: &HashMap<Reg, u32>,
    kept: impl Fn(&Op) -> Option<Vec<Reg>>,
) -> Option<usize> {
    if reads.get(&r) != Some(&1) {
        return None;
    }
    let first = k.saturating_sub(REACH);
    let at = (first..k).rev().find(|&j| writes(&mut ops[j], &[r]) || is_control(&mut ops[j]))?;
    let kept = kept(&ops[at])?;
    (at + 1..k).all(|j| !writes(&mut ops[j], &kept)).then_some(at)
}

fn is_control(op: &mut Op) -> bool {
    !is_nothing(op) && (!op.blocks().is_empty() || matches!(op, Op::Jump(_) | Op::Exit { .. }))
}

/// `a = d op b; d = a` becomes `d = d op b`.
fn update(ops: &mut [Op], k: usize, (d, a, m): (Reg, Reg, Option<Reg>), reads: &HashMap<Reg, u32>) {
    if !row(d) || !row(a) {
        return;
    }
    let operand = |op: &Op| match *op {
        Op::Binary { op, a: x, b, .. } if op.updates() && x == d && b != d => Some((op, b)),
        Op::Binary { op, a: x, b, .. } if op.updates() && op.commutes() && b == d && x != d => {
            Some((op, x))
        }
        _ => None,
    };
    let kept = |op: &Op| operand(op).map(|(_, b)| vec![d, b]);
    if let Some(j) = maker(ops, k, a, reads, kept)
        && let Some((op, b)) = operand(&ops[j])
    {
        ops[j] = NOTHING;
        ops[k] = Op::Update { op, d, b, m };
    }
}

/// `product = a * b; d = product + c` becomes one.
fn multiply(
    ops: &mut [Op],
    k: usize,
    (d, product, c): (Reg, Reg, Reg),
    reads: &HashMap<Reg, u32>,
) -> bool {
    let factors = |op: &Op| match *op {
        Op::Binary { op: Bin::MulI, a, b, d } if row(d) => Some((a, b)),
        _ => None,
    };
    let kept = |op: &Op| factors(op).map(|(a, b)| vec![a, b]);
    if product != c
        && let Some(j) = maker(ops, k, product, reads, kept)
        && let Some((a, b)) = factors(&ops[j])
        && a != d
        && b != d
        && c != d
    {
        ops[j] = NOTHING;
        ops[k] = Op::MulAdd { d, a, b, c };
        return true;
    }
    false
}

/// Loads and stores find their elements themselves.
fn element(ops: &mut [Op], k: usize, (d, i): (Reg, Reg), of: Element, reads: &HashMap<Reg, u32>) {
    if !row(d) || !row(i) {
        return;
    }
    let mut left = reads.get(&d).copied().unwrap_or(0);
    let mut users = Vec::new();
    for j in k + 1..ops.len().min(k + REACH) {
        if left == 0 || is_control(&mut ops[j]) {
            break;
        }
        let mut read = 0;
        ops[j].regs(&mut |r, role| read += u32::from(role == Role::Read && *r == d));
        let fits = matches!(
            ops[j],
            Op::Load { unit: Unit::Word, addr, of: None, .. }
            | Op::Store { unit: Unit::Word, addr, of: None, .. } if addr == d
        );
        match (fits, read) {
            (_, 0) => {}
            (true, 1) => users.push(j),
            _ => return,
        }
        left -= read.min(left);
        if writes(&mut ops[j], &[i, of.base, of.len, d]) {
            break;
        }
    }
    if left > 0 || users.is_empty() {
        return;
    }
    for j in users {
        if let Op::Load { addr, of: to, .. } | Op::Store { addr, of: to, .. } = &mut ops[j] {
            (*addr, *to) = (i, Some(of));
        }
    }
    ops[k] = NOTHING;
}
