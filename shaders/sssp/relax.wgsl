// sssp/relax: an edge shortens the distance of the vertex it leads to, if it can.
//
// Engine provides: array<u32> row, column, weight; atomic<u32> distance, status.
// Twin: sssp::reference::relax

// The distance of a vertex that no path has reached; no path is as long.
const UNREACHED = 0xffffffffu;

// Words of the status: whether a distance has changed, and the first vertex that only a path too
// long for 32 bits reaches.
const CHANGED = 0u;
const TOO_FAR = 1u;

// The vertex that edge e leaves: the last one whose row starts at or before e. Vertices without
// out-edges start where their successor does, so they are passed over.
fn tail(e: u32) -> u32 {
    var first = 0u;
    var end = row_length() - 1u;
    while end - first > 1u {
        let middle = first + (end - first) / 2u;
        if row(middle) <= e {
            first = middle;
        } else {
            end = middle;
        }
    }
    return first;
}

fn relax(e: u32) {
    let before = distance(tail(e));
    if before == UNREACHED {
        return;
    }
    let head = column(e);
    let known = distance(head);
    let way = before + min(weight(e), UNREACHED - before);
    if way == UNREACHED {
        if known == UNREACHED {
            status_min(TOO_FAR, head);
        }
    } else if way < known && distance_min(head, way) > way {
        // Looking before the atomic spares most of them.
        status_set(CHANGED, 1u);
    }
}
