// sssp/near_far: one step of the near-far method: what is near passes its distances on, and when
// nothing is near, the far vertices are parted anew.
//
// Engine provides: array<u32> row; atomic<u32> distance, mark, state; output<u32> list;
// param<u32> turn, groups, chunk, vertices, vertex_bits, near_room, least_delta, most_delta;
// function<u32, u32> raised; function<u32> coarse, widened, narrowed;
// const<u32> WIDTH, EACH, INNER, COPIES; workgroup<u32> seen, told, word;
// workgroup<atomic<u32>> count; again.
// Twin: sssp::host::solve

// A near item is a vertex with edges to walk, at most `chunk` of them: above the vertex's bits it
// says which chunk. The list has two near lists and then two far ones, which take turns.
//
// The mark of a vertex is the last step that pushed it near, or FAR when it only ever was far. It
// only grows, so a vertex is far once, and near once a step. A second mark has the distance that a
// vertex was walked from ahead of its turn: while it has that, no edge of it need be walked again.

const FAR = 1u;

// The state: three slots take turns (a step reads one, writes the next and clears the third), so
// that nothing which a step reads is written in it.
const ITEMS = 0u; // of the near list
const EDGES = 1u; // that they walk, without those that were walked ahead
const STEP = 2u; // its number, from FAR + 1 on
const BELOW = 3u; // what is below is near
const PART = 4u; // how often far vertices were parted
const DELTA = 5u; // by how much the threshold rose then
const WALKED = 6u; // edges walked since then
const SINCE = 7u; // the step of that
const SLOT = 8u;
// Of three partings in turn: how many are far, and the complement of the least distance.
const FARS = 24u;
const LEAST = 27u;
const RELAXED = 30u; // edges walked, low and high word
const BEYOND = 32u; // whether a sum did not fit
const TARGETS = 33u; // how many there are; they follow
const CYCLE = 34u; // whether predecessors go round
const HEAD = 40u;

// Words of `told`, besides those of a slot.
const MODE = 8u;
const FAR_ITEMS = 9u;
const FAR_LEAST = 10u;

const DONE = 0u;
const ALONE = 1u; // one workgroup does as many steps as it can
const EXPAND = 2u;
const PARTING = 3u;

// The steps that a workgroup does alone at most.
const STEPS_ALONE = INNER;
// The far vertices that it parts alone at most.
const ALONE_FARS = 8192u;

// Edges of a step, on the average of those from one parting to the next: with fewer than FEW, more of
// them would take a step no longer, so the threshold may rise by more; with more than ENOUGH, a lower
// one spares some. Where partings are but a few steps apart, it is partings that are to be spared.
const FEW = 2048u;
const ENOUGH = 16384u;
const FEW_OF_SHORT = 524288u;
const ENOUGH_OF_SHORT = 4194304u;
const SHORT = 6u;

// Words of `count` of a workgroup.
const NEARS = 0u; // edges in the first queue alone; near vertices in the queue
const OTHERS = 1u; // edges in the other queue
const AWAY = 2u; // far vertices in the queue
const NEAREST = 3u; // the complement of the least distance among them
const WALKS = 4u; // edges that what it pushes walks
const SPILLED = 5u; // near items that went to the list alone
const WALKED_HERE = 6u; // edges that it walked

// Of an edge in no queue.
const NONE = 0xffffffffu;

// An invocation, and what decides: as the step found it, or as it is now.
struct Turn {
    lane: u32,
    step: u32,
    below: u32,
    part: u32,
    next: u32, // slot
    delta: u32,
    walked: u32,
    since: u32,
}

