// sssp/expand: in a step of all workgroups, each walks the edges of its part of what is near, and
// where that is little, also edges of what it then finds, ahead of their turn.
//
// Engine provides: array<u32> column; atomic<u32> distance; output<u32> list;
// param<u32> turn, groups, share, chunk, vertex_bits, most, hops, little; function<Key, u32> reach;
// function<u32, u32> reached, beside, spend, is_near;
// function<u32> coarse, ahead, first_edge, degree, is_far, flush; const<u32> WIDTH, EACH, UNREACHED;
// workgroup<u32> told, word, key; workgroup<atomic<u32>> count.
// Twin: sssp::host::solve

// Edges of a vertex that may be walked ahead, at most.
const LIGHT = 2u * EACH;

// Words of `word` in a step of all workgroups: of each item taken, where its edges end in the
// order of all, where they start less what is before them, its vertex; then the queue. `key` has
// its distance.
const ENDS = 0u;
const STARTS = WIDTH;
const TAILS = 2u * WIDTH;
const QUEUE = 4u * WIDTH;
const QUEUED = 2u * EACH * WIDTH;

// Workgroups take items in turn, and the edges of these evenly.
fn expand(it: Turn, group: u32, items: u32, all_edges: u32) {
    let few = clamp((items + groups - 1u) / groups, share, WIDTH);
    let stride = groups * few;
    let is_little = all_edges <= little && items <= stride;
    for (var first = group * few; first < items; first += stride) {
        var edges_here = 0u;
        var start = 0u;
        if it.lane < few && first + it.lane < items {
            let item = list(near_list(turn) + first + it.lane);
            let vertex = item & ((1u << vertex_bits) - 1u);
            let before = (item >> vertex_bits) * chunk;
            let there = distance(vertex);
            if ahead(vertex) != there {
                start = first_edge(vertex) + before;
                edges_here = min(degree(vertex) - before, chunk);
            }
            word[TAILS + it.lane] = vertex;
            key[it.lane] = there;
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
        if it.lane == 0u { atomicAdd(&count[WALKED_HERE], edges); }
        if is_little && edges <= EACH * WIDTH {
            for (var k = it.lane; k < edges; k += WIDTH) {
                relax(it, edge_of(k, edges), UNREACHED);
            }
            flush(it, walk_ahead(it));
            return;
        }
        for (var at = 0u; at < edges; at += EACH * WIDTH) {
            if at > 0u { make_room(it); }
            // Side by side, so that what one waits for the others do too.
            let a = edge_of(at + it.lane, edges);
            let b = edge_of(at + it.lane + WIDTH, edges);
            let c = edge_of(at + it.lane + 2u * WIDTH, edges);
            let d = edge_of(at + it.lane + 3u * WIDTH, edges);
            let a_known = distance(a.head);
            let b_known = distance(b.head);
            let c_known = distance(c.head);
            let d_known = distance(d.head);
            relax(it, a, a_known);
            relax(it, b, b_known);
            relax(it, c, c_known);
            relax(it, d, d_known);
        }
        make_room(it);
    }
    flush(it, 0u);
}

// Walks the edges of what is queued as near, and of what that puts into the queue, a few times. It
// goes to the next step's list all the same: others may find it nearer yet. How many were walked.
fn walk_ahead(it: Turn) -> u32 {
    var done = 0u;
    for (var hop = 0u; hop < hops; hop++) {
        if queued(it.lane) > QUEUED - EACH * WIDTH { break; }
        if it.lane == 0u { told[0] = atomicLoad(&count[NEARS]); }
        let items = min(workgroupUniformLoad(&told[0]) - done, WIDTH / 2u);
        if items == 0u { break; }
        if it.lane < items {
            let vertex = word[QUEUE + done + it.lane];
            let there = distance(vertex);
            let edges = degree(vertex);
            word[TAILS + it.lane] = vertex;
            word[STARTS + it.lane] = first_edge(vertex);
            word[ENDS + it.lane] = 0u;
            key[it.lane] = there;
            if edges <= LIGHT {
                word[ENDS + it.lane] = edges;
                spend(vertex, there);
                atomicAdd(&count[WALKED_HERE], edges);
            }
        }
        workgroupBarrier();
        let lanes = WIDTH / items;
        let item = it.lane / lanes;
        if item < items {
            let tail = word[TAILS + item];
            for (var k = it.lane % lanes; k < word[ENDS + item]; k += lanes) {
                relax(it, edge(word[STARTS + item] + k, tail, key[item]), UNREACHED);
            }
        }
        done += items;
    }
    return done;
}

// An edge, and the distance of its head by it.
struct Edge {
    tail: u32,
    head: u32,
    there: Key,
}

// Edge number k of those that the workgroup has taken, or one that leads nowhere.
fn edge_of(k: u32, edges: u32) -> Edge {
    if k >= edges { return Edge(0u, 0u, UNREACHED); }
    var low = 0u;
    for (var half = WIDTH / 2u; half > 0u; half /= 2u) {
        if word[ENDS + low + half - 1u] <= k { low += half; }
    }
    return edge(word[STARTS + low] + k, word[TAILS + low], key[low]);
}

fn edge(number: u32, tail: u32, before: Key) -> Edge {
    return Edge(tail, beside(tail, column(number)), reach(before, number));
}

// Its head has or had a distance of `known` or less.
fn relax(it: Turn, edge: Edge, known: Key) {
    let head = edge.head;
    let place = coarse(edge.there);
    if place > most || edge.there >= known || distance_min(head, edge.there) <= edge.there { return; }
    reached(head, edge.tail);
    if is_near(it, head, place) {
        word[QUEUE + atomicAdd(&count[NEARS], 1u)] = head;
    } else if place >= it.below {
        atomicMax(&count[NEAREST], ~place);
        if is_far(head) { word[QUEUE + QUEUED - 1u - atomicAdd(&count[AWAY], 1u)] = head; }
    }
}
