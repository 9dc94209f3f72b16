//! Where the server can be reached: from this machine alone, or from the
//! others of its network, and by which addresses.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, header};
use axum::routing::get;
use axum::{Extension, Json, Router};

use crate::wire;

/// Where the server listens, as the requests are told.
#[derive(Clone, Copy, Debug)]
pub struct Bound(pub SocketAddr);

/// The request that asks for it.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/addresses", get(addresses))
}

/// How other devices of the local network reach this server.
///
/// The addresses are told only to a browser on this machine, which has no
/// other way to know them; somebody further away knows the one they use.
#[utoipa::path(get, path = "/api/addresses", responses((status = 200, body = wire::Addresses)))]
pub async fn addresses(
    Extension(Bound(bound)): Extension<Bound>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Json<wire::Addresses> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let near = peer.ip().is_loopback() && is_loopback_host(host);
    Json(wire::Addresses {
        loopback_only: bound.ip().is_loopback(),
        port: bound.port(),
        lan: if near { lan(bound) } else { Vec::new() },
    })
}

/// The addresses of this machine in its local network, as `http://…`, the one
/// that leads outside first. For a server that listens on this machine alone
/// they are those it would have with `--lan`.
#[must_use]
pub fn lan(bound: SocketAddr) -> Vec<String> {
    let ip = bound.ip();
    let found = if ip.is_loopback() || ip.is_unspecified() { own_addresses() } else { vec![ip] };
    found
        .into_iter()
        .filter(|found| found.is_ipv4() || ip.is_ipv6())
        .map(|found| format!("http://{}", SocketAddr::new(found, bound.port())))
        .collect()
}

/// Whether a `Host` header names this machine to itself.
fn is_loopback_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Every address by which another device might reach this machine.
fn own_addresses() -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = outward().into_iter().collect();
    for address in interfaces() {
        if is_reachable(address) && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// The address from which this machine speaks to others. Connecting a UDP
/// socket sends nothing: it only asks the routes.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation, which nobody has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    is_reachable(address).then_some(address)
}

/// Not this machine alone, and not valid on one cable only.
fn is_reachable(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            !address.is_loopback() && !address.is_link_local() && !address.is_unspecified()
        }
        IpAddr::V6(address) => {
            !address.is_loopback()
                && !address.is_unspecified()
                && !address.is_unicast_link_local()
                && !address.is_multicast()
        }
    }
}

/// Names of interfaces that lead to containers and virtual machines on this
/// machine, and to no other device.
#[cfg(unix)]
const VIRTUAL: [&str; 5] = ["docker", "br-", "veth", "virbr", "podman"];

#[cfg(unix)]
fn interfaces() -> Vec<IpAddr> {
    use nix::net::if_::InterfaceFlags;
    let Ok(all) = nix::ifaddrs::getifaddrs() else { return Vec::new() };
    all.filter(|interface| interface.flags.contains(InterfaceFlags::IFF_UP))
        .filter(|interface| !VIRTUAL.iter().any(|name| interface.interface_name.starts_with(name)))
        .filter_map(|interface| {
            let address = interface.address?;
            let v4 = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
            v4.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip())))
        })
        .collect()
}

/// Elsewhere the outward address is all we know.
#[cfg(not(unix))]
fn interfaces() -> Vec<IpAddr> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_is_this_machine() {
        for host in
            ["localhost", "LOCALHOST:9999", "127.0.0.1:9999", "127.8.0.1", "[::1]:80", "[::1]"]
        {
            assert!(is_loopback_host(host), "{host}");
        }
        for host in ["", "192.168.1.4:9999", "localhost.example", "127.0.0.1.example:80", "[::2]"] {
            assert!(!is_loopback_host(host), "{host}");
        }
    }

    #[test]
    fn only_addresses_that_others_can_use_are_told() {
        for bound in ["127.0.0.1:9999", "0.0.0.0:9999"] {
            for address in lan(bound.parse().unwrap()) {
                let address = address.strip_prefix("http://").unwrap();
                let address: SocketAddr = address.parse().unwrap();
                assert_eq!(address.port(), 9999);
                assert!(address.is_ipv4() && is_reachable(address.ip()), "{address}");
            }
        }
        let chosen = lan("192.168.7.5:80".parse().unwrap());
        assert_eq!(chosen, ["http://192.168.7.5:80"]);
    }
}
