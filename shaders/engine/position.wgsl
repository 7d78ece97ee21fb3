// engine/position: where the index `i` lies in a block of `extent` cells, x running fastest.
//
// Engine provides: nothing.
// Twin: none; the host has the extent in its loops.

fn engine_position(i: u32, extent: vec3<u32>) -> vec3<u32> {
    let row = i / extent.x;
    return vec3<u32>(i % extent.x, row % extent.y, row / extent.y);
}
