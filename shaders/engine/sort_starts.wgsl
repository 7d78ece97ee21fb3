// engine/sort_starts: how often a digit occurs before each block, and in all of them.
//
// Engine provides: const<u32> DIGITS, THREADS; param<u32> blocks; array<u32> totals;
// output<u32> starts; function<vec2<u32>, u32> sort_sums.
// Twin: none; the host sorts by comparing.

// A workgroup for each digit. The sums of all blocks stand behind those of the last one.
fn sort_starts(digit: u32, me: u32) {
    let share = (blocks + THREADS - 1u) / THREADS;
    let first = min(me * share, blocks);
    let end = min(first + share, blocks);
    var sum = 0u;
    for (var block = first; block < end; block++) {
        sum += totals(digit * blocks + block);
    }
    var next = sort_sums(vec2<u32>(sum, 0u), me).x;
    for (var block = first; block < end; block++) {
        starts_set(block * DIGITS + digit, next);
        next += totals(digit * blocks + block);
    }
    if me == THREADS - 1u {
        starts_set(blocks * DIGITS + digit, next);
    }
}
