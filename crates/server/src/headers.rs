//! What every answer says about itself, so that a page of ours loads nothing of anybody else.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::online::caller::is_secure;

const HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    // Tells the page that there is more here than files; a static host sends no such thing.
    (header::SET_COOKIE, "gebeta-server=1; Path=/; SameSite=Strict"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Adds the headers to an answer.
pub(crate) async fn add(request: Request, next: Next) -> Response {
    let is_secure = is_secure(request.headers());
    let mut response = next.run(request).await;
    if is_secure {
        // Who has come over a safe connection comes so again, for two years.
        let value = HeaderValue::from_static("max-age=63072000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        if name == header::SET_COOKIE {
            // An answer may bring a cookie of its own.
            response.headers_mut().append(name, value);
        } else {
            // What an answer says about itself counts.
            response.headers_mut().entry(name).or_insert(value);
        }
    }
    response
}
