use std::net::{IpAddr, Ipv4Addr};
use std::sync::Once;

use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::http::{Extensions, HeaderMap, Method};

use gebeta_protocol::Code;

use super::allowed_hosts::{host, is_unmistakable};
use super::limited_listener::Peer;
use crate::config::IpNetwork;

/// What kind of client made a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A page of this server in a browser: its cookies count.
    Page,
    /// Not a browser: no user's cookies can be misused, so they do not count.
    Program,
}

impl Caller {
    /// Checks a request that may change something: it does not come from a page of another site, and a POST has JSON.
    ///
    /// # Errors
    /// It comes from a page of another site, or is not JSON.
    pub(crate) fn may_change(method: &Method, headers: &HeaderMap, origins: &[String]) -> Result<(), Code> {
        if *method == Method::GET || *method == Method::HEAD {
            return Ok(());
        }
        Self::of(headers, origins)?;
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        let is_json = kind.trim().eq_ignore_ascii_case("application/json");
        // Without a body there is no content type.
        if *method == Method::POST && !is_json { Err(Code::NotJson) } else { Ok(()) }
    }

    /// The kind of client of a request that changes something or opens a socket.
    ///
    /// Browsers tell the origin of a page in `Sec-Fetch-Site` or `Origin`, which a page cannot forge.
    ///
    /// # Errors
    /// The request comes from a page of another site.
    pub(crate) fn of(headers: &HeaderMap, origins: &[String]) -> Result<Self, Code> {
        let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
        let origin = headers.get(ORIGIN);
        match (site, origin) {
            (Some(site), _) if site != b"same-origin" => Err(Code::Foreign),
            (_, Some(origin)) if !is_ours(origin.to_str().unwrap_or_default(), headers, origins) => {
                Err(Code::Foreign)
            }
            (None, None) => Ok(Self::Program),
            _ => Ok(Self::Page),
        }
    }
}

/// Whether `origin` is one of this server: one of the configured ones, or, if none is configured, the host of the request,
/// unless that is a public DNS name, which anyone may point here.
fn is_ours(origin: &str, headers: &HeaderMap, origins: &[String]) -> bool {
    static HINT: Once = Once::new();
    static OTHER: Once = Once::new();
    if !origins.is_empty() {
        let is_known = origins.iter().any(|known| known == origin);
        if !is_known {
            // Logged once: any client can send anything.
            OTHER.call_once(|| {
                tracing::warn!(origin, ?origins, "a page was refused; if it is ours, add it by --origin");
            });
        }
        return is_known;
    }
    let host = host(headers);
    let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_same = place.is_some_and(|place| !place.is_empty() && place.eq_ignore_ascii_case(host));
    if is_same && !is_unmistakable(host) {
        // A server with a public name has to be told its origin.
        HINT.call_once(|| tracing::warn!(origin, "a page was refused; if it is ours, start with --origin"));
        return false;
    }
    is_same
}

/// The address of the client: the peer, or, if that is a trusted proxy, the last address in `X-Forwarded-For` that is not
/// one. Everything before that may be forged.
pub(crate) fn address(extensions: &Extensions, headers: &HeaderMap, proxies: &[IpNetwork]) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<Peer>>();
    let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.0.ip().to_canonical());
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    if !is_proxy(peer) {
        return peer;
    }
    let told = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let told: Vec<&str> = told.flat_map(|value| value.split(',')).map(str::trim).collect();
    let told = told.iter().rev().map_while(|address| address.parse::<IpAddr>().ok());
    told.map(|address| address.to_canonical()).find(|address| !is_proxy(*address)).unwrap_or(peer)
}

