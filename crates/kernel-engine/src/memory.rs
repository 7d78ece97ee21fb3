//! Memory: what of the host's is free.

/// Bytes of the host's memory that are free, as far as the system tells; where it does not, the
/// largest number, or where addresses have 32 bits, the most that an array may have.
///
/// A system may promise more, and end the program once that is used. So who makes tables for the
/// host whose size a user decides asks here before.
pub fn free_memory() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    let most = if size_of::<usize>() < 8 { isize::MAX as u64 } else { u64::MAX };
    kib.map_or(most, |kib| kib.saturating_mul(1024))
}

#[cfg(test)]
mod tests {
    #[test]
    fn some_memory_is_free() {
        assert!(super::free_memory() >= 1 << 20);
    }
}
