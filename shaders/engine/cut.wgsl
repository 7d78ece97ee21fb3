// engine/cut: counts that a driver ended a loop of this kernel before the kernel did.
//
// Engine provides: engine_fault, engine_params.
// Twin: none; the host reads the counts.

fn engine_cut() {
    atomicAdd(&engine_fault[engine_params.engine_kernel], 1u);
}

// Always zero, which no compiler of shaders can know.
fn engine_zero() -> u32 {
    return engine_params.engine_zero;
}