fn near_far(local: u32, group: u32) {
    let slot = SLOT * (turn % 3u);
    for (var k = local; k < HEAD; k += WIDTH) { seen[k] = state(k); }
    workgroupBarrier();
    if local == 0u {
        look(slot);
        if group == 0u {
            state_set(SLOT * ((turn + 2u) % 3u) + ITEMS, 0u);
            state_set(SLOT * ((turn + 2u) % 3u) + EDGES, 0u);
        }
    }
    let found = workgroupUniformLoad(&told);
    let next = SLOT * ((turn + 1u) % 3u);
    var it = Turn(
        local, found[STEP], found[BELOW], found[PART], next,
        found[DELTA], found[WALKED], found[SINCE],
    );
    let first = group == 0u && local == 0u;
    switch found[MODE] {
        case EXPAND: {
            if first {
                it.walked += min(found[EDGES], ~it.walked);
                go_on(it);
                if found[FAR_ITEMS] > 0u { again(); }
            }
            expand(it, group, found[ITEMS], found[EDGES]);
        }
        case PARTING: {
            it = parted(it, ~found[FAR_LEAST]);
            if first {
                go_on(it);
                clear_next_part(it);
            }
            split(it, group, found[FAR_ITEMS], found[BELOW]);
        }
        case ALONE: {
            if group == 0u { alone(it, found[ITEMS], found[FAR_ITEMS], found[FAR_LEAST]); }
        }
        default: {}
    }
}

fn look(slot: u32) {
    let items = seen[slot + ITEMS];
    let part = seen[slot + PART] % 3u;
    let fars = seen[FARS + part];
    var mode = EXPAND;
    if items > 0u {
        if seen[slot + EDGES] <= ROOM && items <= ROOM { mode = ALONE; }
    } else if fars == 0u || arrived(seen[slot + BELOW]) {
        mode = DONE;
    } else {
        mode = PARTING;
        if fars <= ALONE_FARS { mode = ALONE; }
    }
    if (seen[CYCLE] | seen[BEYOND]) != 0u { mode = DONE; }
    for (var k = 0u; k < SLOT; k++) { told[k] = seen[slot + k]; }
    told[MODE] = mode;
    told[FAR_ITEMS] = fars;
    told[FAR_LEAST] = seen[LEAST + part];
}

// Whether there are targets, and all of them have their distances.
fn arrived(below: u32) -> bool {
    let targets = state(TARGETS);
    for (var k = 0u; k < targets; k++) {
        if coarse(distance(state(HEAD + k))) >= below { return false; }
    }
    return targets > 0u;
}

// What the next step is to find, besides its items.
fn go_on(it: Turn) {
    state_set(it.next + STEP, it.step + 1u);
    state_set(it.next + BELOW, it.below);
    state_set(it.next + PART, it.part);
    state_set(it.next + DELTA, it.delta);
    state_set(it.next + WALKED, it.walked);
    state_set(it.next + SINCE, it.since);
}

// A step in which far vertices, the least of them at `least`, are parted by a new threshold.
fn parted(before: Turn, least: u32) -> Turn {
    var it = before;
    let steps = max(it.step - it.since, 2u) - 1u;
    let edges = it.walked / steps;
    if edges < select(FEW, FEW_OF_SHORT, steps <= SHORT) {
        it.delta = min(widened(it.delta), most_delta);
    } else if edges > select(ENOUGH, ENOUGH_OF_SHORT, steps <= SHORT) {
        it.delta = max(narrowed(it.delta), least_delta);
    }
    it.below = raised(max(least, it.below), it.delta);
    it.part += 1u;
    it.walked = 0u;
    it.since = it.step;
    return it;
}

// The parting after the next begins with no far vertices.
fn clear_next_part(it: Turn) {
    state_set(FARS + (it.part + 1u) % 3u, 0u);
    state_set(LEAST + (it.part + 1u) % 3u, 0u);
}

fn walked(edges: u32) {
    if state_add(RELAXED, edges) > ~edges { state_add(RELAXED + 1u, 1u); }
}

// Searches that go together have a copy of all vertices each: the lowest bits of a vertex say which.
fn home(vertex: u32) -> u32 {
    return vertex >> COPIES;
}

// The head of an edge, in the copy that its tail is in.
fn beside(tail: u32, head: u32) -> u32 {
    return (head << COPIES) | (tail & ((1u << COPIES) - 1u));
}

fn first_edge(vertex: u32) -> u32 {
    return row(home(vertex));
}

