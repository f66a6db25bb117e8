//! What must hold for every request that comes from strangers: its path, its cookie, its origin, its body.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN};
use axum::http::{HeaderValue, Method, Request, StatusCode, Uri};

use super::test_server::server;

/// The first line is the path, then come a cookie, an origin and a body. Whatever they are, asked or posted, there is an
/// answer, and it is no fault of ours.
pub(crate) fn request(input: &[u8]) {
    let mut parts = input.splitn(4, |byte| *byte == b'\n');
    let mut next = || parts.next().unwrap_or_default();
    let (path, cookie, origin, body) = (next(), next(), next(), next());
    let Ok(uri) = Uri::try_from(path) else { return };
    for method in [Method::GET, Method::POST, Method::PUT] {
        let mut request = Request::new(Body::from(body.to_vec()));
        *request.method_mut() = method.clone();
        *request.uri_mut() = uri.clone();
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in [(COOKIE, cookie), (ORIGIN, origin)] {
            if let (false, Ok(value)) = (value.is_empty(), HeaderValue::from_bytes(value)) {
                headers.insert(name, value);
            }
        }
        let status = server().answer(request).status();
        let ours = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
        assert!(!ours, "{method} {uri} is answered by {status}");
    }
}
