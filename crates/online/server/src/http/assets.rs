//! A file of the bundle as a response.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};

use super::bundle::{BundleFile, WebBundle};
use super::security_headers::POLICY;

/// Cacheable without limit: the name changes with the content.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// What the policy says about the base of a page, and what it says where there is one.
const NO_BASE: &str = "base-uri 'none'";
const OWN_BASE: &str = "base-uri 'self'";
/// Cacheable, but to be revalidated every time.
const ASK: &str = "no-cache";

/// The page for unknown paths, for programs and on a server without the browser game.
const NOT_FOUND: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not here</title>\
    <h1>There is nothing here</h1><p>The games are <a href=\"/\">on the first page</a>.</p></html>\n";

/// The file called `name`, compressed if the client accepts that.
pub(crate) fn answer(site: &WebBundle, name: &str, request: &HeaderMap) -> Response {
    let Some(stored) = site.find(name) else { return not_found(site, request) };
    let (content, encoding) = choose(stored, takes_brotli(request));
    let tag = tag(&content);
    let age = if is_hashed(name) { FOREVER } else { ASK };
    let told = [(CACHE_CONTROL, age.to_owned()), (ETAG, tag.clone()), (VARY, "accept-encoding".to_owned())];
    let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if known.flat_map(|tags| tags.split(',')).any(|known| known.trim().trim_start_matches("W/") == tag) {
        return (StatusCode::NOT_MODIFIED, told).into_response();
    }
    let mut response = (told, [(CONTENT_TYPE, media_type(name))], content).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, encoding);
    }
    response
}

/// The answer for unknown paths. Browsers get the program, which says so in the visitor's language; its files are found from
/// the base that the page then has, and by which the program knows.
pub(crate) fn not_found(site: &WebBundle, request: &HeaderMap) -> Response {
    let accepts = request.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let is_browser =
        accepts.flat_map(|value| value.split(',')).any(|kind| kind.trim().starts_with("text/html"));
    let page = site.find("").filter(|_| is_browser);
    let page = page.and_then(|page| String::from_utf8(page.plain.into_owned()).ok());
    let told = [(CACHE_CONTROL, ASK), (VARY, "accept")];
    let Some(page) = page else { return (StatusCode::NOT_FOUND, told, Html(NOT_FOUND)).into_response() };
    let page = page.replacen("<head>", "<head><base href=\"/\">", 1).replacen(NO_BASE, OWN_BASE, 1);
    let policy = [(CONTENT_SECURITY_POLICY, POLICY.replacen(NO_BASE, OWN_BASE, 1))];
    (StatusCode::NOT_FOUND, told, policy, Html(page)).into_response()
}

fn choose(stored: BundleFile, takes_brotli: bool) -> (Bytes, Option<axum::http::HeaderValue>) {
    match stored.brotli {
        Some(brotli) if takes_brotli => (bytes(brotli), Some(axum::http::HeaderValue::from_static("br"))),
        _ => (bytes(stored.plain), None),
    }
}

fn bytes(content: std::borrow::Cow<'static, [u8]>) -> Bytes {
    match content {
        std::borrow::Cow::Borrowed(content) => Bytes::from_static(content),
        std::borrow::Cow::Owned(content) => content.into(),
    }
}

/// Whether the client accepts brotli.
fn takes_brotli(request: &HeaderMap) -> bool {
    let values = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim() == "br" && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// An entity tag: a hash of the content.
fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether the name contains sixteen hexadecimal digits of the content's hash.
fn is_hashed(name: &str) -> bool {
    let digits =
        name.split_once('-').map_or("", |(_, rest)| rest.split(['.', '_']).next().unwrap_or_default());
    digits.len() == 16 && digits.chars().all(|c| c.is_ascii_hexdigit())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("html", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_encoding(value: &'static str, expected: bool) {
        let request = HeaderMap::from_iter([(ACCEPT_ENCODING, axum::http::HeaderValue::from_static(value))]);
        assert_eq!(takes_brotli(&request), expected, "{value}");
    }

    #[test]
    fn brotli_is_sent_only_if_accepted() {
        check_encoding("gzip, deflate, br, zstd", true);
        check_encoding("br;q=0.5", true);
        check_encoding("gzip;q=1.0, br;q=0", false);
        check_encoding("gzip", false);
        check_encoding("brotli", false);
        assert!(!takes_brotli(&HeaderMap::new()));
    }

    #[test]
    fn only_names_with_a_hash_are_cached_without_limit() {
        assert!(is_hashed("main-0123456789abcdef_bg.wasm"));
        assert!(is_hashed("style-0123456789abcdef.css"));
        for name in ["", "index.html", "sw.js", "icon-192.png", "icon-0123456789abcdeg.png", "main-0123.js"] {
            assert!(!is_hashed(name), "{name}");
        }
    }
}
