// sssp/near_far: one step of the near-far method: what is near passes its distances on, and when
// nothing is near, the far vertices are parted anew.
//
// Engine provides: array<u32> row, column; atomic<u32> distance, mark, state; output<u32> list;
// param<u32> turn, groups, share, chunk, vertex_bits, near_room, most, least_delta, most_delta;
// function<Key, u32> reach; function<u32, u32> raised, reached;
// function<u32> coarse, widened, narrowed; const<u32> WIDTH, EACH, INNER, COPIES;
// workgroup<u32> told, word, key; workgroup<atomic<u32>> count; again.
// Twin: sssp::host::solve

// A near item is a vertex with edges to walk, at most `chunk` of them: above the vertex's bits it
// says which chunk. The list has two near lists and then two far ones, which take turns.
//
// The mark of a vertex is the last step that pushed it near, or FAR when it only ever was far. It
// only grows, so a vertex is far once, and near once a step.

const FAR = 1u;

// The state: three slots take turns (a step reads one, writes the next and clears the third), so
// that nothing which a step reads is written in it.
const ITEMS = 0u; // of the near list
const EDGES = 1u; // that they walk
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
const CYCLE = 34u; // whether predecessors go round
const TARGETS = 33u; // how many there are; they follow
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

// Edges of a step from one parting to the next, on the average: with fewer, more of them would
// take a step no longer; with more, the device has enough to do, and a lower threshold spares some.
const FEW = 2048u;
const MANY = 131072u;

// Words of `count` of a workgroup.
const NEARS = 0u; // edges in the first queue alone; near vertices in the queue
const OTHERS = 1u; // edges in the other queue
const AWAY = 2u; // far vertices in the queue
const NEAREST = 3u; // the complement of the least distance among them
const WALKS = 4u; // edges that what it pushes walks
const SPILLED = 5u; // near items that went to the list alone

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
                walked(found[EDGES]);
                it.walked += min(found[EDGES], ~it.walked);
                go_on(it);
                if found[FAR_ITEMS] > 0u { again(); }
            }
            expand(it, group, found[ITEMS]);
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
    let items = state(slot + ITEMS);
    let edges = state(slot + EDGES);
    let partings = state(slot + PART);
    let fars = state(FARS + partings % 3u);
    told[ITEMS] = items;
    told[EDGES] = edges;
    told[STEP] = state(slot + STEP);
    told[BELOW] = state(slot + BELOW);
    told[PART] = partings;
    told[DELTA] = state(slot + DELTA);
    told[WALKED] = state(slot + WALKED);
    told[SINCE] = state(slot + SINCE);
    told[FAR_ITEMS] = fars;
    told[FAR_LEAST] = state(LEAST + partings % 3u);
    var mode = EXPAND;
    if items > 0u {
        if edges <= ROOM { mode = ALONE; }
    } else if fars == 0u || arrived(told[BELOW]) {
        mode = DONE;
    } else {
        mode = PARTING;
        if fars <= ALONE_FARS { mode = ALONE; }
    }
    if state(CYCLE) != 0u { mode = DONE; }
    told[MODE] = mode;
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
    let edges = it.walked / (max(it.step - it.since, 2u) - 1u);
    if edges < FEW {
        it.delta = min(widened(it.delta), most_delta);
    } else if edges > MANY {
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
    return 2u * near_room + (of_part & 1u) * mark_length();
}

// Where a distance belongs that an edge has just shortened; each vertex once.
fn is_near(it: Turn, vertex: u32, place: u32) -> bool {
    return place < it.below && mark_max(vertex, it.step) < it.step;
}

fn is_far(vertex: u32) -> bool {
    return mark_max(vertex, FAR) == 0u;
}

// Words of `word` in a step of all workgroups: of each item taken, where its edges end in the
// order of all, where they start less what is before them, its vertex; then the queue. `key` has
// its distance.
const ENDS = 0u;
const STARTS = WIDTH;
const TAILS = 2u * WIDTH;
const QUEUE = 4u * WIDTH;
const QUEUED = 2u * EACH * WIDTH;

// Workgroups take items in turn, and the edges of these evenly.
fn expand(it: Turn, group: u32, items: u32) {
    let few = clamp((items + groups - 1u) / groups, share, WIDTH);
    let stride = groups * few;
    for (var first = group * few; first < items; first += stride) {
        var edges_here = 0u;
        var start = 0u;
        if it.lane < few && first + it.lane < items {
            let item = list(near_list(turn) + first + it.lane);
            let vertex = item & ((1u << vertex_bits) - 1u);
            let before = (item >> vertex_bits) * chunk;
            start = first_edge(vertex) + before;
            edges_here = min(degree(vertex) - before, chunk);
            word[TAILS + it.lane] = vertex;
            key[it.lane] = distance(vertex);
        }
        word[ENDS + it.lane] = edges_here;
        for (var reach = 1u; reach < WIDTH; reach *= 2u) {
            workgroupBarrier();
            var more = 0u;
            if it.lane >= reach { more = word[ENDS + it.lane - reach]; }
            workgroupBarrier();
            word[ENDS + it.lane] += more;
        }
        word[STARTS + it.lane] = start + edges_here - word[ENDS + it.lane];
        let edges = workgroupUniformLoad(&word[ENDS + WIDTH - 1u]);
        for (var at = 0u; at < edges; at += EACH * WIDTH) {
            for (var k = at + it.lane; k < min(edges, at + EACH * WIDTH); k += WIDTH) {
                walk(it, k);
            }
            if at + EACH * WIDTH < edges { make_room(it); }
        }
        make_room(it);
    }
    flush(it);
}

// Edge number k of those that the workgroup has taken.
fn walk(it: Turn, k: u32) {
    var low = 0u;
    for (var half = WIDTH / 2u; half > 0u; half /= 2u) {
        if word[ENDS + low + half - 1u] <= k { low += half; }
    }
    relax(it, word[STARTS + low] + k, word[TAILS + low], key[low]);
}

fn relax(it: Turn, edge: u32, tail: u32, before: Key) {
    let head = beside(tail, column(edge));
    let there = reach(before, edge);
    let place = coarse(there);
    if place > most || there >= distance(head) || distance_min(head, there) <= there { return; }
    reached(head, tail);
    if is_near(it, head, place) {
        word[QUEUE + atomicAdd(&count[NEARS], 1u)] = head;
    } else if place >= it.below {
        atomicMax(&count[NEAREST], ~place);
        if is_far(head) { word[QUEUE + QUEUED - 1u - atomicAdd(&count[AWAY], 1u)] = head; }
    }
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
    flush(it);
}

// The queue takes what a round can push.
fn make_room(it: Turn) {
    workgroupBarrier();
    if it.lane == 0u { told[0] = atomicLoad(&count[NEARS]) + atomicLoad(&count[AWAY]); }
    if workgroupUniformLoad(&told[0]) > QUEUED - EACH * WIDTH { flush(it); }
}

// What is queued goes to the lists of the next step.
fn flush(it: Turn) {
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
    }
    workgroupBarrier();
    let near = near_list(turn + 1u) + told[1];
    var edges = 0u;
    for (var k = it.lane; k < nears; k += WIDTH) {
        edges += put(it, word[QUEUE + k], near + k);
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
