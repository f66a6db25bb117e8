//! Checks of a request that need neither the store nor its body: origin, content type, rate.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use gebeta_protocol::Code;

use super::api_error::{ApiError, explained};
use super::caller::{Caller, address};
use super::extract::ClientAddress;
use crate::config::ServerSettings;

type RateCheck = dyn Fn(&Method, IpAddr) -> bool + Send + Sync;

/// The checks of some routes.
#[derive(Clone)]
pub(crate) struct RequestChecks {
    pub(crate) settings: Arc<ServerSettings>,
    /// Whether a request with this method from this address is within its rate.
    pub(crate) rate: Arc<RateCheck>,
}

impl RequestChecks {
    /// `routes` behind these checks.
    pub(crate) fn guard(self, routes: Router) -> Router {
        routes.layer(from_fn_with_state(self, check))
    }
}

async fn check(State(checks): State<RequestChecks>, mut request: Request, next: Next) -> Response {
    let RequestChecks { settings, rate } = checks;
    if let Err(code) = Caller::may_change(request.method(), request.headers(), &settings.origins) {
        return ApiError(code).into_response();
    }
    let address = address(request.extensions(), request.headers(), &settings.proxies);
    if !rate(request.method(), address) {
        return ApiError(Code::Rate).into_response();
    }
    request.extensions_mut().insert(ClientAddress(address));
    explained(next.run(request).await)
}
