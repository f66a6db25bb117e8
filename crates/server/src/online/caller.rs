use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{Extensions, HeaderMap};

use gebeta_protocol::Code;

/// Who asks, as far as the request tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// A page of ours in a browser: its cookies count.
    Page,
    /// No browser: there is nobody whose cookies it could misuse, so they do not count.
    Program,
}

impl Caller {
    /// Looks at a request that changes something, or opens a socket.
    ///
    /// A browser says where the page comes from: in `Sec-Fetch-Site`, or in `Origin`, which a page cannot forge.
    ///
    /// # Errors
    /// A page of somebody else.
    pub(super) fn of(headers: &HeaderMap, origins: &[String]) -> Result<Self, Code> {
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

/// The address at the other end.
pub(super) fn address(extensions: &Extensions) -> IpAddr {
    extensions.get::<ConnectInfo<SocketAddr>>().map_or(Ipv4Addr::UNSPECIFIED.into(), |info| info.0.ip())
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
