//! Security headers: a page of this server loads nothing from other sites.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::caller::is_secure;

/// What the pages of this server may load, and from where.
pub(crate) const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Tells the page that a server is there; a static host sends no such cookie. Only the page has it: shared caches do not
/// store responses with cookies.
const SERVED: HeaderValue = HeaderValue::from_static("gebeta-server=1; Path=/; SameSite=Strict");

/// Adds the headers to an answer.
pub(crate) async fn add(request: Request, next: Next) -> Response {
    let is_secure = is_secure(request.headers());
    let is_page = matches!(request.uri().path(), "/" | "/index.html");
    let mut response = next.run(request).await;
    if is_secure {
        // Browsers use https for two years.
        let value = HeaderValue::from_static("max-age=63072000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    if is_page {
        response.headers_mut().append(header::SET_COOKIE, SERVED);
    }
    for (name, value) in HEADERS {
        // A response may set its own value.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
