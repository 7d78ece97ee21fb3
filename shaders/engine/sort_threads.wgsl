// engine/sort_threads: where the keys of a tile belong, without subgroups.
//
// Engine provides: const<u32> DIGITS, THREADS, ITEMS; param<u32> elements, blocks, tiles_each;
// array<u32> prefixes, starts; workgroup<u32> counts, bases;
// workgroup<vec2<u32>> running; function<vec2<u32>, u32> sort_sums; function<Key> digit.
// Twin: none; the host sorts by comparing.

// Each invocation ranks a stretch of keys of its own. It counts each of the 16 digits in a word of
// its own: digits d and d + 8 in the halves of one, so that they are added up together.
struct Seat {
    // Of this invocation's first key within the tile, and the way to the next.
    first: u32,
    stride: u32,
    // The invocation's number, and the digit that it looks after.
    place: u32,
    // How often the digit occurs before the tile, and in all.
    told: vec2<u32>,
}

fn settle(tile: u32, local: u32) -> Seat {
    var seat = Seat(local * ITEMS, 1u, local, vec2<u32>());
    if local < DIGITS {
        let earlier = starts(tile / tiles_each * DIGITS + local);
        let before = earlier + prefixes(tile * DIGITS + local);
        seat.told = vec2<u32>(before, starts(blocks * DIGITS + local));
    }
    return seat;
}

fn cell(d: u32, place: u32) -> u32 {
    return (d & 7u) * THREADS + place;
}

// How many are counted in that cell.
fn counted(d: u32, place: u32) -> u32 {
    return (counts[cell(d, place)] >> ((d >> 3u) * 16u)) & 0xffffu;
}

// The digit of key number j, and how many of this invocation's keys before it have the same. What
// lies beyond the last key counts as the last digit, so nothing comes after it.
fn sort_threads(seat: Seat, j: u32, key: Key) -> u32 {
    let d = select(DIGITS - 1u, digit(key), j < elements);
    let before = counted(d, seat.place);
    counts[cell(d, seat.place)] += 1u << ((d >> 3u) * 16u);
    return d << 16u | before;
}

// Turns the counts into where in the tile they go on, and notes for each digit how far its place
// in the array is from its place in the tile.
fn find_places(seat: Seat) {
    workgroupBarrier();
    var sum = 0u;
    for (var k = 0u; k < 8u; k++) {
        sum += counts[seat.place * 8u + k];
    }
    let before = sort_sums(vec2<u32>(sum, seat.told.y), seat.place);
    // The digits of the upper halves come after all of the lower ones.
    var next = before.x + (running[THREADS - 1u].x << 16u);
    for (var k = 0u; k < 8u; k++) {
        let here = counts[seat.place * 8u + k];
        counts[seat.place * 8u + k] = next;
        next += here;
    }
    workgroupBarrier();
    if seat.place < DIGITS {
        bases[seat.place] = before.y + seat.told.x - counted(seat.place, 0u);
    }
    workgroupBarrier();
}

// The place in the tile of a key that was ranked.
fn place_of(seat: Seat, ranked: u32) -> u32 {
    return counted(ranked >> 16u, seat.place) + (ranked & 0xffffu);
}
