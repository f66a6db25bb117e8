use axum::extract::{Request, State};
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use gebeta_protocol::Code;

use super::Desk;
use crate::online::caller::Caller;
use crate::online::reply::Refusal;

/// Lets nothing through that changes something and comes from a page of somebody else, or too often.
pub(super) async fn guard(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    let code = match *request.method() {
        Method::GET => None,
        _ => refusal(&desk, &request),
    };
    match code {
        Some(code) => Refusal(code).into_response(),
        None if !desk.may_ask(desk.address(request.extensions(), request.headers())) => {
            Refusal(Code::Rate).into_response()
        }
        None => next.run(request).await,
    }
}

fn refusal(desk: &Desk, request: &Request) -> Option<Code> {
    let headers = request.headers();
    if let Err(code) = Caller::of(headers, desk.origins()) {
        return Some(code);
    }
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_json =
        kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    // What has no body needs no kind.
    (*request.method() == Method::POST && !is_json).then_some(Code::NotJson)
}
