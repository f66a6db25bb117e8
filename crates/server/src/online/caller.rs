use std::net::{IpAddr, Ipv4Addr};

use axum::extract::ConnectInfo;
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{Extensions, HeaderMap, Method};

use gebeta_protocol::Code;

use crate::door::Peer;

/// Who asks, as far as the request tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// A page of ours in a browser: its cookies count.
    Page,
    /// No browser: there is nobody whose cookies it could misuse, so they do not count.
    Program,
}

impl Caller {
    /// Looks at a request that may change something: it comes from no page of somebody else, and what it brings is JSON.
    ///
    /// # Errors
    /// A page of somebody else, or something else than JSON.
    pub(crate) fn may_change(method: &Method, headers: &HeaderMap, origins: &[String]) -> Result<(), Code> {
        if *method == Method::GET || *method == Method::HEAD {
            return Ok(());
        }
        Self::of(headers, origins)?;
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default();
        let is_json = kind.trim().eq_ignore_ascii_case("application/json");
        // What has no body needs no kind.
        if *method == Method::POST && !is_json { Err(Code::NotJson) } else { Ok(()) }
    }

    /// Looks at a request that changes something, or opens a socket.
    ///
    /// A browser says where the page comes from: in `Sec-Fetch-Site`, or in `Origin`, which a page cannot forge.
    ///
    /// # Errors
    /// A page of somebody else.
    pub(crate) fn of(headers: &HeaderMap, origins: &[String]) -> Result<Self, Code> {
        let site = headers.get("sec-fetch-site").map(axum::http::HeaderValue::as_bytes);
        let origin = headers.get(ORIGIN);
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let is_ours = origin.is_none_or(|origin| {
            let origin = origin.to_str().unwrap_or_default();
            let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            place.is_some_and(|place| !place.is_empty() && place.eq_ignore_ascii_case(host))
                || origins.iter().any(|known| known == origin)
        });
        match (site, origin) {
            (Some(site), _) if site != b"same-origin" => Err(Code::Foreign),
            _ if !is_ours => Err(Code::Foreign),
            (None, None) => Ok(Self::Program),
            _ => Ok(Self::Page),
        }
    }
}

/// The address of who asks: at the other end, or, if one of our proxies is there, the last one before it that is none of
/// them. What stands before that in the list anybody could have written.
pub(crate) fn address(extensions: &Extensions, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<Peer>>();
    let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.0.ip().to_canonical());
    if !proxies.contains(&peer) {
        return peer;
    }
    let told = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let told: Vec<&str> = told.flat_map(|value| value.split(',')).map(str::trim).collect();
    let told = told.iter().rev().map_while(|address| address.parse::<IpAddr>().ok());
    told.map(|address| address.to_canonical()).find(|address| !proxies.contains(address)).unwrap_or(peer)
}

/// Whether the browser came to us, or to a proxy before us, over a safe connection.
pub(crate) fn is_secure(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[track_caller]
    fn check(headers: &[(&'static str, &'static str)], expected: Result<Caller, Code>) {
        let map = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        assert_eq!(Caller::of(&map, &["https://gebeta.example".to_owned()]), expected, "{headers:?}");
    }

    #[test]
    fn only_our_proxies_are_believed() {
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        let from = |peer: &str, told: &'static str| {
            let mut extensions = Extensions::new();
            extensions.insert(ConnectInfo(Peer(format!("{peer}:1").parse().unwrap())));
            let name = HeaderName::from_static("x-forwarded-for");
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(told))]);
            address(&extensions, &headers, &[proxy]).to_string()
        };
        assert_eq!(from("192.0.2.1", "198.51.100.7"), "192.0.2.1", "anybody can write that");
        assert_eq!(from("10.0.0.1", "198.51.100.7"), "198.51.100.7");
        assert_eq!(from("10.0.0.1", "1.2.3.4, 198.51.100.7, 10.0.0.1"), "198.51.100.7");
        assert_eq!(from("10.0.0.1", "1.2.3.4, nonsense"), "10.0.0.1");
        assert_eq!(from("10.0.0.1", ""), "10.0.0.1");
    }

    #[test]
    fn only_our_own_pages_and_programs_may_ask() {
        const HOST: (&str, &str) = ("host", "play.example:8040");
        let foreign = Err(Code::Foreign);
        check(&[HOST], Ok(Caller::Program));
        check(&[HOST, ("origin", "http://play.example:8040")], Ok(Caller::Page));
        check(&[HOST, ("origin", "https://PLAY.example:8040")], Ok(Caller::Page));
        check(&[HOST, ("origin", "https://gebeta.example")], Ok(Caller::Page));
        check(&[HOST, ("sec-fetch-site", "same-origin")], Ok(Caller::Page));
        check(&[HOST, ("origin", "http://evil.example")], foreign);
        check(&[HOST, ("origin", "http://play.example")], foreign);
        check(&[HOST, ("origin", "http://play.example:8040.evil.example")], foreign);
        check(&[HOST, ("origin", "null")], foreign);
        check(&[HOST, ("origin", "file://play.example:8040")], foreign);
        check(&[("origin", "http://")], foreign);
        check(&[HOST, ("sec-fetch-site", "cross-site")], foreign);
        check(&[HOST, ("sec-fetch-site", "same-site")], foreign);
        check(&[HOST, ("sec-fetch-site", "none")], foreign);
        check(&[HOST, ("sec-fetch-site", "same-origin"), ("origin", "http://evil.example")], foreign);
    }
}
