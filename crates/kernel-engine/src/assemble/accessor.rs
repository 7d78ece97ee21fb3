//! Accessor: the functions through which a snippet reaches any element of a storage.
//!
//! They give one bounds rule on every device: reading out of range gives zero, writing out of
//! range does nothing, and an atomic out of range changes nothing and gives zero.

use crate::kernel::{Binding, Role};
use crate::names::ATOMIC_VERBS;

/// The functions of `binding` that the user's text mentions.
pub(super) fn functions(binding: &Binding, mentions: impl Fn(&str) -> bool) -> Vec<String> {
    let Binding { name, ty, role } = binding;
    let length = format!("engine_params.engine_length_{name}");
    let element = format!("engine_array_{name}[j]");
    let atomic = *role == Role::Atomic;
    let mut functions = Vec::new();
    let mut offer = |function: String, text: String| {
        if mentions(&function) {
            functions.push(format!("fn {function}{text}"));
        }
    };

    offer(format!("{name}_length"), format!("() -> u32 {{ return {length}; }}"));
    let read = if atomic { format!("atomicLoad(&{element})") } else { ty.load(&element) };
    offer(
        name.clone(),
        format!("(j: u32) -> {ty} {{ if j < {length} {{ return {read}; }} return {ty}(); }}"),
    );
    if *role == Role::Array {
        return functions;
    }
    let write = match atomic {
        true => format!("atomicStore(&{element}, v)"),
        false => format!("{element} = {}", ty.store("v")),
    };
    offer(format!("{name}_set"), format!("(j: u32, v: {ty}) {{ if j < {length} {{ {write}; }} }}"));
    if !atomic {
        return functions;
    }
    for (verb, builtin) in ATOMIC_VERBS {
        offer(
            format!("{name}_{verb}"),
            format!(
                "(j: u32, v: {ty}) -> {ty} {{ if j < {length} \
                 {{ return atomic{builtin}(&{element}, v); }} return {ty}(); }}"
            ),
        );
    }
    // WGSL's own may fail for no reason; this one does not.
    offer(
        format!("{name}_compare_exchange"),
        format!(
            "(j: u32, expected: {ty}, v: {ty}) -> {ty} {{ if j < {length} {{ loop {{ \
             let was = atomicCompareExchangeWeak(&{element}, expected, v); \
             if was.exchanged || was.old_value != expected {{ return was.old_value; }} }} }} \
             return {ty}(); }}"
        ),
    );
    functions
}
