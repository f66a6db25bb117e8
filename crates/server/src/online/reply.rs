//! What is answered to a request.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use gebeta_protocol::{Code, Problem};

/// A refusal. The only place where a code becomes a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) Code);

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self(code)
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
