// engine/slot: where the value number `j` of a tile stands among the slots of a workgroup.
//
// Engine provides: engine_rows, engine_pitch.
// Twin: none; the host has its values in one row.

// Invocations write neighbouring values and read a run of `engine_rows` each. The runs stand an
// odd number of slots apart, so that neither way two invocations wait for one bank of memory.
fn engine_slot(j: u32) -> u32 {
    return j / engine_rows * engine_pitch + j % engine_rows;
}
