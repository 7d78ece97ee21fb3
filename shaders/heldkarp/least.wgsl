// heldkarp/least: the least of a workgroup's values, and of equal ones that of the smallest rank.
//
// Engine provides: workgroup<f32> values; workgroup<u32> ranks.
// Twin: none; `Iterator::min` does it in plain Rust.

// Leaves them in slot 0. `size` is the workgroup's, a power of two.
fn least(local: u32, size: u32) {
    for (var half = size / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if local < half {
            let other = local + half;
            let less = values[other] < values[local];
            if less || (values[other] == values[local] && ranks[other] < ranks[local]) {
                values[local] = values[other];
                ranks[local] = ranks[other];
            }
        }
    }
}
