//! Errors in the form that suits the client: JSON under `/api/`, a page elsewhere.

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{ALLOW, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::{StatusCode, Version};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use gebeta_protocol::Code;

use super::api_error::ApiError;
use super::assets::NOT_FOUND;
use super::limited_listener::Peer;

/// The page for errors other than 404.
const REFUSED: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not now</title>\
    <h1>This cannot be shown now</h1><p>Try again in a minute. The games are <a href=\"/\">on the first page</a>.</p></html>\n";

/// Gives every error its form, and refuses requests without exactly one `Host`.
pub(crate) async fn fit(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if !names_one_host(&request) {
        return ApiError(Code::BadMessage).into_response();
    }
    formed(&path, next.run(request).await)
}

/// HTTP/1.1 requires exactly one `Host`; requests of tests without a connection need none.
fn names_one_host(request: &Request) -> bool {
    let is_remote = request.extensions().get::<ConnectInfo<Peer>>().is_some();
    !is_remote || request.version() != Version::HTTP_11 || request.headers().get_all(HOST).iter().count() == 1
}

fn formed(path: &str, response: Response) -> Response {
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (is_json, is_page) = (kind.starts_with("application/json"), kind.starts_with("text/html"));
    // Pictures are fetched by programs of messengers.
    let for_program = path == "/api" || path.starts_with("/api/") || path.ends_with("/board.png");
    let mut refusal = if for_program {
        if is_json {
            return response;
        }
        (status, ApiError(code(status))).into_response()
    } else {
        // `/readyz` is requested by programs.
        if is_page || is_json && !path.starts_with("/g/") {
            return response;
        }
        match status {
            // A path that is not UTF-8 is not found.
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => {
                (StatusCode::NOT_FOUND, Html(NOT_FOUND)).into_response()
            }
            _ => (status, Html(REFUSED)).into_response(),
        }
    };
    for name in [ALLOW, RETRY_AFTER] {
        if let Some(value) = response.headers().get(&name) {
            refusal.headers_mut().insert(name, value.clone());
        }
    }
    refusal
}

/// The code for a rejection of the library.
fn code(status: StatusCode) -> Code {
    match status {
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        _ if status.is_server_error() => Code::Unavailable,
        _ => Code::BadMessage,
    }
}
