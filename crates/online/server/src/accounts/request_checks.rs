use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use gebeta_protocol::Code;

use super::AccountService;
use crate::http::api_error::{ApiError, explained};
use crate::http::caller::Caller;

/// Lets nothing through that changes something and comes from a page of somebody else, or too often.
pub(crate) async fn guard(State(service): State<AccountService>, request: Request, next: Next) -> Response {
    if let Err(code) = Caller::may_change(request.method(), request.headers(), service.origins()) {
        return ApiError(code).into_response();
    }
    if !service.may_ask(service.address(request.extensions(), request.headers())) {
        return ApiError(Code::Rate).into_response();
    }
    explained(next.run(request).await)
}
