// sssp/alone: one workgroup does many steps of the near-far method by itself, while little is near.
//
// Engine provides: array<u32> column; atomic<u32> distance, state; output<u32> list;
// param<u32> turn, chunk, vertex_bits, most; function<Key, u32> reach;
// function<u32, u32> reached, beside;
// function<u32> coarse, ahead, first_edge, degree; const<u32> WIDTH, EACH, WORK_ALONE, MOST_TARGETS;
// workgroup<u32> told, word; workgroup<atomic<u32>> count; again.
// Twin: sssp::host::solve

// Words of `word` alone: edges and their tails in two queues that take turns.
const ROOM = (4u + 2u * EACH) * WIDTH / 4u;

// One workgroup alone: an item is an edge here, so that all invocations have as much to do.
fn alone(start: Turn, items: u32, fars: u32, least: u32) {
    var it = start;
    var side = 0u;
    let mask = (1u << vertex_bits) - 1u;
    if it.lane == 0u {
        atomicStore(&count[AWAY], fars);
        atomicStore(&count[NEAREST], least);
    }
    for (var k = it.lane; k < items; k += WIDTH) {
        let item = list(near_list(turn) + k);
        let vertex = item & mask;
        let before = (item >> vertex_bits) * chunk;
        if ahead(vertex) == distance(vertex) { continue; }
        enqueue(it, vertex, first_edge(vertex) + before, min(degree(vertex) - before, chunk), 0u);
    }
    var inner = 0u;
    var work = 0u; // loop iterations of an invocation, at most
    it.step -= 1u;
    loop {
        workgroupBarrier();
        if it.lane == 0u {
            let queued = atomicLoad(&count[side]);
            let away = atomicLoad(&count[AWAY]);
            atomicStore(&count[1u - side], 0u);
            let stays = queued > 0u
                || (away > 0u && away <= ALONE_FARS && !arrived(it.below));
            told[0] = queued;
            told[1] = away;
            told[2] = ~atomicLoad(&count[NEAREST]);
            let more = inner < STEPS_ALONE && work < WORK_ALONE;
            told[3] = u32(stays && more && atomicLoad(&count[SPILLED]) == 0u);
        }
        let found = workgroupUniformLoad(&told);
        if found[3] == 0u { break; }
        inner++;
        it.step++;
        if found[0] > 0u {
            work += found[0] + 4u;
            if it.lane == 0u { walked(found[0]); }
            it.walked += min(found[0], ~it.walked);
            for (var k = it.lane; k < found[0]; k += WIDTH) { walk_alone(it, k, side); }
            side = 1u - side;
        } else {
            work += found[1] / WIDTH + MOST_TARGETS;
            if it.lane == 0u {
                atomicStore(&count[AWAY], 0u);
                atomicStore(&count[NEAREST], 0u);
            }
            workgroupBarrier();
            storageBarrier();
            it = split_alone(it, found[1], found[2], side);
        }
    }
    // Other workgroups may yet look at how many were far: that word stays, or becomes 0.
    if it.part != start.part && it.part % 3u == start.part % 3u { it.part += 2u; }
    end_alone(it, side);
}

fn walk_alone(it: Turn, k: u32, side: u32) {
    let edge = word[side * 2u * ROOM + k];
    if edge == NONE { return; }
    let tail = word[side * 2u * ROOM + ROOM + k];
    let head = beside(tail, column(edge));
    let there = reach(distance(tail), edge);
    let place = coarse(there);
    // What is queued is there for all once the minimum has come back, so no step waits for storages.
    if place > most || distance_min(head, there) <= there { return; }
    reached(head, tail);
    if is_near(it, head, place) {
        enqueue(it, head, first_edge(head), degree(head), 1u - side);
    } else if place >= it.below {
        atomicMax(&count[NEAREST], ~place);
        if is_far(head) { list_set(far_list(it.part) + atomicAdd(&count[AWAY], 1u), head); }
    }
}

fn split_alone(before: Turn, fars: u32, least: u32, side: u32) -> Turn {
    let it = parted(before, least);
    for (var k = it.lane; k < fars; k += WIDTH) {
        let vertex = list(far_list(before.part) + k);
        let place = coarse(distance(vertex));
        if place >= it.below {
            list_set(far_list(it.part) + atomicAdd(&count[AWAY], 1u), vertex);
            atomicMax(&count[NEAREST], ~place);
        } else if place >= before.below {
            enqueue(it, vertex, first_edge(vertex), degree(vertex), side);
        }
    }
    return it;
}

// All edges of a vertex join a queue, or the vertex goes to the list of the next step.
fn enqueue(it: Turn, vertex: u32, start: u32, edges: u32, side: u32) {
    let at = atomicAdd(&count[side], edges);
    let end = at + edges;
    let queue = side * 2u * ROOM;
    let fits = end <= ROOM;
    for (var k = at; k < min(end, ROOM); k++) {
        word[queue + k] = select(NONE, start + k - at, fits);
        word[queue + ROOM + k] = vertex;
    }
    if !fits { spill(it, vertex); }
}

fn spill(it: Turn, vertex: u32) {
    let at = near_list(turn + 1u) + state_add(it.next + ITEMS, 1u);
    atomicAdd(&count[WALKS], put(it, vertex, at));
    atomicAdd(&count[SPILLED], 1u);
}

// What is still queued goes to the list, a vertex where its first edge is.
fn end_alone(it: Turn, side: u32) {
    let queued = min(atomicLoad(&count[side]), ROOM);
    for (var k = it.lane; k < queued; k += WIDTH) {
        let edge = word[side * 2u * ROOM + k];
        let tail = word[side * 2u * ROOM + ROOM + k];
        if edge != NONE && edge == first_edge(tail) { spill(it, tail); }
    }
    workgroupBarrier();
    if it.lane == 0u {
        go_on(it);
        state_set(it.next + EDGES, atomicLoad(&count[WALKS]));
        let fars = atomicLoad(&count[AWAY]);
        state_set(FARS + it.part % 3u, fars);
        state_set(LEAST + it.part % 3u, atomicLoad(&count[NEAREST]));
        clear_next_part(it);
        if fars + atomicLoad(&count[SPILLED]) > 0u { again(); }
    }
}
