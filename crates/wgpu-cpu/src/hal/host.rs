//! What the machine has: threads and memory.

use std::thread::available_parallelism;

/// Threads that kernels may run on.
pub(super) fn threads() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The processor's own name where the system tells it.
pub(super) fn model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Bytes of memory that buffers may take together: the machine's, or the bound that
/// a container sets; 2^40 at most, and what a pointer can span.
pub(super) fn memory() -> u64 {
    let most = (isize::MAX as u64).min(1 << 40);
    let known = [installed(), container("/sys/fs/cgroup/memory.max")];
    known.into_iter().flatten().fold(most, u64::min)
}

fn installed() -> Option<u64> {
    meminfo("MemTotal:")
}

/// Bytes of memory that are free to use now, where the system tells it.
pub(super) fn available() -> Option<u64> {
    meminfo("MemAvailable:")
}

fn meminfo(what: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with(what))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024)
}

fn container(path: &str) -> Option<u64> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_machine_is_described() {
        assert!(super::threads() >= 1);
        assert!(super::memory() >= 1 << 20);
        assert!(super::memory() <= 1 << 40);
    }
}
