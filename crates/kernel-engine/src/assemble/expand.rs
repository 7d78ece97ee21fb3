//! Expand: one invocation for each item of a frontier, and the function that appends to the next.
//!
//! A frontier is two buffers in turn: this one is read, the next one is written. Each has two
//! counts in turn as well, of which one grows while the other is made zero for the next time, so
//! that nothing stands between two steps.

use super::{Bound, Slot, Writer};
use crate::element::Type;

pub(super) fn bindings(writer: &mut Writer<'_>, item: Type) {
    for (what, name, access, word) in
        [(Bound::Now, "now", "read", "u32"), (Bound::Next, "next", "read_write", "atomic<u32>")]
    {
        let stored = item.stored();
        writer.slots.push(Slot { what, piece: 0, read_only: what == Bound::Now });
        let number = writer.slots.len();
        writer.push(&format!(
            "struct engine_Frontier_{name} {{\n    counts: array<{word}, 2>,\n    needed: {word},\n    \
             @align(32) items: array<{stored}>,\n}}\n\
             @group(0) @binding({number}) var<storage, {access}> engine_{name}: engine_Frontier_{name};\n"
        ));
    }
    // An item too many makes all steps from then on run over nothing, so that the host finds out.
    writer.push(
        "fn engine_turn(first: bool) -> u32 {\n    \
         if first {\n        \
         atomicStore(&engine_next.counts[1u - engine_params.engine_extent.x], 0u);\n        \
         atomicMax(&engine_next.needed, engine_now.needed);\n    \
         }\n    \
         if engine_now.needed > 0u { return 0u; }\n    \
         return engine_now.counts[engine_params.engine_count_at];\n\
         }\n",
    );
    let (load, store) = (item.load("engine_now.items[i]"), item.store("v"));
    writer.push(&format!(
        "fn engine_item(i: u32) -> {item} {{\n    \
         if i < engine_params.engine_here {{ return {load}; }}\n    \
         return {item}();\n\
         }}\n\
         fn push(v: {item}) {{\n    \
         let at = atomicAdd(&engine_next.counts[engine_params.engine_extent.x], 1u);\n    \
         if at == 0u {{ again(); }}\n    \
         if at < engine_params.engine_here {{ engine_next.items[at] = {store}; }} \
         else {{ atomicMax(&engine_next.needed, at + 1u); }}\n\
         }}\n"
    ));
}
