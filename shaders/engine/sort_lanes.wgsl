// engine/sort_lanes: where the keys of a tile belong, with the help of subgroups.
//
// Engine provides: const<u32> DIGITS, ITEMS, PAIRS; const<bool> NARROW;
// param<u32> elements, blocks, tiles_each; array<u32> prefixes, starts;
// workgroup<atomic<u32>> counts, arrived; workgroup<u32> bases;
// workgroup<vec2<u32>> subtotals; function<Key> digit.
// Twin: none; the host sorts by comparing.

// A row is a subgroup, or 32 lanes of a larger one. It has a stretch of the tile to itself and
// ranks it in the order of memory, `stride` keys at a time. Which invocations make a subgroup, and
// how many, is found out and not assumed: subgroups get their rows as they arrive. Only that they
// are full is assumed, so that counting lanes gives their numbers; a workgroup's size is a multiple
// of that of every subgroup.
struct Seat {
    // Of this invocation's first key within the tile, and the way to the next.
    first: u32,
    stride: u32,
    // The number among all lanes in the order of rows, and the digit that this one looks after.
    place: u32,
    // The number in the subgroup, of how many.
    lane: u32,
    lanes: u32,
    // The lanes of the row, and those of 32 that come before this one.
    crowd: u32,
    below: u32,
    // Where the row counts: two rows share words, so in which of them, and by what shift.
    counts: u32,
    half: u32,
    // How often the digit occurs before the tile, and in all.
    told: vec2<u32>,
}

// The lanes of this row for which `vote` holds.
fn ballot(lane: u32, vote: bool) -> u32 {
    let words = subgroupBallot(vote);
    if NARROW {
        return words.x;
    }
    return words[lane / 32u];
}

fn settle(tile: u32, local: u32) -> Seat {
    var seat: Seat;
    seat.lanes = subgroupAdd(1u);
    seat.lane = subgroupExclusiveAdd(1u);
    var first = 0u;
    if seat.lane == 0u {
        first = atomicAdd(&arrived[0], seat.lanes);
    }
    seat.place = subgroupBroadcastFirst(first) + seat.lane;
    seat.stride = min(seat.lanes, 32u);
    let row = seat.place / seat.stride;
    seat.first = row * seat.stride * ITEMS + seat.place % seat.stride;
    seat.crowd = ballot(seat.lane, true);
    seat.below = (1u << (seat.lane & 31u)) - 1u;
    seat.counts = (row >> 1u) * DIGITS;
    seat.half = (row & 1u) * 16u;
    if seat.place < DIGITS {
        let earlier = starts(tile / tiles_each * DIGITS + seat.place);
        let before = earlier + prefixes(tile * DIGITS + seat.place);
        seat.told = vec2<u32>(before, starts(blocks * DIGITS + seat.place));
    }
    return seat;
}

// The lanes whose digit has this bit as here.
fn alike(lane: u32, bit: u32) -> u32 {
    let ayes = ballot(lane, bit != 0u);
    return select(~ayes, ayes, bit != 0u);
}

// The digit of key number j, and how many of the row's keys before it have the same. What lies
// beyond the last key counts as the last digit, so nothing comes after it.
fn sort_lanes(seat: Seat, j: u32, key: Key) -> u32 {
    let d = select(DIGITS - 1u, digit(key), j < elements);
    let lane = seat.lane;
    let peers = seat.crowd
        & alike(lane, d & 1u) & alike(lane, d & 2u) & alike(lane, d & 4u) & alike(lane, d & 8u)
        & alike(lane, d & 16u) & alike(lane, d & 32u) & alike(lane, d & 64u)
        & alike(lane, d & 128u);
    let before = countOneBits(peers & seat.below);
    var counted = 0u;
    if before == 0u {
        counted = atomicAdd(&counts[seat.counts + d], countOneBits(peers) << seat.half);
    }
    counted = subgroupShuffle(counted, (lane & ~31u) + countTrailingZeros(peers));
    return d << 16u | (((counted >> seat.half) & 0xffffu) + before);
}

// Sums over the places before this one.
fn sums(seat: Seat, value: vec2<u32>) -> vec2<u32> {
    let inside = subgroupInclusiveAdd(value);
    let group = seat.place / seat.lanes;
    if seat.lane + 1u == seat.lanes {
        subtotals[group] = inside;
    }
    workgroupBarrier();
    var before = inside - value;
    for (var other = 0u; other < group; other++) {
        before += subtotals[other];
    }
    return before;
}

// Turns the counts of the rows into where in the tile they go on, and notes for each digit how far
// its place in the array is from its place in the tile.
fn find_places(seat: Seat) {
    workgroupBarrier();
    let d = seat.place;
    var total = 0u;
    if d < DIGITS {
        for (var pair = 0u; pair < PAIRS; pair++) {
            let two = atomicLoad(&counts[pair * DIGITS + d]);
            total += (two & 0xffffu) + (two >> 16u);
        }
    }
    let before = sums(seat, vec2<u32>(total, seat.told.y));
    if d < DIGITS {
        bases[d] = before.y + seat.told.x - before.x;
        var next = before.x;
        for (var pair = 0u; pair < PAIRS; pair++) {
            let two = atomicLoad(&counts[pair * DIGITS + d]);
            let middle = next + (two & 0xffffu);
            atomicStore(&counts[pair * DIGITS + d], next | middle << 16u);
            next = middle + (two >> 16u);
        }
    }
    workgroupBarrier();
}

// The place in the tile of a key that was ranked.
fn place_of(seat: Seat, ranked: u32) -> u32 {
    let first = atomicLoad(&counts[seat.counts + (ranked >> 16u)]) >> seat.half;
    return (first & 0xffffu) + (ranked & 0xffffu);
}