/// Whether the client connected to the server or its proxy over https.
pub(crate) fn is_secure(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::limited_listener::ByteBudget;
    use axum::http::{HeaderName, HeaderValue};

    #[track_caller]
    fn check(origins: &[&str], headers: &[(&'static str, &'static str)], expected: Result<Caller, Code>) {
        let map = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let origins: Vec<String> = origins.iter().map(|&origin| origin.to_owned()).collect();
        assert_eq!(Caller::of(&map, &origins), expected, "{origins:?} {headers:?}");
    }

    #[test]
    fn only_our_proxies_are_believed() {
        let proxies = ["10.0.0.1", "172.16.0.0/12"].map(|network| network.parse().unwrap());
        let from = |peer: &str, told: &'static str| {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(Peer(format!("{peer}:1").parse().unwrap(), ByteBudget::default())));
            let name = HeaderName::from_static("x-forwarded-for");
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(told))]);
            address(&extensions, &headers, &proxies).to_string()
        };
        assert_eq!(from("192.0.2.1", "198.51.100.7"), "192.0.2.1", "anybody can write that");
        assert_eq!(from("10.0.0.1", "198.51.100.7"), "198.51.100.7");
        assert_eq!(from("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.0.0.1"), "198.51.100.7");
        assert_eq!(from("10.0.0.1", "1.2.3.4, nonsense"), "10.0.0.1");
        assert_eq!(from("10.0.0.1", ""), "10.0.0.1");
        // A balancer with many addresses, behind another proxy.
        assert_eq!(from("172.31.9.9", "198.51.100.7, 172.16.0.3, 10.0.0.1"), "198.51.100.7");
        assert_eq!(from("172.32.0.1", "198.51.100.7"), "172.32.0.1");
    }

    #[test]
    fn only_our_own_pages_and_programs_may_ask() {
        const HOST: (&str, &str) = ("host", "localhost:8040");
        let foreign = Err(Code::Foreign);
        let check_alone = |headers: &[_], expected| check(&[], headers, expected);
        check_alone(&[HOST], Ok(Caller::Program));
        check_alone(&[HOST, ("origin", "http://localhost:8040")], Ok(Caller::Page));
        check_alone(&[HOST, ("origin", "https://LOCALHOST:8040")], Ok(Caller::Page));
        check_alone(&[HOST, ("sec-fetch-site", "same-origin")], Ok(Caller::Page));
        check_alone(&[HOST, ("origin", "http://evil.example")], foreign);
        check_alone(&[HOST, ("origin", "http://localhost")], foreign);
        check_alone(&[HOST, ("origin", "http://localhost:8040.evil.example")], foreign);
        check_alone(&[HOST, ("origin", "null")], foreign);
        check_alone(&[HOST, ("origin", "file://localhost:8040")], foreign);
        check_alone(&[("origin", "http://")], foreign);
        check_alone(&[HOST, ("sec-fetch-site", "cross-site")], foreign);
        check_alone(&[HOST, ("sec-fetch-site", "same-site")], foreign);
        check_alone(&[HOST, ("sec-fetch-site", "none")], foreign);
        check_alone(&[HOST, ("sec-fetch-site", "same-origin"), ("origin", "http://evil.example")], foreign);
    }

    #[test]
    fn a_public_name_that_is_no_origin_is_foreign() {
        let page = Ok(Caller::Page);
        let foreign = Err(Code::Foreign);
        for (host, origin, expected) in [
            ("127.0.0.1:8040", "http://127.0.0.1:8040", page),
            ("[::1]:8040", "http://[::1]:8040", page),
            ("[fe80::1]", "http://[fe80::1]", page),
            ("gebeta.localhost:8040", "http://gebeta.localhost:8040", page),
            ("board:8040", "http://board:8040", page),
            ("board.local", "http://board.local", page),
            ("evil.example:8040", "http://evil.example:8040", foreign),
            ("evil.example", "http://evil.example", foreign),
            ("127.0.0.1.evil.example", "http://127.0.0.1.evil.example", foreign),
            ("local.example", "http://local.example", foreign),
            ("[evil.example]", "http://[evil.example]", foreign),
            ("evil.example.", "http://evil.example.", foreign),
        ] {
            check(&[], &[("host", host), ("origin", origin)], expected);
        }
        // With configured origins, the host does not count.
        let known = ["https://gebeta.example"];
        let host = ("host", "localhost:8040");
        check(&known, &[host, ("origin", "https://gebeta.example")], page);
        check(&known, &[host, ("origin", "http://localhost:8040")], foreign);
        check(&known, &[("host", "evil.example"), ("origin", "http://evil.example")], foreign);
        check(&known, &[host], Ok(Caller::Program));
    }
}
