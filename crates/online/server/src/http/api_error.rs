//! Errors as responses.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use gebeta_protocol::{Code, ErrorBody};
use gebeta_store::ports::StoreError;

use crate::game_error::GameError;

/// An error response. The only place where a code becomes a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ApiError(pub(crate) Code);

impl From<Code> for ApiError {
    fn from(code: Code) -> Self {
        Self(code)
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> Self {
        Self(error.code())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self((&error).into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response =
            (status, [(CACHE_CONTROL, "no-store")], Json(ErrorBody { code: self.0 })).into_response();
        let wait = match self.0 {
            Code::Rate => Some("60"),
            Code::Unavailable | Code::Full | Code::Restarting => Some("2"),
            _ => None,
        };
        if let Some(wait) = wait {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(wait));
        }
        response
    }
}

/// Replaces the plain-text rejections of the library by the server's own form.
pub(crate) fn explained(response: Response) -> Response {
    let is_plain = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("text/plain")));
    match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE if is_plain => ApiError(Code::TooLarge).into_response(),
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::UPGRADE_REQUIRED
            if is_plain =>
        {
            ApiError(Code::BadMessage).into_response()
        }
        _ => response,
    }
}
