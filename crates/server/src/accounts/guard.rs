use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use gebeta_protocol::Code;

use super::Desk;
use crate::online::caller::Caller;
use crate::online::reply::{Refusal, explained};

/// Lets nothing through that changes something and comes from a page of somebody else, or too often.
pub(super) async fn guard(State(desk): State<Desk>, request: Request, next: Next) -> Response {
    if let Err(code) = Caller::may_change(request.method(), request.headers(), desk.origins()) {
        return Refusal(code).into_response();
    }
    if !desk.may_ask(desk.address(request.extensions(), request.headers())) {
        return Refusal(Code::Rate).into_response();
    }
    explained(next.run(request).await)
}
