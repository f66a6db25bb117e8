use crate::CliError;

/// Refuses what would not fit into memory before it begins.
pub(crate) fn enough_for(bytes: u64) -> Result<(), CliError> {
    let free = free().unwrap_or(UNKNOWN);
    if bytes <= free {
        return Ok(());
    }
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    Err(CliError::failed(
        "too-large",
        format!(
            "{:.1} GB of memory are needed, and about {:.1} GB are free",
            gigabytes(bytes),
            gigabytes(free)
        ),
    ))
}

/// What to assume where the system does not say.
const UNKNOWN: u64 = 8 << 30;

/// Memory that can be had without pushing others out, where the system says so.
pub(crate) fn free() -> Option<u64> {
    let about = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = about.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
