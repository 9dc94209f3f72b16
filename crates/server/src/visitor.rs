//! Who asks: an address, or the network of one, that shares with the others.
//!
//! Behind a proxy every connection comes from the proxy; a proxy that is
//! trusted by name says for whom it asks, and nobody else is believed.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

/// Those of one network: a single IPv4 address, and with IPv6 a /64, which is
/// the least that a subscriber has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Visitor(IpAddr);

impl Visitor {
    /// Who is not known: a match that was opened for nobody in particular.
    pub const NOBODY: Visitor = Visitor(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// This very machine.
    #[cfg(test)]
    pub const LOCAL: Visitor = Visitor(IpAddr::V4(Ipv4Addr::LOCALHOST));

    #[must_use]
    pub fn of(address: IpAddr) -> Visitor {
        Visitor(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
            v4 => v4,
        })
    }

    /// Whether it is this very machine.
    #[must_use]
    pub fn is_near(self) -> bool {
        self.0.is_loopback() || self == Visitor::of(Ipv6Addr::LOCALHOST.into())
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The visitor of a request, as [`Proxies::visitor`] found it out.
impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Self::Rejection> {
        let known = parts.extensions.get::<Visitor>().copied();
        let peer = || parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(known.or_else(|| peer().map(|peer| Visitor::of(peer.0.ip()))).unwrap_or(Visitor::NOBODY))
    }
}

/// A range of addresses, `10.0.0.0/8`; an address alone is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    address: IpAddr,
    bits: u32,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let wrong = || "expected an address or a range such as 10.0.0.0/8".to_owned();
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse::<u32>().map_err(|_| wrong()))?;
        if bits > most {
            return Err(wrong());
        }
        Ok(Range { address, bits })
    }
}

impl Range {
    #[must_use]
    pub fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(range), IpAddr::V4(one)) => {
                (range.to_bits() ^ one.to_bits()).leading_zeros() >= self.bits
            }
            (IpAddr::V6(range), IpAddr::V6(one)) => {
                (range.to_bits() ^ one.to_bits()).leading_zeros() >= self.bits
            }
            _ => false,
        }
    }
}

/// The proxies that are believed when they say for whom they ask.
#[derive(Clone, Debug, Default)]
pub struct Proxies(pub Vec<Range>);

/// Addresses of one request that are looked at: more proxies in a row than
/// anybody has.
const MOST_HOPS: usize = 16;

impl Proxies {
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.has(address))
    }

    /// Who asks: the last address of the way that is no proxy of ours. What
    /// stands before it in the header anybody may have written there.
    #[must_use]
    pub fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        let mut asks = peer;
        if self.trusts(peer) {
            for hop in forwarded(headers).into_iter().rev().take(MOST_HOPS) {
                // A hop that hides itself: the proxy that says so answers for it.
                let Some(hop) = hop else { break };
                asks = hop;
                if !self.trusts(hop) {
                    break;
                }
            }
        }
        Visitor::of(asks)
    }
}

/// The way of a request by its headers, the first who asked first; `None` for
/// what is no address. `Forwarded` is the standard and goes before the others.
fn forwarded(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lines = |name: header::HeaderName| {
        let all = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        all.flat_map(|line| line.split(',')).map(str::trim).collect::<Vec<_>>()
    };
    let standard = lines(header::FORWARDED);
    if !standard.is_empty() {
        let node = |hop: &&str| {
            let mut pairs = hop.split(';').filter_map(|pair| pair.split_once('='));
            let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
            node_address(node.trim().trim_matches('"'))
        };
        return standard.iter().map(node).collect();
    }
    let usual = lines(header::HeaderName::from_static("x-forwarded-for"));
    usual.iter().map(|hop| node_address(hop)).collect()
}

/// An address with or without a port: `192.0.2.1:4711`, `[2001:db8::1]:80`.
fn node_address(node: &str) -> Option<IpAddr> {
    if let Ok(address) = node.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(address) = node.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    node.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(peer: &str, headers: &[(&'static str, &str)]) -> String {
        let proxies = Proxies(vec!["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()]);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        proxies.visitor(peer.parse().unwrap(), &map).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_says_for_whom_it_asks() {
        let says = [("x-forwarded-for", "203.0.113.7")];
        assert_eq!(asked("127.0.0.1", &says), "203.0.113.7");
        assert_eq!(asked("::ffff:127.0.0.1", &says), "203.0.113.7");
        assert_eq!(asked("198.51.100.1", &says), "198.51.100.1", "anybody can write that");
        assert_eq!(asked("127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(asked("127.0.0.1", &[("x-forwarded-for", "unknown")]), "127.0.0.1");
    }

    #[test]
    fn the_last_who_is_no_proxy_asks() {
        // The client wrote the first; our own proxies the others.
        let forged = [("x-forwarded-for", "8.8.8.8, 203.0.113.7, 10.1.2.3")];
        assert_eq!(asked("127.0.0.1", &forged), "203.0.113.7");
        let lines = [("x-forwarded-for", "8.8.8.8"), ("x-forwarded-for", "203.0.113.9:80")];
        assert_eq!(asked("10.9.9.9", &lines), "203.0.113.9");
        let standard = "for=8.8.8.8, for=\"[2001:db8:1:2::3]:4711\";proto=https, for=10.0.0.1";
        let both = [("forwarded", standard), ("x-forwarded-for", "1.2.3.4")];
        assert_eq!(asked("127.0.0.1", &both), "2001:db8:1:2::");
        assert_eq!(asked("127.0.0.1", &[("forwarded", "for=_hidden")]), "127.0.0.1");
    }

    #[test]
    fn addresses_of_one_network_are_one_visitor() {
        let of = |text: &str| Visitor::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
        assert!(of("::1").is_near() && of("127.0.0.1").is_near() && !of("10.0.0.1").is_near());
    }

    #[test]
    fn a_range_is_an_address_and_its_bits() {
        for wrong in ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "x/8", "::/129", "10.0.0.0/"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
        let has = |range: &str, address: &str| {
            range.parse::<Range>().unwrap().has(address.parse().unwrap())
        };
        assert!(has("0.0.0.0/0", "1.2.3.4") && !has("0.0.0.0/0", "::1"));
        assert!(has("192.0.2.0/24", "192.0.2.255") && !has("192.0.2.0/24", "192.0.3.0"));
        assert!(has("fd00::/8", "fd12::1") && !has("fd00::/8", "fe80::1"));
    }
}
