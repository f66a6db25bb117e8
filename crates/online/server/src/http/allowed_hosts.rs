//! Which host names the server answers to. A page of another site can make its own name point to this machine (DNS
//! rebinding) and would then read answers such as the operator's rule files.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Once};

use axum::extract::{Request, State};
use axum::http::header::{HOST, X_CONTENT_TYPE_OPTIONS};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Load balancers request these by any name.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Refuses requests for a host that is neither an address, nor a local name, nor one of the `origins`.
pub(crate) async fn check(State(origins): State<Arc<[String]>>, request: Request, next: Next) -> Response {
    static HINT: Once = Once::new();
    let host = host(request.headers());
    if is_ours(host, &origins) || PROBES.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    // The answer is plain text, so nothing in it is read as markup.
    let shown: String = host.chars().filter(char::is_ascii_graphic).take(100).collect();
    HINT.call_once(|| {
        tracing::warn!(
            host = shown,
            "a request for an unknown host was refused; if it is ours, start with --origin"
        );
    });
    let text = format!(
        "This server does not know the name {shown}. Start it with --origin https://{shown} if it has that name.\n"
    );
    (StatusCode::MISDIRECTED_REQUEST, [(X_CONTENT_TYPE_OPTIONS, "nosniff")], text).into_response()
}

/// The host of a request; empty if it has none.
pub(crate) fn host(headers: &HeaderMap) -> &str {
    headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

fn is_ours(host: &str, origins: &[String]) -> bool {
    // HTTP/1.0 needs no host, and browsers do not speak it.
    host.is_empty() || is_unmistakable(host) || origins.iter().any(|origin| is_at(origin, host))
}

/// Whether `origin` is at `host`; either may leave out the default port.
fn is_at(origin: &str, host: &str) -> bool {
    let port = if origin.starts_with("https:") { ":443" } else { ":80" };
    let parsed: Option<Uri> = origin.parse().ok();
    let authority = parsed.as_ref().and_then(Uri::authority).map(Authority::as_str);
    let bare = |place: &str| place.strip_suffix(port).unwrap_or(place).to_ascii_lowercase();
    authority.is_some_and(|authority| bare(authority) == bare(host))
}

/// Whether a host is an address, or a local name that is not looked up in the public DNS.
pub(crate) fn is_unmistakable(host: &str) -> bool {
    if let Some((address, _)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name).to_ascii_lowercase();
    let is_address = name.parse::<Ipv4Addr>().is_ok();
    is_address || !name.contains('.') || name.ends_with(".localhost") || name.ends_with(".local")
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn addresses_local_names_and_origins_are_answered_and_no_other_host() {
        let origins = ["https://play.example".to_owned(), "http://games.example:8040".to_owned()];
        for (host, expected) in [
            ("127.0.0.1:8040", true),
            ("[::1]:8040", true),
            ("localhost:8040", true),
            ("gebeta", true),
            ("gebeta.default.svc.cluster.local", true),
            ("play.example", true),
            ("PLAY.example:443", true),
            ("play.example:80", false),
            ("games.example:8040", true),
            ("games.example", false),
            ("evil.example", false),
            ("play.example.evil.example", false),
            ("", true),
        ] {
            assert_eq!(is_ours(host, &origins), expected, "{host}");
        }
        assert!(!is_ours("play.example", &[]));
    }
}