fn degree(vertex: u32) -> u32 {
    return row(home(vertex) + 1u) - row(home(vertex));
}

fn near_list(of_turn: u32) -> u32 {
    return (of_turn & 1u) * near_room;
}

fn far_list(of_part: u32) -> u32 {
    return 2u * near_room + (of_part & 1u) * vertices;
}

// Where a distance belongs that an edge has just shortened; each vertex once.
fn is_near(it: Turn, vertex: u32, place: u32) -> bool {
    return place < it.below && mark_max(vertex, it.step) < it.step;
}

fn is_far(vertex: u32) -> bool {
    return mark_max(vertex, FAR) == 0u;
}

// Part the far vertices: those below go near, those that were near before are gone.
fn split(it: Turn, group: u32, fars: u32, before: u32) {
    for (var first = group * WIDTH; first < fars; first += groups * WIDTH) {
        if first + it.lane < fars {
            let vertex = list(far_list(it.part - 1u) + first + it.lane);
            let place = coarse(distance(vertex));
            if place >= it.below {
                word[QUEUE + QUEUED - 1u - atomicAdd(&count[AWAY], 1u)] = vertex;
                atomicMax(&count[NEAREST], ~place);
            } else if place >= before {
                word[QUEUE + atomicAdd(&count[NEARS], 1u)] = vertex;
            }
        }
        make_room(it);
    }
    flush(it, 0u);
}

// The queue takes what a round can push.
fn make_room(it: Turn) {
    if queued(it.lane) > QUEUED - EACH * WIDTH { flush(it, 0u); }
}

fn queued(lane: u32) -> u32 {
    workgroupBarrier();
    if lane == 0u { told[0] = atomicLoad(&count[NEARS]) + atomicLoad(&count[AWAY]); }
    return workgroupUniformLoad(&told[0]);
}

// What is queued goes to the lists of the next step; the first `ahead` near ones were walked.
fn flush(it: Turn, ahead: u32) {
    workgroupBarrier();
    let nears = atomicLoad(&count[NEARS]);
    let away = atomicLoad(&count[AWAY]);
    if it.lane == 0u {
        if nears > 0u { told[1] = state_add(it.next + ITEMS, nears); }
        if away > 0u {
            told[2] = state_add(FARS + it.part % 3u, away);
            state_max(LEAST + it.part % 3u, atomicLoad(&count[NEAREST]));
        }
        if nears + away > 0u { again(); }
        let edges = atomicExchange(&count[WALKED_HERE], 0u);
        if edges > 0u { walked(edges); }
    }
    workgroupBarrier();
    let near = near_list(turn + 1u) + told[1];
    var edges = 0u;
    for (var k = it.lane; k < nears; k += WIDTH) {
        let more = put(it, word[QUEUE + k], near + k);
        if k >= ahead || more > LIGHT { edges += more; }
    }
    atomicAdd(&count[WALKS], edges);
    let far = far_list(it.part) + told[2];
    for (var k = it.lane; k < away; k += WIDTH) {
        list_set(far + k, word[QUEUE + QUEUED - 1u - k]);
    }
    workgroupBarrier();
    if it.lane == 0u {
        if nears > 0u { state_add(it.next + EDGES, atomicLoad(&count[WALKS])); }
        atomicStore(&count[NEARS], 0u);
        atomicStore(&count[AWAY], 0u);
        atomicStore(&count[NEAREST], 0u);
        atomicStore(&count[WALKS], 0u);
    }
    workgroupBarrier();
}

// Puts a vertex into the near list, and the chunks of its edges beyond the first behind all.
fn put(it: Turn, vertex: u32, at: u32) -> u32 {
    let edges = degree(vertex);
    list_set(at, vertex);
    if edges > chunk {
        let more = (edges - 1u) / chunk;
        let first = near_list(turn + 1u) + state_add(it.next + ITEMS, more);
        for (var k = 0u; k < more; k++) {
            list_set(first + k, vertex | ((k + 1u) << vertex_bits));
        }
    }
    return edges;
}
