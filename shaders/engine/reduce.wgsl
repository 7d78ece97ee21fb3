// engine/reduce: all values in the slots of a workgroup combined, in their order.
//
// Engine provides: engine_Value, engine_lanes, engine_rows, engine_pitch, engine_slots,
//     engine_combine.
// Twin: none; the host folds in a loop.

// The first `count` slots are taken, of which there is one at least. Each invocation folds a run
// of its own; then neighbours are joined, and neighbours of those, so that what stands left
// stays left. Every invocation gets the result, and the slots are free again.
fn engine_reduce(lane: u32, count: u32) -> engine_Value {
    workgroupBarrier();
    let run = lane * engine_rows;
    let at = lane * engine_pitch;
    if run < count {
        var total = engine_slots[at];
        for (var k = 1u; k < engine_rows; k++) {
            if run + k < count {
                total = engine_combine(total, engine_slots[at + k]);
            }
        }
        engine_slots[at] = total;
    }
    for (var span = 1u; span < engine_lanes; span *= 2u) {
        workgroupBarrier();
        let left = 2u * span * lane;
        let right = left + span;
        if right * engine_rows < count {
            let to = left * engine_pitch;
            engine_slots[to] = engine_combine(engine_slots[to], engine_slots[right * engine_pitch]);
        }
    }
    workgroupBarrier();
    let total = engine_slots[0];
    workgroupBarrier();
    return total;
}
