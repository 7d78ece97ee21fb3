//! Accessor: the functions through which a snippet reaches any element of a storage.
//!
//! They give one bounds rule on every device: reading out of range gives zero, writing out of
//! range does nothing, and an atomic out of range changes nothing and gives zero. They also hide
//! that a storage beyond one binding is bound in pieces.

use crate::kernel::{Binding, Role};
use crate::names::ATOMIC_VERBS;
use crate::raw::Pieces;

/// The functions of `binding` that the user's text mentions.
pub(super) fn functions(
    binding: &Binding,
    pieces: Option<Pieces>,
    mentions: impl Fn(&str) -> bool,
) -> Vec<String> {
    let Binding { name, ty, role } = binding;
    let length = format!("engine_params.engine_length_{name}");
    let atomic = *role == Role::Atomic;
    let mut functions = Vec::new();
    let mut offer = |function: String, text: String| {
        if mentions(&function) {
            functions.push(format!("fn {function}{text}"));
        }
    };
    // What to do with an element that is there.
    let found = |act: &dyn Fn(&str) -> String| {
        format!("if j < {length} {{ {} }}", at_place(&format!("array_{name}"), "j", pieces, act))
    };

    offer(format!("{name}_length"), format!("() -> u32 {{ return {length}; }}"));
    let read = found(&|element| match atomic {
        true => format!("return atomicLoad(&{element});"),
        false => format!("return {};", ty.load(element)),
    });
    offer(name.clone(), format!("(j: u32) -> {ty} {{ {read} return {ty}(); }}"));
    if *role == Role::Array {
        return functions;
    }
    let write = found(&|element| match atomic {
        true => format!("atomicStore(&{element}, v);"),
        false => format!("{element} = {};", ty.store("v")),
    });
    offer(format!("{name}_set"), format!("(j: u32, v: {ty}) {{ {write} }}"));
    if !atomic {
        return functions;
    }
    for (verb, builtin) in ATOMIC_VERBS {
        let change = found(&|element| format!("return atomic{builtin}(&{element}, v);"));
        offer(
            format!("{name}_{verb}"),
            format!("(j: u32, v: {ty}) -> {ty} {{ {change} return {ty}(); }}"),
        );
    }
    // WGSL's own may fail for no reason; this one does not.
    let exchange = found(&|element| {
        format!(
            "loop {{ let was = atomicCompareExchangeWeak(&{element}, expected, v); \
             if was.exchanged || was.old_value != expected {{ return was.old_value; }} }}"
        )
    });
    offer(
        format!("{name}_compare_exchange"),
        format!("(j: u32, expected: {ty}, v: {ty}) -> {ty} {{ {exchange} return {ty}(); }}"),
    );
    functions
}

/// What a piece of the storage `name` is bound as.
pub(super) fn piece(name: &str, number: usize) -> String {
    if number == 0 { format!("engine_{name}") } else { format!("engine_piece{number}_{name}") }
}

/// Statements that act on the element of that index of a storage, wherever it is.
pub(super) fn at_place(
    name: &str,
    index: &str,
    pieces: Option<Pieces>,
    act: impl Fn(&str) -> String,
) -> String {
    let Some(Pieces { count, shift }) = pieces.filter(|pieces| pieces.count > 1) else {
        return act(&format!("engine_{name}[{index}]"));
    };
    let within = (1u64 << shift) - 1;
    let case = |k: usize| {
        let case =
            if k + 1 == count as usize { "default".to_owned() } else { format!("case {k}u") };
        format!("{case}: {{ {} }} ", act(&format!("{}[({index}) & {within}u]", piece(name, k))))
    };
    let cases: String = (0..count as usize).map(case).collect();
    format!("switch ({index}) >> {shift}u {{ {cases}}}")
}
