// engine/scan: each slot of a workgroup gets what all values before it combine to.
//
// Engine provides: engine_Value, engine_lanes, engine_rows, engine_pitch, engine_slots,
//     engine_runs, engine_combine.
// Twin: none; the host folds in a loop.

// The first `count` slots are taken, of which there is one at least. What stands before the first
// is `carry`, or nothing unless `carried`; then slot 0 holds nothing of meaning. Each invocation
// folds a run of its own, and the totals of the runs are scanned by doubling spans (Hillis and
// Steele), in two rows of `engine_runs` in turn. Every invocation gets what carries on.
fn engine_scan(lane: u32, count: u32, carried: bool, carry: engine_Value) -> engine_Value {
    workgroupBarrier();
    let run = lane * engine_rows;
    let at = lane * engine_pitch;
    var total: engine_Value;
    if run < count {
        total = engine_slots[at];
        for (var k = 1u; k < engine_rows; k++) {
            if run + k < count {
                total = engine_combine(total, engine_slots[at + k]);
            }
        }
    }
    var row = 0u;
    engine_runs[lane] = total;
    for (var span = 1u; span < engine_lanes; span *= 2u) {
        workgroupBarrier();
        if lane >= span && run < count {
            total = engine_combine(engine_runs[row + lane - span], total);
        }
        row = engine_lanes - row;
        engine_runs[row + lane] = total;
    }
    workgroupBarrier();

    var known = carried;
    var before = carry;
    if lane > 0u && run < count {
        before = engine_runs[row + lane - 1u];
        if carried {
            before = engine_combine(carry, before);
        }
        known = true;
    }
    for (var k = 0u; k < engine_rows; k++) {
        if run + k < count {
            let own = engine_slots[at + k];
            engine_slots[at + k] = before;
            if known {
                before = engine_combine(before, own);
            } else {
                before = own;
            }
            known = true;
        }
    }
    var sum = engine_runs[row + (count - 1u) / engine_rows];
    if carried {
        sum = engine_combine(carry, sum);
    }
    workgroupBarrier();
    return sum;
}
