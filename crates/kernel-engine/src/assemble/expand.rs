//! Expand: one invocation for each item of a frontier, and the function that appends to the next.
//!
//! A frontier is two lists in turn: this one is read, the next one is written. Each has two groups
//! of words in turn as well, of which one grows while the other is made ready for the next time, so
//! that nothing stands between two steps. A group is how many workgroups there are, in x, y and z,
//! for the device that dispatches them, and how many items.

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
            "struct engine_List_{name} {{\n    words: array<{word}, 9>,\n    \
             @align(32) items: array<{stored}>,\n}}\n\
             @group(0) @binding({number}) var<storage, {access}> engine_{name}: engine_List_{name};\n"
        ));
    }
    // An item too many is noted in the last word, and all steps from then on run over nothing, so
    // that the host finds out. There is always a workgroup, which makes things ready.
    writer.push(
        "fn engine_turn(first: bool) -> u32 {\n    \
         if first {\n        \
         let ready = 4u - engine_params.engine_extent.x;\n        \
         atomicStore(&engine_next.words[ready], 1u);\n        \
         atomicStore(&engine_next.words[ready + 3u], 0u);\n        \
         atomicMax(&engine_next.words[8], engine_now.words[8]);\n    \
         }\n    \
         if engine_now.words[8] > 0u { return 0u; }\n    \
         return engine_now.words[engine_params.engine_count_at + 3u];\n\
         }\n",
    );
    let size = writer.declaration.workgroup_size[0];
    let (load, store) = (item.load("engine_now.items[i]"), item.store("v"));
    writer.push(&format!(
        "fn engine_item(i: u32) -> {item} {{\n    \
         if i < engine_params.engine_here {{ return {load}; }}\n    \
         return {item}();\n\
         }}\n\
         fn push(v: {item}) {{\n    \
         let grows = engine_params.engine_extent.x;\n    \
         let at = atomicAdd(&engine_next.words[grows + 3u], 1u);\n    \
         if at == 0u {{ again(); }}\n    \
         if at >= engine_params.engine_here {{ atomicMax(&engine_next.words[8], at + 1u); return; }}\n    \
         engine_next.items[at] = {store};\n    \
         let groups = at / {size}u + 1u;\n    \
         if at % {size}u == 0u && groups <= engine_params.engine_groups {{ \
         atomicMax(&engine_next.words[grows], groups); }}\n\
         }}\n"
    ));
}
