// sssp/tail: the vertex that an edge leaves.
//
// Engine provides: array<u32> row, block; const<u32> BLOCK.
// Twin: sssp::host::solve

// The last vertex whose row starts at or before the edge: vertices without edges start where their
// successor does. `block` has the tail of every first edge of a block.
fn tail(edge: u32) -> u32 {
    var first = block(edge / BLOCK);
    var end = block(edge / BLOCK + 1u) + 1u;
    while end - first > 1u {
        let middle = first + (end - first) / 2u;
        if row(middle) <= edge {
            first = middle;
        } else {
            end = middle;
        }
    }
    return first;
}
