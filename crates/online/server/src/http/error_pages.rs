//! Errors in the form that suits the client: JSON under `/api/`, a page elsewhere.

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ALLOW, CONTENT_TYPE, HOST, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use gebeta_protocol::Code;

use super::api_error::ApiError;
use super::app::blocking;
use super::assets;
use super::bundle::WebBundle;
use super::limited_listener::Peer;

/// The page for errors other than 404.
const REFUSED: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Not now</title>\
    <h1>This cannot be shown now</h1><p>Try again in a minute. The games are <a href=\"/\">on the first page</a>.</p></html>\n";

/// Gives every error its form, and refuses requests without exactly one `Host`.
pub(crate) async fn fit(State(site): State<WebBundle>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if !names_one_host(&request) {
        return ApiError(Code::BadMessage).into_response();
    }
    let asked = request.headers().clone();
    let response = next.run(request).await;
    if !is_unknown_page(&path, &response) {
        return formed(&path, response);
    }
    blocking(move || assets::not_found(&site, &asked)).await
}

/// Programs ask for the API, and those of messengers for pictures.
fn is_for_program(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/") || path.ends_with("/board.png")
}

fn is_kind(response: &Response, kind: &str) -> bool {
    let is = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.starts_with(kind));
    response.headers().get(CONTENT_TYPE).is_some_and(is)
}

/// Whether a person has asked for a page that is not there. A path that is not UTF-8 is not found.
fn is_unknown_page(path: &str, response: &Response) -> bool {
    let is_refused = matches!(response.status(), StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST);
    let is_page =
        is_kind(response, "text/html") || is_kind(response, "application/json") && !path.starts_with("/g/");
    is_refused && !is_for_program(path) && !is_page
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
    let (is_json, is_page) = (is_kind(&response, "application/json"), is_kind(&response, "text/html"));
    let mut refusal = if is_for_program(path) {
        if is_json {
            return response;
        }
        (status, ApiError(code(status))).into_response()
    } else {
        // `/readyz` is requested by programs.
        if is_page || is_json && !path.starts_with("/g/") {
            return response;
        }
        (status, Html(REFUSED)).into_response()
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
