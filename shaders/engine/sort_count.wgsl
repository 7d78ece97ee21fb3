// engine/sort_count: how often each digit occurs before each tile of a block of tiles.
//
// Engine provides: const<u32> DIGITS; param<u32> elements, blocks; output<u32> prefixes, totals;
// workgroup<atomic<u32>> counts; function<Key> digit.
// Twin: none; the host sorts by comparing.

// Notes what was counted so far in the block, before the tile is.
fn open_tile(tile: u32, me: u32) {
    if me < DIGITS {
        prefixes_set(tile * DIGITS + me, atomicLoad(&counts[me]));
    }
    workgroupBarrier();
}

// Counts key number j, if there is one.
fn sort_count(j: u32, key: Key) {
    if j < elements {
        atomicAdd(&counts[digit(key)], 1u);
    }
}

fn close_block(block: u32, me: u32) {
    if me < DIGITS {
        totals_set(me * blocks + block, atomicLoad(&counts[me]));
    }
}
