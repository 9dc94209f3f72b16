//! How much one address may ask for, and from where a browser may come.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, header};

/// Addresses remembered before those that are at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// Limits that protect the server from one greedy client.
#[derive(Debug)]
pub struct Limits {
    /// Matches an address may create in a minute.
    per_minute: u32,
    /// Origins besides the server's own that may open websockets.
    origins: Vec<String>,
    spent: Mutex<HashMap<IpAddr, Bucket>>,
}

/// What an address has left: it fills up again as time goes by.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Limits {
    #[must_use]
    pub fn new(per_minute: u32, origins: Vec<String>) -> Limits {
        Limits { per_minute, origins, spent: Mutex::default() }
    }

    /// Whether the address may create a match now; it is counted if so. The
    /// whole minute's worth may be used at once.
    pub fn may_create(&self, address: IpAddr) -> bool {
        let most = f64::from(self.per_minute);
        let now = Instant::now();
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let refill = |bucket: &Bucket| {
            let passed = now.duration_since(bucket.at).as_secs_f64();
            (bucket.tokens + passed * most / 60.0).min(most)
        };
        if spent.len() >= REMEMBERED {
            spent.retain(|_, bucket| refill(bucket) < most);
        }
        let bucket = spent.entry(network(address)).or_insert(Bucket { tokens: most, at: now });
        bucket.tokens = refill(bucket);
        bucket.at = now;
        let may = bucket.tokens >= 1.0;
        if may {
            bucket.tokens -= 1.0;
        }
        may
    }

    /// Whether a websocket may be opened with these headers. A browser says
    /// where its page came from: that must be this very server. Programs that
    /// are no browsers say nothing and hold their secrets themselves.
    #[must_use]
    pub fn may_connect(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        if self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        matches!((from, host), (Some(from), Some(host)) if from.eq_ignore_ascii_case(host))
    }
}

/// Who an address belongs to: with IPv6 a subscriber has at least a /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_runs_out_and_others_do_not() {
        let limits = Limits::new(3, Vec::new());
        let (one, same, other) = ("2001:db8::1", "2001:db8::2", "10.0.0.1");
        let [one, same, other] = [one, same, other].map(|a| a.parse::<IpAddr>().unwrap());
        assert!(limits.may_create(one) && limits.may_create(same) && limits.may_create(one));
        assert!(!limits.may_create(same));
        assert!(limits.may_create(other));
    }

    #[test]
    fn only_the_servers_own_pages_may_connect() {
        let limits = Limits::new(1, vec!["https://games.example".to_owned()]);
        let may = |origin: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "table.example:9999".parse().unwrap());
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            limits.may_connect(&headers)
        };
        assert!(may("http://table.example:9999") && may("https://TABLE.example:9999"));
        assert!(may("https://games.example"));
        for origin in [
            "null",
            "http://evil.example",
            "http://table.example",
            "http://table.example:9999.evil.example",
            "file://table.example:9999",
        ] {
            assert!(!may(origin), "{origin}");
        }
        assert!(limits.may_connect(&HeaderMap::new()));
    }
}
