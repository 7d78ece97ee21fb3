//! Tests that need a process to themselves: they run this program again for one test.

use std::process::Command;

use kernel_engine::{DeviceInfo, DeviceKind, Engine};

use crate::devices;

/// Names the device to the child, and tells it that it is one.
const DEVICE: &str = "KERNEL_ENGINE_TEST_CHILD";

/// Runs `body` on every device, each time in a process of its own. `test` is the full name of the
/// test that calls this.
pub(crate) fn on_each(test: &str, body: impl Fn(&Engine)) {
    on_each_limited(test, None, body);
}

/// As [`on_each`]; a device that runs on the CPU may take `kib` KiB of address space at most.
pub(crate) fn on_each_limited(test: &str, kib: Option<u64>, body: impl Fn(&Engine)) {
    on_each_unopened(test, kib, |name| body(&devices::open_by_name(name).build().unwrap()));
}

/// As [`on_each_limited`], for a `body` that opens the device by its name.
pub(crate) fn on_each_unopened(test: &str, kib: Option<u64>, body: impl Fn(&str)) {
    if let Ok(name) = std::env::var(DEVICE) {
        return body(&name);
    }
    for device in devices::found() {
        again(test, device, kib.filter(|_| device.kind == DeviceKind::Cpu));
    }
}

fn again(test: &str, device: &DeviceInfo, kib: Option<u64>) {
    let program = std::env::current_exe().unwrap();
    let mut command = match kib {
        Some(kib) if cfg!(unix) => {
            let mut shell = Command::new("sh");
            shell.arg("-c").arg(format!("ulimit -v {kib} && exec \"$0\" \"$@\"")).arg(program);
            shell
        }
        _ => Command::new(program),
    };
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]);
    let output = command.env(DEVICE, &device.name).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    println!("on {device}: {text}");
    assert!(output.status.success(), "{test} failed in its own process");
    assert!(text.contains("1 passed"), "there is no test of the name {test}");
}
