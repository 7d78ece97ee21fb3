// engine/probe: the last thing that a kernel with loops does where the driver may end a loop early.
//
// Engine provides: engine_params, engine_fault.
// Twin: none; the host's loops end when they say so.

// Mesa's llvmpipe gives the invocations that it runs as one vector 65,535 loop iterations
// together. When they are used up, every further loop ends after its first iteration. So a loop
// that should make two iterations, and makes one, tells that loops before it may have been cut.
// How often it runs and where it counts must be unknown to the compiler, or it would conclude
// that two were made; `engine_zero` is a zero that it does not know.
fn engine_probe() {
    let zero = engine_params.engine_zero;
    var made = array<u32, 2>();
    loop {
        made[zero] += 1u;
        if made[zero] >= zero + 2u {
            break;
        }
    }
    if made[zero] != zero + 2u {
        atomicAdd(&engine_fault[engine_params.engine_kernel], 1u);
    }
}
