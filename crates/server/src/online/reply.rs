//! What is answered to a request.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use gebeta_arena::StoreFault;
use gebeta_protocol::{Code, Problem};

/// A refusal. The only place where a code becomes a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) Code);

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self(code)
    }
}

impl From<StoreFault> for Refusal {
    fn from(fault: StoreFault) -> Self {
        Self(fault.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response =
            (status, [(CACHE_CONTROL, "no-store")], Json(Problem { code: self.0 })).into_response();
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

/// The same answer, but what the library has refused in plain words is refused in ours.
pub(crate) fn explained(response: Response) -> Response {
    let is_plain = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("text/plain")));
    match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE if is_plain => Refusal(Code::TooLarge).into_response(),
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::UPGRADE_REQUIRED
            if is_plain =>
        {
            Refusal(Code::BadMessage).into_response()
        }
        _ => response,
    }
}
