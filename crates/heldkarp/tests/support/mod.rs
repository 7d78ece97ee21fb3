//! Support: what several tests share.

use kernel_engine::Engine;

/// An engine for each device of this machine.
pub(crate) fn engines() -> Vec<Engine> {
    let devices = Engine::devices();
    if devices.is_empty() {
        let required = std::env::var_os("KERNEL_ENGINE_REQUIRE_DEVICE").is_some();
        assert!(!required, "KERNEL_ENGINE_REQUIRE_DEVICE is set, and there is no device");
        println!("skipped: no device");
    }
    let open = |device| Engine::builder().device(device).build().unwrap();
    devices.iter().map(open).collect()
}

/// Numbers that are the same in every run (G. Marsaglia's xorshift, 2003).
pub(crate) fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32 % below
    }
}
