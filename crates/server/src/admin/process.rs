//! What this process takes of the machine, as far as the system says so.

use serde::Serialize;

/// Of the process; what the system does not tell is left out.
#[derive(Debug, Default, Serialize)]
pub struct Process {
    /// Bytes in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptors: Option<u64>,
    /// Seconds of processor time since the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu: Option<f64>,
}

impl Process {
    #[cfg(target_os = "linux")]
    pub fn now() -> Process {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let number = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The name in parentheses may hold blanks: count from its end.
        let fields: Vec<&str> =
            stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok());
        Process {
            memory: number("VmRSS:").map(|kilobytes| kilobytes << 10),
            threads: number("Threads:"),
            descriptors: std::fs::read_dir("/proc/self/fd").ok().map(|all| all.count() as u64),
            // Linux tells it in hundredths of a second.
            cpu: ticks(11).zip(ticks(12)).map(|(user, system)| (user + system) as f64 / 100.0),
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn now() -> Process {
        Process::default()
    }
}
